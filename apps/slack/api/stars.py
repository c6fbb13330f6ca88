"""What somebody has saved for later, which Slack's API still calls starred (reference A.3)."""

from __future__ import annotations

from dataclasses import dataclass

from workaday.apps.slack.errors import BadTimestamp, NoItemSpecified
from workaday.apps.slack.models import Saved
from workaday.apps.slack.service import files as file_service
from workaday.apps.slack.service import messages, saved
from workaday.apps.slack.timestamps import read
from workaday.world import Context

from .arguments import Arguments, not_a_number
from .methods import reading, writing
from .objects import files
from .objects.messages import one
from .refusals import JSON, Refused, invalid_arguments

LISTED, MOST_LISTED = 100, 1000


@writing("stars.add", "stars:write", kinds=("user",))
def add(context: Context, arguments: Arguments) -> JSON:
    """Save a message or a file."""
    item = _item(arguments)
    saved.add(context, channel_id=item.channel_id, message_ts=item.message_ts, file_id=item.file_id)
    return {}


@writing("stars.remove", "stars:write", kinds=("user",))
def remove(context: Context, arguments: Arguments) -> JSON:
    """Save it no longer."""
    item = _item(arguments)
    saved.remove(context, channel_id=item.channel_id, message_ts=item.message_ts, file_id=item.file_id)
    return {}


@dataclass(frozen=True)
class _Item:
    """A file, or a message by its conversation and its timestamp."""

    channel_id: str | None = None
    message_ts: str | None = None
    file_id: str | None = None


def _item(arguments: Arguments) -> _Item:
    if arguments.text("file_comment"):
        raise Refused("file_comment_not_found")
    if arguments.text("file"):
        return _Item(file_id=arguments.text("file"))
    if not arguments.text("channel"):
        raise NoItemSpecified(argument="channel")
    wanted = read(arguments.text("timestamp"))
    if wanted is None:
        raise BadTimestamp(argument="timestamp")
    return _Item(arguments.text("channel"), wanted)


@reading("stars.list", "stars:read", kinds=("user",))
def list_all(context: Context, arguments: Arguments) -> JSON:
    """What one has saved, the last saved first, a page at a time."""
    count, page = (_number(arguments, name, default) for name, default in (("count", LISTED), ("page", 1)))
    size = min(arguments.limit() or count, MOST_LISTED)
    held = saved.listed(context)
    first = (page - 1) * size
    paging = {"per_page": size, "spill": 0, "page": page, "total": len(held), "pages": -(-len(held) // size)}
    return {"items": [_shown(context, each) for each in held[first : first + size]], "paging": paging}


def _number(arguments: Arguments, name: str, default: int) -> int:
    found = arguments.integer(name, default)
    if found is None:
        raise invalid_arguments(not_a_number(name))
    return max(found, 1)


def _shown(context: Context, held: Saved) -> JSON:
    if held.file_id is not None:
        file = files.one(context, file_service.get(context, held.file_id))
        return {"type": "file", "file": file, "date_create": held.created}
    message = messages.get(context, held.channel_id or "", held.message_ts or "")
    told = one(context, message) | {"permalink": messages.permalink(context, message), "is_starred": True}
    return {
        "type": "message",
        "channel": held.channel_id,
        "message": told,
        "date_create": held.created,
    }
