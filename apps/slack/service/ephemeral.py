"""Messages that one member alone sees, until they dismiss them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from workaday.apps.slack.errors import IsArchived
from workaday.apps.slack.errors.messages import EphemeralNotFound, UserNotInChannel
from workaday.apps.slack.models import Ephemeral
from workaday.apps.slack.service import apps, channels, content, messages, notices, people
from workaday.statement import Statement
from workaday.world import Context

_ADD: Statement[Ephemeral] = Statement(insert(Ephemeral).returning(Ephemeral))
_MINE: Statement[Ephemeral] = Statement(
    select(Ephemeral)
    .where(Ephemeral.to_user_id == bindparam("viewer"), Ephemeral.channel_id == bindparam("channel"))
    .order_by(Ephemeral.ts, Ephemeral.id)
)
_DISMISS: Statement[Ephemeral] = Statement(
    delete(Ephemeral).where(Ephemeral.id == bindparam("wanted"), Ephemeral.to_user_id == bindparam("viewer"))
)
_OWN = (
    Ephemeral.channel_id == bindparam("channel"),
    Ephemeral.ts == bindparam("at"),
    Ephemeral.to_user_id == bindparam("viewer"),
    Ephemeral.user_id == bindparam("sender"),
)
_REPLACE: Statement[Ephemeral] = Statement(update(Ephemeral).where(*_OWN))
_REMOVE: Statement[Ephemeral] = Statement(delete(Ephemeral).where(*_OWN))


def post(
    context: Context,
    channel_id: str,
    user_id: str,
    text: str,
    *,
    thread_ts: str | None = None,
    blocks: messages.Blocks | None = None,
    attachments: Sequence[Mapping[str, Any]] | None = None,
    username: str | None = None,
    icon: str | None = None,
) -> Ephemeral:
    """Show something to one member of a conversation, and to nobody else.

    It is in no history; its ``ts`` is of use only to order it among the messages around it.
    """
    sender, bot = people.me(context), apps.acting(context)
    channel = channels.joined(context, channel_id, sender)
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if user_id not in channels.members(context, channel.id):
        raise UserNotInChannel(argument="user")
    return _ADD.one(
        context,
        id=context.ids.number("slack_ephemeral"),
        channel_id=channel.id,
        ts=notices.next_ts(context, channel.id),
        to_user_id=user_id,
        user_id=sender.id,
        bot_id=bot.id if bot else None,
        thread_ts=messages.root_of(context, channel.id, thread_ts),
        text=content.fitted(text)[0],
        blocks=content.dumped(blocks),
        attachments=content.attachments(attachments),
        username=username if bot else None,
        icon=icon if bot else None,
    )


def mine(context: Context, channel_id: str) -> Sequence[Ephemeral]:
    """What is shown to oneself alone in a conversation, oldest first."""
    place = channels.get(context, channel_id)
    return _MINE.all(context, viewer=people.me(context).id, channel=place.id)


def dismiss(context: Context, number: int) -> None:
    """Let go of something that only oneself sees."""
    if not _DISMISS.run(context, wanted=number, viewer=people.me(context).id):
        raise EphemeralNotFound


def replace(
    context: Context,
    channel_id: str,
    user_id: str,
    ts: str,
    text: str,
    *,
    blocks: messages.Blocks | None = None,
    attachments: Sequence[Mapping[str, Any]] | None = None,
) -> None:
    """Show somebody something else in place of what one has shown to them alone."""
    columns = {"blocks": content.dumped(blocks), "attachments": content.attachments(attachments)}
    columns["text"] = content.fitted(text)[0]
    who = {"viewer": user_id, "sender": people.me(context).id}
    if not _REPLACE.run(context, channel=channel_id, at=ts, **who, **columns):
        raise EphemeralNotFound


def remove(context: Context, channel_id: str, user_id: str, ts: str) -> None:
    """Take back what one has shown to somebody alone."""
    who = {"viewer": user_id, "sender": people.me(context).id}
    if not _REMOVE.run(context, channel=channel_id, at=ts, **who):
        raise EphemeralNotFound


def note(context: Context, channel_id: str, text: str, thread_ts: str | None = None) -> Ephemeral:
    """What Slackbot tells oneself alone where one is, such as how a command went."""
    place = channels.get(context, channel_id)
    return _ADD.one(
        context,
        id=context.ids.number("slack_ephemeral"),
        channel_id=place.id,
        ts=notices.next_ts(context, place.id),
        to_user_id=people.me(context).id,
        user_id=people.SLACKBOT,
        bot_id=None,
        thread_ts=messages.root_of(context, place.id, thread_ts),
        text=content.fitted(text)[0],
        blocks=None,
        attachments=None,
        username=None,
        icon=None,
    )
