"""Links in the bar at the top of a conversation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from workaday.apps.slack import emoji as names
from workaday.apps.slack.errors.keepsakes import (
    BookmarkNotFound,
    InvalidBookmarkEmoji,
    InvalidLink,
    PermissionDenied,
    TooManyBookmarks,
)
from workaday.apps.slack.models import Bookmark, Channel
from workaday.apps.slack.service import channels, people
from workaday.errors import InvalidArgument
from workaday.statement import Statement
from workaday.world import Context

MOST = 100
"""Bookmarks in one conversation."""
LONGEST_TITLE, LONGEST_LINK = 256, 2048
_LINK = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)

_AT = (Bookmark.channel_id == bindparam("channel"), Bookmark.id == bindparam("wanted"))
_ADD: Statement[Bookmark] = Statement(insert(Bookmark).returning(Bookmark))
_CHANGE: Statement[Bookmark] = Statement(update(Bookmark).where(*_AT).returning(Bookmark))
_REMOVE: Statement[Bookmark] = Statement(delete(Bookmark).where(*_AT))
_ONE: Statement[Bookmark] = Statement(select(Bookmark).where(*_AT))
_LISTED: Statement[Bookmark] = Statement(
    select(Bookmark).where(Bookmark.channel_id == bindparam("channel")).order_by(Bookmark.rank, Bookmark.id)
)


def add(context: Context, channel_id: str, title: str, link: str, emoji: str = "") -> Bookmark:
    """Put a link into the bar, after those that are there."""
    channel = _kept(context, channel_id)
    held = _LISTED.all(context, channel=channel.id)
    if len(held) >= MOST:
        raise TooManyBookmarks(argument="channel_id")
    viewer, now = people.me(context).id, context.clock.seconds
    return _ADD.one(
        context,
        id=context.ids.code("Bk"),
        channel_id=channel.id,
        title=_title(title or link),
        link=_link(link),
        emoji=_emoji(emoji),
        rank=held[-1].rank + 1 if held else 1,
        created=now,
        updated=now,
        user_id=viewer,
        updated_by=viewer,
    )


def edit(
    context: Context,
    channel_id: str,
    bookmark_id: str,
    *,
    title: str | None = None,
    link: str | None = None,
    emoji: str | None = None,
) -> Bookmark:
    """Change a bookmark; what is None stays as it is."""
    channel = _kept(context, channel_id)
    held = _held(context, channel, bookmark_id)
    changed: dict[str, Any] = {"updated": context.clock.seconds, "updated_by": people.me(context).id}
    if title is not None and title.strip():
        changed["title"] = _title(title)
    if link is not None:
        changed["link"] = _link(link)
    if emoji is not None:
        changed["emoji"] = _emoji(emoji)
    return _CHANGE.one(context, channel=channel.id, wanted=held.id, **changed)


def remove(context: Context, channel_id: str, bookmark_id: str) -> None:
    """Take a bookmark out of the bar."""
    channel = _kept(context, channel_id)
    _REMOVE.run(context, channel=channel.id, wanted=_held(context, channel, bookmark_id).id)


def listed(context: Context, channel_id: str) -> Sequence[Bookmark]:
    """The bookmarks of a conversation, as they stand in the bar."""
    return _LISTED.all(context, channel=channels.get(context, channel_id).id)


def _kept(context: Context, channel_id: str) -> Channel:
    """The conversation, if the person may change its bookmarks."""
    channel = channels.get(context, channel_id)
    if channel.is_archived or not channels.is_member(context, channel.id):
        raise PermissionDenied(argument="channel_id")
    return channel


def _held(context: Context, channel: Channel, bookmark_id: str) -> Bookmark:
    found = _ONE.first(context, channel=channel.id, wanted=bookmark_id)
    if found is None:
        raise BookmarkNotFound(argument="bookmark_id")
    return found


def _title(title: str) -> str:
    if len(title) > LONGEST_TITLE:
        raise InvalidArgument(f"must be less than {LONGEST_TITLE + 1} characters", argument="title")
    return title.strip()


def _link(link: str) -> str:
    if len(link) > LONGEST_LINK or not _LINK.fullmatch(link.strip()):
        raise InvalidLink(argument="link")
    return link.strip()


def _emoji(name: str) -> str:
    """An emoji with its colons; empty for none."""
    bare = name.strip().strip(":")
    if bare and not names.canonical(bare):
        raise InvalidBookmarkEmoji(argument="emoji")
    return f":{bare}:" if bare else ""
