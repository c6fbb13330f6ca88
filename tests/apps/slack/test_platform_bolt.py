"""slack_bolt runs here unchanged, over HTTP and in Socket Mode; it checks signatures itself (reference F)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.signature import SignatureVerifier
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.webhook import WebhookClient

from tests.apps.slack import platform
from tests.apps.slack.acting import by, post
from tests.apps.slack.platform import (
    APPROVE,
    MODAL,
    Installed,
    eventually,
    install,
    listening,
    notes,
    open_views,
    plain,
    texts,
    told,
)
from tests.office import Office
from workaday.apps.slack.platform import interactions
from workaday.apps.slack.service import commands, deliveries, views
from workaday.server.local import LocalServer
from workaday.world import World

EVENTS = ("message.channels", "message.im", "reaction_added", "app_home_opened")


@pytest.fixture
def general(office: Office) -> str:
    return office.channels["general"]


@pytest.fixture(params=["http", "socket"])
def mode(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@contextmanager
def running(app: App, installed: Installed, server: LocalServer, mode: str) -> Iterator[None]:
    """The app hears of everything, one way or the other."""
    if mode == "http":
        with platform.over_http(app, installed):
            yield
        return
    seat = server.seat(installed.world, installed.whole)
    token = f"xapp-{seat.token}"
    client = WebClient(token=token, base_url=server.api_url("slack"))
    handler: Any = SocketModeHandler(app, app_token=token, web_client=client)
    handler.connect()
    try:
        yield
    finally:
        handler.close()


def test_messages_commands_buttons_and_modals(  # noqa: PLR0915 - one day, in order
    world: World, server: LocalServer, office: Office, general: str, mode: str
) -> None:
    """A day of an app: each listener does what bolt's own guide shows."""
    installed = install(
        world, events=EVENTS, channels=[general], is_socket_mode=mode == "socket", has_home=True
    )
    app, closed = platform.bolt(server, installed), []

    @app.message("lunch")
    def hungry(say: Any, message: Any, client: Any) -> None:
        client.reactions_add(channel=message["channel"], timestamp=message["ts"], name="sandwich")
        say(text="Order?", blocks=[APPROVE])

    @app.command("/expense")
    def expense(ack: Any, command: Any, respond: Any) -> None:
        ack(f"Looking at {command['text']}")
        respond(f"Filed {command['text']}", response_type="in_channel")

    @app.action("approve")
    def approve(ack: Any, body: Any, action: Any, client: Any) -> None:
        ack()
        client.chat_update(
            channel=body["channel"]["id"], ts=body["message"]["ts"], text=f"Approved {action['value']}"
        )

    @app.shortcut("new_expense")
    def ask(ack: Any, body: Any, client: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("expense")
    def file(ack: Any, view: Any, client: Any) -> None:
        amount = view["state"]["values"]["amount"]["value"]["value"]
        if not amount.isdigit():
            ack(response_action="errors", errors={"amount": "Say a number"})
            return
        ack()
        client.chat_postMessage(channel=general, text=f"Expense of {amount}")

    @app.view_closed("expense")
    def gone(ack: Any, body: Any) -> None:
        ack()
        closed.append(body["is_cleared"])

    @app.event("app_home_opened")
    def home(client: Any, event: Any) -> None:
        block = {"type": "section", "text": plain("At home")}
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [block]})

    with running(app, installed, server, mode):
        ts = post(world, general, "lunch?")
        eventually(lambda: texts(world, general)[-1] == "Order?")
        eventually(lambda: any(each.get("reaction") == "sandwich" for each in platform.events(world)))

        asked = _last_ts(world, general)
        assert asked > ts
        with by(world) as context:
            interactions.click(
                context, channel_id=general, message_ts=asked, block_id="decide", action_id="approve"
            )
        eventually(lambda: texts(world, general)[-1] == "Approved 17")

        with by(world) as context:
            assert commands.run(context, general, "/expense 12").kind == "nothing"
        eventually(lambda: texts(world, general)[-1] == "Filed 12")
        eventually(lambda: notes(world) == ["Looking at 12"])

        with by(world) as context:
            interactions.shortcut(context, installed.app_id, "new_expense")
        eventually(lambda: len(open_views(world)) == 1)
        [view] = open_views(world)
        with by(world) as context:
            assert interactions.submit(context, view.id, {}) == {
                "amount": "Please complete this required field."
            }
        with by(world) as context:
            assert interactions.submit(context, view.id, {"amount": {"value": "much"}}) == {}
        eventually(lambda: views.errors(open_views(world)[0]) == {"amount": "Say a number"})
        assert not open_views(world)[0].is_submitted
        with by(world) as context:
            interactions.submit(context, view.id, {"amount": {"value": "12"}})
        eventually(lambda: open_views(world) == [])
        eventually(lambda: texts(world, general)[-1] == "Expense of 12")

        with by(world) as context:
            interactions.shortcut(context, installed.app_id, "new_expense")
        eventually(lambda: len(open_views(world)) == 1)
        [view] = open_views(world)
        with by(world) as context:
            interactions.close(context, view.id)
        eventually(lambda: closed == [False])

        with by(world) as context:
            assert interactions.open_home(context, installed.app_id) is None
        eventually(lambda: [each.kind for each in open_views(world)] == ["home"])

    kinds = [each.get("type", each.get("command")) for each in told(world)]
    assert kinds[0] == "event_callback"
    assert [each for each in kinds if each != "event_callback"] == [
        "block_actions",
        "/expense",
        "shortcut",
        "view_submission",
        "view_submission",
        "shortcut",
        "view_closed",
    ]


def _last_ts(world: World, channel: str) -> str:
    return max(str(each["ts"]) for each in platform.events(world) if each.get("channel") == channel)


# --- over HTTP ------------------------------------------------------------------------------------------


def taking(_headers: Any, body: str) -> tuple[int, str, str]:
    """An app that takes everything."""
    challenge = json.loads(body).get("challenge", "") if body.startswith("{") else ""
    return 200, "text/plain", challenge


def test_an_address_has_to_show_that_it_is_the_apps(world: World, server: LocalServer, general: str) -> None:
    installed = install(world, events=EVENTS, channels=[general])
    server.seat(world, "dana.whitfield")
    with listening(lambda *_: (200, "text/plain", "no idea")) as strange, listening(taking) as good:
        platform.configure(installed, strange.url)
        post(world, general, "first")
        eventually(lambda: len(strange.heard) >= 1)
        platform.configure(installed, good.url)
        post(world, general, "second")
        eventually(lambda: len(good.heard) == 2)
        assert all(json.loads(body)["type"] == "url_verification" for body in strange.bodies)
        assert [json.loads(body)["type"] for body in good.bodies] == ["url_verification", "event_callback"]


def test_what_arrives_is_signed_and_in_order(world: World, server: LocalServer, general: str) -> None:
    installed = install(world, events=EVENTS, channels=[general])
    server.seat(world, "dana.whitfield")
    verifier = SignatureVerifier(installed.signing_secret)
    with listening(taking) as app:
        platform.configure(installed, app.url)
        for number in range(20):
            post(world, general, f"message {number}")
        eventually(lambda: len(app.heard) == 21)
    for headers, body in app.heard:
        assert verifier.is_valid_request(body, {name: values[0] for name, values in headers.items()})
    heard = [json.loads(body)["event"]["text"] for body in app.bodies[1:]]
    assert heard == [f"message {number}" for number in range(20)]
    assert [json.loads(body) for body in app.bodies[1:]] == told(world)


def test_an_event_that_does_not_arrive_is_sent_again(world: World, server: LocalServer, general: str) -> None:
    installed = install(world, events=EVENTS, channels=[general])
    server.seat(world, "dana.whitfield")
    refusals = iter([500, 500])

    def broken(headers: Any, body: str) -> tuple[int, str, str]:
        if json.loads(body)["type"] == "url_verification":
            return taking(headers, body)
        return next(refusals, 200), "text/plain", ""

    with listening(broken) as app:
        platform.configure(installed, app.url)
        post(world, general, "hello")
        eventually(lambda: len(app.heard) == 4)
        repeated = [headers.get("x-slack-retry-num") for headers, _ in app.heard[1:]]
        assert repeated == [None, ["1"], ["2"]]
        assert app.heard[2][0]["x-slack-retry-reason"] == ["http_error"]
        assert len(set(app.bodies[1:])) == 1


def test_a_world_that_goes_back_tells_again(world: World, server: LocalServer, general: str) -> None:
    installed = install(world, events=EVENTS, channels=[general])
    server.seat(world, "dana.whitfield")
    with listening(taking) as app:
        platform.configure(installed, app.url)
        world.settle()
        for said in ("before", "after"):
            post(world, general, said)
            eventually(lambda said=said: any(f'"text":"{said}"' in body for body in app.bodies))  # type: ignore[misc]
            world.reset()


def test_commands_and_interactions_come_in_forms(
    world: World, server: LocalServer, office: Office, general: str
) -> None:
    installed = install(world, channels=[general])
    server.seat(world, "dana.whitfield")
    with listening(taking) as app:
        platform.configure(installed, app.url)
        with by(world) as context:
            commands.run(context, office.channels["dm"], "/expense 3 lunches")
        with by(world) as context:
            interactions.shortcut(
                context,
                installed.app_id,
                "file_message",
                channel_id=general,
                message_ts=office.messages["welcome"],
            )
        eventually(lambda: len(app.heard) == 3)
    _, command, action = (parse_qs(body) for body in app.bodies)
    assert command["command"] == ["/expense"]
    assert command["text"] == ["3 lunches"]
    assert command["channel_name"] == ["directmessage"]
    assert command["user_name"] == ["dana.whitfield"]
    assert command["team_domain"] == ["whitford-okafor"]
    assert command["response_url"][0].startswith(server.url)
    payload = json.loads(action["payload"][0])
    assert (payload["type"], payload["callback_id"]) == ("message_action", "file_message")
    assert payload["message"]["ts"] == office.messages["welcome"]
    assert payload["channel"] == {"id": general, "name": "general"}


def test_a_response_address_takes_five_answers_within_half_an_hour(
    world: World, server: LocalServer, general: str
) -> None:
    installed = install(world)
    server.seat(world, "dana.whitfield")
    with listening(taking) as app:
        platform.configure(installed, app.url)
        for _ in range(2):
            with by(world) as context:
                commands.run(context, general, "/expense 3")
        eventually(lambda: len(app.heard) == 3)
        first, late = (parse_qs(body)["response_url"][0] for body in app.bodies[1:])
    hook = WebhookClient(first)
    assert hook.send(text="for you").body == "ok"
    assert hook.send(text="for all", response_type="in_channel").body == "ok"
    assert notes(world) == ["for you"]
    assert texts(world, general)[-1] == "for all"
    assert [hook.send(text="more").status_code for _ in range(4)] == [200, 200, 200, 404]
    assert json.loads(hook.send(text="more").body) == {"ok": False, "error": "used_url"}
    world.advance(30 * 60 + 1)
    assert json.loads(WebhookClient(late).send(text="late").body)["error"] == "expired_url"


def test_an_answer_can_replace_and_delete_what_was_clicked(
    world: World, server: LocalServer, general: str
) -> None:
    installed = install(world, channels=[general])
    app = platform.bolt(server, installed)

    @app.command("/expense")
    def show(ack: Any, respond: Any) -> None:
        ack()
        respond(text="Decide", blocks=[APPROVE])

    @app.action("approve")
    def approve(ack: Any, respond: Any, body: Any) -> None:
        ack()
        assert body["container"]["is_ephemeral"] is True
        respond(text="Done", replace_original=True)
        respond(delete_original=True)

    with platform.over_http(app, installed):
        with by(world) as context:
            commands.run(context, general, "/expense 3")
        eventually(lambda: notes(world) == ["Decide"])
        ts = platform.note_ts(world)
        with by(world) as context:
            interactions.click(
                context, channel_id=general, message_ts=ts, block_id="decide", action_id="approve"
            )
        eventually(lambda: notes(world) == [])


def test_options_are_loaded_from_the_app_while_somebody_types(
    world: World, server: LocalServer, general: str
) -> None:
    installed = install(world, channels=[general])
    app = platform.bolt(server, installed)
    menu = {"type": "external_select", "action_id": "client", "placeholder": plain("Client")}
    block = {"type": "input", "block_id": "who", "label": plain("Client"), "element": menu}

    @app.shortcut("new_expense")
    def ask(ack: Any, body: Any, client: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view={**MODAL, "blocks": [block]})

    @app.options("client")
    def clients(ack: Any, payload: Any) -> None:
        ack(options=[{"text": plain(f"{payload['value']}ley"), "value": "c1"}])

    filed: list[Any] = []

    @app.view("expense")
    def file(ack: Any, view: Any) -> None:
        filed.append(view["state"]["values"]["who"]["client"]["selected_option"]["value"])
        ack()

    with platform.over_http(app, installed):
        with by(world) as context:
            interactions.shortcut(context, installed.app_id, "new_expense")
        eventually(lambda: len(open_views(world)) == 1)
        [view] = open_views(world)
        with by(world) as context:
            number = interactions.suggest(
                context, view_id=view.id, block_id="who", action_id="client", value="Hart"
            )
        offered: list[Any] = []

        def answered() -> bool:
            with by(world) as context:
                offered[:] = deliveries.suggested(context, number) or []
            return bool(offered)

        eventually(answered)
        assert offered == [{"text": {**plain("Hartley")}, "value": "c1"}]
        with by(world) as context:
            interactions.submit(context, view.id, {"who": {"client": "c1"}})
        eventually(lambda: filed == ["c1"])


# --- Socket Mode ----------------------------------------------------------------------------------------


def test_several_connections_take_turns_and_nothing_waits_for_one_that_is_not_there(
    world: World, server: LocalServer, general: str
) -> None:
    installed = install(world, events=EVENTS, channels=[general], is_socket_mode=True)
    post(world, general, "before anybody listened")
    seat = server.seat(world, installed.whole)
    token, heard = f"xapp-{seat.token}", ([], [])  # type: tuple[str, tuple[list[str], list[str]]]
    clients = []
    for mine in heard:
        web = WebClient(token=token, base_url=server.api_url("slack"))
        client = SocketModeClient(app_token=token, web_client=web)

        def listen(client: Any, request: SocketModeRequest, mine: list[str] = mine) -> None:
            client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))
            mine.append(request.payload["event"]["text"])

        client.socket_mode_request_listeners.append(listen)
        client.connect()
        clients.append(client)
    for number in range(6):
        post(world, general, f"message {number}")
    eventually(lambda: sum(map(len, heard)) == 7)
    assert min(heard[0] + heard[1]) == "before anybody listened"
    assert all(heard)
    for client in clients:
        client.close()


def test_only_an_apps_own_token_opens_a_connection(world: World, server: LocalServer) -> None:
    installed = install(world)
    bot = server.seat(world, installed.bot)
    client = WebClient(token=f"xoxb-{bot.token}", base_url=server.api_url("slack"))
    with pytest.raises(SlackApiError, match="not_allowed_token_type"):
        client.apps_connections_open(app_token=f"xoxb-{bot.token}")
