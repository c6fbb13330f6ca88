"""When people of the firm are at work, in the time zone of Columbus."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from workaday.chance import Random

TIMEZONE = "America/New_York"
ZONE = ZoneInfo(TIMEZONE)
NOW = datetime(2025, 3, 18, 9, tzinfo=ZONE)

HOLIDAYS = (date(2024, 12, 25), date(2025, 1, 1), date(2025, 1, 20))
SEASON = date(2025, 1, 27)  # the day the IRS opened filing for 2024 returns
SATURDAY, SUNDAY = 5, 6


def opening(day: date) -> tuple[datetime, datetime] | None:
    """The first and last moment at which somebody might write on that day, or None when the office is shut."""
    season = day >= SEASON
    if day in HOLIDAYS or day.weekday() == SUNDAY or (day.weekday() == SATURDAY and not season):
        return None
    if day.weekday() == SATURDAY:
        return at(day, 9, 0), at(day, 15, 0)
    return at(day, 7, 30), at(day, 20 if season else 18, 0)


def at(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime.combine(day, time(hour, minute), ZONE)


def is_open(moment: datetime) -> bool:
    span = opening(moment.date())
    return span is not None and span[0] < moment < span[1]


def settle(moment: datetime) -> datetime:
    """The moment itself, or as many minutes into the next opening as it lies past the hour."""
    while not is_open(moment):
        span = opening(moment.date())
        if span is not None and moment <= span[0]:
            return span[0] + timedelta(minutes=1 + moment.minute % 50, seconds=moment.second)
        moment = at(moment.date() + timedelta(days=1), 0, moment.minute).replace(second=moment.second)
    return moment


def working_days(first: date, last: date) -> Iterator[date]:
    """Days on which the office is open, both ends included."""
    for offset in range((last - first).days + 1):
        day = first + timedelta(days=offset)
        if opening(day) is not None:
            yield day


def weekday_after(day: date, count: int) -> date:
    """The weekday that is ``count`` weekdays (Monday to Friday, no holiday) after ``day``."""
    while count > 0:
        day += timedelta(days=1)
        if day.weekday() < SATURDAY and day not in HOLIDAYS:
            count -= 1
    return day


def load(day: date) -> float:
    """How much is said on a day, beside an ordinary one."""
    season = 1.0 if day < SEASON else 1.5 if day.month < 3 else 1.9
    part = 0.3 if day.weekday() == SATURDAY or day == NOW.date() else 1.0
    return season * part


def some_moment(first: date, last: date, random: Random) -> datetime:
    """A moment in the office's hours between two days, before ``NOW``; mornings and early afternoons are busiest."""
    days = list(working_days(first, last)) or [next(working_days(first, first + timedelta(days=7)))]
    day = random.choices(days, [load(day) for day in days])[0]
    start, end = _until_now(day)
    return settle(start + random.betavariate(1.6, 2.1) * (end - start))


def _until_now(day: date) -> tuple[datetime, datetime]:
    span = opening(day)
    assert span is not None, day
    return span[0], min(span[1], NOW)
