"""Emoji on messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select

from workaday.apps.slack.errors import (
    AlreadyReacted,
    InvalidName,
    IsArchived,
    NoAccess,
    NoReaction,
    SlackError,
)
from workaday.apps.slack.models import Message, Reaction
from workaday.apps.slack.service import channels, emojis, messages, people
from workaday.apps.slack.timestamps import ts
from workaday.statement import Statement, among
from workaday.world import Context

Reactions = dict[str, list[str]]
"""Emoji name to the ids of those who reacted with it, both in order of coming."""


@dataclass(frozen=True)
class Reacted:
    """A message, and the number of a reaction on it."""

    number: int
    message: Message


_ADD: Statement[Reaction] = Statement(insert(Reaction))
_REMOVE: Statement[Reaction] = Statement(delete(Reaction).where(Reaction.id == bindparam("reaction")))
_HELD: Statement[int] = Statement(
    select(Reaction.id).where(
        Reaction.channel_id == bindparam("channel"),
        Reaction.message_ts == bindparam("message"),
        Reaction.user_id == bindparam("viewer"),
        Reaction.name == bindparam("emoji"),
    )
)
_ON: Statement[tuple[str, str, str]] = Statement(
    select(Reaction.message_ts, Reaction.name, Reaction.user_id)
    .where(Reaction.channel_id == bindparam("channel"), Reaction.message_ts.in_(among("messages")))
    .order_by(Reaction.id)
)
_FAVOURITES: Statement[str] = Statement(
    select(Reaction.name)
    .where(Reaction.user_id == bindparam("viewer"))
    .group_by(Reaction.name)
    .order_by(func.count().desc(), func.max(Reaction.id).desc())
    .limit(bindparam("most"))
)

_BY: Statement[Any] = Statement(
    select(Message, Reaction.id.label("reaction"))
    .join(Reaction, (Reaction.channel_id == Message.channel_id) & (Reaction.message_ts == Message.ts))
    .where(Reaction.user_id == bindparam("user"), Message.channel_id.in_(channels.VISIBLE))
    .order_by(Reaction.id.desc())
)


def add(context: Context, channel_id: str, message_ts: str, name: str) -> None:
    """React to a message.  An alias is kept under the emoji's own name: ``thumbsup`` as ``+1``."""
    message = _reactable(context, channel_id, message_ts, IsArchived)
    wanted = _canonical(context, name)
    if _held(context, message, wanted) is not None:
        raise AlreadyReacted(argument="name")
    _ADD.run(
        context,
        id=context.ids.number("slack_reaction"),
        channel_id=channel_id,
        message_ts=message.ts,
        user_id=people.me(context).id,
        name=wanted,
        ts=ts(context.clock.now),
    )


def remove(context: Context, channel_id: str, message_ts: str, name: str) -> None:
    """Take one's own reaction back."""
    message = _reactable(context, channel_id, message_ts, NoAccess)
    held = _held(context, message, _canonical(context, name))
    if held is None:
        raise NoReaction(argument="name")
    _REMOVE.run(context, reaction=held)


def on(context: Context, found: Iterable[Message]) -> dict[str, Reactions]:
    """The reactions on messages of one conversation, by the messages' timestamps."""
    wanted = list(found)
    if not wanted:
        return {}
    timestamps = [message.ts for message in wanted]
    grouped: dict[str, Reactions] = {}
    for message_ts, name, user_id in _ON.all(context, channel=wanted[0].channel_id, messages=timestamps):
        grouped.setdefault(message_ts, {}).setdefault(name, []).append(user_id)
    return grouped


def favourites(context: Context, most: int) -> Sequence[str]:
    """The emoji that one reacts with most often, and of those as often the last used first."""
    return _FAVOURITES.column(context, viewer=people.me(context).id, most=most)


def by(context: Context, user_id: str) -> list[Reacted]:
    """The messages that somebody has reacted to and that one can see, for each reaction, the last first."""
    viewer = people.me(context).id
    found = _BY.all(context, user=people.get(context, user_id).id, viewer=viewer)
    return [Reacted(each.reaction, each) for each in found]


def _reactable(context: Context, channel_id: str, message_ts: str, archived: type[SlackError]) -> Message:
    """The message, in a channel that is open; ``archived`` is how Slack refuses the others."""
    channel = channels.get(context, channel_id)
    if channel.is_archived:
        raise archived(argument="channel")
    return messages.get(context, channel_id, message_ts)


def _canonical(context: Context, name: str) -> str:
    known = emojis.canonical(context, name)
    if known is None:
        raise InvalidName(argument="name")
    return known


def _held(context: Context, message: Message, name: str) -> int | None:
    viewer = people.me(context).id
    return _HELD.value(context, channel=message.channel_id, message=message.ts, viewer=viewer, emoji=name)
