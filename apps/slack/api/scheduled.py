"""Messages that are to be sent later (reference A.2)."""

from __future__ import annotations

from workaday.apps.slack import shapes
from workaday.apps.slack.errors import ChannelNotFound, InvalidThreadTs
from workaday.apps.slack.errors.messages import InvalidScheduledMessageId, InvalidTime
from workaday.apps.slack.models import Scheduled
from workaday.apps.slack.service import addresses, apps, channels, content, people, scheduled
from workaday.world import Context

from . import content as sent_content
from .arguments import Arguments
from .methods import reading, writing
from .objects import attachments, bots
from .paging import Cut
from .refusals import JSON, Refused, invalid_arguments

LISTED = 100
MOST_LISTED = 1000


@writing("chat.scheduleMessage", "chat:write", required="channel post_at")
def schedule(context: Context, arguments: Arguments) -> JSON:
    """Have a message sent at a second to come."""
    place = channels.get(context, addresses.destination(context, arguments.text("channel")))
    sent = sent_content.of(context, arguments, too_long="msg_too_long")
    post_at = arguments.integer("post_at", 0)
    if post_at is None or post_at <= 0:
        raise InvalidTime(argument="post_at")
    try:
        made = scheduled.schedule(
            context,
            place.id,
            sent.text,
            post_at=post_at,
            thread_ts=arguments.text("thread_ts") or None,
            broadcast=arguments.flag("reply_broadcast"),
            blocks=sent.blocks,
            attachments=sent.attachments,
            metadata=sent.metadata,
        )
    except InvalidThreadTs as error:
        raise invalid_arguments(f"{error} [json-pointer:/thread_ts]") from None
    told: JSON = {"scheduled_message_id": made.id, "channel": made.channel_id, "post_at": made.post_at}
    return told | {"message": _delayed(context, made)}


def _delayed(context: Context, made: Scheduled) -> JSON:
    """The message as far as it is known before it is sent."""
    told: JSON = {"type": "delayed_message", "text": content.fitted(made.text)[0], "user": made.user_id}
    team, bot = people.workspace(context).id, apps.acting(context)
    told["team"] = team
    if bot is not None:
        told |= {"bot_id": bot.id, "app_id": bot.app_id, "bot_profile": bots.profile(bot, team)}
    if made.blocks:
        told["blocks"] = content.loaded(made.blocks)
    if made.attachments:
        told["attachments"] = attachments.numbered(content.loaded(made.attachments), made.id)
    if made.event_metadata:
        told["metadata"] = content.loaded_object(made.event_metadata)
    return told


@reading("chat.scheduledMessages.list", json=True)
def list_scheduled(context: Context, arguments: Arguments) -> JSON:
    """What one has scheduled, the next first, within bounds."""
    place = arguments.text("channel") or None
    if place is not None:
        _check_channel(context, place)
    low, high = arguments.integer("oldest", 0), arguments.integer("latest", 0)
    found = [
        each
        for each in scheduled.listed(context, place)
        if each.post_at >= (low or 0) and (not high or each.post_at <= high)
    ]
    limit = arguments.limit() or LISTED
    cut = Cut(arguments.get("cursor"), 1 if limit < 0 else min(limit, MOST_LISTED))
    part = cut.of(found, "scheduled", lambda each: each.id)
    return {
        "scheduled_messages": [shapes.scheduled(each) for each in part.shown],
        "response_metadata": {"next_cursor": part.next_cursor},
    }


def _check_channel(context: Context, channel_id: str) -> None:
    try:
        channels.get(context, channel_id)
    except ChannelNotFound:
        raise Refused("invalid_channel") from None


@writing("chat.deleteScheduledMessage", "chat:write", required="channel scheduled_message_id")
def delete(context: Context, arguments: Arguments) -> JSON:
    """Take a scheduled message back."""
    place = channels.get(context, arguments.text("channel"))
    held = scheduled.get(context, arguments.text("scheduled_message_id"))
    if held.channel_id != place.id:
        raise InvalidScheduledMessageId(argument="scheduled_message_id")
    scheduled.cancel(context, held.id)
    return {}
