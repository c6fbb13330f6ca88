"""What one says of oneself, when one is there, and when one is not disturbed."""

from __future__ import annotations

import re
from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.service import dnd, people, presence, profiles
from workaday.errors import InvalidArgument
from workaday.tool import JSON, tool
from workaday.world import Context

_TIME = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]")
Presence = Annotated[str, "auto or away"]


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


@tool(reads=False, wire="users.profile.set")
def slack_update_profile(
    context: Context,
    *,
    name: Annotated[str, "real_name, display_name, title, phone or pronouns"],
    value: Annotated[str, "What it is to say"],
    user: Annotated[str, "User id of another person, for admins; empty for yourself"] = "",
) -> JSON:
    """Change one thing that your profile says."""
    changed = profiles.change_one(context, name, value, user or None)
    return {"username": changed.name, "profile": shapes.user(changed)["profile"]}


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


@tool(reads=True, wire="dnd.info")
def slack_get_do_not_disturb(
    context: Context, *, user: Annotated[str, "User id; empty for yourself"] = ""
) -> JSON:
    """Whether somebody keeps quiet hours, and from which second to which the present or next ones are."""
    found = dnd.state(context, user or None)
    if not found.is_scheduled:
        return {"dnd_enabled": False}
    return {
        "dnd_enabled": True,
        "next_dnd_start_ts": found.next_start,
        "next_dnd_end_ts": found.next_end,
    }


@tool(reads=False, wire="dnd.endDnd")
def slack_end_do_not_disturb(context: Context) -> JSON:
    """Be notified again, although it is one of your quiet hours."""
    dnd.end(context)
    return {}


@tool(reads=False)
def slack_set_quiet_hours(
    context: Context,
    *,
    starts: Annotated[str, "HH:MM in your own time zone"],
    ends: Annotated[str, "HH:MM; earlier than the start is on the next day"],
    enabled: Annotated[bool, "False turns them off"] = True,
) -> JSON:
    """Keep hours of each day in which you are not notified."""
    dnd.schedule(context, enabled, _minute("starts", starts), _minute("ends", ends))
    return {}


def _minute(argument: str, written: str) -> int:
    """The minute of the day that is written as ``22:30``."""
    if not _TIME.fullmatch(written):
        raise InvalidArgument(f"{argument}: write it as 22:30", argument=argument)
    hours, minutes = written.split(":")
    return int(hours) * 60 + int(minutes)
