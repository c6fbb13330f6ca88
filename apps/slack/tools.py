"""Slack as JSON tools.

Arguments and answers have the names that Slack's own API gives them, so that a plan made for the one works
with the other; answers carry fewer keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from workaday.apps.slack import cursors, shapes
from workaday.apps.slack.errors import InvalidTsLatest, InvalidTsOldest, InvalidTypes
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import (
    addresses,
    channels,
    history,
    marks,
    messages,
    people,
    reactions,
    search,
)
from workaday.apps.slack.timestamps import read
from workaday.tool import JSON, Tool, tool
from workaday.world import Context

ChannelId = Annotated[str, "Id of a channel or direct message, such as C07QK2M9ZTD"]
Ts = Annotated[str, "Timestamp that identifies the message, such as 1742302800.000200"]
Text = Annotated[str, "Text in Slack's mrkdwn; mention somebody as <@U07QK2M9ZTD>"]
Emoji = Annotated[str, "Name of the emoji without colons, such as white_check_mark"]
Cursor = Annotated[str, "next_cursor of the page before"]
Limit = Annotated[int, "How many at most"]


@tool(reads=True, wire="auth.test")
def slack_whoami(context: Context) -> JSON:
    """Who you are in this Slack workspace: your user id and handle."""
    viewer, workspace = people.me(context), people.workspace(context)
    return {"user_id": viewer.id, "user": viewer.name, "team_id": workspace.id, "team": workspace.name}


# --- conversations --------------------------------------------------------------------------------------


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


# --- messages -------------------------------------------------------------------------------------------


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


@tool(reads=True, wire="search.messages")
def slack_search_messages(
    context: Context,
    *,
    query: Annotated[
        str,
        'Words, "phrases", -exclusions, and from:@handle in:#channel after:2025-03-01 during:march has:link',
    ],
    count: Annotated[int, "How many on a page, at most 100"] = 20,
    page: Annotated[int, "Which page"] = 1,
    sort: Annotated[str, "score or timestamp"] = "score",
    sort_dir: Annotated[str, "desc or asc"] = "desc",
) -> JSON:
    """Search every message that you can see, in channels, threads and direct messages."""
    size = min(max(count, 1), 100)
    found = search.messages(
        context,
        query,
        count=size,
        page=max(page, 1),
        by_time=sort == "timestamp",
        ascending=sort_dir == "asc",
    )
    matches = matched(context, found.messages)
    paging = {"count": size, "total": found.total, "page": max(page, 1), "pages": -(-found.total // size)}
    return {"query": query, "messages": {"total": found.total, "paging": paging, "matches": matches}}


def matched(context: Context, found: Sequence[Message]) -> list[JSON]:
    """Messages that a search found, with where they are and who wrote them."""
    places = channels.by_ids(context, [each.channel_id for each in found])
    authors = people.named(context, [each.user_id for each in found])
    partners = channels.partners(context, places.values())
    names = {each.id: partners.get(each.id, each.name) for each in places.values()}
    return [
        {
            "type": "message",
            "channel": {"id": each.channel_id, "name": names[each.channel_id]},
            "user": each.user_id,
            "username": authors[each.user_id].name,
            "ts": each.ts,
            "text": each.text,
            "permalink": permalink,
        }
        for each, permalink in zip(found, messages.permalinks(context, found), strict=True)
    ]


# --- reactions ------------------------------------------------------------------------------------------


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


# --- people ---------------------------------------------------------------------------------------------


@tool(reads=True, wire="users.list")
def slack_list_users(context: Context, *, limit: Limit = 200, cursor: Cursor = "") -> JSON:
    """Everybody in the workspace: names, titles, email addresses."""
    shown, following = page(people.everyone(context), "user", limit, cursor)
    return {"members": [shapes.user(each) for each in shown], "response_metadata": {"next_cursor": following}}


@tool(reads=True, wire="users.info")
def slack_get_user(context: Context, *, user: Annotated[str, "User id, such as U07QK2M9ZTD"]) -> JSON:
    """One member of the workspace."""
    return {"user": shapes.user(people.get(context, user))}


@tool(reads=True, wire="users.lookupByEmail")
def slack_find_user_by_email(context: Context, *, email: Annotated[str, "Email address"]) -> JSON:
    """The member with an email address."""
    return {"user": shapes.user(people.by_email(context, email))}


# --- what the tools share -------------------------------------------------------------------------------

_KINDS = {name: kind for kind, name in shapes.TYPES.items()}


def kinds(types: str) -> list[str]:
    """Slack's comma-separated names for kinds of conversation as ours."""
    wanted = [each.strip() for each in types.split(",") if each.strip()]
    if any(each not in _KINDS for each in wanted):
        raise InvalidTypes(argument="types")
    return [_KINDS[each] for each in wanted]


def page(found: Sequence[Any], kind: str, limit: int, cursor: str) -> tuple[Sequence[Any], str]:
    """The part of a list, in order of id, that starts at a cursor, and the cursor of the next part."""
    names = [each if isinstance(each, str) else each.id for each in found]
    start = cursors.decode(kind, cursor)
    first = names.index(start) if start in names else (len(names) if start else 0)
    last = first + max(limit, 1)
    following = cursors.encode(kind, names[last]) if last < len(names) else ""
    return found[first:last], following


def window_of(oldest: str, latest: str, *, inclusive: bool, limit: int, cursor: str) -> history.Window:
    """Bounds as Slack reads them: absent, empty and ``0`` mean none; text that reads as zero is refused."""
    high, low = read(latest), read(oldest)
    if high is None and latest not in {"", "0"}:
        raise InvalidTsLatest(argument="latest")
    if low is None and oldest not in {"", "0"}:
        raise InvalidTsOldest(argument="oldest")
    return history.Window(min(max(limit, 1), 999), low, high, inclusive, cursors.decode_ts(cursor))


def paged(context: Context, found: history.Page) -> JSON:
    """Messages, whether there are more, and where they start."""
    told: JSON = {"messages": shapes.messages(context, found.messages), "has_more": found.next_ts is not None}
    if found.next_ts is not None:
        told["response_metadata"] = {"next_cursor": cursors.encode_ts(found.next_ts)}
    return told


def all_tools() -> list[Tool]:
    """Every tool of this module, in order of writing."""
    return [each for each in globals().values() if isinstance(each, Tool)]
