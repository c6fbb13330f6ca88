"""Messages that are pinned to their conversation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, delete, func, insert, select

from workaday.apps.slack.errors.keepsakes import (
    AlreadyPinned,
    NoPin,
    NotPinnable,
    RestrictedAction,
    TooManyPins,
)
from workaday.apps.slack.models import Message, Pin
from workaday.apps.slack.service import channels, messages, people
from workaday.statement import Statement, among
from workaday.world import Context

MOST = 100
"""Pins in one conversation."""
_PINNABLE = frozenset({None, messages.ME, messages.OVERRIDDEN})

_ADD: Statement[Pin] = Statement(insert(Pin))
_REMOVE: Statement[Pin] = Statement(
    delete(Pin).where(Pin.channel_id == bindparam("channel"), Pin.message_ts == bindparam("at"))
)
_LISTED: Statement[Pin] = Statement(
    select(Pin)
    .where(Pin.channel_id == bindparam("channel"))
    .order_by(Pin.created.desc(), Pin.message_ts.desc())
)
_ON: Statement[Pin] = Statement(
    select(Pin)
    .where(Pin.channel_id == bindparam("channel"), Pin.message_ts.in_(among("messages")))
    .order_by(Pin.message_ts)
)
_COUNT: Statement[int] = Statement(
    select(func.count()).select_from(Pin).where(Pin.channel_id == bindparam("channel"))
)


def add(context: Context, channel_id: str, message_ts: str) -> None:
    """Pin a message, for everybody in its conversation."""
    message = _pinnable(context, channel_id, message_ts)
    if message.subtype not in _PINNABLE:
        raise NotPinnable(argument="timestamp")
    if on(context, [message]):
        raise AlreadyPinned(argument="timestamp")
    if count(context, message.channel_id) >= MOST:
        raise TooManyPins(argument="channel")
    _ADD.run(
        context,
        channel_id=message.channel_id,
        message_ts=message.ts,
        user_id=people.me(context).id,
        created=context.clock.seconds,
    )


def remove(context: Context, channel_id: str, message_ts: str) -> None:
    """Unpin a message, whoever pinned it."""
    message = _pinnable(context, channel_id, message_ts)
    if not _REMOVE.run(context, channel=message.channel_id, at=message.ts):
        raise NoPin(argument="timestamp")


def _pinnable(context: Context, channel_id: str, message_ts: str) -> Message:
    channel = channels.joined(context, channel_id)
    message = messages.live(context, channel.id, message_ts)
    if channel.is_archived:
        raise RestrictedAction(argument="channel")
    return message


def listed(context: Context, channel_id: str) -> Sequence[Pin]:
    """What is pinned to a conversation, the last pinned first."""
    return _LISTED.all(context, channel=channels.get(context, channel_id).id)


def count(context: Context, channel_id: str) -> int:
    """How many messages are pinned to a conversation."""
    return _COUNT.value(context, channel=channel_id) or 0


def on(context: Context, found: Iterable[Message]) -> dict[str, Pin]:
    """The pins of messages of one conversation, by the messages' timestamps."""
    wanted = list(found)
    if not wanted:
        return {}
    timestamps = [message.ts for message in wanted]
    pinned = _ON.all(context, channel=wanted[0].channel_id, messages=timestamps)
    return {each.message_ts: each for each in pinned}
