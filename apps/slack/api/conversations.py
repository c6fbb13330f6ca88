"""Conversations: which there are, what is said in them, and who is in them."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.apps.slack import cursors, timestamps
from workaday.apps.slack.errors import (
    InvalidTsLatest,
    InvalidTsOldest,
    InvalidTypes,
    MethodNotSupported,
    ThreadNotFound,
)
from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import channels, history, marks, overview, people, personal, pins
from workaday.apps.slack.shapes import TYPES
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects import LOCALE, conversations, messages
from .paging import Cut
from .refusals import JSON, invalid_arguments

READ = ("channels:read", "groups:read", "mpim:read", "im:read")
HISTORY = ("channels:history", "groups:history", "mpim:history", "im:history")
WRITE = ("channels:write", "groups:write", "im:write", "mpim:write")

LISTED = 100
MOST_LISTED = 1000
READ_AT_ONCE = 100
MOST_READ = 999
MOST_REPLIES = 1000

_KINDS = {name: kind for kind, name in TYPES.items()}


# --- which there are ------------------------------------------------------------------------------------


@reading("conversations.list", *READ)
def list_all(context: Context, arguments: Arguments) -> JSON:
    """The conversations that the person can see."""
    cut = _cut(arguments)
    found = channels.listed(context, _kinds(arguments))
    return _listing(context, cut, found, arguments, memberships=True)


@reading("users.conversations", *READ)
def list_joined(context: Context, arguments: Arguments) -> JSON:
    """The conversations that somebody is in, by default oneself: of another's, those that one can see."""
    cut = _cut(arguments)
    found = _joined(context, channels.listed(context, _kinds(arguments)), arguments.get("user"))
    if arguments.flag("exclude_muted"):
        quiet = personal.muted(context)
        found = [each for each in found if each.id not in quiet]
    return _listing(context, cut, found, arguments, memberships=False)


def _joined(context: Context, found: Sequence[Channel], user: str | None) -> list[Channel]:
    if user is None:
        joined = channels.joined_ids(context)
        return [each for each in found if each.id in joined]
    if user not in people.named(context, [user]):
        raise invalid_arguments("must be the id of a user [json-pointer:/user]")
    rosters = overview.rosters(context, [each.id for each in found])
    return [each for each in found if user in rosters.get(each.id, ())]


def _cut(arguments: Arguments) -> Cut:
    """A negative limit means everything."""
    limit = arguments.limit() or LISTED
    return Cut(arguments.get("cursor"), None if limit < 0 else min(limit, MOST_LISTED))


def _listing(
    context: Context, cut: Cut, found: Sequence[Channel], arguments: Arguments, *, memberships: bool
) -> JSON:
    """A page of conversations.  Archived ones are left out after paging, so pages may be short (B' 6)."""
    part = cut.of(found, "team", lambda each: each.id)
    kept = [each for each in part.shown if not (each.is_archived and arguments.flag("exclude_archived"))]
    return {
        "channels": conversations.listed(context, kept, memberships=memberships),
        "response_metadata": {"next_cursor": part.next_cursor},
    }


def _kinds(arguments: Arguments) -> list[str]:
    wanted = [each.strip() for each in arguments.text("types").split(",") if each.strip()]
    if any(each not in _KINDS for each in wanted):
        raise InvalidTypes(argument="types")
    return [_KINDS[each] for each in wanted or ["public_channel"]]


@reading("conversations.info", *READ, required="channel")
def info(context: Context, arguments: Arguments) -> JSON:
    """One conversation."""
    found = channels.get(context, arguments.text("channel"))
    told = conversations.detailed(context, found)
    if arguments.flag("include_num_members"):
        told["num_members"] = channels.member_counts(context, [found.id]).get(found.id, 0)
    if arguments.flag("include_locale"):
        told["locale"] = LOCALE
    return {"channel": told}


@reading("conversations.members", *READ, required="channel")
def members(context: Context, arguments: Arguments) -> JSON:
    """The ids of those who are in a conversation."""
    cut = _cut(arguments)
    found = channels.members(context, channels.get(context, arguments.text("channel")).id)
    part = cut.of(found, "user_id", str)
    return {"members": list(part.shown), "response_metadata": {"next_cursor": part.next_cursor}}


# --- what is said in them -------------------------------------------------------------------------------


@reading("conversations.history", *HISTORY, json=True, required="channel")
def read_history(context: Context, arguments: Arguments) -> JSON:
    """Messages, newest first, with the bounds that were given as Slack read them."""
    limit = arguments.limit() or READ_AT_ONCE
    place = channels.readable(context, arguments.text("channel"))
    window = _window(arguments, 1 if limit < 0 else min(limit, MOST_READ))
    found = history.in_channel(context, place, window)
    bounds = {"latest": window.latest, "oldest": window.oldest}
    told: JSON = {name: bound for name, bound in bounds.items() if bound is not None}
    told |= _paged(context, arguments, found)
    told |= {
        "pin_count": pins.count(context, place.id),
        "channel_actions_ts": None,
        "channel_actions_count": 0,
    }
    return told | _following(found)


@reading("conversations.replies", *HISTORY, required="channel ts")
def read_replies(context: Context, arguments: Arguments) -> JSON:
    """A thread: its root, then its replies, oldest first."""
    limit = arguments.limit() or MOST_REPLIES
    place = channels.readable(context, arguments.text("channel"))
    wanted = timestamps.read(arguments.text("ts"))
    if wanted is None:
        raise ThreadNotFound(argument="ts")
    window = _window(arguments, 1 if limit < 0 else min(limit, MOST_REPLIES))
    found = history.in_thread(context, place, wanted, window)
    return _paged(context, arguments, found) | _following(found)


def _window(arguments: Arguments, limit: int) -> history.Window:
    """The bounds, the upper one read first: absent, empty and ``0`` mean none (B' 2)."""
    latest, oldest = arguments.text("latest"), arguments.text("oldest")
    high, low = timestamps.read(latest), timestamps.read(oldest)
    if high is None and latest not in {"", "0"}:
        raise InvalidTsLatest(argument="latest")
    if low is None and oldest not in {"", "0"}:
        raise InvalidTsOldest(argument="oldest")
    start = cursors.decode_ts(arguments.get("cursor"))
    return history.Window(limit, low, high, arguments.flag("inclusive"), start)


def _paged(context: Context, arguments: Arguments, found: history.Page) -> JSON:
    metadata = arguments.flag("include_all_metadata")
    shown = messages.several(context, found.messages, metadata=metadata)
    return {"messages": shown, "has_more": found.next_ts is not None}


def _following(found: history.Page) -> JSON:
    """The next page's cursor; on the last page there is no such key (B' 4)."""
    if found.next_ts is None:
        return {}
    return {"response_metadata": {"next_cursor": cursors.encode_ts(found.next_ts)}}


# --- being in them --------------------------------------------------------------------------------------


@writing("conversations.open", *WRITE)
def open_direct(context: Context, arguments: Arguments) -> JSON:
    """The direct message with some people, or the one whose id is given; it is made if there is none."""
    opened = _opened(context, arguments)
    told: JSON = {"no_op": True, "already_open": True} if opened.already_open else {}
    if not arguments.flag("return_im"):
        return told | {"channel": {"id": opened.channel.id}}
    return told | {"channel": conversations.detailed(context, opened.channel)}


def _opened(context: Context, arguments: Arguments) -> channels.Opened:
    if wanted := arguments.text("channel"):
        found = channels.get(context, wanted)
        if not found.is_direct:
            raise MethodNotSupported(argument="channel")
        return channels.Opened(found, already_open=channels.reopen(context, found, people.me(context)))
    named = [each.strip() for each in arguments.text("users").split(",")]
    return channels.open_direct(context, named, create=not arguments.flag("prevent_creation"))


@writing("conversations.join", "channels:write", required="channel", bot_scopes=("channels:join",))
def join(context: Context, arguments: Arguments) -> JSON:
    """Join a public channel; whoever is in it already is only warned."""
    joined = channels.join(context, arguments.text("channel"))
    found = channels.get(context, arguments.text("channel"))
    told: JSON = {"channel": conversations.named(context, found, member=True)}
    return told if joined else told | {"warning": "already_in_channel"}


@writing("conversations.mark", *WRITE, required="channel ts")
def mark(context: Context, arguments: Arguments) -> JSON:
    """Say how far one has read."""
    marks.mark(context, arguments.text("channel"), arguments.text("ts"))
    return {}
