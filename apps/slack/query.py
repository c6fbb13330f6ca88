"""The search language: words, ``"phrases"``, ``-exclusions``, and modifiers such as ``from:@ana``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

_TERM = re.compile(r'(?P<minus>-)?(?:(?P<key>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S+))')
_WORD = re.compile(r"\w+")
_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(2200, 1, 1)
"""Slack is between these; days beyond them would not fit into a timestamp."""
LONGEST = 1000
MODIFIERS = frozenset({"from", "in", "after", "before", "on"})


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
    lists: dict[str, list[str]] = field(default_factory=dict)
    after: date | None = None
    before: date | None = None
    impossible: bool = False

    def add(self, name: str, value: str) -> None:
        self.lists.setdefault(name, []).append(value)

    def bound(self, key: str, value: str) -> None:
        day = _day(value)
        if day is None:
            self.impossible = True
            return
        if key in {"after", "on"}:
            first = day if key == "after" else day - timedelta(days=1)
            self.after = max(first, self.after) if self.after else first
        if key in {"before", "on"}:
            last = day if key == "before" else day + timedelta(days=1)
            self.before = min(last, self.before) if self.before else last


def parse(text: str) -> Query:
    """Read a query.  What is not a known modifier is a word to look for.

    Of a text longer than anybody types the rest is not read.
    """
    parts = _Parts()
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
    elif key in MODIFIERS:
        parts.bound(key, value)
    elif minus:
        parts.add("excluded", value)
    elif term["quoted"] is not None and not key:
        parts.add("phrases", value)
    else:
        parts.add("words", f"{key}:{value}" if key else value)


def _day(value: str) -> date | None:
    try:
        return min(max(date.fromisoformat(value), _FIRST_DAY), _LAST_DAY)
    except ValueError:
        return None
