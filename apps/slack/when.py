"""Times as people write them: ``in 20 minutes``, ``tomorrow at 9am``, ``every Tuesday at 3pm``.

The language is what Slack's reminders understand.  A day without a time means nine in the morning.  Nothing
here knows what time it is: the moment of speaking is given, in the time zone of whoever speaks.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import count

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAILY, WEEKDAYS, WEEKLY, BIWEEKLY = "daily", "weekdays", "weekly", "biweekly"
MONTHLY, YEARLY = "monthly", "yearly"
FREQUENCIES = frozenset({DAILY, WEEKDAYS, WEEKLY, BIWEEKLY, MONTHLY, YEARLY})

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MORNING = time(9)
_LAST_WORKDAY = 4


@dataclass(frozen=True)
class Recurrence:
    """How often something comes again: on which days of the week, or of which month."""

    frequency: str
    weekdays: tuple[str, ...] = ()
    day: int = 0
    month: int = 0

    def falls_on(self, day: date, since: date) -> bool:
        """Whether that day is one of its days, for one that last was on the day ``since``."""
        match self.frequency:
            case "daily":
                return True
            case "weekdays":
                return day.weekday() <= _LAST_WORKDAY
            case "weekly":
                return DAYS[day.weekday()] in self.weekdays
            case "biweekly":
                return DAYS[day.weekday()] in self.weekdays and (_monday(day) - _monday(since)).days != 7
            case _:
                return self.month in {0, day.month} and day.day == min(self.day, _days_in(day))


@dataclass(frozen=True)
class When:
    """A moment to come, and how it comes again, if it does."""

    at: datetime
    recurrence: Recurrence | None = None


def parse(text: str, now: datetime) -> When | None:
    """The moment that a text names, seen from ``now``; None for what names none that is to come."""
    said = " ".join(text.lower().replace(",", " ").split())
    if repeated := _repeated(said):
        times, recurrence = repeated
        return _first(times, recurrence, now)
    try:
        found = _ahead(said.removeprefix("in "), now) if said.startswith("in ") else _once(said, now)
    except OverflowError:
        return None
    return When(found) if found is not None and found > now else None


def split(said: str, now: datetime) -> tuple[str, str] | None:
    """``buy milk tomorrow at 9`` as what and when; None where no time stands at its end or its beginning."""
    words = said.split()
    for cut in range(1, len(words)):
        if parse(" ".join(words[cut:]), now):
            return " ".join(words[:cut]), " ".join(words[cut:])
    for cut in range(len(words) - 1, 0, -1):
        if parse(" ".join(words[:cut]), now):
            return " ".join(words[cut:]), " ".join(words[:cut])
    return None


def following(moment: datetime, recurrence: Recurrence) -> datetime:
    """When something that has come at a moment comes again, at the same time of the day."""
    days = (moment.date() + timedelta(days=ahead) for ahead in count(1))
    day = next(day for day in days if recurrence.falls_on(day, moment.date()))
    return datetime.combine(day, moment.time(), moment.tzinfo)


# --- times of the day -----------------------------------------------------------------------------------

_CLOCK = re.compile(
    r"(?:(?:\bat|@)\s*)?\b(?:"
    r"(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-5][0-9]))?\s*(?P<half>[ap])\.?m\b\.?"
    r"|(?P<hour24>[0-9]{1,2}):(?P<minute24>[0-5][0-9])\b"
    r"|(?P<word>noon|midday|midnight)\b)"
    r"|\bat\s+(?P<bare>[0-9]{1,2})\b(?!\s*[/-])(?:\s*o'?clock\b)?"
)
_PART = re.compile(
    r"\b(?:(?:in|this|at)\s+)?(?:the\s+)?(?P<part>morning|afternoon|evening|night)\b|\b(?P<tonight>tonight)\b"
)
_PARTS = {"morning": time(9), "afternoon": time(13), "evening": time(18), "night": time(20)}
_WORDS = {"noon": time(12), "midday": time(12), "midnight": time(0)}


def _clock(said: str) -> tuple[list[time], str]:
    """The times of the day that a text may mean, the likeliest first, and the text without them."""
    match = _CLOCK.search(said)
    rest = said if match is None else _without(said, match)
    part = _PART.search(rest)
    if part is not None:
        rest = _without(rest, part, "today" if part["tonight"] else "")
    if match is not None:
        return list(_times(match, part["part"] if part else None)), rest
    if part is not None:
        return [_PARTS[part["part"] or "night"]], rest
    return [], rest


def _without(said: str, match: re.Match[str], instead: str = "") -> str:
    return " ".join(f"{said[: match.start()]} {instead} {said[match.end() :]}".split())


def _times(match: re.Match[str], part: str | None) -> Iterator[time]:
    if match["word"]:
        yield _WORDS[match["word"]]
    elif match["half"]:
        hour = int(match["hour"])
        if 1 <= hour <= 12:
            yield time(hour % 12 + 12 * (match["half"] == "p"), int(match["minute"] or 0))
    elif match["hour24"]:
        if int(match["hour24"]) < 24:
            yield time(int(match["hour24"]), int(match["minute24"]))
    elif int(match["bare"]) < 24:
        yield from _bare(int(match["bare"]), part)


def _bare(hour: int, part: str | None) -> Iterator[time]:
    """``at 3`` is in the afternoon, ``at 9`` in the morning, or in the evening once that is over."""
    if hour > 12 or hour == 0:
        yield time(hour)
        return
    halves = [time(hour % 12), time(hour % 12 + 12)]
    if part != "morning" and (part is not None or hour < 7 or hour == 12):
        halves.reverse()
    yield from halves


# --- once -----------------------------------------------------------------------------------------------

_SPAN = re.compile(
    r"(?:and\s+)?(?:(?P<number>[0-9]{1,5})\s*|(?P<word>half an?|an?|one|two|three|four|five|ten)\s+)(?P<unit>"
    r"seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|years?|yrs?|y)\b\s*"
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def _ahead(said: str, now: datetime) -> datetime | None:
    """``20 minutes``, ``an hour and a half``, ``3 days at noon``: days and more begin in the morning."""
    times, rest = _clock(said)
    moment, by_day, end = now, False, 0
    while match := _SPAN.match(rest, end):
        moment, end = _later(moment, match["number"] or match["word"], match["unit"]), match.end()
        by_day = by_day or match["unit"][0] not in _SECONDS or match["unit"].startswith("mo")
    if not end or rest[end:] not in {"", "and a half"} or (times and not by_day):
        return None
    if rest[end:]:
        moment += timedelta(minutes=30)
    return datetime.combine(moment.date(), (times or [_MORNING])[0], now.tzinfo) if by_day else moment


def _later(moment: datetime, number: str, unit: str) -> datetime:
    half = number.startswith("half")
    many = 1 if half else _COUNTS.get(number) or int(number)
    if unit.startswith("mo") or unit[0] == "y":
        return _months_on(moment, many * (12 if unit[0] == "y" else 1))
    if unit[0] in _SECONDS:
        # Through UTC: an hour is an hour even where clocks are put forward.
        ahead = moment.timestamp() + _SECONDS[unit[0]] * many / (2 if half else 1)
        return datetime.fromtimestamp(ahead, moment.tzinfo)
    return moment + timedelta(days=many * (7 if unit[0] == "w" else 1))


def _months_on(moment: datetime, months: int) -> datetime:
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    first = moment.replace(year=min(year, 9000), month=month + 1, day=1)
    return first.replace(day=min(moment.day, _days_in(first)))


def _once(said: str, now: datetime) -> datetime | None:
    """The first of the moments to come that a day and a time may mean."""
    times, rest = _clock(said)
    named = re.sub(r"^(?:on|by)\s+", "", rest)
    if not named and not times:
        return None
    times = times or ([_MORNING] if not _CLOCK.search(said) else [])
    if named:
        times = times[:1]
    moments = (datetime.combine(day, each, now.tzinfo) for day in _dates(named, now.date()) for each in times)
    return next((moment for moment in sorted(moments) if moment > now), None)


_DAY = r"(?P<weekday>mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|r|rs|rsday|urday)?"
_MONTH = (
    r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\.?"
)
_NTH = r"(?:the\s+)?(?P<day>[0-3]?[0-9])(?:st|nd|rd|th)?"
_DAY_FIRST = rf"{_NTH} {_MONTH}".replace("<day>", "<day2>").replace("<month>", "<month2>")
_YEAR = r"(?:\s+(?P<year>20[0-9]{2}))?"


def _dates(named: str, today: date) -> Iterable[date]:
    """The days that a text may mean."""
    for pattern, days in _DATES:
        if match := pattern.fullmatch(named):
            return [day for day in days(match, today) if day is not None]
    return []


def _in_days(*ahead: int) -> Callable[[re.Match[str], date], list[date | None]]:
    return lambda _match, today: [today + timedelta(days=each) for each in ahead]


def _on_weekday(match: re.Match[str], today: date) -> list[date | None]:
    """The one that comes; ``next`` is that of next week."""
    wanted = [day[:3] for day in DAYS].index(match["weekday"])
    if match["next"]:
        return [_monday(today) + timedelta(days=7 + wanted)]
    ahead = (wanted - today.weekday()) % 7
    return [today + timedelta(days=ahead), today + timedelta(days=ahead + 7)]


def _on_date(match: re.Match[str], today: date) -> list[date | None]:
    """A day of a month: of that year, or of this year and the next that have it."""
    found = match.groupdict()
    named, year = found["month"], found.get("year")
    month = int(named) if named.isdigit() else [each[:3] for each in _MONTHS].index(named) + 1
    years = [int(year) + 2000 * (len(year) == 2)] if year else list(range(today.year, today.year + 9))
    return [_day(each, month, int(found["day"])) for each in years]


def _on_day(match: re.Match[str], today: date) -> list[date | None]:
    """A day of this month, or of the next."""
    first = datetime.combine(today.replace(day=1), time())
    months = [_months_on(first, ahead) for ahead in range(3)]
    return [_day(each.year, each.month, int(match["day"])) for each in months]


def _next_period(match: re.Match[str], today: date) -> list[date | None]:
    if match["period"] == "week":
        return [_monday(today) + timedelta(days=7)]
    return [_day(today.year + today.month // 12, today.month % 12 + 1, 1)]


_DATES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], list[date | None]]], ...] = (
    (re.compile(""), _in_days(0, 1)),
    (re.compile("today|this"), _in_days(0)),
    (re.compile("tomorrow|tmrw|tmr"), _in_days(1)),
    (re.compile("(?:the )?day after tomorrow"), _in_days(2)),
    (re.compile(rf"(?:this\s+|coming\s+|(?P<next>next)\s+)?{_DAY}"), _on_weekday),
    (re.compile(r"next\s+(?P<period>week|month)"), _next_period),
    (re.compile(rf"{_MONTH}\s+{_NTH}{_YEAR}"), _on_date),
    (re.compile(rf"{_NTH}\s+(?:of\s+)?{_MONTH}{_YEAR}"), _on_date),
    (re.compile(r"(?P<month>[01]?[0-9])/(?P<day>[0-3]?[0-9])(?:/(?P<year>(?:20)?[0-9]{2}))?"), _on_date),
    (re.compile(r"(?P<year>20[0-9]{2})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"), _on_date),
    (re.compile(r"(?:the\s+)?(?P<day>[0-3]?[0-9])(?:st|nd|rd|th)(?: of the month)?"), _on_day),
)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _days_in(day: date) -> int:
    return calendar.monthrange(day.year, day.month)[1]


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


# --- again and again ------------------------------------------------------------------------------------

_SYNONYMS = {
    "daily": "every day",
    "weekdays": "every weekday",
    "weekly": "every week",
    "biweekly": "every other week",
    "fortnightly": "every other week",
    "monthly": "every month",
    "yearly": "every year",
    "annually": "every year",
}
_EVERY = re.compile(r"\b(?:every|each)\b\s*")
_FILLERS = re.compile(r"\b(?:on|the|of|and|or)\b|&")
_OTHER = re.compile(r"(?:other|two|2|second)\s+")
_FREQUENCIES = {
    "": DAILY,
    "day": DAILY,
    **dict.fromkeys(("weekday", "weekdays", "workday", "work day", "business day"), WEEKDAYS),
}
_ON_DAYS = re.compile(rf"(?:weeks?\b\s*)?(?P<days>(?:{_DAY.replace('?P<weekday>', '?:')}\s*)*)")
_ON_NTH = re.compile(rf"month(?:\s+{_NTH})?|{_NTH.replace('?P<day>', '?P<nth>')}(?:\s+month)?")
_ON_MONTH = re.compile(rf"(?:year\s+)?(?:{_MONTH}\s+{_NTH}|{_DAY_FIRST})|year")


def _repeated(said: str) -> tuple[list[time], Recurrence] | None:
    """The times of the day and the recurrence of a text that says ``every``."""
    for word, meaning in _SYNONYMS.items():
        said = re.sub(rf"\b{word}\b(?<!every {word})", meaning, said)
    if not _EVERY.search(said):
        return None
    times, rest = _clock(_EVERY.sub("", said, count=1))
    recurrence = _recurrence(" ".join(_FILLERS.sub(" ", rest).split()))
    return (times or [_MORNING], recurrence) if recurrence else None


def _recurrence(what: str) -> Recurrence | None:
    if what in _FREQUENCIES:
        return Recurrence(_FREQUENCIES[what])
    other = _OTHER.match(what)
    if match := _ON_DAYS.fullmatch(what[other.end() :] if other else what):
        named = tuple(dict.fromkeys(_whole_name(each) for each in match["days"].split()))
        return Recurrence(BIWEEKLY if other else WEEKLY, named)
    if match := _ON_NTH.fullmatch(what):
        return _checked(Recurrence(MONTHLY, day=int(match["day"] or match["nth"] or 0)))
    if match := _ON_MONTH.fullmatch(what):
        return _checked(_yearly(match))
    return None


def _whole_name(word: str) -> str:
    return next(day for day in DAYS if word.startswith(day[:3]))


def _yearly(match: re.Match[str]) -> Recurrence:
    month = match["month"] or match["month2"]
    if month is None:
        return Recurrence(YEARLY)
    number = [each[:3] for each in _MONTHS].index(month) + 1
    return Recurrence(YEARLY, day=int(match["day"] or match["day2"]), month=number)


def _checked(recurrence: Recurrence) -> Recurrence | None:
    return recurrence if recurrence.day <= 31 else None


def _first(times: list[time], recurrence: Recurrence, now: datetime) -> When:
    """When something that comes again and again comes first."""
    whole = completed(recurrence, now.date())
    weekly = replace(whole, frequency=WEEKLY) if whole.frequency == BIWEEKLY else whole
    moment = datetime.combine(now.date() - timedelta(days=1), times[0], now.tzinfo)
    while moment <= now:
        moment = following(moment, weekly)
    return When(moment, whole)


def completed(recurrence: Recurrence, today: date) -> Recurrence:
    """A recurrence that names no day comes on the day of today: of the week, the month or the year."""
    match recurrence:
        case Recurrence("weekly" | "biweekly", weekdays=()):
            return replace(recurrence, weekdays=(DAYS[today.weekday()],))
        case Recurrence("monthly", day=0):
            return replace(recurrence, day=today.day)
        case Recurrence("yearly", month=0):
            return replace(recurrence, day=today.day, month=today.month)
        case _:
            return recurrence
