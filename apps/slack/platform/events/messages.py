"""Events of messages, of what people keep of them and say to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from workaday.apps.slack.api.objects import messages as shown
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.mrkdwn import links
from workaday.apps.slack.service import deliveries, messages, people, pins
from workaday.journal import Change
from workaday.world import Context

from .event import HISTORY, JSON, TYPES, Event, Tells, Told, fixed, moment, place

_SUFFIX = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}
_CONTENT = ("text", "blocks", "attachments", "edited_ts", "event_metadata", "broadcast", "subtype")
"""What a message is edited by; what is only kept beside it tells nobody anything."""


def _message(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    channel = place(context, str(row["channel_id"]))
    if change.kind == "insert":
        yield from _new(context, channel, str(row["ts"]))
    elif change.kind == "delete" or row["subtype"] == messages.TOMBSTONE:
        if change.before and change.before["subtype"] != messages.TOMBSTONE:
            previous = Message(**change.before)
            yield _about(context, channel, previous, "message_deleted", _deleted(previous))
    elif any(name in change.columns for name in _CONTENT):
        assert change.before is not None
        previous = Message(**change.before)
        yield _about(context, channel, previous, "message_changed", _changed(channel, previous))


def _new(context: Context, channel: Channel, ts: str) -> Iterator[Event]:
    written = messages.get(context, channel.id, ts)

    def told(seer: Context) -> JSON:
        message = shown.one(seer, written)
        if "files" in message:
            message.setdefault("subtype", "file_share")
        return message | {"channel": channel.id, "channel_type": TYPES[channel.kind]}

    yield _event(channel, told, ts)
    if written.subtype in {None, messages.OVERRIDDEN}:
        yield from _mentions(context, channel, written)
        yield from _links(context, channel, written)


def _event(channel: Channel, told: Told, event_ts: str) -> Event:
    kind = channel.kind
    return Event("message", told, HISTORY[kind], channel.id, f"message.{_SUFFIX[kind]}", event_ts)


def _about(context: Context, channel: Channel, previous: Message, subtype: str, told: Told) -> Event:
    """An event about a message that was there already."""
    event_ts = moment(context, after=previous.ts)

    def tell(seer: Context) -> JSON:
        around = {"subtype": subtype, "hidden": True, "channel": channel.id, "ts": event_ts}
        return around | told(seer) | {"channel_type": TYPES[channel.kind]}

    return _event(channel, tell, event_ts)


def _changed(channel: Channel, previous: Message) -> Told:
    def told(seer: Context) -> JSON:
        now = messages.get(seer, channel.id, previous.ts)
        return {"message": shown.one(seer, now), "previous_message": shown.one(seer, previous)}

    return told


def _deleted(previous: Message) -> Told:
    def told(seer: Context) -> JSON:
        return {"deleted_ts": previous.ts, "previous_message": shown.one(seer, previous)}

    return told


def _mentions(context: Context, channel: Channel, written: Message) -> Iterator[Event]:
    """An app hears that it was named, but for direct messages, which it hears of anyway."""
    said = f"{written.text} {written.words}"
    if channel.is_direct or "<@" not in said:
        return
    for app in deliveries.installed(context):
        named = f"<@{app.bot_user_id}>" in said or f"<@{app.bot_user_id}|" in said
        if named and written.user_id != app.bot_user_id:
            yield Event(
                "app_mention",
                lambda seer: _mention(seer, written),
                "app_mentions:read",
                channel.id,
                event_ts=written.ts,
                to_bot_of=app.bot_user_id,
            )


def _mention(seer: Context, written: Message) -> JSON:
    told = shown.one(seer, written)
    told.pop("root", None)
    return told | {"channel": written.channel_id}


def _links(context: Context, channel: Channel, written: Message) -> Iterator[Event]:
    """An app hears of links to the domains that it has named."""
    shared = list(dict.fromkeys(links(f"{written.text} {written.words}")))
    for app in deliveries.installed(context) if shared else ():
        found = [{"domain": at, "url": link} for link in shared if (at := _domain(link, app))]
        if found and written.user_id != app.bot_user_id:
            told: JSON = {
                "channel": channel.id,
                "user": written.user_id,
                "message_ts": written.ts,
                **({"thread_ts": written.thread_ts} if written.thread_ts else {}),
                "links": found,
                "unfurl_id": f"{channel.id}-{written.ts}",
                "source": "conversations_history",
                "is_bot_user_member": True,
            }
            yield Event(
                "link_shared", fixed(told), "links:read", channel.id, event_ts=moment(context),
                to_bot_of=app.bot_user_id,
            )  # fmt: skip


def _domain(link: str, app: Any) -> str:
    """The domain of an app's that a link leads to: it or what is below it."""
    host = urlsplit(link).hostname or ""
    named = (each for each in app.unfurl_domains.split() if host == each or host.endswith(f".{each}"))
    return next(named, "")


# --- what people say to messages and keep of them -------------------------------------------------------


def _reaction(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    message = messages.by_ts(context, str(row["channel_id"]), str(row["message_ts"]))
    if message is None or message.subtype == messages.TOMBSTONE or change.kind == "update":
        return
    told: JSON = {
        "user": row["user_id"],
        "reaction": row["name"],
        "item": {"type": "message", "channel": message.channel_id, "ts": message.ts},
        "item_user": message.user_id,
    }
    kind = "reaction_added" if change.kind == "insert" else "reaction_removed"
    yield Event(kind, fixed(told), "reactions:read", message.channel_id, event_ts=moment(context))


def _pin(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    channel_id, ts = str(row["channel_id"]), str(row["message_ts"])
    if messages.by_ts(context, channel_id, ts) is None or change.kind == "update":
        return
    added, by = change.kind == "insert", row["user_id"] if change.kind == "insert" else _me(context)

    def told(seer: Context) -> JSON:
        message = messages.get(seer, channel_id, ts)
        count = len(pins.listed(seer, channel_id))
        return {
            "user": by,
            "channel_id": channel_id,
            "item": {
                "type": "message",
                "created": row["created"],
                "created_by": row["user_id"],
                "channel": channel_id,
                "message": shown.one(seer, message),
            },
            "item_user": message.user_id,
            "pin_count": count,
            "pinned_info": {"channel": channel_id, "pinned_by": row["user_id"], "pinned_ts": row["created"]},
            **({} if added else {"has_pins": count > 0}),
        }

    kind = "pin_added" if added else "pin_removed"
    yield Event(kind, told, "pins:read", channel_id, event_ts=moment(context))


def _saved(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    if change.kind == "update" or row["message_ts"] is None:
        return
    channel_id, ts = str(row["channel_id"]), str(row["message_ts"])

    def told(seer: Context) -> JSON:
        message = messages.get(seer, channel_id, ts)
        item = {"type": "message", "channel": channel_id, "message": shown.one(seer, message)}
        return {"user": row["user_id"], "item": item | {"date_create": row["created"]}}

    if messages.by_ts(context, channel_id, ts) is not None:
        kind, user = "star_added" if change.kind == "insert" else "star_removed", str(row["user_id"])
        yield Event(kind, told, "stars:read", channel_id, event_ts=moment(context), for_user=user)


def _me(context: Context) -> str:
    return people.me(context).id


TABLES: dict[str, Tells] = {
    "slack_message": _message,
    "slack_reaction": _reaction,
    "slack_pin": _pin,
    "slack_saved": _saved,
}
