"""What a page shows of many conversations at once, each in one query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, func, or_, select

from workaday.apps.slack.models import Membership, Message
from workaday.apps.slack.service import people
from workaday.statement import Statement, among
from workaday.world import Context

_SEATS: Statement[tuple[str, bool]] = Statement(
    select(Membership.channel_id, Membership.is_open)
    .where(Membership.user_id == bindparam("viewer"))
    .order_by(Membership.channel_id)
)
_ROSTERS: Statement[tuple[str, str]] = Statement(
    select(Membership.channel_id, Membership.user_id)
    .where(Membership.channel_id.in_(among("channels")))
    .order_by(Membership.joined, Membership.user_id)
)
_LAST = (
    select(Message.channel_id, func.max(Message.ts).label("ts"))
    .where(Message.channel_id.in_(among("channels")))
    .where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
    .group_by(Message.channel_id)
    .subquery()
)
_NEWEST: Statement[Message] = Statement(
    select(Message)
    .join(_LAST, (Message.channel_id == _LAST.c.channel_id) & (Message.ts == _LAST.c.ts))
    .order_by(Message.channel_id)
)
_ROOTS: Statement[Message] = Statement(
    select(Message)
    .where(Message.channel_id == bindparam("channel"), Message.ts.in_(among("roots")))
    .order_by(Message.ts)
)


def seats(context: Context) -> dict[str, bool]:
    """The conversations that the person is in, and whether each shows in the sidebar."""
    return dict(_SEATS.all(context, viewer=people.me(context).id))


def rosters(context: Context, channel_ids: Sequence[str]) -> dict[str, list[str]]:
    """The ids of the members of each conversation, in order of joining."""
    seated: dict[str, list[str]] = {}
    for channel_id, user_id in _ROSTERS.all(context, channels=channel_ids):
        seated.setdefault(channel_id, []).append(user_id)
    return seated


def newest(context: Context, channel_ids: Iterable[str]) -> dict[str, Message]:
    """The last message of each conversation that has any; replies count where they were sent to it too."""
    return {each.channel_id: each for each in _NEWEST.all(context, channels=sorted(channel_ids))}


def roots(context: Context, found: Iterable[Message]) -> dict[str, Message]:
    """The roots of those of the messages (of one conversation) that are replies, by timestamp."""
    replies = [message for message in found if message.thread_ts is not None]
    if not replies:
        return {}
    wanted = sorted({message.thread_ts for message in replies if message.thread_ts})
    return {each.ts: each for each in _ROOTS.all(context, channel=replies[0].channel_id, roots=wanted)}
