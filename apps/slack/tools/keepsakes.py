"""What is kept of messages: pins and bookmarks for a channel, saved items and reminders for oneself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from workaday.apps.slack import shapes
from workaday.apps.slack.models import Saved
from workaday.apps.slack.service import bookmarks, messages, pins, reminders, saved
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Ts

BookmarkId = Annotated[str, "Id of the bookmark, such as Bk07QK2M9ZT"]
ReminderId = Annotated[str, "Id of the reminder, such as Rm07QK2M9ZT"]
SavedId = Annotated[int, "Number of the saved item"]

# --- pins -----------------------------------------------------------------------------------------------


@tool(reads=False, wire="pins.add")
def slack_pin_message(context: Context, *, channel: ChannelId, timestamp: Ts) -> JSON:
    """Pin a message to its channel, for everybody."""
    pins.add(context, channel, read(timestamp) or timestamp)
    return {}


@tool(reads=False, wire="pins.remove")
def slack_unpin_message(context: Context, *, channel: ChannelId, timestamp: Ts) -> JSON:
    """Take a message off the channel's pins."""
    pins.remove(context, channel, read(timestamp) or timestamp)
    return {}


@tool(reads=True, wire="pins.list")
def slack_list_pins(context: Context, *, channel: ChannelId) -> JSON:
    """The messages pinned to a channel, the last pinned first."""
    held = pins.listed(context, channel)
    found = [messages.get(context, each.channel_id, each.message_ts) for each in held]
    shown = zip(held, shapes.messages(context, found), strict=True)
    return {
        "items": [
            {"type": "message", "created": pin.created, "created_by": pin.user_id, "message": message}
            for pin, message in shown
        ]
    }


# --- bookmarks ------------------------------------------------------------------------------------------


@tool(reads=False, wire="bookmarks.add")
def slack_add_bookmark(
    context: Context,
    *,
    channel_id: ChannelId,
    title: Annotated[str, "What it is called, at most 256 characters"],
    link: Annotated[str, "Address that begins with http:// or https://"],
    emoji: Annotated[str, "Emoji to show before the title, such as :book:"] = "",
    type: Annotated[Literal["link"], "The only kind there is"] = "link",  # noqa: ARG001
) -> JSON:
    """Put a link into the bar at the top of a channel."""
    return {"bookmark": shapes.bookmark(bookmarks.add(context, channel_id, title, link, emoji))}


@tool(reads=False, wire="bookmarks.edit")
def slack_edit_bookmark(
    context: Context,
    *,
    channel_id: ChannelId,
    bookmark_id: BookmarkId,
    title: Annotated[str, "New title; leave it out to keep it"] = "",
    link: Annotated[str, "New address; leave it out to keep it"] = "",
    emoji: Annotated[str, "New emoji; leave it out to keep it"] = "",
) -> JSON:
    """Change a bookmark of a channel."""
    edited = bookmarks.edit(
        context, channel_id, bookmark_id, title=title or None, link=link or None, emoji=emoji or None
    )
    return {"bookmark": shapes.bookmark(edited)}


@tool(reads=False, wire="bookmarks.remove")
def slack_remove_bookmark(context: Context, *, channel_id: ChannelId, bookmark_id: BookmarkId) -> JSON:
    """Take a link out of the bar of a channel."""
    bookmarks.remove(context, channel_id, bookmark_id)
    return {}


@tool(reads=True, wire="bookmarks.list")
def slack_list_bookmarks(context: Context, *, channel_id: ChannelId) -> JSON:
    """The links in the bar at the top of a channel."""
    return {"bookmarks": [shapes.bookmark(each) for each in bookmarks.listed(context, channel_id)]}


# --- saved for later ------------------------------------------------------------------------------------


@tool(reads=False, wire="stars.add")
def slack_save_for_later(context: Context, *, channel: ChannelId, timestamp: Ts) -> JSON:
    """Save a message for later; only you see what you have saved."""
    saved.add(context, channel_id=channel, message_ts=read(timestamp) or timestamp)
    return {}


@tool(reads=False, wire="stars.remove")
def slack_unsave(context: Context, *, channel: ChannelId, timestamp: Ts) -> JSON:
    """Take a message off what you have saved for later."""
    saved.remove(context, channel_id=channel, message_ts=read(timestamp) or timestamp)
    return {}


@tool(reads=True)
def slack_list_saved(
    context: Context,
    *,
    state: Annotated[Literal["open", "archived", "completed"], "Which of them"] = "open",
) -> JSON:
    """What you have saved for later, the last saved first; `due` is when Slackbot will remind you, or 0."""
    return {"items": _items(context, saved.listed(context, state))}


@tool(reads=False)
def slack_mark_saved(
    context: Context,
    *,
    saved_id: SavedId,
    state: Annotated[Literal["open", "archived", "completed"], "What it is to be"],
) -> JSON:
    """Say that something you saved is done, put away, or open again."""
    return {"item": _items(context, [saved.mark(context, saved_id, state)])[0]}


@tool(reads=False)
def slack_remind_saved(
    context: Context,
    *,
    saved_id: SavedId,
    due: Annotated[int, "When Slackbot is to remind you: a second since 1970, or 0 for not at all"],
) -> JSON:
    """Have Slackbot remind you of something you saved."""
    return {"item": _items(context, [saved.remind(context, saved_id, due)])[0]}


def _items(context: Context, found: Sequence[Saved]) -> list[JSON]:
    told = []
    for each in found:
        item: JSON = {"id": each.id, "state": each.state, "date_create": each.created, "due": each.due}
        message = messages.by_ts(context, each.channel_id or "", each.message_ts or "")
        if message is not None:
            item |= {"channel": each.channel_id, "message": shapes.messages(context, [message])[0]}
        told.append(item | ({"file": each.file_id} if each.file_id else {}))
    return told


# --- reminders ------------------------------------------------------------------------------------------


@tool(reads=False, wire="reminders.add")
def slack_add_reminder(
    context: Context,
    *,
    text: Annotated[str, "What to be reminded of"],
    time: Annotated[str, "In words, such as `tomorrow at 9am` or `every Tuesday`, or a second since 1970"],
) -> JSON:
    """Have Slackbot remind you of something, once or again and again."""
    return {"reminder": shapes.reminder(reminders.add(context, text, time))}


@tool(reads=True, wire="reminders.list")
def slack_list_reminders(context: Context) -> JSON:
    """Your reminders, completed ones too."""
    return {"reminders": shapes.reminder_list(reminders.listed(context))}


@tool(reads=False, wire="reminders.complete")
def slack_complete_reminder(context: Context, *, reminder: ReminderId) -> JSON:
    """Say that what you were to be reminded of is done."""
    reminders.complete(context, reminder)
    return {}


@tool(reads=False, wire="reminders.delete")
def slack_delete_reminder(context: Context, *, reminder: ReminderId) -> JSON:
    """Be reminded of it no more."""
    reminders.delete(context, reminder)
    return {}
