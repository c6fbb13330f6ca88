"""Writing, changing and deleting messages."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.errors import MsgTooLong
from workaday.apps.slack.service import (
    addresses,
    channels,
    forwarding,
    messages,
)
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Text, Ts


@tool(reads=False, wire="chat.postMessage")
def slack_post_message(
    context: Context,
    *,
    channel: Annotated[str, "Id of a channel, a direct message or a person, or a channel's name"],
    text: Text,
    thread_ts: Annotated[str, "Reply in the thread of this message"] = "",
    reply_broadcast: Annotated[bool, "Show a reply in the channel too"] = False,
) -> JSON:
    """Post a message in a channel or direct message, or with `thread_ts` a reply in a thread."""
    place = addresses.destination(context, channel)
    posted = messages.post(context, place, text, thread_ts=thread_ts or None, broadcast=reply_broadcast)
    written = posted.message
    return {"channel": place, "ts": written.ts, "message": shapes.messages(context, [written])[0]}


@tool(reads=False, wire="chat.update")
def slack_edit_message(context: Context, *, channel: ChannelId, ts: Ts, text: Text) -> JSON:
    """Change the text of a message of yours."""
    edited = messages.edit(context, channel, read(ts) or ts, text)
    return {"channel": channel, "ts": edited.ts, "text": edited.text}


@tool(reads=False, wire="chat.delete")
def slack_delete_message(context: Context, *, channel: ChannelId, ts: Ts) -> JSON:
    """Delete a message of yours."""
    wanted = read(ts) or ts
    messages.delete(context, channel, wanted)
    return {"channel": channel, "ts": wanted}


@tool(reads=True, wire="chat.getPermalink")
def slack_get_permalink(context: Context, *, channel: ChannelId, message_ts: Ts) -> JSON:
    """The web address of a message."""
    place = channels.get(context, channel)
    found = messages.get(context, place.id, read(message_ts) or message_ts)
    return {"channel": place.id, "permalink": messages.permalink(context, found)}


@tool(reads=False, wire="chat.meMessage")
def slack_post_me_message(context: Context, *, channel: ChannelId, text: Text) -> JSON:
    """Say what you are doing, as /me does."""
    posted = messages.me(context, channel, text)
    if posted.truncated:
        raise MsgTooLong(argument="text")
    return {"channel": posted.message.channel_id, "ts": posted.message.ts}


@tool(reads=False)
def slack_forward_message(
    context: Context,
    *,
    channel: ChannelId,
    ts: Ts,
    to: Annotated[str, "Comma-separated ids of the channels, direct messages or people to forward it to"],
    comment: Annotated[str, "What to say about it"] = "",
) -> JSON:
    """Forward a message: it is quoted, with a link to where it comes from."""
    places = [addresses.destination(context, each.strip()) for each in to.split(",") if each.strip()]
    shared = forwarding.share(context, channel, read(ts) or ts, places, comment)
    return {"messages": [{"channel": each.channel_id, "ts": each.ts} for each in shared]}
