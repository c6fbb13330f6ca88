"""Furnishing a workspace before anybody works in it.  For seeds: no door leads here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import func, select

from workaday.apps.slack import filetypes
from workaday.apps.slack.models import (
    Bot,
    Channel,
    Command,
    CustomEmoji,
    DoNotDisturb,
    InstalledApp,
    Membership,
    Message,
    ProfileField,
    ReadMark,
    Shortcut,
    User,
    UserGroup,
    UserGroupChannel,
    UserGroupMember,
    Workspace,
)
from workaday.apps.slack.service import marks, people, profiles
from workaday.chance import digest, rng
from workaday.people import Person
from workaday.world import Context

COLORS = ("9f69e7", "4bbe2e", "e7392d", "3c989f", "674b1b", "e96699", "e0a729", "684b6c", "5b89d5", "2b6836")


def workspace(context: Context, name: str, domain: str) -> Workspace:
    """The workspace itself, with Slackbot in it."""
    made = Workspace(id=context.ids.code("T"), name=name, domain=domain, created=context.clock.seconds)
    bot = User(
        id=people.SLACKBOT, name="slackbot", real_name="Slackbot", tz="America/Los_Angeles", color="757575"
    )
    bot.is_online = True
    context.session.add_all([made, _completed(bot)])
    context.session.flush()
    return made


@dataclass(frozen=True)
class Account:
    """What a member's account says beyond the directory."""

    handle: str
    display_name: str = ""
    phone: str = ""
    status_text: str = ""
    status_emoji: str = ""
    is_admin: bool = False
    is_owner: bool = False
    is_primary_owner: bool = False
    deactivated: bool = False


def user(context: Context, person: Person, account: Account) -> User:
    """An account for somebody in the directory."""
    made = User(
        id=context.ids.code("U"),
        person_id=person.id,
        name=account.handle,
        real_name=person.name,
        display_name=account.display_name,
        title=person.title,
        email=person.email,
        phone=account.phone,
        tz=person.timezone,
        color=rng("slack color", person.id).choice(COLORS),
        is_admin=account.is_admin,
        is_owner=account.is_owner,
        is_primary_owner=account.is_primary_owner,
        deleted=account.deactivated,
        updated=context.clock.seconds,
        status_text=account.status_text,
        status_emoji=account.status_emoji,
    )
    context.session.add(_completed(made))
    context.session.flush()
    return made


def _completed(made: User) -> User:
    """Fill what was left out with what an untouched account has."""
    blank = {"display_name": "", "title": "", "phone": "", "status_text": "", "status_emoji": ""}
    flags = {
        "is_admin": False,
        "is_owner": False,
        "is_primary_owner": False,
        "is_bot": False,
        "deleted": False,
    }
    for name, value in {**blank, **flags, "updated": 0, "status_expiration": 0}.items():
        if getattr(made, name) is None:
            setattr(made, name, value)
    return made


def present(context: Context, user_ids: Iterable[str]) -> None:
    """Who has Slack open, and nobody else but Slackbot."""
    there = {people.SLACKBOT, *user_ids}
    for member in context.session.scalars(select(User).order_by(User.id)):
        member.is_online = member.id in there
    context.session.flush()


def status(context: Context, user_id: str, text: str, emoji: str, *, until: int = 0) -> None:
    """What a member is doing, to the second ``until`` if there is an end to it; ``emoji`` has its colons."""
    member = context.session.get_one(User, user_id)
    member.status_text, member.status_emoji, member.status_expiration = text, emoji, until
    context.session.flush()
    profiles.expire(context, user_id, until)


def quiet_hours(context: Context, user_id: str, starts: int, ends: int) -> None:
    """When a member is not disturbed, each day between two minutes of the day."""
    made = DoNotDisturb(user_id=user_id, is_scheduled=True, starts=starts, ends=ends)
    context.session.add(made)
    context.session.flush()


def user_group(
    context: Context,
    name: str,
    handle: str,
    *,
    creator: str,
    members: Sequence[str],
    channels: Sequence[str] = (),
    description: str = "",
) -> UserGroup:
    """A user group created now, with members and the channels that its members are in."""
    now = context.clock.seconds
    made = UserGroup(id=context.ids.code("S"), name=name, handle=handle, description=description)
    made.created, made.updated, made.created_by, made.updated_by = now, now, creator, creator
    context.session.add(made)
    context.session.flush()
    for position, user_id in enumerate(members):
        context.session.add(UserGroupMember(usergroup_id=made.id, user_id=user_id, position=position))
    for position, channel_id in enumerate(channels):
        context.session.add(UserGroupChannel(usergroup_id=made.id, channel_id=channel_id, position=position))
    context.session.flush()
    return made


def emoji(
    context: Context, name: str, *, creator: str, image: bytes | None = None, alias_for: str | None = None
) -> None:
    """An emoji of the workspace's own, added now: a PNG, GIF or JPEG, or another name for an emoji."""
    mimetype = filetypes.kind_of("", image).mimetype if image else ""
    made = CustomEmoji(name=name, image=image, mimetype=mimetype, alias_for=alias_for)
    made.user_id, made.created = creator, context.clock.seconds
    context.session.add(made)
    context.session.flush()


def profile_field(
    context: Context, label: str, *, kind: str = "text", hint: str = "", options: Sequence[str] = ()
) -> ProfileField:
    """A field of everybody's profile, below the others; ``kind`` as in :class:`ProfileField`."""
    made = ProfileField(id=context.ids.code("Xf"), label=label, hint=hint, kind=kind)
    made.ordering = context.session.scalars(select(func.count()).select_from(ProfileField)).one()
    made.options = json.dumps(list(options), ensure_ascii=False)
    context.session.add(made)
    context.session.flush()
    return made


def install(
    context: Context,
    name: str,
    *,
    bot_scopes: Sequence[str],
    user_scopes: Sequence[str] = (),
    events: Sequence[str] = (),
    channels: Sequence[str] = (),
    icon: str = "",
    description: str = "",
    **settings: object,
) -> Bot:
    """An app with a bot, who is put into these channels.

    ``settings`` are further columns of :class:`InstalledApp`: its addresses, whether it is in Socket Mode and
    whether it has a home.  Secrets are made up, and in the app's row.
    """
    now, handle = context.clock.seconds, re.sub(r"[^a-z0-9]+", "", name.lower()) or "app"
    app_id = context.ids.code("A")
    secret = partial(_secret, context, app_id)
    app = InstalledApp(
        id=app_id,
        name=name,
        description=description,
        created=now,
        client_id=f"{int(secret('team')[:10], 16)}.{int(secret('client')[:10], 16)}",
        client_secret=secret("client secret"),
        signing_secret=secret("signing secret"),
        verification_token=secret("verification token")[:24],
        bot_scopes=" ".join(bot_scopes),
        user_scopes=" ".join(user_scopes),
        bot_events=" ".join(events),
        **settings,
    )
    member = User(id=context.ids.code("U"), name=handle, real_name=name, tz="America/Los_Angeles")
    member.is_bot, member.updated = True, now
    member.color = rng("slack color", handle).choice(COLORS)
    context.session.add_all([app, _completed(member)])
    context.session.flush()
    made = Bot(id=context.ids.code("B"), app_id=app.id, user_id=member.id, name=name, icon=icon, updated=now)
    context.session.add(made)
    context.session.flush()
    for channel_id in channels:
        seat(context, channel_id, {member.id: now})
    return made


def command(
    context: Context, app_id: str, name: str, *, url: str = "", usage: str = "", description: str = ""
) -> None:
    """A slash command of an app; ``name`` has its slash."""
    made = Command(name=name, app_id=app_id, url=url, usage=usage, description=description)
    context.session.add(made)
    context.session.flush()


def shortcut(
    context: Context, app_id: str, callback_id: str, name: str, *, on_messages: bool = False
) -> None:
    """A shortcut of an app: one from anywhere, or one on messages."""
    kind = "message" if on_messages else "global"
    context.session.add(Shortcut(app_id=app_id, callback_id=callback_id, kind=kind, name=name))
    context.session.flush()


def _secret(context: Context, app_id: str, kind: str) -> str:
    """32 hexadecimal digits."""
    return digest("slack secret", context.ids.seed, app_id, kind).hex()[:32]


def channel(
    context: Context,
    name: str,
    *,
    private: bool,
    creator: str,
    joined: Mapping[str, int],
    topic: str = "",
    purpose: str = "",
    is_general: bool = False,
) -> Channel:
    """A channel created now, with members (user id to second of joining)."""
    now = context.clock.seconds
    made = Channel(
        id=context.ids.code("C"),
        kind="private" if private else "public",
        name=name,
        creator_id=creator,
        created=now,
        updated=context.clock.now // 1000,
        is_general=is_general,
    )
    made.topic, made.topic_creator_id, made.topic_set = topic, creator if topic else "", now if topic else 0
    made.purpose, made.purpose_creator_id, made.purpose_set = (
        purpose,
        creator if purpose else "",
        now if purpose else 0,
    )
    context.session.add(made)
    context.session.flush()
    seat(context, made.id, joined)
    return made


def seat(context: Context, channel_id: str, joined: Mapping[str, int]) -> None:
    """Put members into a channel."""
    for user_id, moment in joined.items():
        context.session.add(Membership(channel_id=channel_id, user_id=user_id, joined=moment))
    context.session.flush()


def archive(context: Context, channel_id: str) -> None:
    """Close a channel for good."""
    made = context.session.get_one(Channel, channel_id)
    made.is_archived = True


def deactivate(context: Context, user_id: str) -> None:
    """Close the account of somebody who has left; what they wrote stays."""
    context.session.get_one(User, user_id).deleted = True


def read_until(context: Context, channel_id: str, user_id: str, message_ts: str) -> None:
    """How far a member has read a conversation, and the threads in it that they started or replied in."""
    context.session.merge(ReadMark(channel_id=channel_id, user_id=user_id, last_read=message_ts))
    place = Message.channel_id == channel_id
    own = select(func.coalesce(Message.thread_ts, Message.ts)).where(place, Message.user_id == user_id)
    last = (
        select(Message.thread_ts, func.max(Message.ts))
        .where(place, Message.thread_ts.in_(own), Message.ts <= message_ts)
        .group_by(Message.thread_ts)
        .order_by(Message.thread_ts)
    )
    for root_ts, last_ts in context.session.execute(last).all():
        assert root_ts is not None
        marks.move_in_thread(context, channel_id, root_ts, user_id, last_ts)


def mark_edited(context: Context, channel_id: str, message_ts: str, edited_ts: str) -> None:
    """Show a message as edited by its author."""
    query = select(Message).where(Message.channel_id == channel_id, Message.ts == message_ts)
    message = context.session.scalars(query).one()
    message.edited_ts, message.edited_by = edited_ts, message.user_id
