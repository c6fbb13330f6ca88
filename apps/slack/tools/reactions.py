"""Reactions."""

from __future__ import annotations

from workaday.apps.slack import shapes
from workaday.apps.slack.service import (
    channels,
    messages,
    reactions,
)
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Emoji, Ts


@tool(reads=False, wire="reactions.add")
def slack_add_reaction(context: Context, *, channel: ChannelId, timestamp: Ts, name: Emoji) -> JSON:
    """React to a message with an emoji."""
    reactions.add(context, channel, read(timestamp) or timestamp, name)
    return {}


@tool(reads=False, wire="reactions.remove")
def slack_remove_reaction(context: Context, *, channel: ChannelId, timestamp: Ts, name: Emoji) -> JSON:
    """Take back a reaction of yours."""
    reactions.remove(context, channel, read(timestamp) or timestamp, name)
    return {}


@tool(reads=True, wire="reactions.get")
def slack_get_reactions(context: Context, *, channel: ChannelId, timestamp: Ts) -> JSON:
    """A message with everybody's reactions to it."""
    place = channels.get(context, channel)
    found = messages.get(context, place.id, read(timestamp) or timestamp)
    return {"type": "message", "channel": place.id, "message": shapes.messages(context, [found])[0]}
