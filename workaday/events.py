"""What is due: apps schedule events, and the clock fires them on its way, by time and by scheduling."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert

from workaday.app import event_handler
from workaday.clock import Event
from workaday.statement import Statement
from workaday.world import Context, World

_ADD: Statement[Event] = Statement(insert(Event))
_REMOVE: Statement[Event] = Statement(delete(Event).where(Event.id == bindparam("event")))


def schedule(context: Context, kind: str, payload: dict[str, Any], *, at: int) -> int:
    """Record an event; its number orders it among those of the same moment."""
    number = context.ids.number("event")
    text = json.dumps(payload, sort_keys=True)
    _ADD.run(context, id=number, at=at, kind=kind, payload=text, person_id=context.person)
    return number


def cancel(context: Context, number: int) -> bool:
    """Take an event back; false if it has fired or never was."""
    return _REMOVE.run(context, event=number) > 0


class Due(NamedTuple):
    """An event whose time has come."""

    id: int
    at: int
    kind: str
    payload: str
    person: str | None


_NEXT = """
    SELECT id, at, kind, payload, person_id FROM workaday_event WHERE at <= ? ORDER BY at, id LIMIT 1
"""


def due(world: World, moment: int) -> Iterator[Due]:
    """Events up to a moment, the next one looked up anew each time: handlers may schedule more."""
    while (found := world.raw.execute(_NEXT, (moment,)).fetchone()) is not None:
        yield Due(*found)


def fire(context: Context, event: Due) -> None:
    """Take an event off the list, move the clock to it, and let its app handle it.

    Nothing, if another process has fired it meanwhile.
    """
    if not cancel(context, event.id):
        return
    context.clock.move(max(event.at, context.clock.now))
    event_handler(event.kind)(context, json.loads(event.payload))
