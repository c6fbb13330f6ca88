"""Row changes as Slack's events: which there are, what they tell, and who may be told (reference B' 25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workaday.journal import Change
from workaday.world import Context

from .conversations import TABLES as CONVERSATIONS
from .event import Event, Told
from .files import TABLES as FILES
from .messages import TABLES as MESSAGES
from .workspace import TABLES as WORKSPACE
from .workspace import members_changed

_TABLES = {**MESSAGES, **CONVERSATIONS, **FILES, **WORKSPACE}
"""What tells the events of a change, by table."""

__all__ = ["Event", "Told", "of"]


def of(context: Context, changes: Sequence[Change]) -> Iterator[Event]:
    """The events that an action's changes amount to, in order of the rows' first change."""
    for change in changes:
        if change.table in _TABLES:
            yield from _TABLES[change.table](context, change)
    yield from members_changed(context, changes)
