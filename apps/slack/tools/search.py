"""Searching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from workaday.apps.slack.models import Message
from workaday.apps.slack.service import (
    channels,
    messages,
    people,
    search,
)
from workaday.tool import JSON, tool
from workaday.world import Context

from .files import several

MOST = 100

Query = Annotated[
    str,
    'Words (all must be there, * for any ending), "phrases", -exclusions, and modifiers: '
    "from:@handle from:me to:me with:@handle in:#channel in:@handle "
    "before:2025-03-01 after:2025-03-01 on:yesterday during:march "
    "has:link has:reaction has:pin has:file has:star has::eyes: hasmy::eyes: "
    "is:saved is:thread is:dm creator:@handle type:pdf; a minus before a modifier turns it round",
]
Count = Annotated[int, "How many on a page, at most 100"]
Page = Annotated[int, "Which page, at most 100"]
Sort = Annotated[str, "score or timestamp"]
Direction = Annotated[str, "desc or asc"]


@tool(reads=True, wire="search.messages")
def slack_search_messages(
    context: Context,
    *,
    query: Query,
    count: Count = 20,
    page: Page = 1,
    sort: Sort = "score",
    sort_dir: Direction = "desc",
) -> JSON:
    """Search every message that you can see, in channels, threads and direct messages."""
    return {"query": query, "messages": _messages(context, query, count, page, sort, sort_dir)}


@tool(reads=True, wire="search.files")
def slack_search_files(
    context: Context,
    *,
    query: Query,
    count: Count = 20,
    page: Page = 1,
    sort: Sort = "score",
    sort_dir: Direction = "desc",
) -> JSON:
    """Search every file that you can see, by its name, its title and what it says."""
    return {"query": query, "files": _files(context, query, count, page, sort, sort_dir)}


@tool(reads=True, wire="search.all")
def slack_search_all(
    context: Context,
    *,
    query: Query,
    count: Count = 20,
    page: Page = 1,
    sort: Sort = "score",
    sort_dir: Direction = "desc",
) -> JSON:
    """Search messages and files at once."""
    asked = (query, count, page, sort, sort_dir)
    return {"query": query, "messages": _messages(context, *asked), "files": _files(context, *asked)}


def _messages(context: Context, query: str, count: int, page: int, sort: str, sort_dir: str) -> JSON:
    size, number = _bounded(count), _bounded(page)
    found = search.messages(
        context, query, count=size, page=number, by_time=sort == "timestamp", ascending=sort_dir == "asc"
    )
    return _block(found.total, size, number, matched(context, found.messages))


def _files(context: Context, query: str, count: int, page: int, sort: str, sort_dir: str) -> JSON:
    size, number = _bounded(count), _bounded(page)
    found = search.files(
        context, query, count=size, page=number, by_time=sort == "timestamp", ascending=sort_dir == "asc"
    )
    return _block(found.total, size, number, several(context, list(found.files)))


def _bounded(number: int) -> int:
    return min(max(number, 1), MOST)


def _block(total: int, size: int, number: int, matches: list[JSON]) -> JSON:
    paging = {"count": size, "total": total, "page": number, "pages": -(-total // size)}
    return {"total": total, "paging": paging, "matches": matches}


def matched(context: Context, found: Sequence[Message]) -> list[JSON]:
    """Messages that a search found, with where they are and who wrote them."""
    places = channels.by_ids(context, [each.channel_id for each in found])
    authors = people.named(context, [each.user_id for each in found])
    partners = channels.partners(context, places.values())
    names = {each.id: partners.get(each.id, each.name) for each in places.values()}
    return [
        {
            "type": "message",
            "channel": {"id": each.channel_id, "name": names[each.channel_id]},
            "user": each.user_id,
            "username": each.username or authors[each.user_id].name,
            "ts": each.ts,
            "text": each.text,
            "permalink": permalink,
        }
        for each, permalink in zip(found, messages.permalinks(context, found), strict=True)
    ]
