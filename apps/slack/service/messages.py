"""Writing, editing and deleting messages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete as delete_rows
from sqlalchemy import func, select

from workaday.apps.slack.errors import (
    CantDeleteMessage,
    CantUpdateMessage,
    InvalidThreadTs,
    IsArchived,
    IsInactive,
    MessageNotFound,
    MsgTooLong,
    NoText,
)
from workaday.apps.slack.models import Channel, Membership, Message, Reaction, User
from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.service import channels, marks, notices, people
from workaday.apps.slack.timestamps import micros, read, ts
from workaday.clock import SECOND
from workaday.world import Context

MOST_POSTED = 40_000
MOST_EDITED = 4_000
TOMBSTONE = "tombstone"
TOMBSTONE_TEXT = "This message was deleted."
FIRST_THREAD = 631_152_000 * SECOND
"""1990-01-01: thread timestamps before it, or more than an hour ahead, are refused (reference B' 3)."""

Blocks = list[dict[str, Any]]


@dataclass(frozen=True)
class Posted:
    """A new message, and whether its text had to be cut."""

    message: Message
    truncated: bool


def post(
    context: Context,
    channel_id: str,
    text: str,
    *,
    thread_ts: str | None = None,
    broadcast: bool = False,
    blocks: Blocks | None = None,
) -> Posted:
    """Write a message, or with ``thread_ts`` a reply.

    A ``thread_ts`` that names a reply goes to its thread; one that names nothing is posted at top level.
    Text over 40,000 characters is cut (reference, notes on tier 1).
    """
    user = people.me(context)
    channel = channels.joined(context, channel_id, user)
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if not text and not blocks:
        raise NoText(argument="text")
    root_ts = _root_of(context, channel.id, thread_ts) if thread_ts else None
    message = notices.add(
        context,
        channel.id,
        user.id,
        normalise(text[:MOST_POSTED]),
        thread_ts=root_ts,
        broadcast=broadcast and root_ts is not None,
        blocks=_stored(blocks),
    )
    _seen_and_shown(context, channel, user, message)
    return Posted(message, truncated=len(text) > MOST_POSTED)


def _seen_and_shown(context: Context, channel: Channel, user: User, message: Message) -> None:
    """Whoever writes has read what is there; a direct message shows up in everybody's sidebar."""
    if message.thread_ts is None or message.broadcast:
        marks.move(context, channel.id, user.id, message.ts)
    if channel.is_direct:
        closed = select(Membership).where(Membership.channel_id == channel.id, Membership.is_open.is_(False))
        for seat in context.session.scalars(closed.order_by(Membership.user_id)):
            seat.is_open = True


def _root_of(context: Context, channel_id: str, thread_ts: str) -> str | None:
    wanted = read(thread_ts)
    moment = micros(wanted) if wanted else 0
    if not FIRST_THREAD <= moment <= context.clock.now + 3600 * SECOND:
        raise InvalidThreadTs(f"{moment} is not a valid thread_ts", argument="thread_ts")
    found = by_ts(context, channel_id, ts(moment))
    if found is None:
        return None
    return found.thread_ts or found.ts


def by_ts(context: Context, channel_id: str, message_ts: str) -> Message | None:
    """The message at that timestamp, placeholders of deleted ones too."""
    query = select(Message).where(Message.channel_id == channel_id, Message.ts == message_ts)
    return context.session.scalars(query).first()


def get(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp, placeholders of deleted ones too; else :class:`MessageNotFound`."""
    message = by_ts(context, channel_id, message_ts)
    if message is None:
        raise MessageNotFound(argument="ts")
    return message


def edit(
    context: Context, channel_id: str, message_ts: str, text: str | None, *, blocks: Blocks | None = None
) -> Message:
    """Change one's own message.  A new text without blocks removes the blocks (reference B' 9)."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    message = _live(context, channel.id, message_ts)
    if message.user_id != user.id or message.subtype not in {None, "me_message"}:
        raise CantUpdateMessage(argument="ts")
    if channel.is_archived:
        raise IsInactive(argument="channel")
    _rewrite(message, text, blocks)
    message.edited_by = user.id
    message.edited_ts = ts(max(context.clock.now, micros(message.ts) + 1))
    return message


def _rewrite(message: Message, text: str | None, blocks: Blocks | None) -> None:
    if not text and not blocks:
        raise NoText(argument="text")
    if text is not None and len(text) > MOST_EDITED:
        raise MsgTooLong(argument="text")
    if text is not None:
        message.text = normalise(text)
    message.blocks = _stored(blocks)


def delete(context: Context, channel_id: str, message_ts: str) -> None:
    """Delete one's own message; an admin may delete anybody's.

    A message with replies leaves a placeholder, which goes with its last reply (reference B.1).
    """
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    message = _live(context, channel.id, message_ts)
    if message.user_id != user.id and not user.is_admin:
        raise CantDeleteMessage(argument="ts")
    if reply_count(context, channel.id, message.ts):
        _bury(message)
    else:
        _remove(context, message)


def _live(context: Context, channel_id: str, message_ts: str) -> Message:
    message = get(context, channel_id, message_ts)
    if message.subtype == TOMBSTONE:
        raise MessageNotFound(argument="ts")
    return message


def _bury(message: Message) -> None:
    message.subtype, message.text, message.user_id = TOMBSTONE, TOMBSTONE_TEXT, people.SLACKBOT
    message.blocks = message.edited_by = message.edited_ts = None


def _remove(context: Context, message: Message) -> None:
    _erase(context, message)
    if message.thread_ts is None or reply_count(context, message.channel_id, message.thread_ts):
        return
    root = by_ts(context, message.channel_id, message.thread_ts)
    if root is not None and root.subtype == TOMBSTONE:
        _erase(context, root)


def _erase(context: Context, message: Message) -> None:
    reactions = delete_rows(Reaction).where(
        Reaction.channel_id == message.channel_id, Reaction.message_ts == message.ts
    )
    context.session.execute(reactions)
    context.session.delete(message)
    context.session.flush()


def reply_count(context: Context, channel_id: str, root_ts: str) -> int:
    """How many replies a message has."""
    query = select(func.count()).where(Message.channel_id == channel_id, Message.thread_ts == root_ts)
    return context.session.scalars(query).one()


def permalink(context: Context, message: Message) -> str:
    """The address of a message; in a thread it names the thread (reference B' 15)."""
    address = f"https://{people.workspace(context).domain}.slack.com/archives/{message.channel_id}"
    link = f"{address}/p{message.ts.replace('.', '')}"
    root_ts = message.thread_ts or (
        message.ts if reply_count(context, message.channel_id, message.ts) else None
    )
    return f"{link}?thread_ts={root_ts}&cid={message.channel_id}" if root_ts else link


def _stored(blocks: Blocks | None) -> str | None:
    return json.dumps(blocks, ensure_ascii=False, separators=(",", ":")) if blocks else None
