"""The agents' door: a token is one person in one world, whichever way it is used."""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from tests.office import NOW, Office
from workaday.clock import SECOND
from workaday.server.local import LocalServer, local_server
from workaday.server.seats import Seat
from workaday.snapshot import Snapshot
from workaday.tool import toolbox
from workaday.world import World


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(url: str, body: Mapping[str, Any] | None = None, **headers: str) -> Answer:
    """GET an address, or POST it a JSON body."""
    _, _, place = url.partition("://")
    host, slash, path = place.partition("/")
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        data = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json", **headers}
        connection.request("GET" if body is None else "POST", slash + path, data, headers)
        answer = connection.getresponse()
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def tool(server: LocalServer, seat: Seat, name: str, **arguments: Any) -> Answer:
    return ask(f"{server.tools_url(seat)}/{name}", arguments)


# --- JSON tools -----------------------------------------------------------------------------------------


def test_every_tool_is_offered_as_a_function_schema(server: LocalServer, seat: Seat) -> None:
    offered = ask(server.tools_url(seat)).json
    assert [each["function"]["name"] for each in offered] == list(toolbox())
    assert {each["type"] for each in offered} == {"function"}


def test_a_tool_acts_as_the_person_of_the_seat(server: LocalServer, seat: Seat, office: Office) -> None:
    answer = tool(server, seat, "slack_post_message", channel="general", text="Morning!")
    assert (answer.status, answer.json["message"]["user"]) == (200, office.users[seat.person])


def test_a_tool_may_be_called_without_a_body(server: LocalServer, seat: Seat, office: Office) -> None:
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    connection.request("POST", f"/w/{seat.token}/tools/slack_whoami")
    assert json.load(connection.getresponse())["user_id"] == office.users[seat.person]
    connection.close()


def test_what_a_tool_refuses_is_told_with_its_code_and_changes_nothing(
    server: LocalServer, seat: Seat
) -> None:
    before = seat.world.state_hash()
    answer = tool(server, seat, "slack_post_message", channel="partners", text="May I?")
    assert (answer.status, answer.json["error"]) == (400, "channel_not_found")
    assert set(answer.json) <= {"error", "message", "argument"}
    assert seat.world.state_hash() == before


def test_a_tool_that_there_is_not_is_not_found(server: LocalServer, seat: Seat) -> None:
    answer = tool(server, seat, "slack_delete_workspace")
    assert (answer.status, answer.json["error"]) == (404, "unknown_tool")


def test_the_wire_finds_the_seat_by_the_products_own_token(
    server: LocalServer, seat: Seat, office: Office
) -> None:
    url = server.api_url("slack") + "auth.test"
    assert (
        ask(url, {}, Authorization=f"Bearer xoxp-{seat.token}").json["user_id"] == office.users[seat.person]
    )
    assert ask(url, {}, Authorization="Bearer xoxp-nobody").json["error"] == "invalid_auth"


def test_a_connection_is_kept_for_the_next_request(server: LocalServer, seat: Seat) -> None:
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    for _ in range(3):
        connection.request("POST", f"/w/{seat.token}/tools/slack_whoami")
        assert connection.getresponse().read()
        assert connection.sock is not None
    connection.close()


# --- seats ----------------------------------------------------------------------------------------------


def test_two_people_have_two_seats_in_one_world(server: LocalServer, world: World, office: Office) -> None:
    for person in ("marcus.lee", "priya.raman"):
        seat = server.seat(world, person)
        assert tool(server, seat, "slack_whoami").json["user_id"] == office.users[person]
        server.leave(seat)


def test_a_seat_that_was_left_is_not_found(server: LocalServer, world: World) -> None:
    seat = server.seat(world, "marcus.lee")
    server.leave(seat)
    assert ask(server.page_url(seat, "slack")).status == 404


def test_tokens_are_long_and_never_the_same(server: LocalServer, world: World) -> None:
    seats = [server.seat(world, "marcus.lee") for _ in range(50)]
    assert len({seat.token for seat in seats}) == 50
    assert all(re.fullmatch("[0-9a-f]{32}", seat.token) for seat in seats)
    for seat in seats:
        server.leave(seat)


def test_the_server_that_a_process_shares_is_started_once() -> None:
    assert local_server() is local_server()


# --- worlds do not meet ---------------------------------------------------------------------------------


def test_200_worlds_each_with_its_own_clock_are_never_confused(
    server: LocalServer, snapshot: Snapshot, office: Office
) -> None:
    worlds = [World.open(snapshot) for _ in range(200)]
    seats = [server.seat(world, "dana.whitfield") for world in worlds]
    for number, world in enumerate(worlds):
        world.advance(number + 1)

    def told_right(number: int) -> bool:
        """Write, look at the time and read back, on one world among the others."""
        seat, now = seats[number], NOW + (number + 1) * SECOND
        posted = tool(server, seat, "slack_post_message", channel="general", text=f"world {number}").json
        news = ask(f"{server.url}/w/{seat.token}/feed?since=0").json
        read = tool(server, seat, "slack_read_channel", channel=office.channels["general"], limit=1).json
        right = (f"{now // SECOND}.", now, f"world {number}")
        return (posted["ts"][: len(right[0])], news["now"], read["messages"][0]["text"]) == right

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(told_right, [*range(200), *range(199, -1, -1)]))
    for seat, world in zip(seats, worlds, strict=True):
        server.leave(seat)
        world.close()


def test_a_reset_during_requests_leaves_the_settled_state(
    server: LocalServer, seat: Seat, snapshot: Snapshot
) -> None:
    statuses: list[int] = []

    def post() -> None:
        said = [tool(server, seat, "slack_post_message", channel="general", text="Hm.") for _ in range(30)]
        statuses.extend(answer.status for answer in said)

    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        seat.world.reset()
    for thread in threads:
        thread.join()
    seat.world.reset()
    assert set(statuses) == {200}
    assert seat.world.state_hash() == seat.world.full_state_hash() == snapshot.manifest.state_hash


def test_the_same_actions_on_two_servers_give_the_same_bytes(snapshot: Snapshot) -> None:
    def play() -> list[tuple[bytes, dict[str, str]]]:
        with LocalServer() as server, World.open(snapshot) as world:
            seat = server.seat(world, "dana.whitfield", token="0" * 32)
            urls = [server.page_url(seat, "slack"), server.tools_url(seat), f"{server.url}/static/live.js"]
            answers = [tool(server, seat, "slack_post_message", channel="general", text="Same?")]
            answers += [ask(url) for url in [*urls, f"{server.url}/w/{seat.token}/feed?since=0"]]
            return [(answer.body, answer.headers) for answer in answers]

    assert play() == play()


# --- the feed of open pages -----------------------------------------------------------------------------


def feed(server: LocalServer, seat: Seat, since: object) -> Any:
    return ask(f"{server.url}/w/{seat.token}/feed?since={since}").json


def test_the_feed_names_the_tables_that_changed_since(server: LocalServer, seat: Seat) -> None:
    assert feed(server, seat, 0) == {"sequence": 0, "now": NOW, "tables": []}
    tool(server, seat, "slack_post_message", channel="general", text="News!")
    news = feed(server, seat, 0)
    assert "slack_message" in news["tables"]
    assert feed(server, seat, news["sequence"])["tables"] == []


def test_the_feed_tells_the_worlds_time(server: LocalServer, seat: Seat) -> None:
    seat.world.advance(90)
    assert feed(server, seat, 0)["now"] == NOW + 90 * SECOND


def test_after_a_reset_the_feed_says_that_anything_may_have_changed(server: LocalServer, seat: Seat) -> None:
    tool(server, seat, "slack_post_message", channel="general", text="Gone soon.")
    seen = feed(server, seat, 0)["sequence"]
    seat.world.reset()
    news = feed(server, seat, seen)
    assert news["sequence"] == 0
    assert {"slack_message", "workaday_world"} <= set(news["tables"])


@pytest.mark.parametrize("since", ["", "x", "-1", "9" * 400, "1e3", "%00", "%ff"])
def test_the_feed_takes_any_since(server: LocalServer, seat: Seat, since: str) -> None:
    assert feed(server, seat, since)["sequence"] == 0


def test_the_feed_changes_nothing(server: LocalServer, seat: Seat) -> None:
    before = seat.world.sequence()
    feed(server, seat, 0)
    assert seat.world.sequence() == before


# --- files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "live.js",
        "base.css",
        "fonts/Lato-Regular.ttf",
        "fonts/Lato-Italic.ttf",
        "fonts/Lato-Bold.ttf",
        "fonts/Lato-BoldItalic.ttf",
        "fonts/Lato-Black.ttf",
    ],
)
def test_the_files_that_pages_share_are_served(server: LocalServer, path: str) -> None:
    answer = ask(f"{server.url}/static/{path}")
    assert answer.status == 200
    assert len(answer.body) > 100
