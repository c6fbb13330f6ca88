"""How far each person has read, and what is new to them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Integer, case, func, or_, select

from workaday.apps.slack.errors import InvalidTimestamp
from workaday.apps.slack.models import Membership, Message, ReadMark
from workaday.apps.slack.service import channels, people
from workaday.apps.slack.timestamps import NEVER, read
from workaday.world import Context


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
    if moment is None and message_ts.strip("0."):
        raise InvalidTimestamp(argument="ts")
    move(context, channel.id, user.id, moment or NEVER)


def move(context: Context, channel_id: str, user_id: str, message_ts: str) -> None:
    """Set a read mark."""
    held = context.session.get(ReadMark, (channel_id, user_id))
    if held is None:
        context.session.add(ReadMark(channel_id=channel_id, user_id=user_id, last_read=message_ts))
    else:
        held.last_read = message_ts


def last_read(context: Context, channel_id: str) -> str:
    """The person's read mark in a conversation."""
    held = context.session.get(ReadMark, (channel_id, people.me(context).id))
    return held.last_read if held else NEVER


def unread(context: Context) -> dict[str, Unread]:
    """What is new in each conversation that the person is in and that has anything new.

    Replies count only where they were also sent to the channel; one's own messages never do.
    """
    user = people.me(context)
    mentions = or_(*(Message.text.contains(token, autoescape=True) for token in _tokens(user.id)))
    seen = func.coalesce(ReadMark.last_read, NEVER)
    query = (
        select(Message.channel_id, func.count(), func.sum(case((mentions, 1), else_=0)).cast(Integer))
        .join(Membership, Membership.channel_id == Message.channel_id)
        .outerjoin(
            ReadMark, (ReadMark.channel_id == Message.channel_id) & (ReadMark.user_id == Membership.user_id)
        )
        .where(Membership.user_id == user.id, Message.user_id != user.id, Message.ts > seen)
        .where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
        .group_by(Message.channel_id)
        .order_by(Message.channel_id)
    )
    return {channel_id: Unread(count, named) for channel_id, count, named in context.session.execute(query)}


def _tokens(user_id: str) -> tuple[str, ...]:
    return (f"<@{user_id}>", f"<@{user_id}|", "<!here>", "<!channel>", "<!everyone>")
