"""Events of conversations and of who is in them."""

from __future__ import annotations

from collections.abc import Iterator

from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import deliveries, people
from workaday.journal import Change
from workaday.world import Context

from .event import JSON, READ, Event, Tells, Told, fixed, moment, place

_PREFIX = {"public": "channel", "private": "group"}
_LETTER = {"public": "C", "private": "G"}


def _channel(context: Context, change: Change) -> Iterator[Event]:
    row, kind = change.row, str(change.row["kind"])
    if kind not in _PREFIX:
        return
    if change.kind == "delete":
        yield _everywhere(
            context, "deleted", kind, fixed({"channel": row["id"], "actor_id": _actor(context)})
        )
        return
    found = place(context, str(row["id"]))
    if change.kind == "insert":
        if kind == "public":
            yield _everywhere(context, "created", kind, fixed({"channel": _made(context, found)}))
        return
    if "name" in change.columns:
        renamed = {
            "id": found.id,
            "name": found.name,
            "name_normalized": found.name,
            "created": found.created,
        }
        told: JSON = {"channel": renamed | {"is_channel": True, "is_mpim": False}}
        yield _everywhere(context, "rename", kind, fixed(told), found)
    if "is_archived" in change.columns:
        did = "archive" if found.is_archived else "unarchive"
        told = {"channel": found.id, "user": _actor(context)}
        yield _everywhere(context, did, kind, fixed(told), found)


def _everywhere(context: Context, did: str, kind: str, told: Told, found: Channel | None = None) -> Event:
    """An event of a public channel is for every app that may read channels, of a private one for its bots."""
    within = found.id if found is not None and kind == "private" else None
    named = f"{_PREFIX[kind]}_{did}"
    return Event(named, told, READ[kind], within, event_ts=moment(context))


def _made(context: Context, found: Channel) -> JSON:
    return {
        "id": found.id,
        "is_channel": True,
        "name": found.name,
        "name_normalized": found.name,
        "created": found.created,
        "creator": found.creator_id,
        "is_shared": False,
        "is_org_shared": False,
        "context_team_id": people.workspace(context).id,
    }


def _actor(context: Context) -> str:
    return people.me(context).id if context.person else people.SLACKBOT


# --- who is in them -------------------------------------------------------------------------------------


def _membership(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    channel = place(context, str(row["channel_id"]))
    if channel.kind in _PREFIX:
        yield from _member(context, channel, change)
    elif channel.kind == "im":
        yield from _direct(context, channel, change)
    elif change.kind == "update" and "is_open" in change.columns:
        told = {"user": row["user_id"], "channel": channel.id}
        did = "open" if row["is_open"] else "close"
        yield Event(f"group_{did}", fixed(told), READ["mpim"], channel.id, event_ts=moment(context))


def _member(context: Context, channel: Channel, change: Change) -> Iterator[Event]:
    if change.kind == "update":
        return
    user = str(change.row["user_id"])
    told: JSON = {"user": user, "channel": channel.id, "channel_type": _LETTER[channel.kind]}
    told["team"] = people.workspace(context).id
    scope = READ[channel.kind]
    if change.kind == "insert":
        actor = _actor(context)
        if actor != user:
            told["inviter"] = actor
        yield Event("member_joined_channel", fixed(told), scope, channel.id, event_ts=moment(context))
        return
    yield Event("member_left_channel", fixed(told), scope, channel.id, event_ts=moment(context))
    if any(app.bot_user_id == user for app in deliveries.installed(context)):
        left: JSON = {"channel": channel.id, "actor_id": _actor(context)}
        named = f"{_PREFIX[channel.kind]}_left"
        yield Event(named, fixed(left), scope, event_ts=moment(context), to_bot_of=user)


def _direct(context: Context, channel: Channel, change: Change) -> Iterator[Event]:
    row = change.row
    told: JSON = {"user": row["user_id"], "channel": channel.id}
    if change.kind == "insert" and row["user_id"] != channel.creator_id:
        created: JSON = {
            "user": channel.creator_id,
            "channel": {"id": channel.id, "created": channel.created},
        }
        created["channel"] |= {"is_im": True, "user": row["user_id"]}
        yield Event("im_created", fixed(created), READ["im"], channel.id, event_ts=moment(context))
    elif change.kind == "update" and "is_open" in change.columns:
        did = "open" if row["is_open"] else "close"
        yield Event(f"im_{did}", fixed(told), READ["im"], channel.id, event_ts=moment(context))


TABLES: dict[str, Tells] = {"slack_channel": _channel, "slack_membership": _membership}
