"""Threads that one follows, and what has happened that concerns one."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.service import activity, threads
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Limit, Ts

Before = Annotated[str, "next_before of the page before"]


@tool(reads=True)
def slack_list_threads(context: Context, *, limit: Limit = 20, before: Before = "") -> JSON:
    """The threads you follow, the last replied to first, with how many replies you have not read."""
    found = threads.followed(context, limit=max(limit, 1), before=before or None)
    shown = [
        {
            "channel": each.root.channel_id,
            "message": shapes.messages(context, [each.root])[0],
            "unread_count": each.unread,
            "last_read": each.last_read,
        }
        for each in found
    ]
    return {"threads": shown, "next_before": found[-1].latest if len(found) >= max(limit, 1) else ""}


@tool(reads=False)
def slack_follow_thread(
    context: Context,
    *,
    channel: ChannelId,
    ts: Ts,
    follow: Annotated[bool, "Whether to follow it, or no longer"] = True,
) -> JSON:
    """Be told of new replies in a thread, or no longer, whether or not you have written in it."""
    threads.follow(context, channel, read(ts) or ts, follow)
    return {}


@tool(reads=False)
def slack_mark_thread_read(
    context: Context,
    *,
    channel: ChannelId,
    thread_ts: Ts,
    ts: Annotated[str, "Timestamp of the last reply that you have read"],
) -> JSON:
    """Mark a thread as read up to a reply."""
    threads.mark(context, channel, read(thread_ts) or thread_ts, ts)
    return {}


@tool(reads=True)
def slack_list_activity(
    context: Context,
    *,
    kinds: Annotated[
        str, "Comma-separated: mention, usergroup, thread, reaction, invitation, app; empty for all"
    ] = "",
    limit: Limit = 20,
    before: Before = "",
) -> JSON:
    """What has happened that concerns you, newest first: mentions, replies, reactions, invitations."""
    wanted = [each.strip() for each in kinds.split(",") if each.strip()]
    found = activity.listed(context, kinds=wanted or None, limit=max(limit, 1), before=before or None)
    return {
        "items": [_item(context, each) for each in found],
        "next_before": found[-1].ts if len(found) >= max(limit, 1) else "",
    }


def _item(context: Context, shown: activity.Item) -> JSON:
    told: JSON = {"type": shown.kind, "ts": shown.ts, "user": shown.user_id}
    if shown.emoji:
        told["reaction"] = shown.emoji
    message = shapes.messages(context, [shown.message])[0]
    return told | {"channel": shown.message.channel_id, "message": message}


@tool(reads=False)
def slack_mark_activity_seen(context: Context) -> JSON:
    """Say that you have seen all that has happened."""
    activity.seen(context)
    return {}
