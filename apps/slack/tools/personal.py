"""How one has one's own Slack: what stands where in the sidebar, what calls one, preferences."""

from __future__ import annotations

import json
from typing import Annotated

from workaday.apps.slack.errors.personal import BadPreference
from workaday.apps.slack.models import Section
from workaday.apps.slack.service import personal
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId

SectionId = Annotated[str, "Id of one of your sections, such as L07QK2M9ZTD"]
Name = Annotated[str, "Up to 80 characters"]
Emoji = Annotated[str, "Name of an emoji before it, such as books"]


@tool(reads=False)
def slack_star_channel(
    context: Context, *, channel: ChannelId, starred: Annotated[bool, "False takes it out again"] = True
) -> JSON:
    """Put a conversation among your starred ones."""
    personal.star(context, channel, starred)
    return {}


@tool(reads=False)
def slack_mute_channel(
    context: Context, *, channel: ChannelId, muted: Annotated[bool, "False lets it call you again"] = True
) -> JSON:
    """Stop being notified by a conversation."""
    personal.mute(context, channel, muted)
    return {}


@tool(reads=False)
def slack_set_channel_notifications(
    context: Context, *, channel: ChannelId, level: Annotated[str, "default, all, mentions or nothing"]
) -> JSON:
    """Say what a conversation notifies you of."""
    personal.notify(context, channel, level)
    return {}


# --- sections -------------------------------------------------------------------------------------------


def _told(shown: Section) -> JSON:
    return {"id": shown.id, "name": shown.name, "emoji": shown.emoji}


@tool(reads=True)
def slack_list_sections(context: Context) -> JSON:
    """The sections that you have made in your sidebar."""
    return {"sections": [_told(each) for each in personal.sections(context)]}


@tool(reads=False)
def slack_create_section(context: Context, *, name: Name, emoji: Emoji = "") -> JSON:
    """Make a section in your sidebar."""
    return {"section": _told(personal.make_section(context, name, emoji))}


@tool(reads=False)
def slack_rename_section(context: Context, *, section: SectionId, name: Name, emoji: Emoji = "") -> JSON:
    """Give a section of your sidebar another name and emoji."""
    return {"section": _told(personal.rename_section(context, section, name, emoji))}


@tool(reads=False)
def slack_delete_section(context: Context, *, section: SectionId) -> JSON:
    """Take a section out of your sidebar; its conversations stay."""
    personal.delete_section(context, section)
    return {}


@tool(reads=False)
def slack_move_to_section(
    context: Context,
    *,
    channel: ChannelId,
    section: Annotated[str, "Id of your section; empty puts it back into the one of its kind"] = "",
) -> JSON:
    """Put a conversation into a section of your sidebar."""
    personal.move(context, channel, section or None)
    return {}


# --- preferences ----------------------------------------------------------------------------------------


@tool(reads=True)
def slack_get_preferences(context: Context) -> JSON:
    """Your preferences: theme, sidebar, names, times, notifications, composer."""
    return {"prefs": personal.preferences(context)}


@tool(reads=False)
def slack_set_preference(
    context: Context,
    *,
    name: Annotated[str, "One of those that slack_get_preferences tells"],
    value: Annotated[str, 'As JSON: "dark", true, 3'],
) -> JSON:
    """Change one of your preferences."""
    try:
        given = json.loads(value)
    except (ValueError, RecursionError):
        raise BadPreference(argument="value") from None
    personal.prefer(context, name, given)
    return {}
