"""User groups: people who are mentioned together, as ``@tax-leads``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete, insert, select, update

from workaday.apps.slack.errors.people import (
    BadHandle,
    DescriptionTooLong,
    ForbiddenHandle,
    HandleAlreadyExists,
    InvalidChannelProvided,
    InvalidUsers,
    MissingSubteamName,
    NameAlreadyExists,
    NameTooLong,
    NoSuchSubteam,
    NoUsersProvided,
)
from workaday.apps.slack.models import User, UserGroup, UserGroupChannel, UserGroupMember
from workaday.apps.slack.service import channels, management, people
from workaday.statement import Statement, among
from workaday.world import Context

LONGEST_NAME = 80
LONGEST_HANDLE = 21
LONGEST_DESCRIPTION = 140
"""Characters."""
FORBIDDEN = frozenset({"channel", "everyone", "group", "here", "me", "slackbot", "you"})
_HANDLE = re.compile(r"[a-z0-9._-]{1,21}")
_STRAY = re.compile(r"[^a-z0-9._-]+")

_LISTED: Statement[UserGroup] = Statement(select(UserGroup).order_by(UserGroup.id))
_ONE: Statement[UserGroup] = Statement(select(UserGroup).where(UserGroup.id == bindparam("group")))
_BY_HANDLE: Statement[UserGroup] = Statement(select(UserGroup).where(UserGroup.handle == bindparam("called")))
_BY_NAME: Statement[UserGroup] = Statement(select(UserGroup).where(UserGroup.name == bindparam("called")))
_PERSON: Statement[str] = Statement(select(User.id).where(User.name == bindparam("called")))
_MEMBERS: Statement[tuple[str, str]] = Statement(
    select(UserGroupMember.usergroup_id, UserGroupMember.user_id)
    .where(UserGroupMember.usergroup_id.in_(among("groups")))
    .order_by(UserGroupMember.usergroup_id, UserGroupMember.position)
)
_CHANNELS: Statement[tuple[str, str]] = Statement(
    select(UserGroupChannel.usergroup_id, UserGroupChannel.channel_id)
    .where(UserGroupChannel.usergroup_id.in_(among("groups")))
    .order_by(UserGroupChannel.usergroup_id, UserGroupChannel.position)
)
_ADD: Statement[UserGroup] = Statement(insert(UserGroup).returning(UserGroup))
_CHANGE: Statement[UserGroup] = Statement(
    update(UserGroup).where(UserGroup.id == bindparam("group")).returning(UserGroup)
)
_EMPTY: Statement[UserGroupMember] = Statement(
    delete(UserGroupMember).where(UserGroupMember.usergroup_id == bindparam("group"))
)
_PUT: Statement[UserGroupMember] = Statement(insert(UserGroupMember))
_DETACH: Statement[UserGroupChannel] = Statement(
    delete(UserGroupChannel).where(UserGroupChannel.usergroup_id == bindparam("group"))
)
_ATTACH: Statement[UserGroupChannel] = Statement(insert(UserGroupChannel))


# --- looking --------------------------------------------------------------------------------------------


def listed(context: Context, *, disabled: bool = False) -> list[UserGroup]:
    """The user groups in order of id; disabled ones too if wanted."""
    people.me(context)
    return [each for each in _LISTED.all(context) if disabled or not each.deleted]


def get(context: Context, group_id: str) -> UserGroup:
    """One user group."""
    people.me(context)
    found = _ONE.first(context, group=group_id)
    if found is None:
        raise NoSuchSubteam(argument="usergroup")
    return found


def by_handle(context: Context, handle: str) -> UserGroup | None:
    """The group that is mentioned so, with or without ``@``."""
    return _BY_HANDLE.first(context, called=handle.removeprefix("@"))


def members(context: Context, group_id: str) -> list[str]:
    """The ids of a group's members, in the order in which they were given."""
    return members_of(context, [group_id]).get(group_id, [])


def members_of(context: Context, group_ids: Sequence[str]) -> dict[str, list[str]]:
    """The same of several groups."""
    return _grouped(_MEMBERS.all(context, groups=list(group_ids)))


def channels_of(context: Context, group_ids: Sequence[str]) -> dict[str, list[str]]:
    """The ids of the channels that members are added to, by group."""
    return _grouped(_CHANNELS.all(context, groups=list(group_ids)))


def _grouped(pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for group_id, each in pairs:
        found.setdefault(group_id, []).append(each)
    return found


# --- changing -------------------------------------------------------------------------------------------


def create(
    context: Context,
    name: str,
    *,
    handle: str = "",
    description: str = "",
    channel_ids: Sequence[str] = (),
    section: bool = False,
) -> UserGroup:
    """A new group, without members.  Without a handle it gets one like its name.

    ``section`` is whether its channels are a section of its members' sidebars.
    """
    user, now = people.me(context), context.clock.seconds
    _check_name(context, name, None)
    given = handle.removeprefix("@") or _STRAY.sub("-", name.strip().lower()).strip("-")[:LONGEST_HANDLE]
    _check_handle(context, given, None)
    _check_description(description)
    places = _seen(context, channel_ids)
    made = _ADD.one(
        context,
        id=context.ids.code("S"),
        name=name.strip(),
        handle=given,
        description=description,
        created=now,
        updated=now,
        created_by=user.id,
        updated_by=user.id,
        is_section=section,
    )
    _attach(context, made.id, places)
    return made


def change(
    context: Context,
    group_id: str,
    *,
    name: str | None = None,
    handle: str | None = None,
    description: str | None = None,
    channel_ids: Sequence[str] | None = None,
    section: bool | None = None,
) -> UserGroup:
    """Change what is given of a group; its members come into channels that are new to it."""
    found = get(context, group_id)
    columns: dict[str, object] = {} if section is None else {"is_section": section}
    if name is not None:
        _check_name(context, name, found)
        columns["name"] = name.strip()
    if handle is not None:
        _check_handle(context, handle.removeprefix("@"), found)
        columns["handle"] = handle.removeprefix("@")
    if description is not None:
        _check_description(description)
        columns["description"] = description
    if channel_ids is not None:
        _attach(context, found.id, _seen(context, channel_ids))
        _bring(context, found, members(context, found.id))
    return _changed(context, found.id, columns)


def enable(context: Context, group_id: str) -> UserGroup:
    """Take up a disabled group again."""
    return _changed(context, get(context, group_id).id, {"deleted": 0, "deleted_by": None})


def disable(context: Context, group_id: str) -> UserGroup:
    """Put a group away: nobody can be mentioned by it."""
    user, found = people.me(context), get(context, group_id)
    return _changed(context, found.id, {"deleted": context.clock.seconds, "deleted_by": user.id})


def set_members(context: Context, group_id: str, user_ids: Sequence[str]) -> UserGroup:
    """Make these people, and nobody else, the group's members; who is new comes into its channels."""
    found = get(context, group_id)
    wanted = [user_id for user_id in dict.fromkeys(user_ids) if user_id]
    if not wanted:
        raise NoUsersProvided(argument="users")
    there = people.named(context, wanted)
    if any(user_id not in there or there[user_id].deleted for user_id in wanted):
        raise InvalidUsers(argument="users")
    former = members(context, found.id)
    _EMPTY.run(context, group=found.id)
    for position, user_id in enumerate(wanted):
        _PUT.run(context, usergroup_id=found.id, user_id=user_id, position=position)
    _bring(context, found, [user_id for user_id in wanted if user_id not in former])
    return _changed(context, found.id, {})


def _changed(context: Context, group_id: str, columns: Mapping[str, object]) -> UserGroup:
    told = {"updated": context.clock.seconds, "updated_by": people.me(context).id}
    return _CHANGE.one(context, group=group_id, **told, **columns)


def _attach(context: Context, group_id: str, channel_ids: Sequence[str]) -> None:
    _DETACH.run(context, group=group_id)
    for position, channel_id in enumerate(channel_ids):
        _ATTACH.run(context, usergroup_id=group_id, channel_id=channel_id, position=position)


def _bring(context: Context, group: UserGroup, user_ids: Sequence[str]) -> None:
    """Put members into the group's channels, as Slack does while the group is in use."""
    for channel_id in channels_of(context, [group.id]).get(group.id, []):
        if not group.deleted:
            management.bring(context, channel_id, user_ids)


def _seen(context: Context, channel_ids: Sequence[str]) -> list[str]:
    wanted = [each for each in dict.fromkeys(channel_ids) if each]
    visible = {each.id for each in channels.listed(context, ["public", "private"])}
    if not visible.issuperset(wanted):
        raise InvalidChannelProvided(argument="channels")
    return wanted


def _check_name(context: Context, name: str, own: UserGroup | None) -> None:
    if not name.strip():
        raise MissingSubteamName(argument="name")
    if len(name.strip()) > LONGEST_NAME:
        raise NameTooLong(argument="name")
    found = _BY_NAME.first(context, called=name.strip())
    if found is not None and (own is None or found.id != own.id):
        raise NameAlreadyExists(argument="name")


def _check_handle(context: Context, handle: str, own: UserGroup | None) -> None:
    if not _HANDLE.fullmatch(handle):
        raise BadHandle(argument="handle")
    if handle in FORBIDDEN:
        raise ForbiddenHandle(argument="handle")
    found = by_handle(context, handle)
    others = found is not None and (own is None or found.id != own.id)
    if others or _PERSON.value(context, called=handle) or channels.resolve(context, handle) != handle:
        raise HandleAlreadyExists(argument="handle")


def _check_description(description: str) -> None:
    if len(description) > LONGEST_DESCRIPTION:
        raise DescriptionTooLong(argument="description")
