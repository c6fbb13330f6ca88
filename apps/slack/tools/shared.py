"""What the tools share: kinds of argument, pages of a list, bounds of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from workaday.apps.slack import cursors, shapes
from workaday.apps.slack.errors import InvalidTsLatest, InvalidTsOldest, InvalidTypes
from workaday.apps.slack.service import (
    history,
)
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON
from workaday.world import Context

ChannelId = Annotated[str, "Id of a channel or direct message, such as C07QK2M9ZTD"]
Ts = Annotated[str, "Timestamp that identifies the message, such as 1742302800.000200"]
Text = Annotated[str, "Text in Slack's mrkdwn; mention somebody as <@U07QK2M9ZTD>"]
Emoji = Annotated[str, "Name of the emoji without colons, such as white_check_mark"]
Cursor = Annotated[str, "next_cursor of the page before"]
Limit = Annotated[int, "How many at most"]

_KINDS = {name: kind for kind, name in shapes.TYPES.items()}


def kinds(types: str) -> list[str]:
    """Slack's comma-separated names for kinds of conversation as ours."""
    wanted = [each.strip() for each in types.split(",") if each.strip()]
    if any(each not in _KINDS for each in wanted):
        raise InvalidTypes(argument="types")
    return [_KINDS[each] for each in wanted]


def page(found: Sequence[Any], kind: str, limit: int, cursor: str) -> tuple[Sequence[Any], str]:
    """The part of a list, in order of id, that starts at a cursor, and the cursor of the next part."""
    names = [each if isinstance(each, str) else each.id for each in found]
    start = cursors.decode(kind, cursor)
    first = names.index(start) if start in names else (len(names) if start else 0)
    last = first + max(limit, 1)
    following = cursors.encode(kind, names[last]) if last < len(names) else ""
    return found[first:last], following


def window_of(oldest: str, latest: str, *, inclusive: bool, limit: int, cursor: str) -> history.Window:
    """Bounds as Slack reads them: absent, empty and ``0`` mean none; text that reads as zero is refused."""
    high, low = read(latest), read(oldest)
    if high is None and latest not in {"", "0"}:
        raise InvalidTsLatest(argument="latest")
    if low is None and oldest not in {"", "0"}:
        raise InvalidTsOldest(argument="oldest")
    return history.Window(min(max(limit, 1), 999), low, high, inclusive, cursors.decode_ts(cursor))


def paged(context: Context, found: history.Page) -> JSON:
    """Messages, whether there are more, and where they start."""
    told: JSON = {"messages": shapes.messages(context, found.messages), "has_more": found.next_ts is not None}
    if found.next_ts is not None:
        told["response_metadata"] = {"next_cursor": cursors.encode_ts(found.next_ts)}
    return told
