"""Making channels, changing them, and saying who is in them."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import channels, management
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId

Name = Annotated[str, "Lower-case letters, digits, hyphens and underscores, up to 80 characters"]
Users = Annotated[str, "Comma-separated user ids"]


def _told(context: Context, channel: Channel) -> JSON:
    member = channels.is_member(context, channel.id)
    return {"channel": shapes.channel(context, channel, member=member)}


@tool(reads=False, wire="conversations.create")
def slack_create_channel(
    context: Context, *, name: Name, is_private: Annotated[bool, "Only for those invited"] = False
) -> JSON:
    """Make a channel; you are its first member."""
    return _told(context, management.create(context, name, private=is_private))


@tool(reads=False, wire="conversations.rename")
def slack_rename_channel(context: Context, *, channel: ChannelId, name: Name) -> JSON:
    """Give a channel that you made another name."""
    return _told(context, management.rename(context, channel, name))


@tool(reads=False, wire="conversations.setTopic")
def slack_set_topic(
    context: Context, *, channel: ChannelId, topic: Annotated[str, "Up to 250 characters; empty clears it"]
) -> JSON:
    """Say what a channel is about now."""
    return _told(context, management.set_topic(context, channel, topic))


@tool(reads=False, wire="conversations.setPurpose")
def slack_set_purpose(
    context: Context, *, channel: ChannelId, purpose: Annotated[str, "Up to 250 characters; empty clears it"]
) -> JSON:
    """Say what a channel is for: its description."""
    return _told(context, management.set_purpose(context, channel, purpose))


@tool(reads=False, wire="conversations.invite")
def slack_invite_to_channel(context: Context, *, channel: ChannelId, users: Users) -> JSON:
    """Add people to a channel that you are in: all of them, or nobody if one cannot be added."""
    wanted = [each.strip() for each in users.split(",")]
    return _told(context, management.invite(context, channel, wanted).channel)


@tool(reads=False, wire="conversations.kick")
def slack_remove_from_channel(
    context: Context, *, channel: ChannelId, user: Annotated[str, "User id"]
) -> JSON:
    """Remove somebody from a channel."""
    management.kick(context, channel, user)
    return {}


@tool(reads=False, wire="conversations.leave")
def slack_leave_channel(context: Context, *, channel: ChannelId) -> JSON:
    """Leave a channel."""
    return {} if management.leave(context, channel) else {"not_in_channel": True}


@tool(reads=False, wire="conversations.archive")
def slack_archive_channel(context: Context, *, channel: ChannelId) -> JSON:
    """Put a channel away: it can still be read."""
    management.archive(context, channel)
    return {}


@tool(reads=False, wire="conversations.unarchive")
def slack_unarchive_channel(context: Context, *, channel: ChannelId) -> JSON:
    """Take an archived channel up again."""
    management.unarchive(context, channel)
    return {}


@tool(reads=False, wire="conversations.close")
def slack_close_conversation(context: Context, *, channel: ChannelId) -> JSON:
    """Take a direct message out of your sidebar; nothing of it is lost."""
    return {} if management.close(context, channel) else {"no_op": True, "already_closed": True}
