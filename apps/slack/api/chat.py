"""Writing, changing and deleting messages, and their addresses."""

from __future__ import annotations

import re
from typing import Any

from workaday.apps.slack.errors import ChannelNotFound, InvalidThreadTs, MessageNotFound, MsgTooLong
from workaday.apps.slack.service import addresses, channels, ephemeral, messages
from workaday.apps.slack.timestamps import read
from workaday.world import Context

from . import content
from .arguments import Arguments
from .methods import reading, writing
from .objects.messages import one
from .refusals import JSON, Refused, invalid_arguments

SCOPE = "chat:write"
USER = "^[UW][A-Z0-9]{2,}$"
"""How the id of a member is written."""

_NOT_ECHOED = frozenset({"ts", "reactions"})
_NOTHING = frozenset({"", "0"})


@writing("chat.postMessage", SCOPE, required="channel")
def post(context: Context, arguments: Arguments) -> JSON:
    """Write to a conversation, named by its id or name or by the id of the person it is with."""
    place = channels.get(context, addresses.destination(context, arguments.text("channel")))
    sent = content.of(context, arguments, too_long="msg_blocks_too_long")
    guise = content.guise(context, arguments)
    posted = messages.post(
        context,
        place.id,
        sent.text,
        thread_ts=arguments.text("thread_ts") or None,
        broadcast=arguments.flag("reply_broadcast"),
        blocks=sent.blocks,
        attachments=sent.attachments,
        metadata=sent.metadata,
        username=guise.username,
        icon=guise.icon,
        plain=arguments.get("mrkdwn") is not None and not arguments.flag("mrkdwn"),
    )
    told: JSON = {"channel": place.id, "ts": posted.message.ts}
    told["message"] = one(context, posted.message, metadata=True)
    return told | {"warning": "message_truncated"} if posted.truncated else told


@writing("chat.meMessage", SCOPE, required="channel text")
def say_of_oneself(context: Context, arguments: Arguments) -> JSON:
    """Say what one does, as ``/me`` does."""
    place = channels.get(context, addresses.destination(context, arguments.text("channel")))
    posted = messages.me(context, place.id, arguments.text("text"))
    if posted.truncated:
        raise MsgTooLong(argument="text")
    return {"channel": place.id, "ts": posted.message.ts}


@writing("chat.postEphemeral", SCOPE, required="channel user")
def post_to_one(context: Context, arguments: Arguments) -> JSON:
    """Show something to one member of a conversation.  A text may be missing, but not be empty."""
    if not re.fullmatch(USER, arguments.text("user")):
        raise invalid_arguments(f"must match pattern {USER} [json-pointer:/user]")
    place = channels.find(context, arguments.text("channel"))
    sent = content.of(context, arguments, too_long="msg_too_long", required=arguments.get("text") is not None)
    guise = content.guise(context, arguments)
    try:
        shown = ephemeral.post(
            context,
            place.id,
            arguments.text("user"),
            sent.text,
            thread_ts=arguments.text("thread_ts") or None,
            blocks=sent.blocks,
            attachments=sent.attachments,
            username=guise.username,
            icon=guise.icon,
        )
    except InvalidThreadTs:
        raise Refused("cannot_reply_to_message") from None
    return {"message_ts": shown.ts}


@writing("chat.update", SCOPE, required="channel ts")
def update(context: Context, arguments: Arguments) -> JSON:
    """Change a message of one's own.  The echo has neither its ``ts`` nor its reactions."""
    asked = arguments.text("ts")
    message = messages.editable(context, arguments.text("channel"), read(asked) or asked)
    broadcast, files = arguments.flag("reply_broadcast"), _file_ids(arguments)
    sent = content.of(context, arguments, too_long="msg_too_long", required=not (broadcast or files))
    edited = messages.edit(
        context,
        message.channel_id,
        message.ts,
        sent.text or None,
        blocks=sent.blocks,
        attachments=sent.attachments,
        metadata=sent.metadata,
        file_ids=files,
        broadcast=broadcast,
    )
    told = one(context, edited, metadata=True)
    echo = {key: value for key, value in told.items() if key not in _NOT_ECHOED}
    return {"channel": edited.channel_id, "ts": edited.ts, "text": edited.text, "message": echo}


def _file_ids(arguments: Arguments) -> list[str] | None:
    """The files that a message is to have: a JSON array, or ids with commas between them."""
    sent = arguments.get("file_ids")
    if sent is None:
        return None
    listed: list[Any] = arguments.array("file_ids") or sent.split(",")
    return [each for each in listed if isinstance(each, str) and each not in {"", "[]"}]


@writing("chat.delete", SCOPE, required="channel ts")
def delete(context: Context, arguments: Arguments) -> JSON:
    """Delete a message."""
    wanted = read(arguments.text("ts")) or arguments.text("ts")
    messages.delete(context, arguments.text("channel"), wanted)
    return {"channel": arguments.text("channel"), "ts": wanted}


@reading("chat.getPermalink", required="channel message_ts")
def permalink(context: Context, arguments: Arguments) -> JSON:
    """The address of a message."""
    place = channels.get(context, arguments.text("channel"))
    wanted = read(arguments.text("message_ts")) or arguments.text("message_ts")
    found = messages.get(context, place.id, wanted)
    return {"channel": place.id, "permalink": messages.permalink(context, found)}


@writing("chat.unfurl", "links:write")
def unfurl(context: Context, arguments: Arguments) -> JSON:
    """Show what links in a message lead to."""
    for name in ("channel", "ts", "unfurls"):
        if arguments.text(name) in _NOTHING:
            raise Refused(f"missing_{name}")
    shown = arguments.object("unfurls")
    if shown is None or not all(isinstance(each, dict) for each in shown.values()):
        raise Refused("invalid_unfurls_format")
    asked = arguments.text("ts")
    try:
        place = channels.get(context, arguments.text("channel"))
        message = messages.live(context, place.id, read(asked) or asked)
    except ChannelNotFound:
        raise Refused("cannot_find_channel") from None
    except MessageNotFound:
        raise Refused("cannot_find_message") from None
    said = f"{message.text} {message.words}".replace("&amp;", "&")
    if not all(f"<{address}" in said for address in shown):
        raise Refused("cannot_unfurl_url")
    messages.unfurl(context, place.id, message.ts, shown)
    return {}
