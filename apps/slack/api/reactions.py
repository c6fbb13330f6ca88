"""Emoji on messages (reference B' 14)."""

from __future__ import annotations

from workaday.apps.slack.errors import BadTimestamp, InvalidCursor, NoItemSpecified
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import channels, messages, people, reactions
from workaday.apps.slack.timestamps import read
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects.messages import one
from .paging import Cut
from .refusals import JSON, Refused, invalid_arguments

LISTED, MOST_LISTED = 100, 1000


@writing("reactions.add", "reactions:write", required="name timestamp channel")
def add(context: Context, arguments: Arguments) -> JSON:
    """React to a message.  The timestamp is looked at before the channel."""
    wanted = _timestamp(arguments)
    reactions.add(context, arguments.text("channel"), wanted, arguments.text("name"))
    return {}


@writing("reactions.remove", "reactions:write", required="name")
def remove(context: Context, arguments: Arguments) -> JSON:
    """Take back a reaction of one's own."""
    _refuse_other_items(arguments)
    wanted = _timestamp(arguments)
    reactions.remove(context, arguments.text("channel"), wanted, arguments.text("name"))
    return {}


@reading("reactions.get", "reactions:read")
def get(context: Context, arguments: Arguments) -> JSON:
    """A message with its reactions and its address.  The channel is looked at before the timestamp."""
    _refuse_other_items(arguments)
    found = _message(context, arguments)
    told = one(context, found) | {"permalink": messages.permalink(context, found)}
    return {"type": "message", "channel": found.channel_id, "message": told}


@reading("reactions.list", "reactions:read")
def list_all(context: Context, arguments: Arguments) -> JSON:
    """What somebody has reacted to, the last reaction first: an item for each of them ([MEAS] B' 14)."""
    found = reactions.by(context, arguments.text("user") or people.me(context).id)
    limit = arguments.limit() or LISTED
    cut = Cut(arguments.get("cursor"), 1 if limit < 0 else min(limit, MOST_LISTED))
    try:
        part = cut.of(found, "reaction", lambda each: str(each.number))
    except InvalidCursor:
        raise invalid_arguments("must be a cursor of this list [json-pointer:/cursor]") from None
    told: JSON = {"items": [_item(context, each.message) for each in part.shown]}
    return told | {"response_metadata": {"next_cursor": part.next_cursor}}


def _item(context: Context, found: Message) -> JSON:
    told = one(context, found) | {"permalink": messages.permalink(context, found)}
    return {"type": "message", "channel": found.channel_id, "message": told}


def _message(context: Context, arguments: Arguments) -> Message:
    place = channels.get(context, arguments.text("channel"))
    return messages.get(context, place.id, _timestamp(arguments))


def _timestamp(arguments: Arguments) -> str:
    sent = arguments.text("timestamp")
    if sent in {"", "0"}:
        raise BadTimestamp(argument="timestamp")
    return read(sent) or sent


def _refuse_other_items(arguments: Arguments) -> None:
    """Files have reactions too; here there are none."""
    for item in ("file", "file_comment"):
        if arguments.get(item) is not None:
            raise Refused(f"{item}_not_found")
    if arguments.get("channel") is None:
        raise NoItemSpecified(argument="channel")
