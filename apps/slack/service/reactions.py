"""Emoji on messages."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from workaday.apps.slack import emoji
from workaday.apps.slack.errors import AlreadyReacted, InvalidName, IsArchived, NoReaction
from workaday.apps.slack.models import Message, Reaction
from workaday.apps.slack.service import channels, messages, people
from workaday.world import Context

Reactions = dict[str, list[str]]
"""Emoji name to the ids of those who reacted with it, both in order of coming."""


def add(context: Context, channel_id: str, message_ts: str, name: str) -> None:
    """React to a message.  An alias is kept under the emoji's own name: ``thumbsup`` as ``+1``."""
    message = _reactable(context, channel_id, message_ts)
    wanted = _canonical(name)
    if _held(context, message, wanted) is not None:
        raise AlreadyReacted(argument="name")
    context.session.add(
        Reaction(
            id=context.ids.number("slack_reaction"),
            channel_id=channel_id,
            message_ts=message.ts,
            user_id=people.me(context).id,
            name=wanted,
        )
    )


def remove(context: Context, channel_id: str, message_ts: str, name: str) -> None:
    """Take one's own reaction back."""
    message = _reactable(context, channel_id, message_ts)
    held = _held(context, message, _canonical(name))
    if held is None:
        raise NoReaction(argument="name")
    context.session.delete(held)


def on(context: Context, found: Iterable[Message]) -> dict[str, Reactions]:
    """The reactions on messages of one conversation, by the messages' timestamps."""
    wanted = list(found)
    if not wanted:
        return {}
    query = (
        select(Reaction.message_ts, Reaction.name, Reaction.user_id)
        .where(Reaction.channel_id == wanted[0].channel_id)
        .where(Reaction.message_ts.in_([message.ts for message in wanted]))
        .order_by(Reaction.id)
    )
    grouped: dict[str, Reactions] = {}
    for message_ts, name, user_id in context.session.execute(query):
        grouped.setdefault(message_ts, {}).setdefault(name, []).append(user_id)
    return grouped


def _reactable(context: Context, channel_id: str, message_ts: str) -> Message:
    channel = channels.get(context, channel_id)
    if channel.is_archived:
        raise IsArchived(argument="channel")
    return messages.get(context, channel_id, message_ts)


def _canonical(name: str) -> str:
    known = emoji.canonical(name)
    if known is None:
        raise InvalidName(argument="name")
    return known


def _held(context: Context, message: Message, name: str) -> Reaction | None:
    query = select(Reaction).where(
        Reaction.channel_id == message.channel_id,
        Reaction.message_ts == message.ts,
        Reaction.user_id == people.me(context).id,
        Reaction.name == name,
    )
    return context.session.scalars(query).first()
