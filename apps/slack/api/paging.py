"""Cutting a list into pages (reference 0.3, B' 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from workaday.apps.slack import cursors
from workaday.apps.slack.errors import InvalidCursor

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list, and the cursor of the next part; an empty one on the last."""

    shown: Sequence[T]
    next_cursor: str


@dataclass(frozen=True)
class Cut:
    """Where a page starts and how long it is; None means no end."""

    cursor: str | None
    limit: int | None

    def of(self, found: Sequence[T], kind: str, name: Callable[[T], str]) -> Page[T]:
        """That part of a list, whose cursors name its members."""
        start = cursors.decode(kind, self.cursor)
        first = 0 if start is None else _position([name(each) for each in found], start)
        last = len(found) if self.limit is None else first + self.limit
        following = cursors.encode(kind, name(found[last])) if last < len(found) else ""
        return Page(found[first:last], following)


def _position(names: Sequence[str], start: str) -> int:
    try:
        return names.index(start)
    except ValueError:
        raise InvalidCursor(argument="cursor") from None
