"""Moments in words, as Slack says them, in the zone of the person who looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from workaday.apps.slack.timestamps import micros
from workaday.clock import SECOND, at_zone

_ONE_DAY = timedelta(days=1)


def ordinal(day: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th`` … ``11th`` … ``21st``."""
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def clock_time(moment: datetime, *, seconds: bool = False) -> str:
    """``9:05 AM``."""
    minute = f"{moment:%M:%S}" if seconds else f"{moment:%M}"
    return f"{moment.hour % 12 or 12}:{minute} {'AM' if moment.hour < 12 else 'PM'}"


@dataclass(frozen=True)
class Calendar:
    """Says when something was, seen from ``now`` (microseconds since 1970) in ``zone``."""

    now: int
    zone: ZoneInfo

    @property
    def today(self) -> date:
        """The day it is."""
        return at_zone(self.now, self.zone).date()

    def moment(self, ts: str) -> datetime:
        """A message's time in this zone."""
        return at_zone(micros(ts), self.zone)

    def time(self, ts: str) -> str:
        """``9:05 AM``."""
        return clock_time(self.moment(ts))

    def heading(self, day: date) -> str:
        """What stands over a day's messages: ``Today``, ``Yesterday``, ``Monday, January 15th``."""
        if day == self.today:
            return "Today"
        if day == self.today - _ONE_DAY:
            return "Yesterday"
        year = "" if day.year == self.today.year else f", {day.year}"
        return f"{day:%A, %B} {ordinal(day.day)}{year}"

    def short(self, day: date) -> str:
        """``Today``, ``Yesterday``, ``Mar 14th``."""
        if day >= self.today - _ONE_DAY:
            return self.heading(day)
        year = "" if day.year == self.today.year else f", {day.year}"
        return f"{day:%b} {ordinal(day.day)}{year}"

    def calendar_date(self, day: date) -> str:
        """``March 14th, 2025``."""
        return f"{day:%B} {ordinal(day.day)}, {day.year}"

    def exact(self, ts: str) -> str:
        """``Today at 9:05:12 AM``."""
        moment = self.moment(ts)
        return f"{self.short(moment.date())} at {clock_time(moment, seconds=True)}"

    def full(self, ts: str) -> str:
        """``Mar 14th at 9:05 AM``."""
        moment = self.moment(ts)
        return f"{self.short(moment.date())} at {clock_time(moment)}"

    def ahead(self, seconds: int) -> str:
        """``today at 4:00 PM``, ``tomorrow at 9:00 AM``, ``on Monday, March 24th at 9:00 AM``."""
        moment = at_zone(seconds * SECOND, self.zone)
        days = (moment.date() - self.today).days
        near = {0: "today", 1: "tomorrow"}.get(days)
        return f"{near or f'on {self.heading(moment.date())}'} at {clock_time(moment)}"

    def brief(self, ts: str) -> str:
        """The time of today's messages, the day of older ones."""
        moment = self.moment(ts)
        return clock_time(moment) if moment.date() == self.today else self.short(moment.date())

    def last_reply(self, ts: str) -> str:
        """``Last reply today at 6:18 PM``, ``Last reply 3 days ago``."""
        moment = self.moment(ts)
        days = (self.today - moment.date()).days
        if days <= 0:
            return f"Last reply today at {clock_time(moment)}"
        if days == 1:
            return f"Last reply yesterday at {clock_time(moment)}"
        return f"Last reply {_ago(days)}"

    def local_time(self, zone: ZoneInfo) -> str:
        """What the clock says elsewhere."""
        return clock_time(at_zone(self.now, zone))


def _ago(days: int) -> str:
    for unit, length in (("year", 365), ("month", 30)):
        if days >= length:
            return f"{days // length} {unit}{'s' if days // length > 1 else ''} ago"
    return f"{days} days ago"
