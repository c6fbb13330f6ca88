"""What people do with apps leaves the same rows by a tool and by the page (Law 1)."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from tests.apps.slack import platform
from tests.apps.slack.platform import JSON
from tests.apps.slack.screen import send
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.tool import toolbox
from workaday.world import World

PERSON = "dana.whitfield"
Post = tuple[str, dict[str, str]]


def _control(at: str, arguments: JSON) -> Post:
    return f"{at}/act/{arguments['ts']}", {"block_id": "decide", "action_id": "approve"}


def _command(at: str, arguments: JSON) -> Post:
    return f"{at}/command", {"text": arguments["text"]}


def _shortcut(_at: str, arguments: JSON) -> Post:
    return "shortcuts", {"app": arguments["app"], "callback_id": arguments["callback_id"]}


def _submit(_at: str, arguments: JSON) -> Post:
    return f"views/{arguments['view']}/submit", {"values": arguments["values"]}


def _close(_at: str, arguments: JSON) -> Post:
    return f"views/{arguments['view']}/close", {}


CASES: dict[str, tuple[JSON, Callable[[str, JSON], Post]]] = {
    "slack_use_control": ({"block_id": "decide", "action_id": "approve"}, _control),
    "slack_run_command": ({"text": "/expense 3"}, _command),
    "slack_use_shortcut": ({"callback_id": "new_expense"}, _shortcut),
    "slack_submit_view": ({}, _submit),
    "slack_close_view": ({}, _close),
}


@pytest.mark.parametrize("name", CASES)
def test_a_tool_and_the_page_leave_the_same_rows(
    name: str, world: World, server: LocalServer, office: Office
) -> None:
    given, page = CASES[name]
    offered = platform.offered(world, office).get(name, {})
    arguments = {**given, **offered}
    if name == "slack_run_command":
        arguments["channel"] = office.channels["general"]
    with world.fork() as other:
        toolbox("slack")[name].call(world, PERSON, arguments)
        seat = server.seat(other, PERSON)
        path, form = page(f"client/{office.workspace}/{office.channels['general']}", arguments)
        answer = send(server.page_url(seat, "slack") + path, urlencode(form).encode())
        server.leave(seat)
        assert answer.status in {200, 303}
        assert other.state_hash() == world.state_hash()
