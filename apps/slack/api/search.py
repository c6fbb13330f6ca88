"""Searching messages; files there are none (reference B' 22, B.5)."""

from __future__ import annotations

from dataclasses import dataclass

from workaday.apps.slack.service import search
from workaday.world import Context

from .arguments import Arguments, not_a_number
from .methods import reading
from .objects.matches import matches
from .refusals import JSON, invalid_arguments, unsupported

SCOPE = "search:read"
SHOWN = 20
MOST_SHOWN = 100
MOST_PAGES = 100
DIRECTIONS = frozenset({"asc", "desc"})


@dataclass(frozen=True)
class _Asked:
    """A query and the part of what it finds."""

    query: str
    count: int
    page: int
    by_time: bool
    ascending: bool


@reading("search.messages", SCOPE, required="query")
def in_messages(context: Context, arguments: Arguments) -> JSON:
    """Messages that match."""
    asked = _asked(arguments, empty_direction=True)
    return {"query": asked.query, "messages": _messages(context, asked)}


@reading("search.all", SCOPE, required="query")
def in_everything(context: Context, arguments: Arguments) -> JSON:
    """Messages that match, and no files."""
    asked = _asked(arguments, empty_direction=False)
    files = _block(asked, total=0, matches=[])
    return {"query": asked.query, "messages": _messages(context, asked), "files": files}


def _asked(arguments: Arguments, *, empty_direction: bool) -> _Asked:
    """Every argument that cannot be read is named, in this order, before the query is looked at."""
    count, page = arguments.integer("count", SHOWN), arguments.integer("page", 1)
    direction = arguments.get("sort_dir")
    faults = [not_a_number(name) for name, value in (("count", count), ("page", page)) if value is None]
    if not (direction is None or direction in DIRECTIONS or (empty_direction and direction == "")):
        faults.append("must be a valid enum value [json-pointer:/sort_dir]")
    if faults or count is None or page is None:
        raise invalid_arguments(*faults)
    if arguments.text("cursor"):
        raise unsupported("cursor", "use count and page")
    return _Asked(
        arguments.text("query"),
        min(max(count, 1), MOST_SHOWN),
        min(max(page, 1), MOST_PAGES),
        by_time=arguments.text("sort") == "timestamp",
        ascending=direction == "asc",
    )


def _messages(context: Context, asked: _Asked) -> JSON:
    found = search.messages(
        context,
        asked.query,
        count=asked.count,
        page=asked.page,
        by_time=asked.by_time,
        ascending=asked.ascending,
    )
    return _block(asked, found.total, matches(context, found.messages))


def _block(asked: _Asked, total: int, matches: list[JSON]) -> JSON:
    first, pages = (asked.page - 1) * asked.count + 1, -(-total // asked.count)
    return {
        "total": total,
        "pagination": {
            "total_count": total,
            "page": asked.page,
            "per_page": asked.count,
            "page_count": pages,
            "first": first if matches else 0,
            "last": first + len(matches) - 1 if matches else 0,
        },
        "paging": {"count": asked.count, "total": total, "page": asked.page, "pages": pages},
        "matches": matches,
    }
