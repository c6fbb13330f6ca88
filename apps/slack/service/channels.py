"""Conversations: who may see which, who is in them, and opening direct ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, and_, bindparam, func, insert, or_, select, update

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
from workaday.statement import Statement, among
from workaday.world import Context

KINDS = ("public", "private", "mpim", "im")
MOST_OTHERS = 8
"""How many other people a group conversation may have (reference B' 16)."""


MINE = select(Membership.channel_id).where(Membership.user_id == bindparam("viewer"))
"""The ids of the conversations that somebody is in."""
VISIBLE = select(Channel.id).where(or_(Channel.kind == "public", Channel.id.in_(MINE)))
"""The ids of the conversations that somebody may see: public ones, and those they are in."""

COLUMNS = (Channel, Channel.kind.in_(("im", "mpim")).label("is_direct"))
"""What a statement selects of a conversation."""
_BY_ID = Channel.id == bindparam("channel")
_SEATED = (Membership.channel_id == bindparam("channel"), Membership.user_id == bindparam("viewer"))
_SEEN: Statement[Any] = Statement(
    select(*COLUMNS, Membership.user_id.label("member"))
    .outerjoin(Membership, and_(Membership.channel_id == Channel.id, _SEATED[1]))
    .where(_BY_ID)
)
_MEMBERSHIP: Statement[Membership] = Statement(select(Membership).where(*_SEATED))
_BY_IDS: Statement[Channel] = Statement(
    select(*COLUMNS).where(Channel.id.in_(among("ids"))).order_by(Channel.id)
)
_NAMED: Statement[str] = Statement(
    select(Channel.id).where(Channel.name == bindparam("named"), Channel.kind != "mpim")
)
_LISTED: Statement[Channel] = Statement(
    select(*COLUMNS)
    .where(Channel.kind.in_(among("kinds")), Channel.id.in_(VISIBLE))
    .where(or_(Channel.is_archived.is_(False), bindparam("archived", type_=Boolean)))
    .order_by(Channel.id)
)
_MINE: Statement[str] = Statement(MINE.order_by(Membership.channel_id))
_MEMBERS: Statement[str] = Statement(
    select(Membership.user_id)
    .where(Membership.channel_id == bindparam("channel"))
    .order_by(Membership.joined, Membership.user_id)
)
_OTHERS: Statement[tuple[str, str]] = Statement(
    select(Membership.channel_id, Membership.user_id)
    .where(Membership.channel_id.in_(among("channels")), Membership.user_id != bindparam("viewer"))
    .order_by(Membership.channel_id, Membership.user_id)
)
_MEMBER_COUNTS: Statement[tuple[str, int]] = Statement(
    select(Membership.channel_id, func.count())
    .where(Membership.channel_id.in_(among("channels")))
    .group_by(Membership.channel_id)
    .order_by(Membership.channel_id)
)
_BETWEEN: Statement[Channel] = Statement(
    select(*COLUMNS)
    .join(Membership, Membership.channel_id == Channel.id)
    .where(Channel.kind.in_(["im", "mpim"]), Channel.id.in_(MINE))
    .group_by(Channel.id)
    .having(func.count() == bindparam("size"))
    .having(func.count().filter(Membership.user_id.in_(among("people"))) == bindparam("size"))
    .order_by(Channel.id)
)
_MAKE: Statement[Channel] = Statement(insert(Channel).returning(*COLUMNS))
_SEAT: Statement[Membership] = Statement(insert(Membership))
_SHOW: Statement[Membership] = Statement(update(Membership).where(*_SEATED).values(is_open=True))


@dataclass(frozen=True)
class Opened:
    """A direct conversation, and whether it was there and open already."""

    channel: Channel
    already_open: bool


def _seen(context: Context, channel_id: str, user: User | None) -> tuple[Channel, bool]:
    """A conversation, and whether the person is in it."""
    viewer = user or people.me(context)
    found = _SEEN.first(context, channel=channel_id, viewer=viewer.id)
    is_in = found is not None and (found.member is not None or channel_id in _admitted(context))
    if found is None or (found.kind != "public" and not is_in):
        raise ChannelNotFound(argument="channel")
    return found, is_in


def _admitted(context: Context) -> frozenset[str]:
    admitted: frozenset[str] = context.memo.get("slack_admitted", frozenset())
    return admitted


def admit(context: Context, channel_id: str) -> None:
    """Until this action ends, let whoever acts write in a conversation as one who is in it.

    For apps that answer at an address which the workspace has given them for that conversation.
    """
    context.memo["slack_admitted"] = _admitted(context) | {channel_id}


def get(context: Context, channel_id: str, user: User | None = None) -> Channel:
    """The conversation with that id, if the person may see it; else it is as if it did not exist."""
    return _seen(context, channel_id, user)[0]


def resolve(context: Context, name: str) -> str:
    """The id of the channel with that name, with or without ``#``; anything else is taken for an id."""
    return _NAMED.value(context, named=name.removeprefix("#")) or name


def find(context: Context, name: str) -> Channel:
    """The conversation with that id, or that name with or without ``#``, if the person may see it."""
    return get(context, resolve(context, name))


def by_ids(context: Context, ids: Iterable[str]) -> dict[str, Channel]:
    """The conversations with these ids, whoever may see them, by id."""
    return {each.id: each for each in _BY_IDS.all(context, ids=sorted(set(ids)))}


def membership(context: Context, channel_id: str, user: User | None = None) -> Membership | None:
    """The person's membership of a conversation."""
    member = user or people.me(context)
    return _MEMBERSHIP.first(context, channel=channel_id, viewer=member.id)


def is_member(context: Context, channel_id: str, user: User | None = None) -> bool:
    """Whether the person is in the conversation."""
    return membership(context, channel_id, user) is not None


def joined(context: Context, channel_id: str, user: User | None = None) -> Channel:
    """The conversation with that id, if the person is in it."""
    channel, is_in = _seen(context, channel_id, user)
    if not is_in:
        raise NotInChannel(argument="channel")
    return channel


def readable(context: Context, channel_id: str) -> Channel:
    """The conversation with that id, if one may read it: people any public one, bots those they are in."""
    viewer = people.me(context)
    return (joined if viewer.is_bot else get)(context, channel_id, viewer)


def listed(context: Context, kinds: Sequence[str] = KINDS, *, archived: bool = True) -> Sequence[Channel]:
    """The conversations of these kinds that the person may see, in order of id."""
    return _LISTED.all(context, kinds=kinds, archived=archived, viewer=people.me(context).id)


def joined_ids(context: Context) -> frozenset[str]:
    """The ids of the conversations that the person is in."""
    return frozenset(_MINE.column(context, viewer=people.me(context).id))


def members(context: Context, channel_id: str) -> Sequence[str]:
    """The ids of a conversation's members, in order of joining."""
    return _MEMBERS.column(context, channel=channel_id)


def member_counts(context: Context, channel_ids: Sequence[str]) -> dict[str, int]:
    """How many members each conversation has."""
    return dict(_MEMBER_COUNTS.all(context, channels=channel_ids))


def partner(context: Context, channel: Channel) -> str:
    """The id of the other person in a direct message; one's own in the conversation with oneself."""
    return partners(context, [channel])[channel.id]


def partners(context: Context, found: Iterable[Channel]) -> dict[str, str]:
    """The ids of the other people in those of the conversations that are between two, by conversation."""
    viewer, between_two = people.me(context).id, [each.id for each in found if each.kind == "im"]
    others = dict(_OTHERS.all(context, channels=between_two, viewer=viewer)) if between_two else {}
    return {channel_id: others.get(channel_id, viewer) for channel_id in between_two}


def join(context: Context, channel_id: str) -> bool:
    """Join a public channel; false if the person was in it already."""
    user = people.me(context)
    channel, is_in = _seen(context, channel_id, user)
    if channel.kind != "public":
        raise MethodNotSupported(argument="channel")
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if is_in:
        return False
    _SEAT.run(context, channel_id=channel.id, user_id=user.id, joined=context.clock.seconds)
    notices.joined(context, channel.id, user.id)
    return True


# --- direct conversations -------------------------------------------------------------------------------


def open_direct(context: Context, user_ids: Sequence[str], *, create: bool = True) -> Opened:
    """The direct conversation with these people, made if there is none; with nobody else, one's own.

    The same people, in any order, always have the same conversation.
    """
    opener = people.me(context)
    others = _others(context, opener, user_ids)
    channel = between(context, others)
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
    _SHOW.run(context, channel=channel.id, viewer=user.id)
    return seat.is_open


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


def between(context: Context, others: Collection[str], user: User | None = None) -> Channel | None:
    """The direct conversation of the person with exactly these others, or with nobody else."""
    viewer = (user or people.me(context)).id
    inside = sorted({viewer, *others})
    return _BETWEEN.first(context, viewer=viewer, people=inside, size=len(inside))


def create_direct(context: Context, opener: User, others: Sequence[str]) -> Channel:
    """A new direct conversation.  It shows in the others' sidebars once a message arrives."""
    is_group = len(others) > 1
    channel = _MAKE.one(
        context,
        id=context.ids.code("C" if is_group else "D"),
        kind="mpim" if is_group else "im",
        creator_id=opener.id,
        created=context.clock.seconds,
        updated=context.clock.now // 1000,
        **(_described(context, [opener.id, *others]) if is_group else {"name": None}),
    )
    for user_id in dict.fromkeys([opener.id, *others]):
        seat = {"channel_id": channel.id, "user_id": user_id, "joined": context.clock.seconds}
        _SEAT.run(context, **seat, is_open=user_id == opener.id)
    return channel


def _described(context: Context, user_ids: Sequence[str]) -> dict[str, object]:
    """What Slack says of a group's conversation: a name, a topic and a purpose (reference B.2)."""
    found = people.named(context, user_ids)
    names = [found[user_id].name for user_id in user_ids]
    told = {"creator_id": user_ids[0], "set": context.clock.seconds}
    return {
        "name": f"mpdm-{'--'.join(names)}-1",
        "topic": "Group messaging",
        "purpose": f"Group messaging with: {' '.join(f'@{name}' for name in names)}",
        **{f"{what}_{key}": value for what in ("topic", "purpose") for key, value in told.items()},
    }
