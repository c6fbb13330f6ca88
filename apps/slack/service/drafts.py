"""What people have begun to write, kept until they send it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.models import Draft
from workaday.apps.slack.service import channels, people
from workaday.statement import Statement
from workaday.world import Context

_MINE = Draft.user_id == bindparam("viewer")
_AT = (_MINE, Draft.channel_id == bindparam("channel"), Draft.thread_ts == bindparam("thread"))
_NEW = insert(Draft)
_SAVE: Statement[Draft] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[Draft.user_id, Draft.channel_id, Draft.thread_ts],
        set_={"text": _NEW.excluded.text, "updated": _NEW.excluded.updated},
    )
)
_FORGET: Statement[Draft] = Statement(delete(Draft).where(*_AT))
_TEXT: Statement[str] = Statement(select(Draft.text).where(*_AT))
_LISTED: Statement[Draft] = Statement(
    select(Draft)
    .where(_MINE, Draft.channel_id.in_(channels.VISIBLE))
    .order_by(Draft.updated.desc(), Draft.channel_id, Draft.thread_ts)
)


def save(context: Context, channel_id: str, text: str, thread_ts: str = "") -> None:
    """Keep what one has written so far in a conversation, or in a thread; nothing but blanks is no draft."""
    viewer = people.me(context).id
    channel = channels.get(context, channel_id)
    if text.strip():
        _keep(context, channel.id, viewer, text, thread_ts)
    else:
        forget(context, channel.id, viewer, thread_ts)


def _keep(context: Context, channel_id: str, user_id: str, text: str, thread_ts: str) -> None:
    place = {"user_id": user_id, "channel_id": channel_id, "thread_ts": thread_ts}
    _SAVE.run(context, **place, text=text, updated=context.clock.seconds)


def restore(context: Context, channel_id: str, user_id: str, text: str, thread_ts: str) -> None:
    """Give somebody back what could not be sent, before what they have begun to write there since."""
    since = _TEXT.value(context, viewer=user_id, channel=channel_id, thread=thread_ts)
    _keep(context, channel_id, user_id, "\n".join(filter(None, [text, since])), thread_ts)


def listed(context: Context) -> Sequence[Draft]:
    """One's drafts, the last changed first."""
    return _LISTED.all(context, viewer=people.me(context).id)


def of(context: Context, channel_id: str, thread_ts: str = "") -> str:
    """What one has begun to write there; empty for nothing."""
    found = _TEXT.value(context, viewer=people.me(context).id, channel=channel_id, thread=thread_ts)
    return found or ""


def discard(context: Context, channel_id: str, thread_ts: str = "") -> None:
    """Throw away what one has begun to write there."""
    forget(context, channel_id, people.me(context).id, thread_ts)


def forget(context: Context, channel_id: str, user_id: str, thread_ts: str) -> None:
    """The same for somebody who is known already."""
    _FORGET.run(context, viewer=user_id, channel=channel_id, thread=thread_ts)
