"""Reading conversations and threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Integer, bindparam, or_, select

from workaday.apps.slack.errors import ThreadNotFound
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.service import channels, messages
from workaday.apps.slack.timestamps import LAST, NEVER, shifted
from workaday.statement import Statement, among
from workaday.world import Context

_CHANNEL = Message.channel_id == bindparam("channel")
_WITHIN = (
    select(Message)
    .where(_CHANNEL, Message.ts.between(bindparam("low"), bindparam("high")))
    .limit(bindparam("most", type_=Integer))
)
_TOP_LEVEL = _WITHIN.where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
_NEWEST_FIRST: Statement[Message] = Statement(_TOP_LEVEL.order_by(Message.ts.desc()))
_OLDEST_FIRST: Statement[Message] = Statement(_TOP_LEVEL.order_by(Message.ts))
_REPLIES: Statement[Message] = Statement(
    _WITHIN.where(Message.thread_ts == bindparam("root")).order_by(Message.ts)
)
# In the order of the index on threads: sorted by time alone, SQLite would read the whole conversation.
_REPLIERS: Statement[tuple[str, str, str]] = Statement(
    select(Message.thread_ts, Message.user_id, Message.ts)
    .where(_CHANNEL, Message.thread_ts.in_(among("roots")))
    .order_by(Message.thread_ts, Message.ts)
)
_AUTHORS: Statement[tuple[str, str]] = Statement(
    select(Message.ts, Message.user_id).where(_CHANNEL, Message.ts.in_(among("roots"))).order_by(Message.ts)
)


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

    def bounds(self, *, forward: bool) -> tuple[str, str]:
        """The first and the last timestamp that a page walking that way may show."""
        aside = 0 if self.inclusive else 1
        low = shifted(self.oldest, aside) if self.oldest else NEVER
        high = shifted(self.latest, -aside) if self.latest else LAST
        if self.start is not None:
            low, high = (max(low, self.start), high) if forward else (low, min(high, self.start))
        return low, high


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
    return in_channel(context, channels.get(context, channel_id), window)


def in_channel(context: Context, channel: Channel, window: Window) -> Page:
    """The same for a conversation that the person is known to be able to see."""
    place = {"channel": channel.id}
    if not window.forward:
        return _page(context, _NEWEST_FIRST, place, window, forward=False)
    page = _page(context, _OLDEST_FIRST, place, window, forward=True)
    return Page(page.messages[::-1], page.next_ts)


def thread(context: Context, channel_id: str, message_ts: str, window: Window) -> Page:
    """A page of a thread: its root, then replies, oldest first.

    The root comes first on every page (reference B' 5).  The timestamp of a reply gives that reply alone.
    """
    return in_thread(context, channels.get(context, channel_id), message_ts, window)


def in_thread(context: Context, channel: Channel, message_ts: str, window: Window) -> Page:
    """The same for a conversation that the person is known to be able to see."""
    root = messages.by_ts(context, channel.id, message_ts)
    if root is None:
        raise ThreadNotFound(argument="ts")
    if root.thread_ts is not None:
        return Page([root], None)
    page = _page(context, _REPLIES, {"channel": channel.id, "root": root.ts}, window, forward=True)
    return Page([root, *page.messages], page.next_ts)


def _page(
    context: Context,
    query: Statement[Message],
    place: dict[str, str],
    window: Window,
    *,
    forward: bool,
) -> Page:
    low, high = window.bounds(forward=forward)
    found = query.all(context, **place, low=low, high=high, most=window.limit + 1)
    more = len(found) > window.limit
    return Page(found[: window.limit], found[window.limit].ts if more else None)


def threads(context: Context, found: Iterable[Message]) -> dict[str, Thread]:
    """What those of the messages (of one conversation) that have replies say of them, by timestamp."""
    roots = [message for message in found if message.thread_ts is None]
    if not roots:
        return {}
    timestamps = [root.ts for root in roots]
    replies: dict[str, list[tuple[str, str]]] = {}
    for root_ts, user_id, reply_ts in _REPLIERS.all(context, channel=roots[0].channel_id, roots=timestamps):
        replies.setdefault(root_ts, []).append((user_id, reply_ts))
    return {root_ts: _summary(each) for root_ts, each in replies.items()}


def _summary(replies: list[tuple[str, str]]) -> Thread:
    users = tuple(dict.fromkeys(user_id for user_id, _ in replies))
    return Thread(len(replies), users, replies[-1][1])


def authors(context: Context, found: Iterable[Message]) -> dict[str, str]:
    """Who wrote the roots of the replies among messages of one conversation, by the roots' timestamps."""
    replies = [message for message in found if message.thread_ts is not None]
    if not replies:
        return {}
    wanted = sorted({message.thread_ts for message in replies if message.thread_ts})
    return dict(_AUTHORS.all(context, channel=replies[0].channel_id, roots=wanted))
