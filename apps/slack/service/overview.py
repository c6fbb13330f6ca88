"""What a page shows of many conversations at once, each in one query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import func, or_, select

from workaday.apps.slack.models import Membership, Message
from workaday.apps.slack.service import people
from workaday.world import Context


def seats(context: Context) -> dict[str, bool]:
    """The conversations that the person is in, and whether each shows in the sidebar."""
    query = select(Membership.channel_id, Membership.is_open).where(
        Membership.user_id == people.me(context).id
    )
    found = context.session.execute(query.order_by(Membership.channel_id))
    return {row.channel_id: row.is_open for row in found}


def rosters(context: Context, channel_ids: Sequence[str]) -> dict[str, list[str]]:
    """The ids of the members of each conversation, in order of joining."""
    query = select(Membership.channel_id, Membership.user_id).where(Membership.channel_id.in_(channel_ids))
    seated: dict[str, list[str]] = {}
    for channel_id, user_id in context.session.execute(query.order_by(Membership.joined, Membership.user_id)):
        seated.setdefault(channel_id, []).append(user_id)
    return seated


def newest(context: Context, channel_ids: Iterable[str]) -> dict[str, Message]:
    """The last message of each conversation that has any; replies count where they were sent to it too."""
    last = (
        select(Message.channel_id, func.max(Message.ts).label("ts"))
        .where(Message.channel_id.in_(sorted(channel_ids)))
        .where(or_(Message.thread_ts.is_(None), Message.broadcast.is_(True)))
        .group_by(Message.channel_id)
        .subquery()
    )
    query = select(Message).join(last, (Message.channel_id == last.c.channel_id) & (Message.ts == last.c.ts))
    return {each.channel_id: each for each in context.session.scalars(query.order_by(Message.channel_id))}


def roots(context: Context, found: Iterable[Message]) -> dict[str, Message]:
    """The roots of those of the messages (of one conversation) that are replies, by timestamp."""
    replies = [message for message in found if message.thread_ts is not None]
    if not replies:
        return {}
    wanted = sorted({message.thread_ts for message in replies if message.thread_ts})
    query = select(Message).where(Message.channel_id == replies[0].channel_id, Message.ts.in_(wanted))
    return {each.ts: each for each in context.session.scalars(query.order_by(Message.ts))}
