"""Finding conversations, reading them, and opening and joining them."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.service import (
    channels,
    history,
    marks,
)
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Cursor, Limit, Ts, kinds, page, paged, window_of


@tool(reads=True, wire="conversations.list")
def slack_list_channels(
    context: Context,
    *,
    types: Annotated[
        str, "Comma-separated: public_channel, private_channel, mpim, im"
    ] = "public_channel,private_channel",
    exclude_archived: Annotated[bool, "Leave archived channels out"] = True,
    limit: Limit = 200,
    cursor: Cursor = "",
) -> JSON:
    """The channels and direct messages that you can see. A direct message says whose it is in `user`."""
    found = channels.listed(context, kinds(types), archived=not exclude_archived)
    shown, following = page(found, "team", limit, cursor)
    told = shapes.conversations(context, shown)
    return {"channels": told, "response_metadata": {"next_cursor": following}}


@tool(reads=True, wire="conversations.info")
def slack_get_channel(context: Context, *, channel: ChannelId) -> JSON:
    """What a channel is for: its name, topic and purpose, and whether you are in it."""
    found = channels.get(context, channel)
    return {"channel": shapes.channel(context, found, member=channels.is_member(context, channel))}


@tool(reads=True, wire="conversations.members")
def slack_list_members(
    context: Context, *, channel: ChannelId, limit: Limit = 200, cursor: Cursor = ""
) -> JSON:
    """The user ids of everybody in a channel."""
    found = channels.members(context, channels.get(context, channel).id)
    shown, following = page(found, "user_id", limit, cursor)
    return {"members": list(shown), "response_metadata": {"next_cursor": following}}


@tool(reads=True, wire="conversations.history")
def slack_read_channel(
    context: Context,
    *,
    channel: ChannelId,
    oldest: Annotated[str, "Only messages after this timestamp"] = "",
    latest: Annotated[str, "Only messages before this timestamp"] = "",
    inclusive: Annotated[bool, "Whether the two bounds themselves count"] = False,
    limit: Limit = 50,
    cursor: Cursor = "",
) -> JSON:
    """A conversation's messages, newest first. Replies are not among them: see `reply_count`."""
    place = channels.get(context, channel)
    window = window_of(oldest, latest, inclusive=inclusive, limit=limit, cursor=cursor)
    return paged(context, history.in_channel(context, place, window))


@tool(reads=True, wire="conversations.replies")
def slack_read_thread(
    context: Context, *, channel: ChannelId, ts: Ts, limit: Limit = 200, cursor: Cursor = ""
) -> JSON:
    """A thread: the message it starts with, then the replies, oldest first."""
    place = channels.get(context, channel)
    window = window_of("", "", inclusive=False, limit=limit, cursor=cursor)
    return paged(context, history.in_thread(context, place, read(ts) or ts, window))


@tool(reads=False, wire="conversations.open")
def slack_open_conversation(
    context: Context, *, users: Annotated[str, "Comma-separated user ids; one for a direct message, up to 8"]
) -> JSON:
    """Open the direct message with one person, or a group's, and get its channel id."""
    opened = channels.open_direct(context, users.split(","))
    return {"channel": {"id": opened.channel.id}}


@tool(reads=False, wire="conversations.join")
def slack_join_channel(context: Context, *, channel: ChannelId) -> JSON:
    """Join a public channel."""
    channels.join(context, channel)
    return {"channel": shapes.channel(context, channels.get(context, channel), member=True)}


@tool(reads=False, wire="conversations.mark")
def slack_mark_read(context: Context, *, channel: ChannelId, ts: Ts) -> JSON:
    """Mark a channel as read up to a message."""
    marks.mark(context, channel, ts)
    return {}
