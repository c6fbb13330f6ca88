"""Messages that are pinned to their conversation (reference A.2, B.5)."""

from __future__ import annotations

from workaday.apps.slack.errors import BadTimestamp, NoItemSpecified
from workaday.apps.slack.service import messages, pins
from workaday.apps.slack.timestamps import read
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects.messages import several
from .refusals import JSON


@writing("pins.add", "pins:write", required="channel")
def add(context: Context, arguments: Arguments) -> JSON:
    """Pin a message."""
    pins.add(context, arguments.text("channel"), _timestamp(arguments))
    return {}


@writing("pins.remove", "pins:write", required="channel")
def remove(context: Context, arguments: Arguments) -> JSON:
    """Unpin a message."""
    pins.remove(context, arguments.text("channel"), _timestamp(arguments))
    return {}


def _timestamp(arguments: Arguments) -> str:
    sent = arguments.text("timestamp")
    if not sent:
        raise NoItemSpecified(argument="timestamp")
    found = read(sent)
    if found is None:
        raise BadTimestamp(argument="timestamp")
    return found


@reading("pins.list", "pins:read", required="channel")
def list_all(context: Context, arguments: Arguments) -> JSON:
    """What is pinned to a conversation, the last pinned first."""
    held = pins.listed(context, arguments.text("channel"))
    found = [messages.get(context, each.channel_id, each.message_ts) for each in held]
    shown = zip(held, several(context, found), messages.permalinks(context, found), strict=True)
    return {
        "items": [
            {
                "type": "message",
                "created": pin.created,
                "created_by": pin.user_id,
                "channel": pin.channel_id,
                "message": message | {"permalink": permalink},
            }
            for pin, message, permalink in shown
        ]
    }
