"""The doors that an agent acts by, in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.office import Office
from workaday.browsing import PATIENCE, BrowserDoor, chromium
from workaday.doors import ORIGIN, Door, ToolDoor, WireDoor
from workaday.server.local import LocalServer
from workaday.world import World

DANA = "dana.whitfield"
APPS = ("slack",)


@pytest.fixture(params=["tool", "wire"])
def door(request: pytest.FixtureRequest, world: World, server: LocalServer) -> Iterator[Door]:
    made: Door = (
        ToolDoor(world, DANA, APPS) if request.param == "tool" else WireDoor(world, DANA, APPS, server)
    )
    yield made
    made.close()


def test_what_is_offered_can_be_done(door: Door, office: Office) -> None:
    assert "slack_whoami" in {schema["function"]["name"] for schema in door.offered}
    assert door.act("slack_whoami", {})["user_id"] == office.users[DANA]


def test_a_refusal_is_an_observation_with_the_product_s_code(door: Door, world: World) -> None:
    before = world.state_hash()
    assert door.act("slack_post_message", {"channel": "C0", "text": "hello"})["error"] == "channel_not_found"
    assert door.act("slack_fly", {})["error"] == "unknown_tool"
    assert world.state_hash() == before


def test_arguments_of_every_kind_arrive(door: Door, office: Office) -> None:
    where = {
        "channel": office.channels["tax-season"],
        "latest": office.messages["mention"],
        "inclusive": True,
        "limit": 1,
    }
    found = door.act("slack_read_channel", where)
    assert [message["ts"] for message in found["messages"]] == [office.messages["mention"]]
    assert found["has_more"] is True


def test_texts_arrive_whole(door: Door, office: Office) -> None:
    text = "it's “quoted” & <b>bold</b>; 100% of a+b = ü 🎉\n=?&"
    posted = door.act("slack_post_message", {"channel": office.channels["general"], "text": text})
    assert posted["message"]["text"] == text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_the_wire_tells_neither_token_nor_port(world: World, server: LocalServer) -> None:
    door = WireDoor(world, DANA, APPS, server)
    answer = door.act("slack_whoami", {})
    assert answer["url"] == f"{ORIGIN}/slack/"
    assert server.url not in json.dumps(answer)
    door.close()


def test_a_door_that_is_left_is_shut(world: World, server: LocalServer) -> None:
    door = WireDoor(world, DANA, APPS, server)
    assert door.act("slack_whoami", {})["ok"]
    door.close()
    again = WireDoor(world, DANA, APPS, server)
    assert again.act("slack_whoami", {})["ok"]
    again.close()
    assert door.act("slack_whoami", {}) == {"ok": False, "error": "invalid_auth"}
    door.close()


# --- the browser ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def window(snapshot_world: World, server: LocalServer) -> Iterator[BrowserDoor]:
    door = BrowserDoor(snapshot_world, DANA, APPS, server)
    yield door
    door.close()


@pytest.fixture(scope="module")
def snapshot_world(request: pytest.FixtureRequest) -> Iterator[World]:
    with World.open(request.getfixturevalue("snapshot")) as opened:
        yield opened


@pytest.mark.browser
def test_a_window_starts_on_the_app_and_shows_it_as_text(window: BrowserDoor) -> None:
    window.act("goto", {"path": "/slack/"})
    shown = window.look()
    assert "Channels" in shown["page"]
    assert shown["url"].startswith(f"{ORIGIN}/slack/")


@pytest.mark.browser
def test_a_window_tells_neither_token_nor_port(window: BrowserDoor) -> None:
    told = json.dumps(window.look())
    assert window._seat.token not in told
    assert window._server.url not in told


@pytest.mark.browser
def test_the_same_page_looks_the_same_twice(window: BrowserDoor) -> None:
    first = window.act("goto", {"path": "/slack/people"})
    assert window.act("goto", {"path": "/slack/people"}) == first
    assert window.screenshot() == window.screenshot()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("click", {"target": "role=button[name='No such button']"}, "failed"),
        ("click", {"target": "((("}, "failed"),
        ("click", {}, "invalid_arguments"),
        ("click", {"target": "body", "force": True}, "invalid_arguments"),
        ("press", {"key": "NoSuchKey"}, "failed"),
        ("fly", {}, "unknown_action"),
    ],
)
def test_what_cannot_be_done_in_a_window_is_an_observation(
    window: BrowserDoor, name: str, arguments: dict[str, object], error: str
) -> None:
    window.page.set_default_timeout(500)
    assert window.act(name, arguments)["error"] == error


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/../../etc/passwd", "/nothing", "/slack/client/T0/C0"])
def test_a_path_that_leads_nowhere_is_shown_as_the_page_that_says_so(window: BrowserDoor, path: str) -> None:
    window.page.set_default_timeout(PATIENCE)
    assert "error" not in window.act("goto", {"path": path})


@pytest.mark.browser
def test_a_window_does_not_leave_the_office(window: BrowserDoor) -> None:
    window.page.set_default_timeout(PATIENCE)
    window.act("goto", {"path": "/slack/"})
    reached = window.page.evaluate("() => fetch('http://example.com/').then(() => true, () => false)")
    assert reached is False
    assert ORIGIN in window.act("goto", {"path": "@example.com/"})["url"]


@pytest.mark.browser
def test_a_browser_that_died_is_started_again(world: World, server: LocalServer) -> None:
    chromium().close()
    door = BrowserDoor(world, DANA, APPS, server)
    assert "Channels" in door.look()["page"]
    door.close()
