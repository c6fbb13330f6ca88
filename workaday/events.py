"""What is due: apps schedule events, and the clock fires them on its way, in order of time and of scheduling."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import delete, insert, select

from workaday.app import event_handler
from workaday.clock import Event
from workaday.world import Context, World


def schedule(context: Context, kind: str, payload: dict[str, Any], *, at: int) -> int:
    """Record an event; its number orders it among those of the same moment."""
    number = context.ids.number("event")
    text = json.dumps(payload, sort_keys=True)
    context.session.execute(
        insert(Event).values(id=number, at=at, kind=kind, payload=text, person_id=context.person)
    )
    return number


def cancel(context: Context, number: int) -> bool:
    """Take an event back; false if it has fired or never was."""
    return bool(context.session.execute(delete(Event).where(Event.id == number)).rowcount)


def due(world: World, moment: int) -> Iterator[Event]:
    """Events up to a moment, the next one looked up anew each time: handlers may schedule more."""
    upcoming = select(Event).where(Event.at <= moment).order_by(Event.at, Event.id).limit(1)
    while (event := world.session.scalars(upcoming).first()) is not None:
        world.session.expunge(event)
        yield event


def fire(context: Context, event: Event) -> None:
    """Move the clock to the event, take it off the list, and let its app handle it."""
    context.clock.move(max(event.at, context.clock.now))
    context.session.execute(delete(Event).where(Event.id == event.id))
    event_handler(event.kind)(context, json.loads(event.payload))
