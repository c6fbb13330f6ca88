"""What somebody has saved for later: messages and files, perhaps with a reminder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update

from workaday import events
from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.errors.keepsakes import AlreadyStarred, NotStarred, SavedNotFound
from workaday.apps.slack.errors.messages import TimeInPast
from workaday.apps.slack.models import File, Message, Saved
from workaday.apps.slack.service import channels, files, messages, people, slackbot
from workaday.clock import SECOND
from workaday.errors import InvalidArgument
from workaday.statement import Statement, among
from workaday.world import Context

EVENT = "slack.remind_saved"
OPEN, ARCHIVED, COMPLETED = "open", "archived", "completed"
STATES = frozenset({OPEN, ARCHIVED, COMPLETED})

_MINE = Saved.user_id == bindparam("viewer")
_STILL_THERE = or_(
    select(Message.id)
    .where(Message.channel_id == Saved.channel_id, Message.ts == Saved.message_ts)
    .where(Message.channel_id.in_(channels.VISIBLE), Message.subtype.is_distinct_from(messages.TOMBSTONE))
    .correlate(Saved)
    .exists(),
    select(File.id).where(File.id == Saved.file_id, File.is_deleted.is_(False)).correlate(Saved).exists(),
)
_ADD: Statement[Saved] = Statement(insert(Saved).returning(Saved))
_CHANGE: Statement[Saved] = Statement(update(Saved).where(Saved.id == bindparam("wanted")).returning(Saved))
_REMOVE: Statement[Saved] = Statement(delete(Saved).where(Saved.id == bindparam("wanted")))
_ONE: Statement[Saved] = Statement(select(Saved).where(_MINE, Saved.id == bindparam("wanted")))
_DUE: Statement[Saved] = Statement(select(Saved).where(Saved.id == bindparam("wanted")))
_OF: Statement[Saved] = Statement(
    select(Saved)
    .where(_MINE, Saved.channel_id.is_not_distinct_from(bindparam("channel")))
    .where(Saved.message_ts.is_not_distinct_from(bindparam("at")))
    .where(Saved.file_id.is_not_distinct_from(bindparam("file")))
    .order_by(Saved.id)
)
_LISTED: Statement[Saved] = Statement(
    select(Saved)
    .where(_MINE, Saved.state == bindparam("state"), _STILL_THERE)
    .order_by(Saved.created.desc(), Saved.id.desc())
)
_ON: Statement[Saved] = Statement(
    select(Saved)
    .where(_MINE, Saved.channel_id == bindparam("channel"), Saved.message_ts.in_(among("messages")))
    .where(Saved.state == OPEN)
    .order_by(Saved.id)
)


def add(
    context: Context,
    *,
    channel_id: str | None = None,
    message_ts: str | None = None,
    file_id: str | None = None,
    due: int = 0,
) -> Saved:
    """Save a message or a file for later; with ``due`` (second) Slackbot reminds of it then.

    What was archived or completed is open again.
    """
    item = _item(context, channel_id, message_ts, file_id)
    held = _held(context, item)
    if held is not None and held.state == OPEN:
        raise AlreadyStarred
    if held is not None:
        mark(context, held.id, OPEN)
        return remind(context, held.id, due)
    made = _ADD.one(
        context,
        id=context.ids.number("slack_saved"),
        user_id=people.me(context).id,
        created=context.clock.seconds,
        **item,
    )
    return remind(context, made.id, due) if due else made


def _item(
    context: Context, channel_id: str | None, message_ts: str | None, file_id: str | None
) -> dict[str, str | None]:
    """The columns that name what is saved, once it is known to be there."""
    if file_id:
        return {"channel_id": None, "message_ts": None, "file_id": files.get(context, file_id).id}
    message = messages.live(context, channels.get(context, channel_id or "").id, message_ts or "")
    return {"channel_id": message.channel_id, "message_ts": message.ts, "file_id": None}


def _held(context: Context, item: dict[str, str | None]) -> Saved | None:
    return _OF.first(
        context,
        viewer=people.me(context).id,
        channel=item["channel_id"],
        at=item["message_ts"],
        file=item["file_id"],
    )


def remove(
    context: Context,
    *,
    channel_id: str | None = None,
    message_ts: str | None = None,
    file_id: str | None = None,
) -> None:
    """Save something no longer."""
    held = _held(context, _item(context, channel_id, message_ts, file_id))
    if held is None:
        raise NotStarred
    _cancel(context, held)
    _REMOVE.run(context, wanted=held.id)


def listed(context: Context, state: str = OPEN) -> Sequence[Saved]:
    """What one has saved and can still see, the last saved first."""
    return _LISTED.all(context, viewer=people.me(context).id, state=state)


def get(context: Context, saved_id: int) -> Saved:
    """One's saved item of that number."""
    found = _ONE.first(context, viewer=people.me(context).id, wanted=saved_id)
    if found is None:
        raise SavedNotFound(argument="saved_id")
    return found


def mark(context: Context, saved_id: int, state: str) -> Saved:
    """Say that an item is ``open``, ``archived`` or ``completed``; what is not open reminds of nothing."""
    if state not in STATES:
        raise InvalidArgument(f"state is {', '.join(sorted(STATES))}", argument="state")
    held = get(context, saved_id)
    changed: dict[str, Any] = {"state": state}
    if state != OPEN:
        _cancel(context, held)
        changed["event_number"] = None
    return _CHANGE.one(context, wanted=held.id, **changed)


def remind(context: Context, saved_id: int, due: int) -> Saved:
    """Have Slackbot remind of an item at a second to come; 0 for not at all."""
    held = get(context, saved_id)
    if due and due <= context.clock.seconds:
        raise TimeInPast(argument="due")
    _cancel(context, held)
    number = context.schedule(EVENT, {"id": held.id}, at=due * SECOND) if due else None
    return _CHANGE.one(context, wanted=held.id, due=due, event_number=number)


def _cancel(context: Context, held: Saved) -> None:
    if held.event_number is not None:
        events.cancel(context, held.event_number)


def on(context: Context, found: Iterable[Message]) -> dict[str, Saved]:
    """What one has saved among messages of one conversation and not done with, by their timestamps."""
    wanted = list(found)
    if not wanted:
        return {}
    place = {"channel": wanted[0].channel_id, "messages": [message.ts for message in wanted]}
    held = _ON.all(context, viewer=people.me(context).id, **place)
    return {each.message_ts: each for each in held if each.message_ts}


def due(context: Context, payload: dict[str, Any]) -> None:
    """The time of an item's reminder has come: Slackbot tells of it, if it is still there to be seen."""
    held = _DUE.first(context, wanted=payload["id"])
    if held is None:
        return
    _CHANGE.one(context, wanted=held.id, event_number=None)
    try:
        user, address = people.me(context), _address(context, held)
    except SlackError:
        return
    slackbot.tell(context, user, f"Reminder: you saved <{address}|this> for later.")


def _address(context: Context, held: Saved) -> str:
    if held.file_id is not None:
        return files.permalink(context, held.file_id)
    place = channels.get(context, held.channel_id or "")
    return messages.permalink(context, messages.live(context, place.id, held.message_ts or ""))
