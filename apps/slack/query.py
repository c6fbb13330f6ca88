"""The search language: words, ``"phrases"``, ``-exclusions``, and modifiers such as ``from:@ana``."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from workaday.apps.slack import emoji

_TERM = re.compile(r'(?P<minus>-)?(?:(?P<key>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S+))')
_WORD = re.compile(r"\w+")
_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(2200, 1, 1)
"""Slack is between these; days beyond them would not fit into a timestamp."""
_ONE_DAY = timedelta(days=1)
_MONTH = re.compile(r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{1,2}))?")
_NAMES = [
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
]
_MONTHS = {name[:length]: number for number, name in enumerate(_NAMES, start=1) for length in (3, len(name))}
LONGEST = 1000
DATES = frozenset({"after", "before", "on", "during"})
"""The modifiers that a day, a month or a year follows."""


@dataclass(frozen=True)
class Query:
    """What is asked for.  Dates are exclusive: after the last day, before the first (reference B' 22)."""

    text: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    not_senders: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    not_places: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    """Among ``link``, ``no_link``, ``reaction`` and ``no_reaction``."""
    reactions: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    impossible: bool = False
    """A modifier's value makes no sense, or no word has a letter, so nothing can match."""

    @property
    def wanted(self) -> str:
        """What has to be there, as an FTS5 expression; empty if there is nothing of the kind.

        A trailing ``*`` stands for any ending.
        """
        return " AND ".join(_spelled([*self.words, *self.phrases]))

    @property
    def unwanted(self) -> str:
        """What must not be there, as an FTS5 expression; empty if there is nothing of the kind."""
        return " OR ".join(_spelled(self.excluded))


def _spelled(terms: Iterable[str]) -> list[str]:
    """Terms as quoted FTS5 strings: letters and digits alone, so that nothing in them is an operator."""
    plain = ((" ".join(_WORD.findall(term)), "*" if term.endswith("*") else "") for term in terms)
    return [f'"{words}"{ending}' for words, ending in plain if words]


@dataclass
class _Parts:
    today: date
    lists: dict[str, list[str]] = field(default_factory=dict)
    after: date | None = None
    before: date | None = None
    impossible: bool = False

    def add(self, name: str, value: str) -> None:
        self.lists.setdefault(name, []).append(value)

    def bound(self, key: str, value: str) -> None:
        """Between the days before and after a period, or on one side of it."""
        period = _period(value.lower(), self.today)
        if period is None:
            self.impossible = True
            return
        first, last = period
        if key != "before":
            after = last if key == "after" else first - _ONE_DAY
            self.after = max(after, self.after) if self.after else after
        if key != "after":
            before = first if key == "before" else last + _ONE_DAY
            self.before = min(before, self.before) if self.before else before

    def has(self, value: str, *, minus: bool) -> None:
        """A link, any reaction or a certain one; of what there is none of here nothing has any."""
        name = emoji.canonical(value.strip(":")) if value.startswith(":") else None
        if value.lower() in {"link", "reaction"}:
            self.add("having", f"no_{value.lower()}" if minus else value.lower())
        elif name is not None and not minus:
            self.add("reactions", name)
        else:
            self.impossible = self.impossible or not minus


def parse(text: str, today: date) -> Query:
    """Read a query.  What is not a known modifier is a word to look for.

    ``today`` is what ``during:march`` and ``after:yesterday`` count from.  Of a text longer than anybody
    types the rest is not read.
    """
    parts = _Parts(today)
    for term in _TERM.finditer(text[:LONGEST]):
        _read(parts, term)
    lists = {name: tuple(values) for name, values in parts.lists.items()}
    asked = Query(text, after=parts.after, before=parts.before, impossible=parts.impossible, **lists)
    hopeless = bool(asked.words or asked.phrases) and not asked.wanted
    return replace(asked, impossible=True) if hopeless else asked


def _read(parts: _Parts, term: re.Match[str]) -> None:
    key, minus = (term["key"] or "").lower(), bool(term["minus"])
    value = term["quoted"] if term["quoted"] is not None else term["bare"]
    if key in {"from", "in"}:
        name = "senders" if key == "from" else "places"
        parts.add(f"not_{name}" if minus else name, value)
    elif key in DATES:
        parts.bound(key, value)
    elif key == "has":
        parts.has(value, minus=minus)
    elif minus:
        parts.add("excluded", value)
    elif term["quoted"] is not None and not key:
        parts.add("phrases", value)
    else:
        parts.add("words", f"{key}:{value}" if key else value)


def _period(value: str, today: date) -> tuple[date, date] | None:
    """The first and the last day of what a date says: a day, a month by number or name, a year, or a word.

    A month's name is the last such month that has begun.
    """
    if value in {"today", "yesterday"}:
        day = today if value == "today" else today - _ONE_DAY
        return day, day
    if value in _MONTHS:
        month = _MONTHS[value]
        return _month(today.year - (month > today.month), month)
    if value in {"month", "year"}:
        return _month(today.year, today.month) if value == "month" else _year(today.year)
    return _written(value)


def _written(value: str) -> tuple[date, date] | None:
    try:
        if found := _MONTH.fullmatch(value):
            year, month = int(found["year"]), found["month"]
            return _month(year, int(month)) if month else _year(year)
        day = min(max(date.fromisoformat(value), _FIRST_DAY), _LAST_DAY)
    except ValueError:
        return None
    return day, day


def _month(year: int, month: int) -> tuple[date, date]:
    year = min(max(year, _FIRST_DAY.year + 1), _LAST_DAY.year)
    first = date(year, month, 1)
    return first, first.replace(day=monthrange(year, month)[1])


def _year(year: int) -> tuple[date, date]:
    return _month(year, 1)[0], _month(year, 12)[1]
