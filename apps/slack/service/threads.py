"""Which threads somebody follows, and how far they have read them.

People follow the threads that they started, replied in or were mentioned in, unless they have said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import aliased, join

from workaday.apps.slack.errors import InvalidTimestamp
from workaday.apps.slack.models import Message, ThreadFollow, ThreadMark
from workaday.apps.slack.service import channels, marks, mentions, messages, people
from workaday.apps.slack.timestamps import LAST, read
from workaday.statement import Statement, among
from workaday.world import Context

_NEW = insert(ThreadFollow)
_FOLLOW: Statement[ThreadFollow] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[ThreadFollow.user_id, ThreadFollow.channel_id, ThreadFollow.thread_ts],
        set_={"follows": _NEW.excluded.follows},
    )
)


_VIEWER: Any = bindparam("viewer")


def _replied(*conditions: ColumnElement[bool]) -> Subquery:
    """Of each thread the newest reply of all, of others, of one's own, and of those that mention one."""
    mine = Message.user_id == _VIEWER
    of_these = {"latest": true(), "news": ~mine, "written": mine, "mentioned": mentions.BY_NAME}
    newest = (func.max(Message.ts).filter(which).label(name) for name, which in of_these.items())
    return (
        select(Message.channel_id, Message.thread_ts, *newest)
        .where(Message.thread_ts.is_not(None), *conditions)
        .group_by(Message.channel_id, Message.thread_ts)
        .subquery("replied")
    )


class _Threads:
    """Roots, what their replies say, and what somebody has said of following and has read of them."""

    def __init__(self, replied: Subquery, *, with_replies: bool) -> None:
        self.replied = replied.c
        self.last_read = func.coalesce(ThreadMark.last_read, self.replied.written, Message.ts)
        at_root = (Message.channel_id == self.replied.channel_id, Message.ts == self.replied.thread_ts)
        self._source = (
            join(Message, replied, and_(*at_root), isouter=not with_replies)
            .outerjoin(ThreadFollow, _of_viewer(ThreadFollow))
            .outerjoin(ThreadMark, _of_viewer(ThreadMark))
        )
        self._follows = func.coalesce(
            ThreadFollow.follows,
            or_(
                self.replied.written.is_not(None),
                self.replied.mentioned.is_not(None),
                Message.user_id == _VIEWER,
                mentions.BY_NAME,
            ),
        )

    def select(self, *columns: Any, beside: FromClause | None = None) -> Select[Any]:
        """These columns of the threads that somebody follows; ``beside`` is joined at their newest reply."""
        source = self._source
        if beside is not None:
            at = (beside.c.channel_id == Message.channel_id, beside.c.ts == self.replied.news)
            source = source.join(beside, and_(*at))
        return select(*columns).select_from(source).where(self._follows)


def _of_viewer(table: type[ThreadFollow] | type[ThreadMark]) -> ColumnElement[bool]:
    at = (table.channel_id == Message.channel_id, table.thread_ts == Message.ts)
    return and_(table.user_id == _VIEWER, *at)


_IN_PLACE = (Message.channel_id == bindparam("channel"),)
_THESE = _Threads(_replied(*_IN_PLACE, Message.thread_ts.in_(among("roots"))), with_replies=False)
_FOLLOWS: Statement[tuple[str, str]] = Statement(
    _THESE.select(Message.ts, _THESE.last_read.label("last_read"))
    .where(*_IN_PLACE, Message.ts.in_(among("roots")))
    .order_by(Message.ts)
)
_ALL = _Threads(_replied(Message.channel_id.in_(channels.MINE)), with_replies=True)
_REPLY = aliased(Message)
_NEW_REPLIES = (
    select(func.count(_REPLY.id))
    .where(_REPLY.channel_id == Message.channel_id, _REPLY.thread_ts == Message.ts)
    .where(_REPLY.ts > _ALL.last_read, _REPLY.user_id != _VIEWER)
    .correlate(Message, ThreadMark, _ALL.replied.written.table)
    .scalar_subquery()
)
_FOLLOWED: Statement[Any] = Statement(
    _ALL.select(
        Message,
        _ALL.replied.latest,
        _ALL.last_read.label("last_read"),
        _NEW_REPLIES.label("unread"),
    )
    .where(_ALL.replied.latest < bindparam("before"))
    .order_by(_ALL.replied.latest.desc(), Message.channel_id, Message.ts)
    .limit(bindparam("most", type_=Integer))
)
_UNREAD: Statement[int] = Statement(
    _ALL.select(func.count(Message.id)).where(_ALL.replied.news > _ALL.last_read)
)

_NEWEST = select(Message).subquery("newest")
_NEWEST_REPLIES: Statement[Message] = Statement(
    _ALL.select(*_NEWEST.c, beside=_NEWEST)
    .where(_ALL.replied.news > bindparam("after"), _ALL.replied.news < bindparam("before"))
    .where(_ALL.replied.news > func.coalesce(_ALL.replied.mentioned, ""))
    .order_by(_ALL.replied.news.desc(), Message.channel_id)
    .limit(bindparam("most", type_=Integer))
)


@dataclass(frozen=True)
class Followed:
    """A thread that somebody follows: its newest reply, how far they have read it, and what is new in it."""

    root: Message
    latest: str
    last_read: str
    unread: int


def follows(context: Context, roots: Iterable[Message]) -> dict[str, str]:
    """Which of these messages of one conversation are followed, and the last message read of each thread.

    How far somebody has read a thread is, until they say so, the last thing they wrote in it, or its root.
    """
    wanted = list(roots)
    if not wanted:
        return {}
    place = {"channel": wanted[0].channel_id, "roots": [each.ts for each in wanted]}
    return dict(_FOLLOWS.all(context, **place, **mentions.of(people.me(context).id)))


def followed(context: Context, *, limit: int, before: str | None = None) -> list[Followed]:
    """The threads that one follows, in conversations that one is in, the last replied to first.

    ``before`` is the ``latest`` of the last one of the page before.
    """
    viewer = mentions.of(people.me(context).id)
    found = _FOLLOWED.all(context, **viewer, before=before or LAST, most=limit)
    return [Followed(each, each.latest, each.last_read, each.unread) for each in found]


def newest_replies(context: Context, **window: Any) -> Sequence[Message]:
    """The newest reply of somebody else in each thread that one follows, unless it mentions one.

    ``window`` has the parameters of :func:`mentions.of`, ``after``, ``before`` (exclusive) and ``most``.
    """
    return _NEWEST_REPLIES.all(context, **window)


def unread(context: Context) -> int:
    """How many of the threads that one follows have replies of others that one has not read."""
    return _UNREAD.value(context, **mentions.of(people.me(context).id)) or 0


def follow(context: Context, channel_id: str, root_ts: str, on: bool) -> None:
    """Follow a thread, or no longer, whatever one has written in it."""
    root = _root(context, channel_id, root_ts)
    place = {"user_id": people.me(context).id, "channel_id": root.channel_id, "thread_ts": root.ts}
    _FOLLOW.run(context, **place, follows=on)


def mark(context: Context, channel_id: str, root_ts: str, message_ts: str) -> None:
    """Say that one has read a thread up to a message; an earlier one marks as unread."""
    root = _root(context, channel_id, root_ts)
    moment = read(message_ts)
    if moment is None:
        raise InvalidTimestamp(argument="ts")
    marks.move_in_thread(context, root.channel_id, root.ts, people.me(context).id, moment)


def _root(context: Context, channel_id: str, message_ts: str) -> Message:
    """The root of the thread that a message is in, or may begin."""
    found = messages.get(context, channels.get(context, channel_id).id, message_ts)
    return messages.get(context, channel_id, found.thread_ts) if found.thread_ts else found
