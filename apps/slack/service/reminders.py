"""What Slackbot is to remind people of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, insert, or_, select, update
from sqlalchemy import delete as delete_rows

from workaday import events
from workaday.apps.slack import when
from workaday.apps.slack.errors import NoText, SlackError, UserNotFound
from workaday.apps.slack.errors.keepsakes import (
    CannotAddBot,
    CannotAddOthersRecurring,
    CannotAddSlackbot,
    CannotCompleteOthers,
    CannotCompleteRecurring,
    CannotParse,
    ReminderNotFound,
)
from workaday.apps.slack.models import Reminder, User
from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.service import channels, notices, people, slackbot
from workaday.clock import SECOND, at_zone, micros
from workaday.statement import Statement
from workaday.world import Context

EVENT = "slack.remind"
A_DAY = 24 * 3600
"""A time of at most so much is so many seconds ahead; a larger one is a second since 1970 (reference A.2)."""
FURTHEST = 5 * 366 * A_DAY
_DIGITS = 12

_CONCERNS = or_(Reminder.user_id == bindparam("viewer"), Reminder.creator_id == bindparam("viewer"))
_ADD: Statement[Reminder] = Statement(insert(Reminder).returning(Reminder))
_CHANGE: Statement[Reminder] = Statement(
    update(Reminder).where(Reminder.id == bindparam("wanted")).returning(Reminder)
)
_REMOVE: Statement[Reminder] = Statement(delete_rows(Reminder).where(Reminder.id == bindparam("wanted")))
_ONE: Statement[Reminder] = Statement(select(Reminder).where(_CONCERNS, Reminder.id == bindparam("wanted")))
_DUE: Statement[Reminder] = Statement(select(Reminder).where(Reminder.id == bindparam("wanted")))
_LISTED: Statement[Reminder] = Statement(
    select(Reminder).where(_CONCERNS).order_by(Reminder.time, Reminder.id)
)


def add(
    context: Context,
    text: str,
    time: str,
    *,
    channel_id: str | None = None,
    user_id: str | None = None,
    recurrence: when.Recurrence | None = None,
) -> Reminder:
    """Have Slackbot remind oneself, somebody else or a channel of something.

    ``time`` is a second since 1970, a number of seconds ahead (a day at most), or a time in words, which is
    meant in one's own time zone; nothing further than five years ahead.  ``recurrence`` makes it come again
    from then on.
    """
    viewer = people.me(context)
    if not text.strip():
        raise NoText(argument="text")
    at = _again(_moment(context, time), recurrence)
    other = _reminded(context, viewer, user_id)
    if at.recurrence and other.id != viewer.id:
        raise CannotAddOthersRecurring(argument="time")
    place = channels.joined(context, channel_id).id if channel_id else None
    number, second = context.ids.code("Rm"), micros(at.at) // SECOND
    return _ADD.one(
        context,
        id=number,
        creator_id=viewer.id,
        user_id=other.id,
        text=normalise(text.strip()),
        time=second,
        recurrence=json.dumps(asdict(at.recurrence)) if at.recurrence else None,
        channel_id=place,
        event_number=_awaited(context, number, second),
    )


def _awaited(context: Context, number: str, second: int) -> int:
    return context.schedule(EVENT, {"id": number}, at=second * SECOND)


def now(context: Context, user: User | None = None) -> datetime:
    """What time it is for somebody, where they are."""
    return at_zone(context.clock.now, ZoneInfo((user or people.me(context)).tz))


def _moment(context: Context, time: str) -> when.When:
    said, present = time.strip(), now(context)
    if said.isascii() and said.isdigit() and len(said) <= _DIGITS:
        number = int(said)
        second = number if number > A_DAY else context.clock.seconds + number
        latest = context.clock.seconds + FURTHEST
        found = when.When(at_zone(min(second, latest + 1) * SECOND, ZoneInfo(people.me(context).tz)))
    else:
        found = when.parse(said, present) or when.When(present)
    if not present < found.at or micros(found.at) > context.clock.now + FURTHEST * SECOND:
        raise CannotParse(argument="time")
    return found


def _again(first: when.When, recurrence: when.Recurrence | None) -> when.When:
    """A moment that comes again, on the first of its days."""
    if recurrence is None:
        return first
    day = first.at.date()
    whole = when.completed(recurrence, day)
    return when.When(first.at if whole.falls_on(day, day) else when.following(first.at, whole), whole)


def _reminded(context: Context, viewer: User, user_id: str | None) -> User:
    if user_id in {None, "", viewer.id}:
        return viewer
    if user_id == people.SLACKBOT:
        raise CannotAddSlackbot(argument="user")
    other = people.get(context, user_id or "")
    if other.is_bot:
        raise CannotAddBot(argument="user")
    if other.deleted:
        raise UserNotFound(argument="user")
    return other


def listed(context: Context) -> Sequence[Reminder]:
    """The reminders for oneself and those that one has made, by time; completed ones too."""
    return _LISTED.all(context, viewer=people.me(context).id)


def get(context: Context, number: str) -> Reminder:
    """The reminder with that id, if it is for oneself or one has made it."""
    found = _ONE.first(context, wanted=number, viewer=people.me(context).id)
    if found is None:
        raise ReminderNotFound(argument="reminder")
    return found


def complete(context: Context, number: str) -> Reminder:
    """Say that it is done."""
    found = get(context, number)
    if found.recurrence:
        raise CannotCompleteRecurring(argument="reminder")
    if found.user_id != people.me(context).id:
        raise CannotCompleteOthers(argument="reminder")
    _cancel(context, found)
    return _CHANGE.one(
        context, wanted=found.id, complete_ts=found.complete_ts or context.clock.seconds, event_number=None
    )


def delete(context: Context, number: str) -> None:
    """Remind of it no more."""
    found = get(context, number)
    _cancel(context, found)
    _REMOVE.run(context, wanted=found.id)


def _cancel(context: Context, found: Reminder) -> None:
    if found.event_number is not None:
        events.cancel(context, found.event_number)


def recurrence(found: Reminder) -> when.Recurrence | None:
    """How a reminder comes again."""
    if found.recurrence is None:
        return None
    told = json.loads(found.recurrence)
    return when.Recurrence(**told | {"weekdays": tuple(told["weekdays"])})


# --- when its time has come -----------------------------------------------------------------------------


def due(context: Context, payload: dict[str, Any]) -> None:
    """Its time has come: Slackbot tells whom it is for, and one that comes again is awaited again."""
    found = _DUE.first(context, wanted=payload["id"])
    if found is None:
        return
    concerned = people.named(context, [found.user_id, found.creator_id])
    user = concerned[found.user_id]
    _CHANGE.one(context, wanted=found.id, **_next(context, found, user))
    if not user.deleted:
        _tell(context, found, user)


def _next(context: Context, found: Reminder, user: User) -> dict[str, int | None]:
    again = recurrence(found)
    if again is None:
        return {"event_number": None}
    moment = at_zone(found.time * SECOND, ZoneInfo(user.tz))
    second = micros(when.following(moment, again)) // SECOND
    return {"time": second, "event_number": _awaited(context, found.id, second)}


def _tell(context: Context, found: Reminder, user: User) -> None:
    if found.channel_id is None:
        by = "" if found.creator_id == user.id else f"<@{found.creator_id}> asked me to remind you: "
        slackbot.tell(context, user, f"{by or 'Reminder: '}{found.text}")
        return
    try:
        place = channels.joined(context, found.channel_id)
    except SlackError:
        return
    if not place.is_archived:
        notices.add(context, place.id, people.SLACKBOT, f"Reminder: {found.text}")
