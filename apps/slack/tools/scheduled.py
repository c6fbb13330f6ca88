"""Messages that are to be sent later."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.errors.messages import InvalidScheduledMessageId
from workaday.apps.slack.service import addresses, channels, scheduled
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Text

ScheduledId = Annotated[str, "Id of the scheduled message, such as Q07QK2M9ZTD"]


@tool(reads=False, wire="chat.scheduleMessage")
def slack_schedule_message(
    context: Context,
    *,
    channel: Annotated[str, "Id of a channel, a direct message or a person, or a channel's name"],
    text: Text,
    post_at: Annotated[int, "When to send it: a second since 1970, at most 120 days ahead"],
    thread_ts: Annotated[str, "Reply in the thread of this message"] = "",
    reply_broadcast: Annotated[bool, "Show a reply in the channel too"] = False,
) -> JSON:
    """Have a message sent later."""
    place = addresses.destination(context, channel)
    made = scheduled.schedule(
        context, place, text, post_at=post_at, thread_ts=thread_ts or None, broadcast=reply_broadcast
    )
    return {"scheduled_message_id": made.id, "channel": made.channel_id, "post_at": made.post_at}


@tool(reads=True, wire="chat.scheduledMessages.list")
def slack_list_scheduled_messages(
    context: Context, *, channel: Annotated[str, "Only those for this channel or direct message"] = ""
) -> JSON:
    """Your messages that are still to be sent, the next first."""
    place = channels.get(context, channel).id if channel else None
    return {"scheduled_messages": [shapes.scheduled(each) for each in scheduled.listed(context, place)]}


@tool(reads=False)
def slack_edit_scheduled_message(
    context: Context,
    *,
    scheduled_message_id: ScheduledId,
    text: Annotated[str, "The new text; leave it out to keep the text"] = "",
    post_at: Annotated[int, "The new time, a second since 1970; leave it out to keep the time"] = 0,
) -> JSON:
    """Change the text or the time of a message that is still to be sent."""
    changed = scheduled.change(context, scheduled_message_id, text=text or None, post_at=post_at or None)
    return {"scheduled_message": shapes.scheduled(changed)}


@tool(reads=False)
def slack_send_scheduled_message_now(context: Context, *, scheduled_message_id: ScheduledId) -> JSON:
    """Send a message at once that was to be sent later."""
    sent = scheduled.send_now(context, scheduled_message_id).message
    return {"channel": sent.channel_id, "ts": sent.ts}


@tool(reads=False, wire="chat.deleteScheduledMessage")
def slack_cancel_scheduled_message(
    context: Context, *, channel: ChannelId, scheduled_message_id: ScheduledId
) -> JSON:
    """Take back a message that is still to be sent."""
    place = channels.get(context, channel)
    if scheduled.get(context, scheduled_message_id).channel_id != place.id:
        raise InvalidScheduledMessageId(argument="scheduled_message_id")
    scheduled.cancel(context, scheduled_message_id)
    return {}
