"""Views over the Web API, incoming webhooks, and on whose behalf events are told (reference 0.5, B' 24)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from tests.apps.slack.acting import by, post
from tests.apps.slack.platform import Installed, install, open_views, texts, told
from tests.apps.slack.test_api_keys import strange
from tests.office import Office
from workaday.apps.slack.errors import ChannelNotFound
from workaday.apps.slack.models import Message
from workaday.apps.slack.platform import interactions
from workaday.apps.slack.service import channels, people, setup, webhooks
from workaday.server.local import LocalServer
from workaday.world import World

JSON = dict[str, Any]


def plain(text: str) -> JSON:
    return {"type": "plain_text", "text": text}


SECTION = {"type": "section", "text": plain("Hello")}
MODAL = {"type": "modal", "title": plain("Expense"), "blocks": [SECTION]}
HOME = {"type": "home", "blocks": [SECTION]}


@pytest.fixture
def general(office: Office) -> str:
    return office.channels["general"]


@pytest.fixture
def installed(world: World, general: str) -> Installed:
    return install(world, events=("message.channels",), channels=[general], has_home=True)


@pytest.fixture
def client(installed: Installed, server: LocalServer) -> Iterator[WebClient]:
    seat = server.seat(installed.world, installed.bot)
    yield WebClient(token=f"xoxb-{seat.token}", base_url=server.api_url("slack"))
    server.leave(seat)


def pulled(installed: Installed) -> str:
    """A new trigger of Dana's."""
    with by(installed.world) as context:
        interactions.shortcut(context, installed.app_id, "new_expense")
    trigger: str = told(installed.world)[-1]["trigger_id"]
    return trigger


def refused(method: Any, **arguments: object) -> JSON:
    with pytest.raises(SlackApiError) as error:
        method(**arguments)
    answer: JSON = error.value.response.data
    return answer


# --- views ----------------------------------------------------------------------------------------------


def test_an_empty_view_is_refused_in_two_lines(client: WebClient, installed: Installed) -> None:
    """Case 55 (slack-ruby-client's recording)."""
    answer = refused(client.views_open, trigger_id=pulled(installed), view={})
    assert answer["error"] == "invalid_arguments"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] failed to match all allowed schemas [json-pointer:/view]",
        "[ERROR] missing required field: type [json-pointer:/view]",
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"title": plain("x" * 25)}, "must be less than 25 characters [json-pointer:/view/title/text]"),
        ({"type": "home"}, "unsupported type: home [json-pointer:/view/type]"),
        ({"blocks": [SECTION] * 101}, "no more than 100 items allowed [json-pointer:/view/blocks]"),
        (
            {"private_metadata": "x" * 3001},
            "must be less than 3001 characters [json-pointer:/view/private_metadata]",
        ),
        (
            {"blocks": [{"type": "section", "text": plain("x" * 3001)}]},
            "must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]",
        ),
        (
            {
                "blocks": [
                    {
                        "type": "input",
                        "label": plain("Amount"),
                        "element": {"type": "plain_text_input", "action_id": "a"},
                    }
                ]
            },
            "missing required field: submit [json-pointer:/view]",
        ),
    ],
)
def test_each_fault_of_a_view_is_named(
    client: WebClient, installed: Installed, change: JSON, fault: str
) -> None:
    answer = refused(client.views_open, trigger_id=pulled(installed), view=MODAL | change)
    assert f"[ERROR] {fault}" in answer["response_metadata"]["messages"]
    assert open_views(installed.world) == []


def test_a_trigger_works_once_and_for_three_seconds(client: WebClient, installed: Installed) -> None:
    trigger = pulled(installed)
    opened = client.views_open(trigger_id=trigger, view=MODAL)["view"]
    assert opened["id"].startswith("V")
    assert opened["root_view_id"] == opened["id"]
    assert opened["previous_view_id"] is None
    assert opened["bot_id"] == installed.bot_id
    assert refused(client.views_open, trigger_id=trigger, view=MODAL)["error"] == "exchanged_trigger_id"
    assert refused(client.views_open, trigger_id="1.2.x", view=MODAL)["error"] == "invalid_trigger_id"
    late, punctual = pulled(installed), pulled(installed)
    installed.world.advance(3)
    assert client.views_open(trigger_id=punctual, view=MODAL)["ok"]
    installed.world.advance(0.001)
    assert refused(client.views_open, trigger_id=late, view=MODAL)["error"] == "expired_trigger_id"


def test_views_are_updated_by_id_by_name_and_only_if_unchanged(
    client: WebClient, installed: Installed
) -> None:
    opened = client.views_open(trigger_id=pulled(installed), view=MODAL | {"external_id": "mine"})["view"]
    changed = client.views_update(
        view_id=opened["id"], hash=opened["hash"], view=MODAL | {"title": plain("2")}
    )
    assert changed["view"]["title"]["text"] == "2"
    assert changed["view"]["hash"] != opened["hash"]
    stale = refused(client.views_update, view_id=opened["id"], hash=opened["hash"], view=MODAL)
    assert stale["error"] == "hash_conflict"
    assert refused(client.views_update, external_id="mine", view=MODAL)["error"] == "not_found"
    assert refused(client.views_update, view_id="V0NOBODY", view=MODAL)["error"] == "not_found"


def test_two_views_cannot_have_one_name(client: WebClient, installed: Installed) -> None:
    named = {"external_id": "mine"}
    client.views_publish(user_id=_dana(installed), view=HOME | named)
    answer = refused(client.views_open, trigger_id=pulled(installed), view=MODAL | named)
    assert answer["error"] == "duplicate_external_id"


def _dana(installed: Installed) -> str:
    with by(installed.world) as context:
        return people.me(context).id


def test_three_views_lie_on_top_of_each_other(client: WebClient, installed: Installed) -> None:
    button = {"type": "button", "action_id": "more", "text": plain("More")}
    view = MODAL | {"blocks": [{"type": "actions", "block_id": "b", "elements": [button]}]}
    opened = client.views_open(trigger_id=pulled(installed), view=view)["view"]
    top = opened
    for _ in range(2):
        top = client.views_push(trigger_id=_pressed(installed, top["id"]), view=view)["view"]
        assert top["root_view_id"] == opened["id"]
    answer = refused(client.views_push, trigger_id=_pressed(installed, top["id"]), view=view)
    assert answer["error"] == "push_limit_reached"
    assert len(open_views(installed.world)) == 3
    with by(installed.world) as context:
        interactions.close(context, top["id"])
    assert [each.depth for each in open_views(installed.world)] == [1, 2]


def _pressed(installed: Installed, view: str) -> str:
    with by(installed.world) as context:
        interactions.click(context, view_id=view, block_id="b", action_id="more")
    trigger: str = told(installed.world)[-1]["trigger_id"]
    return trigger


def test_a_home_is_published_again_and_again(client: WebClient, installed: Installed) -> None:
    dana = _dana(installed)
    first = client.views_publish(user_id=dana, view=HOME)["view"]
    second = client.views_publish(user_id=dana, view=HOME, hash=first["hash"])["view"]
    assert (first["id"], first["type"]) == (second["id"], "home")
    stale = refused(client.views_publish, user_id=dana, view=HOME, hash=first["hash"])
    assert stale["error"] == "hash_conflict"
    assert refused(client.views_publish, user_id=dana, view=MODAL)["error"] == "invalid_arguments"


def test_a_person_without_an_app_opens_no_views(world: World, server: LocalServer) -> None:
    seat = server.seat(world, "dana.whitfield")
    person = WebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))
    answer = refused(person.views_open, trigger_id="1.2.x", view=MODAL)
    assert answer["error"] == "not_allowed_token_type"


def test_a_bot_cannot_write_into_a_conversation_of_two_others(client: WebClient, office: Office) -> None:
    """Case 58 (slack-ruby-client#227)."""
    answer = refused(client.chat_postMessage, channel=office.channels["dm"], text="x")
    assert answer["error"] == "channel_not_found"


def test_an_event_tells_on_whose_behalf(installed: Installed, server: LocalServer, general: str) -> None:
    post(installed.world, general)
    seat = server.seat(installed.world, installed.whole)
    app = WebClient(token=f"xapp-{seat.token}", base_url=server.api_url("slack"))
    event_context = told(installed.world)[-1]["event_context"]
    answer = app.api_call("apps.event.authorizations.list", json={"event_context": event_context})
    assert answer["authorizations"] == told(installed.world)[-1]["authorizations"]
    with pytest.raises(SlackApiError, match="invalid_arguments"):
        app.api_call("apps.event.authorizations.list", json={"event_context": "4-nonsense"})


def test_views_have_slacks_keys_alone(client: WebClient, installed: Installed) -> None:
    opened = client.views_open(trigger_id=pulled(installed), view=MODAL)
    published = client.views_publish(user_id=_dana(installed), view=HOME)
    changed = client.views_update(view_id=opened["view"]["id"], view=MODAL)
    for method, answer in (("open", opened), ("publish", published), ("update", changed)):
        assert isinstance(answer.data, dict)
        assert strange(f"views.{method}", answer.data) == set()


# --- incoming webhooks ----------------------------------------------------------------------------------


@pytest.fixture
def hook(installed: Installed, server: LocalServer, office: Office) -> str:
    """The address of a webhook into a channel where the app's bot is not."""
    seat = server.seat(installed.world, installed.bot)
    with by(installed.world) as context:
        secret = webhooks.add(context, installed.app_id, office.channels["partners"])
        return f"{server.url}/slack{webhooks.path(context, secret, seat.token)}"


def sent(url: str, body: bytes, kind: str = "application/json") -> tuple[int, str]:
    address = urlsplit(url)
    connection = HTTPConnection(address.netloc, timeout=30)
    try:
        connection.request("POST", address.path, body, {"Content-Type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_webhook_posts_as_the_app(world: World, office: Office, hook: str) -> None:
    place = office.channels["partners"]
    assert WebhookClient(hook).send(text="Deploy done").body == "ok"
    assert sent(hook, urlencode({"payload": json.dumps({"text": "By form"})}).encode(), "text/plain") == (
        200,
        "ok",
    )
    assert texts(world, place)[-2:] == ["Deploy done", "By form"]
    with world.read() as session:
        posted = session.query(Message).filter_by(text="Deploy done").one()
        assert (posted.subtype, posted.username) == ("bot_message", "Ledger")


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"{nonsense", (400, "invalid_payload")),
        (b"[]", (400, "invalid_payload")),
        (b"{}", (400, "missing_text_or_fallback_or_attachments")),
        (b'{"message": "x"}', (400, "missing_text_or_fallback_or_attachments")),
        (b'{"text": ""}', (400, "no_text")),
        (b'{"text": "x", "blocks": [{"type": "nothing"}]}', (400, "invalid_blocks")),
        (b'{"text": "x", "blocks": {"blocks": []}}', (400, "invalid_blocks")),
    ],
)
def test_a_webhook_answers_in_plain_words(
    world: World, hook: str, body: bytes, answer: tuple[int, str]
) -> None:
    """Cases 20, 22 and 23 (java-slack-sdk#1017, slack-github-action#117, statping#777)."""
    before = world.state_hash()
    assert sent(hook, body) == answer
    assert world.state_hash() == before


def test_a_webhook_that_is_none_and_a_channel_that_is_closed(
    world: World, installed: Installed, office: Office, hook: str
) -> None:
    assert sent(hook[:-1] + "_", b'{"text": "x"}') == (404, "no_service")
    assert sent(hook.rpartition("/")[0] + "/nonsense", b'{"text": "x"}') == (404, "no_service")
    with world.action("close", door="setup", person=None) as context:
        setup.archive(context, office.channels["partners"])
    assert sent(hook, b'{"text": "x"}') == (410, "channel_is_archived")


def test_being_let_in_ends_with_the_action(world: World, installed: Installed, office: Office) -> None:
    place = office.channels["partners"]
    with world.action("look", door="wire", person=installed.bot, reads=True) as context:
        channels.admit(context, place)
        assert channels.joined(context, place).id == place
    with (
        world.action("look", door="wire", person=installed.bot, reads=True) as context,
        pytest.raises(ChannelNotFound),
    ):
        channels.joined(context, place)
