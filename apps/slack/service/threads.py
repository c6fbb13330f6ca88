"""Which threads somebody follows, and how far they have read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, func, or_, select

from workaday.apps.slack.models import Message
from workaday.apps.slack.service import people
from workaday.apps.slack.service.history import Thread
from workaday.world import Context

_REPLIES = select(Message.thread_ts, func.max(Message.ts)).where(
    Message.channel_id == bindparam("channel"), Message.thread_ts.in_(bindparam("roots", expanding=True))
)
_WRITTEN = (
    _REPLIES.where(Message.user_id == bindparam("viewer"))
    .group_by(Message.thread_ts)
    .order_by(Message.thread_ts)
)
_MENTIONED = (
    _REPLIES.where(
        or_(*(func.instr(Message.text, bindparam(name)) > 0 for name in ("mention", "named_mention")))
    )
    .group_by(Message.thread_ts)
    .order_by(Message.thread_ts)
)


def followed(context: Context, found: Iterable[Message], replied: Mapping[str, Thread]) -> dict[str, str]:
    """The threads that the person started, replied in or was mentioned in, and the last message read of each.

    ``found`` are messages of one conversation, ``replied`` what the roots among them say of their replies.
    How far somebody has read a thread is the last thing they wrote in it, or its root.
    """
    roots = {each.ts: each for each in found if each.ts in replied}
    if not roots:
        return {}
    viewer = people.me(context).id
    asked = {"channel": next(iter(roots.values())).channel_id, "roots": list(roots), "viewer": viewer}
    mentions = {"mention": f"<@{viewer}>", "named_mention": f"<@{viewer}|"}
    written = dict(context.session.execute(_WRITTEN, asked).tuples().all())
    mentioned = dict(context.session.execute(_MENTIONED, asked | mentions).tuples().all())
    return {
        root_ts: written.get(root_ts) or root_ts
        for root_ts, root in roots.items()
        if root_ts in written
        or root_ts in mentioned
        or root.user_id == viewer
        or any(each in root.text for each in mentions.values())
    }
