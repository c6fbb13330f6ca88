"""The search language: words, ``"phrases"``, ``-exclusions``, and modifiers such as ``from:@ana``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from workaday.apps.slack import emoji, filetypes
from workaday.apps.slack.periods import ONE_DAY, Period, period

_TERM = re.compile(r'(?P<minus>-)?(?:(?P<key>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S+))')
_WORD = re.compile(r"\w+")
LONGEST = 1000
DATES = frozenset({"after", "before", "on", "during"})
"""The modifiers that a day, a month or a year follows."""
NAMED = {
    "from": "senders",
    "in": "places",
    "to": "recipients",
    "with": "companions",
    "creator": "creators",
}
"""The modifiers that a person or a conversation follows, by what :class:`Query` calls those."""
HAVING = frozenset({"link", "reaction", "pin", "file", "star"})
"""What ``has:`` knows besides emoji."""
BEING = {"saved": "star", "thread": "thread", "dm": "dm"}
"""What ``is:`` knows, by its name among :attr:`Query.having`."""


@dataclass(frozen=True)
class Query:
    """What is asked for.  Dates are exclusive: after the last day, before the first (reference B' 22).

    Of several senders, places, recipients, creators or types one is enough; of everything else all is asked.
    """

    text: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    not_senders: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    not_places: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    not_recipients: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    not_companions: tuple[str, ...] = ()
    creators: tuple[str, ...] = ()
    not_creators: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    """Among :data:`HAVING`, ``thread`` and ``dm``; with ``no_`` before what must not be."""
    reactions: tuple[str, ...] = ()
    not_reactions: tuple[str, ...] = ()
    my_reactions: tuple[str, ...] = ()
    not_my_reactions: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    not_during: tuple[Period, ...] = ()
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

    @property
    def marked(self) -> str:
        """What a match shows in it, as an FTS5 expression: any of what has to be there."""
        return " OR ".join(_spelled([*self.words, *self.phrases]))


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
    not_during: list[Period] = field(default_factory=list)
    impossible: bool = False

    def add(self, name: str, value: str, *, minus: bool = False) -> None:
        self.lists.setdefault(f"not_{name}" if minus else name, []).append(value)

    def bound(self, key: str, value: str, *, minus: bool) -> None:
        """Between the days before and after a period, or on one side of it; with a minus everywhere else."""
        found = period(value.lower(), self.today)
        if found is None:
            self.impossible = self.impossible or not minus
            return
        first, last = found
        if key in {"on", "during"}:
            if minus:
                self.not_during.append(found)
            else:
                self._narrow(first - ONE_DAY, last + ONE_DAY)
        elif key == "after":
            self._narrow(*((None, last + ONE_DAY) if minus else (last, None)))
        else:
            self._narrow(*((first - ONE_DAY, None) if minus else (None, first)))

    def _narrow(self, after: date | None, before: date | None) -> None:
        if after is not None:
            self.after = max(after, self.after) if self.after else after
        if before is not None:
            self.before = min(before, self.before) if self.before else before

    def has(self, value: str, *, minus: bool) -> None:
        """A link, a pin, any reaction or a certain one; nothing has what there is none of."""
        if value.startswith(":"):
            self.reacted("reactions", value, minus=minus)
        elif value.lower() in HAVING:
            self.add("having", f"no_{value.lower()}" if minus else value.lower())
        else:
            self.impossible = self.impossible or not minus

    def reacted(self, name: str, value: str, *, minus: bool) -> None:
        known = emoji.canonical(value.strip(":"))
        if known is not None:
            self.add(name, known, minus=minus)
        else:
            self.impossible = self.impossible or not minus

    def being(self, value: str, *, minus: bool) -> None:
        name = BEING.get(value.lower())
        if name is not None:
            self.add("having", f"no_{name}" if minus else name)
        else:
            self.impossible = self.impossible or not minus

    def of_type(self, value: str, *, minus: bool) -> None:
        kinds = sorted(filetypes.of_type(value.lower()))
        for name in kinds:
            self.add("types", name, minus=minus)
        self.impossible = self.impossible or not (kinds or minus)


def parse(text: str, today: date) -> Query:
    """Read a query.  What is not a known modifier is a word to look for.

    ``today`` is what ``during:march`` and ``after:yesterday`` count from.  Of a text longer than anybody
    types the rest is not read.
    """
    parts = _Parts(today)
    for term in _TERM.finditer(text[:LONGEST]):
        _read(parts, term)
    asked = Query(
        text,
        after=parts.after,
        before=parts.before,
        not_during=tuple(parts.not_during),
        impossible=parts.impossible,
        **{name: tuple(values) for name, values in parts.lists.items()},
    )
    hopeless = bool(asked.words or asked.phrases) and not asked.wanted
    return replace(asked, impossible=True) if hopeless else asked


def _read(parts: _Parts, term: re.Match[str]) -> None:
    key, minus = (term["key"] or "").lower(), bool(term["minus"])
    value = term["quoted"] if term["quoted"] is not None else term["bare"]
    known = {"has": parts.has, "is": parts.being, "type": parts.of_type}
    if key in NAMED:
        parts.add(NAMED[key], value, minus=minus)
    elif key in DATES:
        parts.bound(key, value, minus=minus)
    elif key in known:
        known[key](value, minus=minus)
    elif key == "hasmy":
        parts.reacted("my_reactions", value, minus=minus)
    elif minus:
        parts.add("excluded", value)
    elif term["quoted"] is not None and not key:
        parts.add("phrases", value)
    else:
        parts.add("words", f"{key}:{value}" if key else value)
