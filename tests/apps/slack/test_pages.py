"""Slack's pages without a script: right on the first byte, safe, and the same deeds as through other doors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import event

from tests.apps.slack.screen import send, visit
from tests.office import Office
from workaday.apps.slack.models import Channel, User
from workaday.apps.slack.service import messages, reactions
from workaday.database import engine
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import SETUP_DOOR, World


@pytest.fixture
def base(server: LocalServer, seat: Seat) -> str:
    return server.page_url(seat, "slack")


def shown(page: str) -> str:
    """The page's words, without its markup and its scripts' data."""
    page = re.sub(r"<(script|template|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def of_channel(office: Office, name: str) -> str:
    return f"client/{office.workspace}/{office.channels[name]}"


def form(**fields: str) -> bytes:
    return urlencode(fields).encode()


def fetch(url: str) -> tuple[str, str]:
    """Where the address leads, and the page there."""
    answer = visit(url)
    assert answer.status == 200
    return answer.url, answer.page


def status(url: str) -> int:
    return visit(url).status


# --- reading --------------------------------------------------------------------------------------------


def test_the_front_door_leads_to_the_channel_that_everybody_is_in(base: str, office: Office) -> None:
    address, page = fetch(base)
    assert address == base + of_channel(office, "general")
    assert "<title>general (Channel) - Whitford &amp; Okafor - Slack</title>" in page
    assert "Lunch order closes at 11:30." in shown(page)


def test_a_conversation_shows_its_messages_with_what_hangs_on_them(base: str, office: Office) -> None:
    words = shown(fetch(base + of_channel(office, "tax-season"))[1])
    assert "Priya Raman 9:09 AM Which engagement letter do we send to returning clients?" in words
    assert "2 replies Last reply yesterday at 9:12 AM" in words
    assert "replied to a thread: Which engagement letter do we send" in words
    assert "@Dana Whitford the W-2c for Okonkwo is in." in words
    assert "Yesterday" in words
    assert "The one in Templates/2025" not in words


def test_a_thread_has_its_replies_in_order(base: str, office: Office) -> None:
    channel, root = office.channels["tax-season"], office.messages["question"]
    words = shown(fetch(f"{base}{of_channel(office, 'tax-season')}/thread/{channel}-{root}")[1])
    pane = words[words.index("Thread #tax-season") :]
    assert pane.index("Which engagement") < pane.index("2 replies") < pane.index("The one in Templates")
    assert pane.index("The one in Templates") < pane.index("Updated the template folder")


@pytest.mark.parametrize(
    "path", ["people", "channels", "new", "dms", "search?q=template", "client/{team}", "team/{user}"]
)
def test_every_view_is_whole_without_a_script(base: str, office: Office, path: str) -> None:
    _, page = fetch(base + path.format(team=office.workspace, user=office.users["marcus.lee"]))
    assert '<main class="p-view_contents' in page
    assert "Whitford &amp; Okafor - Slack</title>" in page


def test_a_permalink_leads_to_the_message_and_one_of_a_reply_to_its_thread(base: str, office: Office) -> None:
    channel = office.channels["tax-season"]
    question, reply = (office.messages[name].replace(".", "") for name in ("question", "reply"))
    address, page = fetch(f"{base}archives/{channel}/p{question}")
    assert address == f"{base}{of_channel(office, 'tax-season')}/p{question}"
    assert page.count("c-message_kit--target") == 1
    address, page = fetch(f"{base}archives/{channel}/p{reply}")
    assert f"/thread/{channel}-{office.messages['question']}?at={office.messages['reply']}" in address
    assert page.count("c-message_kit--target") == 1


def test_a_link_to_a_message_of_this_workspace_stays_on_these_pages(
    base: str, office: Office, world: World
) -> None:
    channel, ts = office.channels["general"], office.messages["welcome"].replace(".", "")
    say(world, office, f"see https://whitford-okafor.slack.com/archives/{channel}/p{ts} and https://irs.gov/")
    page = fetch(base + of_channel(office, "general"))[1]
    assert re.search(rf'href="/w/\w+/slack/archives/{channel}/p{ts}"', page)
    assert 'href="https://irs.gov/" target="_blank"' in page


def test_search_finds_with_modifiers_and_sorts(base: str) -> None:
    def found(query: str, sort: str = "relevant") -> list[str]:
        page = fetch(f"{base}search?{urlencode({'q': query, 'sort': sort})}")[1]
        return re.findall(r'data-qa="search_result" data-msg-ts="([\d.]+)"', page)

    both = found("template", "newest")
    assert len(both) == 2
    assert both == sorted(both, reverse=True)
    assert found("template", "oldest") == sorted(both)
    assert len(found("template from:@marcus.lee")) == 1
    assert len(found("template in:#general")) == 0
    assert len(found("template after:2025-03-16 before:2025-03-18")) == 2
    assert found("template after:2025-03-17") == []


def test_the_filters_of_a_search_become_part_of_it(base: str) -> None:
    address, page = fetch(f"{base}search?q=template&from=from:@marcus.lee&in=in:%23tax-season&sort=newest")
    assert address.endswith("/search?q=template+from:@marcus.lee+in:%23tax-season&sort=newest")
    assert "1 result" in shown(page)


def test_older_messages_are_a_link_away(base: str, office: Office, world: World) -> None:
    for number in range(120):
        say(world, office, f"message {number} of many")
    _, page = fetch(base + of_channel(office, "general"))
    assert "message 119 of many" in page
    assert "message 69 of many" not in page
    older = re.search(r'href="([^"]+\?before=[^"]+)"', page)
    assert older is not None
    _, page = fetch(base.split("/w/", maxsplit=1)[0] + older[1])
    assert "message 69 of many" in page
    assert "message 70 of many" not in page
    assert "?after=" in page


# --- what is not there ----------------------------------------------------------------------------------


def test_what_one_may_not_see_is_as_if_it_did_not_exist(base: str, office: Office) -> None:
    team, private = office.workspace, office.channels["partners"]
    ts = office.messages["private"].replace(".", "")
    for path in (f"client/{team}/{private}", f"archives/{private}/p{ts}", f"client/{team}/C000NOTHERE"):
        assert status(base + path) == 404
    for path in ("", "channels", "search?q=Offer", "people"):
        page = fetch(base + path)[1]
        assert "partners" not in page
        assert "Offer for the Audit" not in page


@pytest.mark.parametrize(
    "path",
    ["client/T000/{channel}", "client/{team}/{channel}/pabc", "client/{team}/{channel}/p0000000000000001",
     "client/{team}/{channel}/thread/x", "team/U000NOBODY", "archives/{channel}/p1111111111111111"],
)  # fmt: skip
def test_an_address_of_nothing_is_not_found(base: str, office: Office, path: str) -> None:
    assert status(base + path.format(team=office.workspace, channel=office.channels["general"])) == 404


# --- looking changes nothing ----------------------------------------------------------------------------


def test_only_opening_a_conversation_leaves_a_mark_and_only_once(
    base: str, office: Office, world: World
) -> None:
    for path in ("people", "channels", "new", "dms", "search?q=template", f"client/{office.workspace}"):
        fetch(base + path)
    assert world.changes() == []
    for _ in range(2):
        fetch(base + of_channel(office, "tax-season"))
    (change,) = world.changes()
    assert change.table == "slack_read_mark"
    assert change.after is not None
    assert change.after["last_read"] == office.messages["mention"]


def test_the_new_line_stands_where_one_had_stopped_to_read(base: str, office: Office) -> None:
    page = fetch(base + of_channel(office, "tax-season"))[1]
    assert page.index('id="new"') < page.index(f'id="m-{office.messages["mention"]}"')
    assert 'id="new"' not in fetch(base + of_channel(office, "tax-season"))[1]


def test_a_page_asks_the_database_as_often_for_many_messages_as_for_few(
    base: str, office: Office, world: World
) -> None:
    address = base + of_channel(office, "general")
    fetch(address)
    with counted() as few:
        fetch(address)
    for number in range(45):
        ts = say(world, office, f"Message {number} for <@{office.users['priya.raman']}>")
        say(world, office, "Reply", person="marcus.lee", thread_ts=ts)
        react(world, office, ts, "eyes")
    fetch(address)
    with counted() as many:
        fetch(address)
    assert len(many) == len(few) <= 40


@contextmanager
def counted() -> Iterator[list[str]]:
    asked: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    event.listen(engine(), "before_cursor_execute", note)
    yield asked
    event.remove(engine(), "before_cursor_execute", note)


# --- forms without a script -----------------------------------------------------------------------------


def test_a_form_leaves_the_rows_that_a_tool_leaves(
    base: str, seat: Seat, office: Office, world: World
) -> None:
    channel, ts = office.channels["tax-season"], office.messages["question"]
    text = "Templates/2025 & <nothing> else: https://irs.gov/"
    there = f"{base}client/{office.workspace}/{channel}"
    deeds: list[tuple[str, bytes, str, dict[str, str]]] = [
        (f"{there}/post", form(text=text), "slack_post_message", {"channel": channel, "text": text}),
        (
            f"{there}/post",
            form(text="Here.", thread_ts=ts),
            "slack_post_message",
            {"channel": channel, "text": "Here.", "thread_ts": ts},
        ),
        (
            f"{there}/react/{ts}",
            form(name="thumbsup"),
            "slack_add_reaction",
            {"channel": channel, "timestamp": ts, "name": "thumbsup"},
        ),
        (
            f"{base}open",
            form(users=office.users["tom.alvarez"]),
            "slack_open_conversation",
            {"users": office.users["tom.alvarez"]},
        ),
    ]
    for url, data, tool, arguments in deeds:
        assert made_by_page(world, url, data) == made_by_tool(world, seat, tool, arguments)


Rows = list[tuple[str, dict[str, Any] | None, dict[str, Any] | None]]


def made_by_page(world: World, url: str, data: bytes) -> Rows:
    world.reset()
    assert send(url, data).status == 303
    return rows(world)


def made_by_tool(world: World, seat: Seat, tool: str, arguments: dict[str, str]) -> Rows:
    from workaday.tool import toolbox

    world.reset()
    toolbox("slack")[tool].call(world, seat.person, arguments)
    return rows(world)


def rows(world: World) -> Rows:
    found = [(each.table, each.before, each.after) for each in world.changes()]
    assert found
    return found


def test_a_refused_form_says_why(base: str, office: Office, world: World) -> None:
    there = f"{base}client/{office.workspace}"
    for url, data in (
        (f"{there}/{office.channels['old-software']}/post", form(text="Hello")),
        (f"{there}/{office.channels['general']}/post", form(text="")),
        (f"{there}/{office.channels['general']}/delete/{office.messages['welcome']}", b""),
        (f"{base}open", b""),
    ):
        refused = visit(url, data)
        assert refused.status == 400
        assert 'role="alert"' in refused.page
    assert world.changes() == []


# --- hostile content ------------------------------------------------------------------------------------

HOSTILE = """<script>alert(1)</script> "><img src=x onerror=alert(1)> O'Brien & sons </textarea> \u202e \u05e9\u05dc\u05d5\u05dd"""


def test_hostile_text_and_names_are_only_characters(base: str, office: Office, world: World) -> None:
    say(world, office, HOSTILE)
    with world.action("rename", door=SETUP_DOOR, person=None) as context:
        for person in ("marcus.lee", "tom.alvarez"):
            context.session.get_one(User, office.users[person]).real_name = f"{person} {HOSTILE}"
        context.session.get_one(Channel, office.channels["general"]).topic = HOSTILE
    for path in (
        of_channel(office, "general"),
        "people",
        "new",
        "dms",
        "search?q=script",
        f"team/{office.users['marcus.lee']}",
    ):
        page = fetch(base + path)[1]
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "alert(1)" in page


def test_names_in_the_page_s_data_cannot_end_it(base: str, office: Office, world: World) -> None:
    with world.action("rename", door=SETUP_DOOR, person=None) as context:
        context.session.get_one(User, office.users["marcus.lee"]).real_name = "</script><b>Marcus"
    page = fetch(base + "people")[1]
    data = re.search(r'<script type="application/json" id="directory">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert "</script><b>Marcus" in [each["real"] for each in json.loads(data[1])["people"]]


def test_forty_thousand_characters_are_shown_whole(base: str, office: Office, world: World) -> None:
    say(world, office, "x" * 39_990 + " the end")
    assert "x the end" in fetch(base + of_channel(office, "general"))[1]


def say(
    world: World, office: Office, text: str, *, person: str = "dana.whitfield", thread_ts: str | None = None
) -> str:
    with world.action("say", door=SETUP_DOOR, person=person) as context:
        return messages.post(context, office.channels["general"], text, thread_ts=thread_ts).message.ts


def react(world: World, office: Office, ts: str, name: str) -> None:
    with world.action("react", door=SETUP_DOOR, person="marcus.lee") as context:
        reactions.add(context, office.channels["general"], ts, name)
