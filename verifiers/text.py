"""Whether a text says something, by meaning and not by one accepted spelling.

A text that names several candidates says none of them, and a text that denies something does not say it: so
neither listing all the answers nor taking one back is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, time
from typing import Literal

from workaday.journal import Value

Kind = Literal["money", "date", "time", "number", "text"]
LONGEST = 300
"""Characters of an answer to a short question."""

_DENIAL = re.compile(
    r"\b(?:not|no|never|isn'?t|wasn'?t|aren'?t|won'?t|don'?t|doesn'?t|cannot|can'?t|false|wrong|untrue|ignore|unsure|either)\b",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"<[^>]*>")
_NUMBER = re.compile(r"(?<![\w.,/:-])[$]?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?(?![\w/:-]|[.,]\d)")
_MONTHS = [date(2000, month, 1).strftime("%B").lower() for month in range(1, 13)]
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]}|t)?' for name in _MONTHS)})\.?"
_DATES = (
    re.compile(r"(?<![\w-])(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})(?![\w-])"),
    re.compile(r"(?<![\w/])(?P<number>\d{1,2})/(?P<day>\d{1,2})(?:/(?P<year>\d{4}|\d{2}))?(?![\w/])"),
    re.compile(
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>\d{{4}}))?(?!\w)", re.IGNORECASE
    ),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}(?:,?\s+(?P<year>\d{{4}}))?(?!\w)",
        re.IGNORECASE,
    ),
)
_TIME = re.compile(
    r"(?<![\w:.])(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>[ap]\.?m\.?)?(?![\w:])", re.IGNORECASE
)


def plain(text: str) -> str:
    """Lower case, single spaces, Slack's entities and marks undone."""
    undone = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("\u2019", "'")
    return " ".join(re.sub(r"[*_~`]", "", undone).lower().split())


def same(wanted: str) -> Callable[[Value], bool]:
    """Is it this text, but for case, spacing, marks and the full stop at the end?"""

    def asked(value: Value) -> bool:
        return isinstance(value, str) and plain(value).rstrip(".!") == plain(wanted).rstrip(".!")

    return asked


def states(kind: Kind, wanted: str, rivals: Iterable[str] = (), year: int = 2025) -> Callable[[Value], bool]:
    """Does the text state this value, none of its rivals, and deny nothing?

    Values are canonical: money in cents, dates ``YYYY-MM-DD``, times ``HH:MM``, numbers, or text.  A money,
    date, time or number other than the wanted one in the text makes it a no.
    """
    others = tuple(rivals)

    def asked(value: Value) -> bool:
        if not isinstance(value, str) or len(value) > LONGEST:
            return False
        if kind == "text":
            around = plain(value).replace(plain(wanted), " ")  # what is denied may itself be the answer
            rival = any(_mentions(around, other) for other in others)
            return _mentions(value, wanted) and not rival and not _DENIAL.search(around)
        return set(found(kind, value, year)) == {wanted} and not _DENIAL.search(value)

    return asked


def says_all(*wanted: tuple[Kind, str], year: int = 2025) -> Callable[[Value], bool]:
    """Does the text state each of these values, and deny nothing?"""

    def asked(value: Value) -> bool:
        if not isinstance(value, str) or len(value) > LONGEST or _DENIAL.search(value):
            return False
        return all(_says(kind, each, value, year) for kind, each in wanted)

    return asked


def _says(kind: Kind, wanted: str, text: str, year: int) -> bool:
    return _mentions(text, wanted) if kind == "text" else wanted in found(kind, text, year)


def _mentions(text: str, wanted: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(plain(wanted))}(?!\w)", plain(text)) is not None


def found(kind: Kind, text: str, year: int = 2025) -> list[str]:
    """The values of a kind that a text states, canonical, in order."""
    readers = {"money": _money, "number": _numbers, "date": lambda told: _dates(told, year), "time": _times}
    return readers[kind](_ENTITY.sub(" ", text))


def _money(text: str) -> list[str]:
    return [
        f"{number.replace(',', '')}{(cents or '').ljust(2, '0')}" for number, cents in _NUMBER.findall(text)
    ]


def _numbers(text: str) -> list[str]:
    return [
        number.replace(",", "") for number, cents in _NUMBER.findall(text) if not (cents or "").strip("0")
    ]


def _dates(text: str, year: int) -> list[str]:
    matches = [match for pattern in _DATES for match in pattern.finditer(text)]
    days = [_date(match, year) for match in sorted(matches, key=lambda match: match.start())]
    return [day for day in days if day]


def _date(match: re.Match[str], year: int) -> str:
    parts = match.groupdict()
    named = (parts.get("month") or "").lower()[:3]
    month = [name[:3] for name in _MONTHS].index(named) + 1 if named else int(parts["number"])
    told = int(parts["year"]) if parts.get("year") else year
    try:
        return date(told + 2000 if told < 100 else told, month, int(parts["day"])).isoformat()
    except ValueError:
        return ""


def _times(text: str) -> list[str]:
    return [told for match in _TIME.finditer(text) if (told := _time(match))]


def _time(match: re.Match[str]) -> str:
    if match["minute"] is None and match["half"] is None:
        return ""
    hour, half = int(match["hour"]), (match["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    try:
        return time(hour, int(match["minute"] or 0)).isoformat("minutes")
    except ValueError:
        return ""
