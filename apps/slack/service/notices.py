"""Messages that the workspace itself writes into a channel, and the timestamps of all messages."""

from __future__ import annotations

from sqlalchemy import func, select

from workaday.apps.slack.models import Message
from workaday.apps.slack.timestamps import micros, ts
from workaday.world import Context


def next_ts(context: Context, channel_id: str) -> str:
    """The timestamp of a message that is written now: unique in its channel, in order of writing."""
    now = ts(context.clock.now)
    query = select(func.max(Message.ts)).where(Message.channel_id == channel_id, Message.ts >= now)
    last = context.session.scalars(query).one()
    return ts(micros(last) + 1) if last else now


def add(context: Context, channel_id: str, user_id: str, text: str, **columns: object) -> Message:
    """A new message row."""
    message = Message(
        id=context.ids.number("slack_message"),
        channel_id=channel_id,
        ts=next_ts(context, channel_id),
        user_id=user_id,
        text=text,
        client_msg_id=context.ids.uuid("slack_client_msg"),
        **columns,
    )
    context.session.add(message)
    context.session.flush()
    return message


def joined(context: Context, channel_id: str, user_id: str) -> Message:
    """``<@U…> has joined the channel``, as the workspace writes it."""
    return add(context, channel_id, user_id, f"<@{user_id}> has joined the channel", subtype="channel_join")
