"""The search language: words, ``"phrases"``, ``-exclusions`` and modifiers such as ``from:@ana`` or ``after:2025-03-01``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta

_TERM = re.compile(r'(?P<minus>-)?(?:(?P<key>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S+))')
_WORD = re.compile(r"\w+")
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
    """A modifier's value makes no sense, so nothing can match."""

    @property
    def match(self) -> str:
        """The words and phrases as an FTS5 expression; empty if there are none.

        A trailing ``*`` stands for any ending.
        """
        wanted = [_spelled(word) for word in (*self.words, *self.phrases)]
        unwanted = [_spelled(word) for word in self.excluded]
        wanted, unwanted = [each for each in wanted if each], [each for each in unwanted if each]
        if not wanted:
            return ""
        return " ".join([" AND ".join(wanted), *(f"NOT {each}" for each in unwanted)])


def _spelled(words: str) -> str:
    plain = " ".join(_WORD.findall(words))
    return f'"{plain}"{"*" if words.endswith("*") else ""}' if plain else ""


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
    """Read a query.  What is not a known modifier is a word to look for."""
    parts = _Parts()
    for term in _TERM.finditer(text):
        _read(parts, term)
    lists = {name: tuple(values) for name, values in parts.lists.items()}
    return Query(text, after=parts.after, before=parts.before, impossible=parts.impossible, **lists)


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
        return date.fromisoformat(value)
    except ValueError:
        return None
