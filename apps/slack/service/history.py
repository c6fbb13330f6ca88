"""Reading conversations and threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Select, or_, select

from workaday.apps.slack.errors import ThreadNotFound
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import channels, messages
from workaday.world import Context


@dataclass(frozen=True)
class Window:
    """Which messages: between two timestamps (exclusive unless ``inclusive``), at most ``limit``.

    ``start`` is where an earlier page stopped: the first message that it did not show.
    """

    limit: int
    oldest: str | None = None
    latest: str | None = None
    inclusive: bool = False
    start: str | None = None

    @property
    def forward(self) -> bool:
        """With a lower bound alone, pages walk forward from it (reference B' 4)."""
        return self.oldest is not None and self.latest is None


@dataclass(frozen=True)
class Page:
    """Messages, and the timestamp at which the next page starts, if there is more."""

    messages: Sequence[Message]
    next_ts: str | None


@dataclass(frozen=True)
class Thread:
    """What a root says about its replies: ``users`` are distinct, in order of their first reply."""

    count: int
    users: tuple[str, ...]
    latest: str


def top_level(context: Context, channel_id: str, window: Window) -> Page:
    """A page of a conversation, newest first: messages, and replies that were also sent to the channel."""
    channel = channels.get(context, channel_id)
    query = select(Message).where(Message.channel_id == channel.id)
    query = query.where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
    page = _page(context, _bounded(query, window), window, forward=window.forward)
    return Page(page.messages[::-1], page.next_ts) if window.forward else page


def thread(context: Context, channel_id: str, message_ts: str, window: Window) -> Page:
    """A page of a thread: its root, then replies, oldest first.

    The root comes first on every page (reference B' 5).  The timestamp of a reply gives that reply alone.
    """
    channel = channels.get(context, channel_id)
    root = messages.by_ts(context, channel.id, message_ts)
    if root is None:
        raise ThreadNotFound(argument="ts")
    if root.thread_ts is not None:
        return Page([root], None)
    query = select(Message).where(Message.channel_id == channel.id, Message.thread_ts == root.ts)
    page = _page(context, _bounded(query, window), window, forward=True)
    return Page([root, *page.messages], page.next_ts)


def _bounded(query: Select[tuple[Message]], window: Window) -> Select[tuple[Message]]:
    if window.oldest is not None:
        low = Message.ts >= window.oldest if window.inclusive else Message.ts > window.oldest
        query = query.where(low)
    if window.latest is not None:
        high = Message.ts <= window.latest if window.inclusive else Message.ts < window.latest
        query = query.where(high)
    return query


def _page(context: Context, query: Select[tuple[Message]], window: Window, *, forward: bool) -> Page:
    if window.start is not None:
        query = query.where(Message.ts >= window.start if forward else Message.ts <= window.start)
    order = Message.ts.asc() if forward else Message.ts.desc()
    found = context.session.scalars(query.order_by(order).limit(window.limit + 1)).all()
    more = len(found) > window.limit
    return Page(found[: window.limit], found[window.limit].ts if more else None)


def threads(context: Context, found: Iterable[Message]) -> dict[str, Thread]:
    """What those of the messages (of one conversation) that have replies say of them, by timestamp."""
    roots = [message for message in found if message.thread_ts is None]
    if not roots:
        return {}
    query = (
        select(Message.thread_ts, Message.user_id, Message.ts)
        .where(Message.channel_id == roots[0].channel_id)
        .where(Message.thread_ts.in_([root.ts for root in roots]))
        .order_by(Message.ts)
    )
    replies: dict[str, list[tuple[str, str]]] = {}
    for root_ts, user_id, reply_ts in context.session.execute(query):
        replies.setdefault(root_ts, []).append((user_id, reply_ts))
    return {root_ts: _summary(each) for root_ts, each in replies.items()}


def _summary(replies: list[tuple[str, str]]) -> Thread:
    users = tuple(dict.fromkeys(user_id for user_id, _ in replies))
    return Thread(len(replies), users, replies[-1][1])


def authors(context: Context, found: Iterable[Message]) -> dict[str, str]:
    """Who wrote the roots of those of the messages (of one conversation) that are replies, by root timestamp."""
    replies = [message for message in found if message.thread_ts is not None]
    if not replies:
        return {}
    wanted = sorted({message.thread_ts for message in replies if message.thread_ts})
    query = select(Message.ts, Message.user_id).where(
        Message.channel_id == replies[0].channel_id, Message.ts.in_(wanted)
    )
    return {root_ts: user_id for root_ts, user_id in context.session.execute(query.order_by(Message.ts))}
