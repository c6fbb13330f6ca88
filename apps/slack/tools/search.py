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


@tool(reads=True, wire="search.messages")
def slack_search_messages(
    context: Context,
    *,
    query: Annotated[
        str,
        'Words, "phrases", -exclusions, and from:@handle in:#channel after:2025-03-01 during:march has:link',
    ],
    count: Annotated[int, "How many on a page, at most 100"] = 20,
    page: Annotated[int, "Which page"] = 1,
    sort: Annotated[str, "score or timestamp"] = "score",
    sort_dir: Annotated[str, "desc or asc"] = "desc",
) -> JSON:
    """Search every message that you can see, in channels, threads and direct messages."""
    size = min(max(count, 1), 100)
    found = search.messages(
        context,
        query,
        count=size,
        page=max(page, 1),
        by_time=sort == "timestamp",
        ascending=sort_dir == "asc",
    )
    matches = matched(context, found.messages)
    paging = {"count": size, "total": found.total, "page": max(page, 1), "pages": -(-found.total // size)}
    return {"query": query, "messages": {"total": found.total, "paging": paging, "matches": matches}}


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
            "username": authors[each.user_id].name,
            "ts": each.ts,
            "text": each.text,
            "permalink": permalink,
        }
        for each, permalink in zip(found, messages.permalinks(context, found), strict=True)
    ]
