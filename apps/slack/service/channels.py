"""Conversations: who may see which, who is in them, and opening direct ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, exists, func, or_, select

from workaday.apps.slack.errors import (
    ChannelNotFound,
    IsArchived,
    MethodNotSupported,
    NotInChannel,
    TooManyUsers,
    UserDisabled,
    UserNotFound,
    UsersListNotSupplied,
)
from workaday.apps.slack.models import Channel, Membership, User
from workaday.apps.slack.service import notices, people
from workaday.world import Context

KINDS = ("public", "private", "mpim", "im")
MOST_OTHERS = 8
"""How many other people a group conversation may have (reference B' 16)."""


@dataclass(frozen=True)
class Opened:
    """A direct conversation, and whether it was there and open already."""

    channel: Channel
    already_open: bool


def mine(user: User) -> Select[tuple[str]]:
    """The ids of the conversations that somebody is in."""
    return select(Membership.channel_id).where(Membership.user_id == user.id)


def visible(user: User) -> Select[tuple[str]]:
    """The ids of the conversations that somebody may see: public ones, and those they are in."""
    return select(Channel.id).where(or_(Channel.kind == "public", Channel.id.in_(mine(user))))


def get(context: Context, channel_id: str, user: User | None = None) -> Channel:
    """The conversation with that id, if the person may see it; else it is as if it did not exist."""
    channel = context.session.get(Channel, channel_id)
    hidden = channel is not None and channel.kind != "public" and not is_member(context, channel_id, user)
    if channel is None or hidden:
        raise ChannelNotFound(argument="channel")
    return channel


def find(context: Context, name: str) -> Channel:
    """The conversation with that id, or that name with or without ``#``, if the person may see it."""
    named = select(Channel.id).where(Channel.name == name.removeprefix("#"), Channel.kind != "mpim")
    return get(context, context.session.scalars(named).first() or name)


def membership(context: Context, channel_id: str, user: User | None = None) -> Membership | None:
    """The person's membership of a conversation."""
    member = user or people.me(context)
    return context.session.get(Membership, (channel_id, member.id))


def is_member(context: Context, channel_id: str, user: User | None = None) -> bool:
    """Whether the person is in the conversation."""
    return membership(context, channel_id, user) is not None


def joined(context: Context, channel_id: str, user: User | None = None) -> Channel:
    """The conversation with that id, if the person is in it."""
    channel = get(context, channel_id, user)
    if not is_member(context, channel_id, user):
        raise NotInChannel(argument="channel")
    return channel


def listed(context: Context, kinds: Sequence[str] = KINDS, *, archived: bool = True) -> Sequence[Channel]:
    """The conversations of these kinds that the person may see, in order of id."""
    query = select(Channel).where(Channel.kind.in_(kinds), Channel.id.in_(visible(people.me(context))))
    if not archived:
        query = query.where(Channel.is_archived.is_(False))
    return context.session.scalars(query.order_by(Channel.id)).all()


def joined_ids(context: Context) -> frozenset[str]:
    """The ids of the conversations that the person is in."""
    return frozenset(context.session.scalars(mine(people.me(context))))


def members(context: Context, channel_id: str) -> Sequence[str]:
    """The ids of a conversation's members, in order of joining."""
    query = select(Membership.user_id).where(Membership.channel_id == channel_id)
    return context.session.scalars(query.order_by(Membership.joined, Membership.user_id)).all()


def member_counts(context: Context, channel_ids: Sequence[str]) -> dict[str, int]:
    """How many members each conversation has."""
    query = (
        select(Membership.channel_id, func.count())
        .where(Membership.channel_id.in_(channel_ids))
        .group_by(Membership.channel_id)
    )
    return {channel_id: count for channel_id, count in context.session.execute(query)}


def partner(context: Context, channel: Channel) -> str:
    """The id of the other person in a direct message; one's own in the conversation with oneself."""
    viewer = people.me(context)
    others = [user_id for user_id in members(context, channel.id) if user_id != viewer.id]
    return others[0] if others else viewer.id


def join(context: Context, channel_id: str) -> bool:
    """Join a public channel; false if the person was in it already."""
    user = people.me(context)
    channel = get(context, channel_id, user)
    if channel.kind != "public":
        raise MethodNotSupported(argument="channel")
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if is_member(context, channel_id, user):
        return False
    context.session.add(Membership(channel_id=channel.id, user_id=user.id, joined=context.clock.seconds))
    notices.joined(context, channel.id, user.id)
    return True


# --- direct conversations -------------------------------------------------------------------------------


def open_direct(context: Context, user_ids: Sequence[str], *, create: bool = True) -> Opened:
    """The direct conversation with these people, made if there is none; with nobody else, one's own.

    The same people, in any order, always have the same conversation.
    """
    opener = people.me(context)
    others = _others(context, opener, user_ids)
    channel = _between(context, [opener.id, *others])
    if channel is None and not create:
        raise ChannelNotFound(argument="users")
    if channel is None:
        return Opened(create_direct(context, opener, others), already_open=False)
    return Opened(channel, already_open=reopen(context, channel, opener))


def reopen(context: Context, channel: Channel, user: User) -> bool:
    """Show a direct conversation in the person's sidebar again; true if it was there already."""
    seat = membership(context, channel.id, user)
    if seat is None:
        raise ChannelNotFound(argument="channel")
    was_open, seat.is_open = seat.is_open, True
    return was_open


def _others(context: Context, opener: User, user_ids: Sequence[str]) -> list[str]:
    wanted = [user_id for user_id in dict.fromkeys(user_ids) if user_id]
    if not wanted:
        raise UsersListNotSupplied(argument="users")
    found = people.named(context, wanted)
    for user_id in wanted:
        if user_id not in found:
            raise UserNotFound(argument="users")
        if found[user_id].deleted:
            raise UserDisabled(argument="users")
    others = [user_id for user_id in wanted if user_id != opener.id]
    if len(others) > MOST_OTHERS:
        raise TooManyUsers(argument="users")
    return others


def _between(context: Context, user_ids: Sequence[str]) -> Channel | None:
    """The direct conversation of exactly these people."""
    seats = select(func.count()).where(Membership.channel_id == Channel.id).scalar_subquery()
    query = select(Channel).where(Channel.kind.in_(["im", "mpim"]), seats == len(user_ids))
    for user_id in user_ids:
        query = query.where(
            exists().where(Membership.channel_id == Channel.id, Membership.user_id == user_id)
        )
    return context.session.scalars(query.order_by(Channel.id)).first()


def create_direct(context: Context, opener: User, others: Sequence[str]) -> Channel:
    """A new direct conversation.  It shows in the others' sidebars once a message arrives."""
    is_group = len(others) > 1
    channel = Channel(
        id=context.ids.code("C" if is_group else "D"),
        kind="mpim" if is_group else "im",
        name=_group_name(context, [opener.id, *others]) if is_group else None,
        creator_id=opener.id,
        created=context.clock.seconds,
        updated=context.clock.now // 1000,
    )
    context.session.add(channel)
    context.session.flush()
    for user_id in dict.fromkeys([opener.id, *others]):
        seat = Membership(channel_id=channel.id, user_id=user_id, joined=context.clock.seconds)
        seat.is_open = user_id == opener.id
        context.session.add(seat)
    return channel


def _group_name(context: Context, user_ids: Sequence[str]) -> str:
    found = people.named(context, user_ids)
    return f"mpdm-{'--'.join(found[user_id].name for user_id in user_ids)}-1"
