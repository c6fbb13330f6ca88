"""Searching the messages that a person may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, func, not_, or_, select, text

from workaday.apps.slack.errors import NoQuery
from workaday.apps.slack.models import Channel, Membership, Message, User
from workaday.apps.slack.query import Query, parse
from workaday.apps.slack.service import channels, people
from workaday.apps.slack.service.messages import TOMBSTONE
from workaday.apps.slack.timestamps import ts
from workaday.clock import micros
from workaday.world import Context

_ADDRESS = "@<#>"


@dataclass(frozen=True)
class Found:
    """One page of the messages that match, and how many there are in all."""

    messages: Sequence[Message]
    total: int


def messages(
    context: Context,
    query: str,
    *,
    count: int = 20,
    page: int = 1,
    by_time: bool = False,
    ascending: bool = False,
) -> Found:
    """Messages that match, best first: those with the whole query word for word, then the newest.

    With ``by_time`` in order of time alone; ``ascending`` turns the order round.
    """
    if not query.strip():
        raise NoQuery(argument="query")
    asked = parse(query)
    if asked.impossible:
        return Found([], 0)
    matching = _matching(context, asked)
    total = context.session.scalars(select(func.count()).select_from(matching.subquery())).one()
    order = (
        [Message.ts, Message.channel_id] if by_time else [_verbatim(asked), Message.ts, Message.channel_id]
    )
    ordered = matching.order_by(*(each.asc() if ascending else each.desc() for each in order))
    shown = context.session.scalars(ordered.offset((page - 1) * count).limit(count)).all()
    return Found(shown, total)


def _matching(context: Context, asked: Query) -> Select[tuple[Message]]:
    user = people.me(context)
    query = select(Message).where(Message.channel_id.in_(channels.visible(user)))
    query = query.where(or_(Message.subtype.is_(None), Message.subtype.notin_([TOMBSTONE, "channel_join"])))
    for condition in (*_words(asked), *_places(context, user, asked), *_times(context, asked)):
        query = query.where(condition)
    return query


def _words(asked: Query) -> list[ColumnElement[bool]]:
    if asked.match:
        indexed = text("SELECT rowid FROM slack_message_index WHERE slack_message_index MATCH :match")
        return [Message.id.in_(indexed.bindparams(match=asked.match).columns(rowid=Message.id.type))]
    return [not_(Message.text.contains(word, autoescape=True)) for word in asked.excluded]


def _verbatim(asked: Query) -> ColumnElement[bool]:
    words = " ".join([*asked.words, *asked.phrases])
    return Message.text.contains(words, autoescape=True)


def _places(context: Context, user: User, asked: Query) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    for name in asked.senders:
        conditions.append(Message.user_id.in_(_users(user, name)))
    for name in asked.not_senders:
        conditions.append(Message.user_id.notin_(_users(user, name)))
    for name in asked.places:
        conditions.append(Message.channel_id.in_(_channels(user, name)))
    for name in asked.not_places:
        conditions.append(Message.channel_id.notin_(_channels(user, name)))
    return conditions


def _users(user: User, name: str) -> Select[tuple[str]]:
    """Whom a name means: an id, a handle, a display name or a full name; ``me`` is oneself."""
    wanted = name.strip(_ADDRESS).partition("|")[0].lower()
    if wanted == "me":
        return select(User.id).where(User.id == user.id)
    names = (User.id, User.name, User.display_name, User.real_name)
    return select(User.id).where(or_(*(func.lower(each) == wanted for each in names)))


def _channels(user: User, name: str) -> Select[tuple[str]]:
    """Which conversation a name means: a channel, or the direct messages with a person (``@name``)."""
    wanted = name.strip(_ADDRESS).partition("|")[0].lower()
    named = select(Channel.id).where(
        or_(func.lower(Channel.id) == wanted, func.lower(Channel.name) == wanted)
    )
    if not name.startswith(("@", "<@")):
        return named
    partner = select(Membership.channel_id).where(Membership.user_id.in_(_users(user, name)))
    return select(Channel.id).where(
        and_(Channel.kind == "im", Channel.id.in_(partner), Channel.id.in_(channels.mine(user)))
    )


def _times(context: Context, asked: Query) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if asked.after:
        conditions.append(Message.ts >= _midnight(context, asked.after + timedelta(days=1)))
    if asked.before:
        conditions.append(Message.ts < _midnight(context, asked.before))
    return conditions


def _midnight(context: Context, day: date) -> str:
    """The first moment of a day in the world's time zone."""
    return ts(micros(datetime(day.year, day.month, day.day, tzinfo=context.clock.zone)))
