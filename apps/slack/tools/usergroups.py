"""User groups: people who are mentioned together."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack.models import UserGroup
from workaday.apps.slack.service import usergroups
from workaday.tool import JSON, tool
from workaday.world import Context

GroupId = Annotated[str, "Id of a user group, such as S07QK2M9ZTD"]


def _told(shown: UserGroup) -> JSON:
    return {
        "id": shown.id,
        "name": shown.name,
        "handle": shown.handle,
        "description": shown.description,
        "date_delete": shown.deleted,
    }


@tool(reads=True, wire="usergroups.list")
def slack_list_user_groups(
    context: Context, *, include_disabled: Annotated[bool, "Disabled ones too"] = False
) -> JSON:
    """The groups of people that are mentioned together, as <!subteam^S07QK2M9ZTD>."""
    return {"usergroups": [_told(each) for each in usergroups.listed(context, disabled=include_disabled)]}


@tool(reads=True, wire="usergroups.users.list")
def slack_list_user_group_members(context: Context, *, usergroup: GroupId) -> JSON:
    """The user ids of a group's members."""
    found = usergroups.get(context, usergroup)
    return {"users": [] if found.deleted else usergroups.members(context, found.id)}


@tool(reads=False, wire="usergroups.create")
def slack_create_user_group(
    context: Context,
    *,
    name: Annotated[str, "Name"],
    handle: Annotated[str, "What it is mentioned by, without @; made from the name if empty"] = "",
    description: Annotated[str, "What it is for"] = "",
) -> JSON:
    """Make a user group; then give it members."""
    return {"usergroup": _told(usergroups.create(context, name, handle=handle, description=description))}


@tool(reads=False, wire="usergroups.users.update")
def slack_set_user_group_members(
    context: Context, *, usergroup: GroupId, users: Annotated[str, "Comma-separated user ids: all of them"]
) -> JSON:
    """Make these people, and nobody else, a group's members."""
    wanted = [each.strip() for each in users.split(",") if each.strip()]
    return {"usergroup": _told(usergroups.set_members(context, usergroup, wanted))}


@tool(reads=False, wire="usergroups.disable")
def slack_disable_user_group(context: Context, *, usergroup: GroupId) -> JSON:
    """Put a user group away."""
    return {"usergroup": _told(usergroups.disable(context, usergroup))}


@tool(reads=False, wire="usergroups.enable")
def slack_enable_user_group(context: Context, *, usergroup: GroupId) -> JSON:
    """Take a disabled user group up again."""
    return {"usergroup": _told(usergroups.enable(context, usergroup))}


@tool(reads=False, wire="usergroups.update")
def slack_update_user_group(
    context: Context,
    *,
    usergroup: GroupId,
    name: Annotated[str, "Another name; empty leaves it"] = "",
    handle: Annotated[str, "Another handle, without @; empty leaves it"] = "",
    description: Annotated[str, "What it is for; empty leaves it"] = "",
    channels: Annotated[str, "Comma-separated ids of the channels its members are added to"] = "",
) -> JSON:
    """Change a user group's name, handle, description or channels."""
    places = [each.strip() for each in channels.split(",") if each.strip()]
    changed = usergroups.change(
        context,
        usergroup,
        name=name or None,
        handle=handle or None,
        description=description or None,
        channel_ids=places or None,
    )
    return {"usergroup": _told(changed)}
