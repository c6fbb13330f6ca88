"""Writing, changing and deleting messages, and their addresses."""

from __future__ import annotations

from typing import Any

from workaday.apps.slack.errors import NoText
from workaday.apps.slack.service import addresses, channels, messages
from workaday.apps.slack.timestamps import read
from workaday.world import Context

from . import blocks
from .arguments import Arguments, parsed
from .methods import reading, writing
from .objects.messages import one
from .refusals import JSON, Refused, unsupported

SCOPE = "chat:write"

_SHOWS = ("text", "fallback", "title", "pretext", "author_name", "fields")
"""What makes an attachment say something, even when it is empty (notes on tier 1)."""
_BESIDE_BLOCKS = frozenset({"blocks", "color", "fallback"})
"""What may stand beside an attachment's blocks: the older keys may not (node-slack-sdk#832)."""
_NOT_ECHOED = frozenset({"ts", "reactions"})
_NO_METADATA = ("", "{}", "null")


@writing("chat.postMessage", SCOPE, required="channel")
def post(context: Context, arguments: Arguments) -> JSON:
    """Write to a conversation, named by its id or name or by the id of the person it is with."""
    place = channels.get(context, addresses.destination(context, arguments.text("channel")))
    text, given = _content(arguments, too_long="msg_blocks_too_long")
    posted = messages.post(
        context,
        place.id,
        text,
        thread_ts=arguments.text("thread_ts") or None,
        broadcast=arguments.flag("reply_broadcast"),
        blocks=given,
    )
    told: JSON = {"channel": place.id, "ts": posted.message.ts, "message": one(context, posted.message)}
    return told | {"warning": "message_truncated"} if posted.truncated else told


@writing("chat.update", SCOPE, required="channel ts")
def update(context: Context, arguments: Arguments) -> JSON:
    """Change a message of one's own.  The echo has neither its ``ts`` nor its reactions."""
    sent = arguments.text("ts")
    message = messages.editable(context, arguments.text("channel"), read(sent) or sent)
    text, given = _content(arguments, too_long="msg_too_long")
    if arguments.flag("reply_broadcast"):
        raise Refused("cant_broadcast_message")
    edited = messages.edit(context, message.channel_id, message.ts, text or None, blocks=given)
    echo = {key: value for key, value in one(context, edited).items() if key not in _NOT_ECHOED}
    return {"channel": edited.channel_id, "ts": edited.ts, "text": edited.text, "message": echo}


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


# --- what a message is made of --------------------------------------------------------------------------


def _content(arguments: Arguments, *, too_long: str) -> tuple[str, blocks.Blocks | None]:
    """The text and the blocks.  What a message here cannot hold is refused, not dropped."""
    given = blocks.of(arguments, too_long=too_long)
    _refuse_markdown(arguments, given)
    text, attached = arguments.text("text"), _attachments(arguments)
    if not text and not given and not any(map(_says_something, attached)):
        raise NoText(argument="text")
    if any(attached):
        raise unsupported("attachments", "send text or blocks")
    _refuse_the_rest(arguments)
    return text, given


def _refuse_the_rest(arguments: Arguments) -> None:
    if arguments.text("metadata") not in _NO_METADATA:
        raise Refused("metadata_must_be_sent_from_app")
    if arguments.get("mrkdwn") is not None and not arguments.flag("mrkdwn"):
        raise unsupported("mrkdwn", "text is always formatted")
    if any(arguments.array("file_ids") or ()):
        raise unsupported("file_ids", "there are no files")


def _refuse_markdown(arguments: Arguments, given: blocks.Blocks | None) -> None:
    if arguments.text("markdown_text"):
        if arguments.text("text") or given:
            raise Refused("markdown_text_conflict")
        raise unsupported("markdown_text", "send text in Slack's own mrkdwn")


def _attachments(arguments: Arguments) -> list[dict[str, Any]]:
    """The attachments; what is no array, or in it no object, says nothing and is not read."""
    found = parsed(arguments.text("attachments").encode())
    attached = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
    if any("blocks" in each and not _BESIDE_BLOCKS.issuperset(each) for each in attached):
        raise Refused("invalid_attachments", "invalid_keys")
    return attached


def _says_something(attachment: dict[str, Any]) -> bool:
    has_blocks = isinstance(attachment.get("blocks"), list) and bool(attachment["blocks"])
    return has_blocks or any(name in attachment for name in _SHOWS)
