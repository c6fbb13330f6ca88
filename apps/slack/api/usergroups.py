"""User groups (reference B.5)."""

from __future__ import annotations

from workaday.apps.slack.models import UserGroup
from workaday.apps.slack.service import usergroups
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects.usergroups import several
from .refusals import JSON

READ, WRITE = "usergroups:read", "usergroups:write"


def _one(context: Context, arguments: Arguments, shown: UserGroup) -> JSON:
    (told,) = several(context, [shown], users=True, count=arguments.flag("include_count"))
    return {"usergroup": told}


@reading("usergroups.list", READ)
def listed(context: Context, arguments: Arguments) -> JSON:
    """The user groups; on request disabled ones too, their members, and how many those are."""
    found = usergroups.listed(context, disabled=arguments.flag("include_disabled"))
    users, count = arguments.flag("include_users"), arguments.flag("include_count")
    told = several(context, found, users=users, count=count)
    for group, shown in zip(found, told, strict=True):
        if group.deleted_by:
            shown["deleted_by"] = group.deleted_by
    return {"usergroups": told}


@reading("usergroups.users.list", READ, required="usergroup")
def members(context: Context, arguments: Arguments) -> JSON:
    """Who is in a group; of a disabled one nobody, unless asked for."""
    found = usergroups.get(context, arguments.text("usergroup"))
    hidden = found.deleted and not arguments.flag("include_disabled")
    return {"users": [] if hidden else usergroups.members(context, found.id)}


@writing("usergroups.create", WRITE, required="name")
def create(context: Context, arguments: Arguments) -> JSON:
    """A new group."""
    made = usergroups.create(
        context,
        arguments.text("name"),
        handle=arguments.text("handle"),
        description=arguments.text("description"),
        channel_ids=_ids(arguments.text("channels")),
        section=arguments.flag("enable_section"),
    )
    return _one(context, arguments, made)


@writing("usergroups.update", WRITE, required="usergroup")
def change(context: Context, arguments: Arguments) -> JSON:
    """Change what is given."""
    places = arguments.get("channels")
    changed = usergroups.change(
        context,
        arguments.text("usergroup"),
        name=arguments.get("name"),
        handle=arguments.get("handle"),
        description=arguments.get("description"),
        channel_ids=None if places is None else _ids(places),
        section=arguments.flag("enable_section") if arguments.get("enable_section") is not None else None,
    )
    return _one(context, arguments, changed)


@writing("usergroups.users.update", WRITE, required="usergroup users")
def set_members(context: Context, arguments: Arguments) -> JSON:
    """Make these people the members."""
    group, users = arguments.text("usergroup"), _ids(arguments.text("users"))
    return _one(context, arguments, usergroups.set_members(context, group, users))


@writing("usergroups.enable", WRITE, required="usergroup")
def enable(context: Context, arguments: Arguments) -> JSON:
    """Take a group up again."""
    return _one(context, arguments, usergroups.enable(context, arguments.text("usergroup")))


@writing("usergroups.disable", WRITE, required="usergroup")
def disable(context: Context, arguments: Arguments) -> JSON:
    """Put a group away."""
    return _one(context, arguments, usergroups.disable(context, arguments.text("usergroup")))


def _ids(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]
