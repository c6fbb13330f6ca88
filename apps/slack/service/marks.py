"""How far each person has read, and what is new to them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.errors import InvalidTimestamp
from workaday.apps.slack.models import Membership, Message, ReadMark, ThreadMark
from workaday.apps.slack.service import channels, mentions, people
from workaday.apps.slack.timestamps import NEVER, read
from workaday.statement import Statement
from workaday.world import Context

QUIET = frozenset({"channel_join", "channel_leave"})
"""Notices that make nothing new: people who come and go."""
_LOUD = or_(Message.subtype.is_(None), Message.subtype.not_in(QUIET))

_NEW = insert(ReadMark)
_MOVE: Statement[ReadMark] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[ReadMark.channel_id, ReadMark.user_id], set_={"last_read": _NEW.excluded.last_read}
    )
)
_HELD: Statement[str] = Statement(
    select(ReadMark.last_read).where(
        ReadMark.channel_id == bindparam("channel"), ReadMark.user_id == bindparam("viewer")
    )
)
_NEW_IN_THREAD = insert(ThreadMark)
_MOVE_IN_THREAD: Statement[ThreadMark] = Statement(
    _NEW_IN_THREAD.on_conflict_do_update(
        index_elements=[ThreadMark.user_id, ThreadMark.channel_id, ThreadMark.thread_ts],
        set_={"last_read": _NEW_IN_THREAD.excluded.last_read},
    )
)
_UNREAD: Statement[tuple[str, int, int]] = Statement(
    select(Message.channel_id, func.count(), func.count().filter(mentions.ANY))
    .join(Membership, Membership.channel_id == Message.channel_id)
    .outerjoin(
        ReadMark, (ReadMark.channel_id == Message.channel_id) & (ReadMark.user_id == Membership.user_id)
    )
    .where(Membership.user_id == bindparam("viewer"), Message.user_id != bindparam("viewer"))
    .where(Message.ts > func.coalesce(ReadMark.last_read, NEVER), _LOUD)
    .where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
    .group_by(Message.channel_id)
    .order_by(Message.channel_id)
)


@dataclass(frozen=True)
class Unread:
    """What is new in a conversation: messages, and those of them that mention the person."""

    messages: int = 0
    mentions: int = 0


def mark(context: Context, channel_id: str, message_ts: str) -> None:
    """Say that one has read a conversation up to a timestamp; an earlier one marks as unread."""
    user = people.me(context)
    channel = channels.joined(context, channel_id, user)
    moment = read(message_ts)
    if moment is None and (not message_ts or message_ts.strip("0.")):
        raise InvalidTimestamp(argument="ts")
    move(context, channel.id, user.id, moment or NEVER)


def move(context: Context, channel_id: str, user_id: str, message_ts: str) -> None:
    """Set a read mark."""
    _MOVE.run(context, channel_id=channel_id, user_id=user_id, last_read=message_ts)


def move_in_thread(context: Context, channel_id: str, root_ts: str, user_id: str, message_ts: str) -> None:
    """Set how far somebody has read a thread."""
    place = {"channel_id": channel_id, "thread_ts": root_ts}
    _MOVE_IN_THREAD.run(context, **place, user_id=user_id, last_read=message_ts)


def last_read(context: Context, channel_id: str) -> str:
    """The person's read mark in a conversation."""
    return _HELD.value(context, channel=channel_id, viewer=people.me(context).id) or NEVER


def unread(context: Context) -> dict[str, Unread]:
    """What is new in each conversation that the person is in and that has anything new.

    Replies count only where they were also sent to the channel; one's own messages never do.
    """
    viewer = people.me(context).id
    found = _UNREAD.all(context, **mentions.of(viewer))
    return {channel_id: Unread(count, mentions) for channel_id, count, mentions in found}
