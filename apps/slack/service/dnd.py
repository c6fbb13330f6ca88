"""Do not disturb: by the clock each day, and for a while at will."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.errors.people import NotInDnd, SnoozeEndFailed, SnoozeFailed, SnoozeTooLong
from workaday.apps.slack.models import DoNotDisturb, User
from workaday.apps.slack.service import people
from workaday.clock import at_zone
from workaday.statement import Statement, among
from workaday.world import Context

LONGEST_SNOOZE = 7 * 24 * 60
"""Minutes."""
_DAY = 24 * 60

_OF: Statement[DoNotDisturb] = Statement(
    select(DoNotDisturb).where(DoNotDisturb.user_id.in_(among("ids"))).order_by(DoNotDisturb.user_id)
)
_NEW = insert(DoNotDisturb)
_SET: Statement[DoNotDisturb] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[DoNotDisturb.user_id],
        set_={
            name: _NEW.excluded[name]
            for name in ("is_scheduled", "starts", "ends", "snoozed_until", "skipped_until")
        },
    )
)


@dataclass(frozen=True)
class Dnd:
    """When somebody is not disturbed.  Seconds since 1970; 0 where there is no such time."""

    is_scheduled: bool = False
    starts: int = 22 * 60
    ends: int = 8 * 60
    """Minutes of the day."""
    next_start: int = 0
    next_end: int = 0
    """The present stretch of the schedule, or the next one."""
    snoozed_until: int = 0
    skipped_until: int = 0
    now: int = 0

    @property
    def snoozing(self) -> bool:
        """Whether notifications are paused at will."""
        return self.snoozed_until > self.now

    @property
    def in_schedule(self) -> bool:
        """Whether it is a time of the day that is kept quiet."""
        return bool(self.next_start) and self.next_start <= self.now < self.next_end

    @property
    def quiet(self) -> bool:
        """Whether notifications are off now."""
        return self.snoozing or self.in_schedule


def state(context: Context, user_id: str | None = None) -> Dnd:
    """When somebody, by default oneself, is not disturbed."""
    user = people.get(context, user_id) if user_id else people.me(context)
    return states(context, [user])[user.id]


def states(context: Context, users: list[User]) -> dict[str, Dnd]:
    """The same for several, by id."""
    held = {each.user_id: each for each in _OF.all(context, ids=[user.id for user in users])}
    return {user.id: _state(context, user, held.get(user.id)) for user in users}


def quiet(context: Context) -> frozenset[str]:
    """The ids of those who are not to be disturbed now."""
    found = states(context, list(people.everyone(context)))
    return frozenset(user_id for user_id, each in found.items() if each.quiet)


def _state(context: Context, user: User, held: DoNotDisturb | None) -> Dnd:
    now = context.clock.seconds
    if held is None:
        return Dnd(now=now)
    start, end = _stretch(context, user, held) if held.is_scheduled else (0, 0)
    return Dnd(
        held.is_scheduled, held.starts, held.ends, start, end, held.snoozed_until, held.skipped_until, now
    )


def _stretch(context: Context, user: User, held: DoNotDisturb) -> tuple[int, int]:
    """The first stretch of the schedule that ends in the future and has not been ended early."""
    zone = ZoneInfo(user.tz)
    today = at_zone(context.clock.now, zone).date()
    length = (held.ends - held.starts) % _DAY or _DAY
    for days in range(-1, 4):
        midnight = datetime(today.year, today.month, today.day, tzinfo=zone) + timedelta(days=days)
        start = midnight + timedelta(minutes=held.starts)
        end = start + timedelta(minutes=length)
        if end.timestamp() > max(context.clock.seconds, held.skipped_until):
            return int(start.timestamp()), int(end.timestamp())
    return 0, 0


# --- setting it -----------------------------------------------------------------------------------------


def snooze(context: Context, minutes: int) -> Dnd:
    """Pause notifications for so many minutes."""
    if minutes < 1:
        raise SnoozeFailed(argument="num_minutes")
    if minutes > LONGEST_SNOOZE:
        raise SnoozeTooLong(argument="num_minutes")
    return _set(context, snoozed_until=context.clock.seconds + minutes * 60)


def end_snooze(context: Context) -> Dnd:
    """Take up notifications again."""
    if not state(context).snoozing:
        raise SnoozeEndFailed
    return _set(context, snoozed_until=0)


def end(context: Context) -> Dnd:
    """Be disturbed again: what is left of the present stretch of the schedule does not count."""
    held = state(context)
    if not held.quiet:
        raise NotInDnd
    return _set(
        context, snoozed_until=0, skipped_until=held.next_end if held.in_schedule else held.skipped_until
    )


def schedule(context: Context, on: bool, starts: int, ends: int) -> Dnd:
    """Be left alone each day between two minutes of the day, or no longer."""
    return _set(context, is_scheduled=on, starts=starts % _DAY, ends=ends % _DAY, skipped_until=0)


def _set(context: Context, **changes: object) -> Dnd:
    user, held = people.me(context), state(context)
    names = ("is_scheduled", "starts", "ends", "snoozed_until", "skipped_until")
    _SET.run(context, user_id=user.id, **{name: getattr(held, name) for name in names} | changes)
    return state(context)
