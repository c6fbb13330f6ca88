"""Searching messages and files (reference B' 22, B.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workaday.apps.slack import cursors
from workaday.apps.slack.errors import InvalidCursor
from workaday.apps.slack.service import search
from workaday.world import Context

from .arguments import Arguments, not_a_number
from .methods import reading
from .objects.files import several
from .objects.matches import matches
from .refusals import JSON, invalid_arguments

SCOPE = "search:read"
USERS = ("user",)
SHOWN = 20
MOST_SHOWN = 100
MOST_PAGES = 100
DIRECTIONS = frozenset({"asc", "desc"})
FIRST_CURSOR = "*"


@dataclass(frozen=True)
class _Asked:
    """A query and the part of what it finds; ``by_cursor`` if pages go on by cursors."""

    query: str
    count: int
    page: int
    by_time: bool
    ascending: bool
    highlight: bool
    by_cursor: bool

    @property
    def order(self) -> dict[str, bool]:
        """How the service is to order what it finds."""
        return {"by_time": self.by_time, "ascending": self.ascending}


@reading("search.messages", SCOPE, required="query", kinds=USERS)
def in_messages(context: Context, arguments: Arguments) -> JSON:
    """Messages that match."""
    asked = _asked(arguments, empty_direction=True)
    told = _messages(context, asked)
    return {"query": asked.query, "messages": told, **_going_on(asked, told)}


@reading("search.files", SCOPE, required="query", kinds=USERS)
def in_files(context: Context, arguments: Arguments) -> JSON:
    """Files that match."""
    asked = _asked(arguments, empty_direction=False)
    return {"query": asked.query, "files": _files(context, asked)}


@reading("search.all", SCOPE, required="query", kinds=USERS)
def in_everything(context: Context, arguments: Arguments) -> JSON:
    """Messages and files that match."""
    asked = _asked(arguments, empty_direction=False)
    return {"query": asked.query, "messages": _messages(context, asked), "files": _files(context, asked)}


def _asked(arguments: Arguments, *, empty_direction: bool) -> _Asked:
    """Every argument that cannot be read is named, in this order, before the query is looked at."""
    count, page = arguments.integer("count", SHOWN), arguments.integer("page", 1)
    direction, cursor = arguments.get("sort_dir"), arguments.text("cursor")
    faults = [not_a_number(name) for name, value in (("count", count), ("page", page)) if value is None]
    if not (direction is None or direction in DIRECTIONS or (empty_direction and direction == "")):
        faults.append("must be a valid enum value [json-pointer:/sort_dir]")
    if faults or count is None or page is None:
        raise invalid_arguments(*faults)
    return _Asked(
        arguments.text("query"),
        min(max(count, 1), MOST_SHOWN),
        min(max(_page(cursor) if cursor else page, 1), MOST_PAGES),
        by_time=arguments.text("sort") == "timestamp",
        ascending=direction == "asc",
        highlight=arguments.flag("highlight"),
        by_cursor=bool(cursor),
    )


def _page(cursor: str) -> int:
    """The page that a cursor stands for; ``*`` stands for the first."""
    if cursor == FIRST_CURSOR:
        return 1
    try:
        place = cursors.decode("page", cursor) or ""
    except InvalidCursor:
        place = ""
    if not (place.isascii() and place.isdigit() and len(place) < 4):
        raise invalid_arguments("invalid cursor [json-pointer:/cursor]")
    return int(place)


def _going_on(asked: _Asked, told: JSON) -> JSON:
    """The next page's cursor, for those who go by cursors; an empty one on the last page."""
    if not asked.by_cursor:
        return {}
    more = asked.page < min(told["paging"]["pages"], MOST_PAGES)
    following = cursors.encode("page", str(asked.page + 1)) if more else ""
    return {"response_metadata": {"next_cursor": following}}


def _messages(context: Context, asked: _Asked) -> JSON:
    found = search.messages(context, asked.query, count=asked.count, page=asked.page, **asked.order)
    wanted = search.read(context, asked.query).marked if asked.highlight else ""
    return _block(asked, found.total, matches(context, found.messages, wanted))


def _files(context: Context, asked: _Asked) -> JSON:
    found = search.files(context, asked.query, count=asked.count, page=asked.page, **asked.order)
    return _block(asked, found.total, several(context, found.files))


def _block(asked: _Asked, total: int, shown: Sequence[JSON]) -> JSON:
    first, pages = (asked.page - 1) * asked.count + 1, -(-total // asked.count)
    return {
        "total": total,
        "pagination": {
            "total_count": total,
            "page": asked.page,
            "per_page": asked.count,
            "page_count": pages,
            "first": first if shown else 0,
            "last": first + len(shown) - 1 if shown else 0,
        },
        "paging": {"count": asked.count, "total": total, "page": asked.page, "pages": pages},
        "matches": shown,
    }
