"""How tests of Slack's service act, and how they look at what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from workaday.apps.slack.models import Message
from workaday.apps.slack.service import history, messages
from workaday.world import Context, World

DANA, MARCUS, PRIYA, RUTH, TOM = "dana.whitfield", "marcus.lee", "priya.raman", "ruth.okafor", "tom.alvarez"
OTHER_DANA, WALT = "dana.whitford", "walt.brenner"
"""Dana Whitford has nearly Dana Whitfield's name; Walt's account is deactivated; Ruth is an admin."""

ALL = history.Window(999)


@contextmanager
def by(world: World, person: str = DANA) -> Iterator[Context]:
    """Somebody does something."""
    with world.action("do", door="tool", person=person) as context:
        yield context


@contextmanager
def seen_by(world: World, person: str = DANA) -> Iterator[Context]:
    """Somebody looks."""
    with world.action("look", door="tool", person=person, reads=True) as context:
        yield context


def post(
    world: World,
    channel: str,
    text: str = "hello",
    person: str = DANA,
    *,
    thread_ts: str | None = None,
    broadcast: bool = False,
) -> str:
    """Post a message; its timestamp."""
    with by(world, person) as context:
        return messages.post(context, channel, text, thread_ts=thread_ts, broadcast=broadcast).message.ts


def one(world: World, channel: str, ts: str) -> Message | None:
    """The message at a timestamp."""
    with seen_by(world, RUTH) as context:
        return messages.by_ts(context, channel, ts)


def timeline(world: World, channel: str, person: str = DANA) -> list[str]:
    """The timestamps of a conversation, newest first."""
    with seen_by(world, person) as context:
        return [each.ts for each in history.top_level(context, channel, ALL).messages]


def thread(world: World, channel: str, ts: str, person: str = DANA) -> list[str]:
    """The timestamps of a thread, its root first."""
    with seen_by(world, person) as context:
        return [each.ts for each in history.thread(context, channel, ts, ALL).messages]
