"""Making channels and changing them: their names, what they are for, and who is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, insert, update

from workaday.apps.slack.errors import (
    IsArchived,
    MethodNotSupported,
    NotInChannel,
    SlackError,
    UserNotFound,
)
from workaday.apps.slack.errors.conversations import (
    AlreadyArchived,
    AlreadyInChannel,
    CantArchiveGeneral,
    CantInvite,
    CantInviteSelf,
    CantKickFromGeneral,
    CantKickSelf,
    CantLeaveGeneral,
    InvalidNameMaxlength,
    InvalidNamePunctuation,
    InvalidNameRequired,
    InvalidNameSpecials,
    InviteFailed,
    LastMember,
    NameTaken,
    NotArchived,
    NotAuthorized,
    NoUser,
    RestrictedAction,
    TooLong,
)
from workaday.apps.slack.models import Channel, Membership, User
from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.service import channels, notices, people, slackbot
from workaday.statement import Statement
from workaday.world import Context

LONGEST_NAME = 80
LONGEST_TOPIC = 250
"""Characters of a topic, and of a description."""
_PUNCTUATION = re.compile(r"[-_]*")

_CHANGE: Statement[Channel] = Statement(
    update(Channel).where(Channel.id == bindparam("channel")).returning(*channels.COLUMNS)
)
_MAKE: Statement[Channel] = Statement(insert(Channel).returning(*channels.COLUMNS))
_SEAT: Statement[Membership] = Statement(insert(Membership))
_HERE = (Membership.channel_id == bindparam("channel"), Membership.user_id == bindparam("member"))
_UNSEAT: Statement[Membership] = Statement(delete(Membership).where(*_HERE))
_HIDE: Statement[Membership] = Statement(update(Membership).where(*_HERE).values(is_open=False))


# --- making and naming ----------------------------------------------------------------------------------


def create(context: Context, name: str, *, private: bool = False) -> Channel:
    """A new channel, with whoever makes it in it."""
    user = people.me(context)
    _check_name(context, name)
    made = _MAKE.one(
        context,
        id=context.ids.code("C"),
        kind="private" if private else "public",
        name=name,
        creator_id=user.id,
        created=context.clock.seconds,
        updated=context.clock.now // 1000,
    )
    _seat(context, made.id, user.id)
    notices.joined(context, made.id, user.id)
    return made


def check_name(context: Context, name: str) -> None:
    """Whether a channel could be called that; each rule has an error of its own (reference B' 17)."""
    people.me(context)
    _check_name(context, name)


def _check_name(context: Context, name: str) -> None:
    if not name:
        raise InvalidNameRequired(argument="name")
    if len(name) > LONGEST_NAME:
        raise InvalidNameMaxlength(argument="name")
    if not all(_may_stand(letter) for letter in name):
        raise InvalidNameSpecials(argument="name")
    if _PUNCTUATION.fullmatch(name):
        raise InvalidNamePunctuation(argument="name")
    if channels.resolve(context, name) != name:
        raise NameTaken(argument="name")


def _may_stand(letter: str) -> bool:
    """Letters of any script that are not upper case, digits, hyphens and underscores."""
    return letter in "-_" or (letter.isalnum() and letter == letter.lower())


def rename(context: Context, channel_id: str, name: str) -> Channel:
    """Give a channel another name; its creator and admins can."""
    user = people.me(context)
    channel = _changeable(context, channel_id, user)
    if channel.creator_id != user.id and not user.is_admin:
        raise NotAuthorized(argument="channel")
    if name == channel.name:
        return channel
    _check_name(context, name)
    former = [*json.loads(channel.previous_names), channel.name]
    renamed = _change(context, channel, name=name, previous_names=json.dumps(former, ensure_ascii=False))
    text = f'<@{user.id}> has renamed the channel from "{channel.name}" to "{name}"'
    _notice(context, channel, user, "channel_name", text, old_name=channel.name, name=name)
    return renamed


def set_topic(context: Context, channel_id: str, topic: str) -> Channel:
    """Say what a conversation is about now."""
    return _describe(context, channel_id, "topic", topic)


def set_purpose(context: Context, channel_id: str, purpose: str) -> Channel:
    """Say what a conversation is for."""
    return _describe(context, channel_id, "purpose", purpose)


def _describe(context: Context, channel_id: str, what: str, said: str) -> Channel:
    user = people.me(context)
    channel = channels.joined(context, channel_id, user)
    if channel.kind == "im":
        raise MethodNotSupported(argument="channel")
    if channel.is_archived:
        raise IsArchived(argument="channel")
    text = normalise(said)
    if len(said) > LONGEST_TOPIC:
        raise TooLong(argument=what)
    if text == getattr(channel, what):
        return channel
    told = {what: text, f"{what}_creator_id": user.id, f"{what}_set": context.clock.seconds}
    changed = _change(context, channel, **told)
    kind = "topic" if what == "topic" else "description"
    sentence = f"set the channel {kind}: {text}" if text else f"cleared the channel {kind}"
    _notice(context, channel, user, f"channel_{what}", f"<@{user.id}> {sentence}", **{what: text})
    return changed


# --- coming and going -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Invited:
    """The channel that people were added to, and those who could not be, with why not."""

    channel: Channel
    refused: dict[str, SlackError] = field(default_factory=dict)


def invite(context: Context, channel_id: str, user_ids: Sequence[str], *, force: bool = False) -> Invited:
    """Add people to a channel: all of them, or with ``force`` those who can be added."""
    inviter = people.me(context)
    channel = _changeable(context, channel_id, inviter)
    wanted = [user_id for user_id in dict.fromkeys(user_ids) if user_id]
    if not wanted:
        raise NoUser(argument="users")
    refused = {user_id: why for user_id in wanted if (why := _unfit(context, channel, inviter, user_id))}
    if refused and (not force or len(refused) == len(wanted)):
        raise InviteFailed(refused)
    for user_id in wanted:
        if user_id not in refused:
            _seat(context, channel.id, user_id)
            notices.joined(context, channel.id, user_id, inviter=inviter.id)
    return Invited(channel, refused)


def bring(context: Context, channel_id: str, user_ids: Sequence[str]) -> None:
    """Add those of these members who are not in a channel yet, unless it is archived."""
    inviter, found = people.me(context), channels.by_ids(context, [channel_id])[channel_id]
    there = channels.members(context, channel_id)
    for user_id in user_ids:
        if user_id not in there and not found.is_archived:
            _seat(context, channel_id, user_id)
            notices.joined(context, channel_id, user_id, inviter=inviter.id)


def _unfit(context: Context, channel: Channel, inviter: User, user_id: str) -> SlackError | None:
    """Why somebody cannot be added to a channel; None if they can."""
    found = people.named(context, [user_id]).get(user_id)
    if found is None:
        return UserNotFound(argument="users")
    if user_id == inviter.id:
        return CantInviteSelf(argument="users")
    if found.deleted or user_id == people.SLACKBOT:
        return CantInvite(argument="users")
    if channels.is_member(context, channel.id, found):
        return AlreadyInChannel(argument="users")
    return None


def kick(context: Context, channel_id: str, user_id: str) -> None:
    """Remove somebody from a channel: in a public one its creator and admins can."""
    user = people.me(context)
    channel = _changeable(context, channel_id, user, archived=True)
    found = people.get(context, user_id)
    if user_id == user.id:
        raise CantKickSelf(argument="user")
    if channel.is_general:
        raise CantKickFromGeneral(argument="channel")
    if channel.kind == "public" and channel.creator_id != user.id and not user.is_admin:
        raise RestrictedAction(argument="user")
    if not channels.is_member(context, channel.id, found):
        raise NotInChannel(argument="user")
    _UNSEAT.run(context, channel=channel.id, member=found.id)
    notices.left(context, channel.id, found.id)
    if not found.is_bot and not found.deleted:
        told = f"You have been removed from <#{channel.id}|{channel.name}> by <@{user.id}>"
        slackbot.tell(context, found, told)


def leave(context: Context, channel_id: str) -> bool:
    """Leave a channel; false if one was not in it."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    _only_channels(channel)
    if not channels.is_member(context, channel.id, user):
        return False
    if channel.is_archived:
        raise IsArchived(argument="channel")
    if channel.is_general:
        raise CantLeaveGeneral(argument="channel")
    if channel.kind == "private" and len(channels.members(context, channel.id)) == 1:
        raise LastMember(argument="channel")
    _UNSEAT.run(context, channel=channel.id, member=user.id)
    notices.left(context, channel.id, user.id)
    return True


def close(context: Context, channel_id: str) -> bool:
    """Take a direct conversation out of one's sidebar; false if it was not there."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    if not channel.is_direct:
        raise MethodNotSupported(argument="channel")
    seat = channels.membership(context, channel.id, user)
    if seat is None or not seat.is_open:
        return False
    _HIDE.run(context, channel=channel.id, member=user.id)
    return True


# --- putting away ---------------------------------------------------------------------------------------


def archive(context: Context, channel_id: str) -> None:
    """Put a channel away: it can still be read."""
    user = people.me(context)
    channel = channels.joined(context, channel_id, user)
    _only_channels(channel)
    if channel.is_archived:
        raise AlreadyArchived(argument="channel")
    if channel.is_general:
        raise CantArchiveGeneral(argument="channel")
    _change(context, channel, is_archived=True)
    _notice(context, channel, user, "channel_archive", f"<@{user.id}> archived the channel")


def unarchive(context: Context, channel_id: str) -> None:
    """Take an archived channel up again; whoever does is in it."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    _only_channels(channel)
    if not channel.is_archived:
        raise NotArchived(argument="channel")
    _change(context, channel, is_archived=False)
    if not channels.is_member(context, channel.id, user):
        _seat(context, channel.id, user.id)
    _notice(context, channel, user, "channel_unarchive", f"<@{user.id}> un-archived the channel")


# --- what they share ------------------------------------------------------------------------------------


def _changeable(context: Context, channel_id: str, user: User, *, archived: bool = False) -> Channel:
    """A channel that one is in, and that lives."""
    channel = channels.get(context, channel_id, user)
    _only_channels(channel)
    if not channels.is_member(context, channel.id, user):
        raise NotInChannel(argument="channel")
    if channel.is_archived and not archived:
        raise IsArchived(argument="channel")
    return channel


def _only_channels(channel: Channel) -> None:
    if channel.is_direct:
        raise MethodNotSupported(argument="channel")


def _seat(context: Context, channel_id: str, user_id: str) -> None:
    _SEAT.run(context, channel_id=channel_id, user_id=user_id, joined=context.clock.seconds)


def _change(context: Context, channel: Channel, **columns: object) -> Channel:
    return _CHANGE.one(context, channel=channel.id, updated=context.clock.now // 1000, **columns)


def _notice(
    context: Context, channel: Channel, user: User, subtype: str, text: str, **details: object
) -> None:
    notices.add(context, channel.id, user.id, text, subtype=subtype, details=notices.detailed(details))
