"""What one says of oneself, when one is there, and user groups."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack.models import UserGroup
from workaday.apps.slack.service import dnd, people, presence, profiles, usergroups
from workaday.tool import JSON, tool
from workaday.world import Context

Presence = Annotated[str, "auto or away"]
GroupId = Annotated[str, "Id of a user group, such as S07QK2M9ZTD"]


@tool(reads=False)
def slack_set_status(
    context: Context,
    *,
    text: Annotated[str, "Up to 100 characters; empty with an empty emoji clears the status"],
    emoji: Annotated[str, "Such as :palm_tree:"] = "",
    expiration: Annotated[int, "Second since 1970 at which it goes; 0 for never"] = 0,
) -> JSON:
    """Say what you are doing; it shows beside your name."""
    set_ = profiles.set_status(context, text, emoji, expiration)
    return {
        "status_text": set_.status_text,
        "status_emoji": set_.status_emoji,
        "status_expiration": set_.status_expiration,
    }


@tool(reads=False, wire="users.setPresence")
def slack_set_presence(context: Context, *, presence: Presence) -> JSON:
    """Set yourself away, or back."""
    _choose(context, presence)
    return {}


@tool(reads=True, wire="users.getPresence")
def slack_get_presence(context: Context, *, user: Annotated[str, "User id"]) -> JSON:
    """Whether somebody is active or away."""
    found = people.get(context, user)
    return {"presence": "active" if presence.is_active(context, found) else "away"}


_choose = presence.choose


@tool(reads=False, wire="dnd.setSnooze")
def slack_pause_notifications(context: Context, *, num_minutes: Annotated[int, "At most a week"]) -> JSON:
    """Pause your notifications for some minutes."""
    return {"snooze_enabled": True, "snooze_endtime": dnd.snooze(context, num_minutes).snoozed_until}


@tool(reads=False, wire="dnd.endSnooze")
def slack_resume_notifications(context: Context) -> JSON:
    """Take up your notifications again."""
    dnd.end_snooze(context)
    return {"snooze_enabled": False}


# --- user groups ----------------------------------------------------------------------------------------


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
