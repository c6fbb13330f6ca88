"""World time: it stands still until it is told to move, and moving it fires what was due, in order.

The time is an integer of microseconds since 1970 in UTC, kept in the world's own database.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base, RawConnection

MICROSECOND = 1
SECOND = 1_000_000


class WorldTime(Base):
    """One row: when it is, where the office is, and how far each action moves the clock."""

    __tablename__ = "workaday_world"

    id: Mapped[int] = mapped_column(primary_key=True)
    now: Mapped[int]
    tick: Mapped[int]
    timezone: Mapped[str] = mapped_column(Text)
    seed: Mapped[int]


class Event(Base):
    """What happens when the clock gets there: ``kind`` says which app handles ``payload`` (JSON)."""

    __tablename__ = "workaday_event"
    __table_args__ = (Index(None, "at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int]
    kind: Mapped[str] = mapped_column(Text)
    payload: Mapped[str] = mapped_column(Text)
    person_id: Mapped[str | None] = mapped_column(Text)


class Clock:
    """The time of one world.  Reading it costs nothing; only the world moves it."""

    now: int
    """Microseconds since 1970, UTC."""
    tick: int
    """By how many microseconds each action that changes something moves the clock."""
    zone: ZoneInfo

    def __init__(self, raw: RawConnection) -> None:
        self._raw = raw
        self.refresh()

    def refresh(self) -> None:
        """Read the time again: another process, or a reset, may have moved it."""
        self.now, self.tick, zone = self._raw.execute(
            "SELECT now, tick, timezone FROM workaday_world WHERE id = 1"
        ).fetchone()
        self.zone = ZoneInfo(zone)

    @property
    def seconds(self) -> int:
        """Whole seconds since 1970."""
        return self.now // SECOND

    def datetime(self) -> datetime:
        """The time as an aware ``datetime`` in the world's time zone."""
        return at_zone(self.now, self.zone)

    def move(self, now: int) -> None:
        """Set the time.  For the world and for seed builders: apps never move the clock."""
        self._raw.execute("UPDATE workaday_world SET now = ? WHERE id = 1", (now,))
        self.now = now

    def set_tick(self, tick: int) -> None:
        """Have each action that changes something move the clock by so many microseconds."""
        self._raw.execute("UPDATE workaday_world SET tick = ? WHERE id = 1", (tick,))
        self.tick = tick


def micros(moment: datetime) -> int:
    """Microseconds since 1970 of an aware ``datetime``, exactly."""
    delta = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (delta.days * 86_400 + delta.seconds) * SECOND + delta.microseconds


def at_zone(now: int, zone: ZoneInfo) -> datetime:
    """Microseconds since 1970 as an aware ``datetime`` in a zone, exactly."""
    whole = datetime.fromtimestamp(now // SECOND, UTC).replace(microsecond=now % SECOND)
    return whole.astimezone(zone)
