"""Messages that are to be sent later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from workaday import events
from workaday.apps.slack.errors import IsArchived, MsgTooLong, NoText, SlackError
from workaday.apps.slack.errors.messages import (
    InvalidScheduledMessageId,
    RestrictedTooMany,
    TimeInPast,
    TimeTooFar,
)
from workaday.apps.slack.models import Scheduled
from workaday.apps.slack.service import apps, channels, content, drafts, messages, people
from workaday.clock import SECOND
from workaday.statement import Statement
from workaday.world import Context

EVENT = "slack.send_scheduled"
FURTHEST = 120 * 24 * 3600
"""Seconds ahead (reference, notes on tier 2)."""
MOST, SPAN = 30, 300
"""At most so many in a channel within so many seconds (reference, notes on tier 2)."""

_HELD = (Scheduled.id == bindparam("wanted"), Scheduled.user_id == bindparam("viewer"))
_ADD: Statement[Scheduled] = Statement(insert(Scheduled).returning(Scheduled))
_ONE: Statement[Scheduled] = Statement(select(Scheduled).where(*_HELD))
_DUE: Statement[Scheduled] = Statement(select(Scheduled).where(Scheduled.id == bindparam("wanted")))
_CHANGE: Statement[Scheduled] = Statement(update(Scheduled).where(*_HELD).returning(Scheduled))
_REMOVE: Statement[Scheduled] = Statement(delete(Scheduled).where(Scheduled.id == bindparam("wanted")))
_LISTED: Statement[Scheduled] = Statement(
    select(Scheduled)
    .where(Scheduled.user_id == bindparam("viewer"))
    .order_by(Scheduled.post_at, Scheduled.created, Scheduled.id)
)
_AROUND: Statement[int] = Statement(
    select(func.count())
    .select_from(Scheduled)
    .where(Scheduled.channel_id == bindparam("channel"), Scheduled.user_id == bindparam("viewer"))
    .where(Scheduled.post_at.between(bindparam("low"), bindparam("high")))
)


def schedule(
    context: Context,
    channel_id: str,
    text: str,
    *,
    post_at: int,
    thread_ts: str | None = None,
    broadcast: bool = False,
    blocks: messages.Blocks | None = None,
    attachments: Sequence[Mapping[str, Any]] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Scheduled:
    """Have a message sent at a second to come, at most 120 days ahead."""
    user, bot = people.me(context), apps.acting(context)
    channel = channels.joined(context, channel_id, user)
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if not (text or blocks or attachments):
        raise NoText(argument="text")
    _check_length(text)
    root_ts = messages.root_of(context, channel.id, thread_ts)
    _check_time(context, channel.id, post_at)
    number = context.ids.code("Q")
    made = _ADD.one(
        context,
        id=number,
        channel_id=channel.id,
        user_id=user.id,
        bot_id=bot.id if bot else None,
        post_at=post_at,
        created=context.clock.seconds,
        event_number=_awaited(context, number, post_at),
        text=text,
        thread_ts=root_ts,
        broadcast=broadcast,
        blocks=content.dumped(blocks),
        attachments=content.dumped([dict(each) for each in attachments or ()]),
        event_metadata=content.dumped(metadata),
    )
    drafts.forget(context, channel.id, user.id, root_ts or "")
    return made


def _check_length(text: str) -> None:
    if content.fitted(text)[1]:
        raise MsgTooLong(argument="text")


def _check_time(context: Context, channel_id: str, post_at: int) -> None:
    now = context.clock.seconds
    if post_at <= now:
        raise TimeInPast(argument="post_at")
    if post_at > now + FURTHEST:
        raise TimeTooFar(argument="post_at")
    start = post_at - post_at % SPAN
    window = {"low": start, "high": start + SPAN - 1}
    if (_AROUND.value(context, channel=channel_id, viewer=people.me(context).id, **window) or 0) >= MOST:
        raise RestrictedTooMany(argument="post_at")


def _awaited(context: Context, number: str, post_at: int) -> int:
    return context.schedule(EVENT, {"id": number}, at=post_at * SECOND)


def listed(context: Context, channel_id: str | None = None) -> Sequence[Scheduled]:
    """What one has scheduled, the next first; of one conversation, or of all."""
    found = _LISTED.all(context, viewer=people.me(context).id)
    return [each for each in found if channel_id in {None, each.channel_id}]


def get(context: Context, number: str) -> Scheduled:
    """One's scheduled message with that id."""
    found = _ONE.first(context, wanted=number, viewer=people.me(context).id)
    if found is None:
        raise InvalidScheduledMessageId(argument="scheduled_message_id")
    return found


def cancel(context: Context, number: str) -> Scheduled:
    """Take a scheduled message back; what it was."""
    found = get(context, number)
    events.cancel(context, found.event_number)
    _REMOVE.run(context, wanted=found.id)
    return found


def change(
    context: Context, number: str, *, text: str | None = None, post_at: int | None = None
) -> Scheduled:
    """Change the text or the time of a scheduled message."""
    found = get(context, number)
    changed: dict[str, Any] = {}
    if text is not None:
        if not text and not found.blocks and not found.attachments:
            raise NoText(argument="text")
        _check_length(text)
        changed["text"] = text
    if post_at is not None and post_at != found.post_at:
        _check_time(context, found.channel_id, post_at)
        events.cancel(context, found.event_number)
        changed |= {"post_at": post_at, "event_number": _awaited(context, found.id, post_at)}
    return _CHANGE.one(context, **_key(found), **changed) if changed else found


def _key(found: Scheduled) -> dict[str, str]:
    return {"wanted": found.id, "viewer": found.user_id}


def send_now(context: Context, number: str) -> messages.Posted:
    """Send a scheduled message at once."""
    return _send(context, cancel(context, number))


def _send(context: Context, found: Scheduled) -> messages.Posted:
    return messages.send(
        context,
        found.channel_id,
        found.text,
        thread_ts=found.thread_ts,
        broadcast=found.broadcast,
        blocks=content.loaded(found.blocks) or None,
        attachments=content.loaded(found.attachments),
        metadata=content.loaded_object(found.event_metadata),
    )


def due(context: Context, payload: dict[str, Any]) -> None:
    """Its time has come: it is sent.

    Where that cannot be done any more, since the channel was archived or left, a person finds it among their
    drafts.
    """
    found = _DUE.first(context, wanted=payload["id"])
    if found is None:
        return
    _REMOVE.run(context, wanted=found.id)
    apps.act_as(context, found.bot_id)
    try:
        _send(context, found)
    except SlackError:
        if found.bot_id is None:
            drafts.restore(context, found.channel_id, found.user_id, found.text, found.thread_ts or "")
