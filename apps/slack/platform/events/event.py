"""One event, and who may be told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import channels
from workaday.apps.slack.timestamps import micros, ts
from workaday.journal import Change
from workaday.world import Context

JSON = dict[str, Any]
Tells = Callable[[Context, Change], Iterator["Event"]]
"""The events of one row's change."""
Told = Callable[[Context], JSON]
"""The event but for its ``type`` and ``event_ts``, as an app's bot sees it, who acts in the context."""

TYPES = {"public": "channel", "private": "group", "im": "im", "mpim": "mpim"}
"""``channel_type`` by kind of conversation."""
HISTORY = {
    kind: f"{scope}:history" for kind, scope in zip(TYPES, ("channels", "groups", "im", "mpim"), strict=True)
}
READ = {kind: scope.replace("history", "read") for kind, scope in HISTORY.items()}


@dataclass(frozen=True)
class Event:
    """Something that happened; ``told`` is called for each app, with a context in which its bot looks.

    ``subscription`` is what an app has to have asked for (``message.channels``), ``scope`` what it needs
    besides.  With ``channel_id`` its bot has to be in that conversation.
    """

    type: str
    told: Told
    scope: str = ""
    channel_id: str | None = None
    subscription: str = ""
    event_ts: str = ""
    to_bot_of: str | None = None
    """The member whose bot alone is told."""
    for_user: str | None = None
    """The member in whose name the app is told, by its scopes for people; None for its bot's."""

    @property
    def wanted(self) -> str:
        """What an app subscribes to."""
        return self.subscription or self.type


def moment(context: Context, *, after: str = "") -> str:
    """A new ``event_ts``, later than a message's ``ts``: no two events have the same."""
    least = max(context.clock.now, micros(after) + 1 if after else 0)
    return ts(context.ids.number("slack_event_ts", least=least))


def place(context: Context, channel_id: str) -> Channel:
    """A conversation, whoever may see it."""
    return channels.by_ids(context, [channel_id])[channel_id]


def fixed(told: JSON) -> Told:
    """What is told to every app alike."""

    def tell(_context: Context) -> JSON:
        return told

    return tell
