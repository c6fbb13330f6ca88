"""The days that a word of a query means: ``today``, ``monday``, ``march``, ``2025-03``, ``3/9/2025``."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

Period = tuple[date, date]
"""The first and the last day."""

ONE_DAY = timedelta(days=1)
_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(2200, 1, 1)
"""Slack is between these; days beyond them would not fit into a timestamp."""
_MONTH = re.compile(r"(?P<year>[0-9]{4})(?:[-/](?P<month>[0-9]{1,2}))?")
_DAY = re.compile(r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})")
_AMERICAN = re.compile(r"(?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})[-/](?P<year>[0-9]{4})")
_MONTH_NAMES = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = {name[:length]: number for number, name in enumerate(_MONTH_NAMES, 1) for length in (3, len(name))}
_WEEKDAYS = {name[:length]: number for number, name in enumerate(_DAY_NAMES) for length in (3, len(name))}


def period(value: str, today: date) -> Period | None:
    """The days that a date, a month, a year or a word stands for; None for what is none of these.

    A month's or a weekday's name is the last such that has begun; a week begins on Sunday.
    """
    if value in _WEEKDAYS:
        day = today - (today.weekday() - _WEEKDAYS[value]) % 7 * ONE_DAY
        return day, day
    if value in _MONTHS:
        month = _MONTHS[value]
        return _month(today.year - (month > today.month), month)
    return _named(value, today) or _written(value)


def _named(value: str, today: date) -> Period | None:
    if value in {"today", "yesterday"}:
        day = today if value == "today" else today - ONE_DAY
        return day, day
    if value == "week":
        sunday = today - (today.weekday() + 1) % 7 * ONE_DAY
        return sunday, sunday + 6 * ONE_DAY
    if value == "month":
        return _month(today.year, today.month)
    return _year(today.year) if value == "year" else None


def _written(value: str) -> Period | None:
    try:
        if found := _MONTH.fullmatch(value):
            year, month = int(found["year"]), found["month"]
            return _month(year, int(month)) if month else _year(year)
        found = _DAY.fullmatch(value) or _AMERICAN.fullmatch(value)
        if found is None:
            return None
        written = date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        return None
    day = min(max(written, _FIRST_DAY), _LAST_DAY)
    return day, day


def _month(year: int, month: int) -> Period:
    year = min(max(year, _FIRST_DAY.year + 1), _LAST_DAY.year)
    first = date(year, month, 1)
    return first, first.replace(day=monthrange(year, month)[1])


def _year(year: int) -> Period:
    return _month(year, 1)[0], _month(year, 12)[1]
