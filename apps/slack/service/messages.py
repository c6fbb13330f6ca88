"""Writing, editing and deleting messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select, update
from sqlalchemy import delete as delete_rows

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
from workaday.apps.slack.models import Channel, Membership, Message, Reaction, User, Workspace
from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.service import channels, marks, notices, people
from workaday.apps.slack.timestamps import micros, read, ts
from workaday.clock import SECOND
from workaday.statement import Statement, among
from workaday.world import Context

MOST_POSTED = 40_000
MOST_EDITED = 4_000
TOMBSTONE = "tombstone"
TOMBSTONE_TEXT = "This message was deleted."
FIRST_THREAD = 631_152_000 * SECOND
"""1990-01-01: thread timestamps before it, or more than an hour ahead, are refused (reference B' 3)."""
_NO_THREAD = frozenset({None, "", "0"})

Blocks = list[dict[str, Any]]

_AT = (Message.channel_id == bindparam("channel"), Message.ts == bindparam("at"))
_IN_THREAD = (Message.channel_id == bindparam("channel"), Message.thread_ts == bindparam("root"))
_BY_TS: Statement[Message] = Statement(select(Message).where(*_AT))
_ROOT_TS: Statement[str] = Statement(select(func.coalesce(Message.thread_ts, Message.ts)).where(*_AT))
_REPLY_COUNT: Statement[int] = Statement(select(func.count()).where(*_IN_THREAD))
_REPLIED: Statement[tuple[str, str]] = Statement(
    select(Message.channel_id, Message.thread_ts)
    .where(Message.channel_id.in_(among("channels")), Message.thread_ts.in_(among("roots")))
    .distinct()
)
_REWRITE: Statement[Message] = Statement(
    update(Message).where(Message.id == bindparam("message")).returning(Message)
)
_ERASE: Statement[Message] = Statement(delete_rows(Message).where(Message.id == bindparam("message")))
_ERASE_REACTIONS: Statement[Reaction] = Statement(
    delete_rows(Reaction).where(
        Reaction.channel_id == bindparam("channel"), Reaction.message_ts == bindparam("at")
    )
)
_SHOW: Statement[Membership] = Statement(
    update(Membership)
    .where(Membership.channel_id == bindparam("channel"), Membership.is_open.is_(False))
    .values(is_open=True)
)


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
    root_ts = _root_of(context, channel.id, thread_ts) if thread_ts not in _NO_THREAD else None
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
        _SHOW.run(context, channel=channel.id)


def _root_of(context: Context, channel_id: str, thread_ts: str | None) -> str | None:
    wanted = read(thread_ts or "")
    moment = micros(wanted) if wanted else 0
    if not FIRST_THREAD <= moment <= context.clock.now + 3600 * SECOND:
        raise InvalidThreadTs(f"{moment} is not a valid thread_ts", argument="thread_ts")
    return _ROOT_TS.value(context, channel=channel_id, at=ts(moment))


def by_ts(context: Context, channel_id: str, message_ts: str) -> Message | None:
    """The message at that timestamp, placeholders of deleted ones too."""
    return _BY_TS.first(context, channel=channel_id, at=message_ts)


def get(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp, placeholders of deleted ones too; else :class:`MessageNotFound`."""
    message = by_ts(context, channel_id, message_ts)
    if message is None:
        raise MessageNotFound(argument="ts")
    return message


def editable(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp, if the person may change it."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    message = _live(context, channel.id, message_ts)
    if message.user_id != user.id or message.subtype not in {None, "me_message"}:
        raise CantUpdateMessage(argument="ts")
    if channel.is_archived:
        raise IsInactive(argument="channel")
    return message


def edit(
    context: Context, channel_id: str, message_ts: str, text: str | None, *, blocks: Blocks | None = None
) -> Message:
    """Change one's own message.

    A text without blocks removes the blocks and shows the message as edited; blocks do not (reference B' 9).
    """
    message = editable(context, channel_id, message_ts)
    if not text and not blocks:
        raise NoText(argument="text")
    if text is not None and len(text) > MOST_EDITED:
        raise MsgTooLong(argument="text")
    return _REWRITE.one(
        context,
        message=message.id,
        text=message.text if text is None else normalise(text),
        blocks=_stored(blocks),
        edited_by=message.edited_by if blocks else message.user_id,
        edited_ts=message.edited_ts if blocks else ts(max(context.clock.now, micros(message.ts) + 1)),
    )


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
        _bury(context, message)
    else:
        _remove(context, message)


def _live(context: Context, channel_id: str, message_ts: str) -> Message:
    message = get(context, channel_id, message_ts)
    if message.subtype == TOMBSTONE:
        raise MessageNotFound(argument="ts")
    return message


def _bury(context: Context, message: Message) -> None:
    buried = {"subtype": TOMBSTONE, "text": TOMBSTONE_TEXT, "user_id": people.SLACKBOT}
    _REWRITE.one(context, message=message.id, **buried, blocks=None, edited_by=None, edited_ts=None)


def _remove(context: Context, message: Message) -> None:
    _erase(context, message)
    if message.thread_ts is None or reply_count(context, message.channel_id, message.thread_ts):
        return
    root = by_ts(context, message.channel_id, message.thread_ts)
    if root is not None and root.subtype == TOMBSTONE:
        _erase(context, root)


def _erase(context: Context, message: Message) -> None:
    _ERASE_REACTIONS.run(context, channel=message.channel_id, at=message.ts)
    _ERASE.run(context, message=message.id)


def reply_count(context: Context, channel_id: str, root_ts: str) -> int:
    """How many replies a message has."""
    return _REPLY_COUNT.value(context, channel=channel_id, root=root_ts) or 0


def permalink(context: Context, message: Message) -> str:
    """The address of a message; in a thread it names the thread (reference B' 15)."""
    return permalinks(context, [message])[0]


def permalinks(context: Context, found: Sequence[Message]) -> list[str]:
    """The addresses of messages, of one conversation or of many."""
    places, timestamps = sorted({each.channel_id for each in found}), [each.ts for each in found]
    replied = set(_REPLIED.all(context, channels=places, roots=timestamps))
    workspace = people.workspace(context)
    return [_address(workspace, each, (each.channel_id, each.ts) in replied) for each in found]


def _address(workspace: Workspace, message: Message, replied: bool) -> str:
    address = f"https://{workspace.domain}.slack.com/archives/{message.channel_id}"
    link = f"{address}/p{message.ts.replace('.', '')}"
    root_ts = message.thread_ts or (message.ts if replied else None)
    return f"{link}?thread_ts={root_ts}&cid={message.channel_id}" if root_ts else link


def _stored(blocks: Blocks | None) -> str | None:
    return json.dumps(blocks, ensure_ascii=False, separators=(",", ":")) if blocks else None
