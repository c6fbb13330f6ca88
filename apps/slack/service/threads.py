"""Which threads somebody follows, and how far they have read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, func, or_, select

from workaday.apps.slack.models import Message
from workaday.apps.slack.service import people
from workaday.apps.slack.service.history import Thread
from workaday.statement import Statement, among
from workaday.world import Context

_LAST = (
    select(Message.thread_ts, func.max(Message.ts))
    .where(Message.channel_id == bindparam("channel"), Message.thread_ts.in_(among("roots")))
    .group_by(Message.thread_ts)
    .order_by(Message.thread_ts)
)
_WRITTEN: Statement[tuple[str, str]] = Statement(_LAST.where(Message.user_id == bindparam("viewer")))
_MENTIONED: Statement[tuple[str, str]] = Statement(
    _LAST.where(or_(*(func.instr(Message.text, bindparam(name)) > 0 for name in ("bare", "named"))))
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
    place = {"channel": next(iter(roots.values())).channel_id, "roots": list(roots)}
    mentions = {"bare": f"<@{viewer}>", "named": f"<@{viewer}|"}
    written = dict(_WRITTEN.all(context, **place, viewer=viewer))
    mentioned = dict(_MENTIONED.all(context, **place, **mentions))
    return {
        root_ts: written.get(root_ts, root_ts)
        for root_ts, root in roots.items()
        if root_ts in written or root_ts in mentioned or _starts(root, viewer, mentions)
    }


def _starts(root: Message, viewer: str, mentions: Mapping[str, str]) -> bool:
    return root.user_id == viewer or any(mention in root.text for mention in mentions.values())
