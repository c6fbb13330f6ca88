"""What each part of a search asks of a message and of a file, as conditions with parameters.

The parameters have the names of the parts of a :class:`~workaday.apps.slack.query.Query`; people,
conversations and kinds of file are given by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, ColumnElement, and_, bindparam, column, func, or_, select, table
from sqlalchemy.orm import aliased

from workaday.apps.slack.models import Channel, File, FileShare, Membership, Message, Pin, Reaction, Saved
from workaday.apps.slack.service import channels, messages, visibility
from workaday.statement import among

_VIEWER: Any = bindparam("viewer")
_DIRECT = select(Channel.id).where(Channel.kind.in_(("im", "mpim")))


def _index(name: str) -> tuple[Any, Any]:
    """The row numbers of an index, and what matches an expression in it."""
    found = table(name, column("rowid"), column(name))
    return found.c.rowid, found.c[name].bool_op("MATCH")


_ROWID, _MATCHING = _index("slack_message_index")
_FILE_ROWID, _FILE_MATCHING = _index("slack_file_index")


def _outside(moment: Any, spans: str) -> ColumnElement[bool]:
    """That a moment is in none of the spans that are given as pairs of a first moment and the one after."""
    span = func.json_each(bindparam(spans, type_=JSON)).table_valued("value", name="span").c.value
    begins, ends = (func.json_extract(span, f"$[{place}]") for place in (0, 1))
    return ~select(span).where(moment >= begins, moment < ends).exists()


# --- what a part of a query asks of a message -----------------------------------------------------------

_FINDABLE: tuple[ColumnElement[bool], ...] = (
    Message.channel_id.in_(channels.VISIBLE),
    or_(Message.subtype.is_(None), Message.subtype.in_([messages.ME, messages.OVERRIDDEN])),
    Message.ts >= bindparam("since"),
    Message.ts < bindparam("until"),
)
"""Messages of people and apps: neither placeholders nor the workspace's own notices are found."""

_OTHER = aliased(Message)
_ROOT = func.coalesce(Message.thread_ts, Message.ts)
_IN_THREAD = or_(
    Message.thread_ts.is_not(None),
    select(_OTHER.id)
    .where(_OTHER.channel_id == Message.channel_id, _OTHER.thread_ts == Message.ts)
    .correlate(Message)
    .exists(),
)
_REACTION = (Reaction.channel_id == Message.channel_id, Reaction.message_ts == Message.ts)


def _reacted(names: str, *conditions: ColumnElement[bool]) -> Any:
    """How many of these emoji somebody reacted with."""
    return (
        select(func.count(Reaction.name.distinct()))
        .where(*_REACTION, Reaction.name.in_(among(names)), *conditions)
        .correlate(Message)
        .scalar_subquery()
    )


def _many(names: str) -> Any:
    return func.json_array_length(bindparam(names, type_=JSON))


def _file(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """That a file of this kind is in the message."""
    return (
        select(FileShare.file_id)
        .join(File, File.id == FileShare.file_id)
        .where(FileShare.channel_id == Message.channel_id, FileShare.message_ts == Message.ts)
        .where(File.is_deleted.is_(False), *conditions)
        .correlate(Message)
        .exists()
    )


def _with(names: str) -> ColumnElement[bool]:
    """In a direct conversation with each of some people, or in a thread where they have written."""
    wanted = func.json_each(bindparam(names, type_=JSON)).table_valued("value", name="wanted")
    anybody = func.json_each(wanted.c.value).table_valued("value", name="anybody").c.value
    seat = select(Membership.user_id).where(
        Membership.channel_id == Message.channel_id, Membership.user_id == anybody
    )
    written = select(_OTHER.id).where(
        _OTHER.channel_id == Message.channel_id,
        or_(_OTHER.ts == _ROOT, _OTHER.thread_ts == _ROOT),
        _OTHER.user_id == anybody,
    )
    around = or_(
        and_(Message.channel_id.in_(_DIRECT), seat.correlate(Message, anybody.table).exists()),
        and_(_IN_THREAD, written.correlate(Message, anybody.table).exists()),
    )
    met = select(anybody).where(around).correlate(Message, wanted).exists()
    count = select(func.count()).select_from(wanted).where(met).correlate(Message).scalar_subquery()
    met_all: ColumnElement[bool] = _many(names) == count
    return met_all


def _received(names: str) -> ColumnElement[bool]:
    """Written to one of some people in a direct conversation."""
    return and_(
        Message.channel_id.in_(_DIRECT),
        select(Membership.user_id)
        .where(Membership.channel_id == Message.channel_id, Membership.user_id.in_(among(names)))
        .where(Membership.user_id != Message.user_id)
        .correlate(Message)
        .exists(),
    )


_ON_MESSAGE: dict[str, ColumnElement[bool]] = {
    "link": or_(func.instr(Message.text, "<http") > 0, func.instr(Message.words, "<http") > 0),
    "reaction": select(Reaction.id).where(*_REACTION).correlate(Message).exists(),
    "pin": select(Pin.channel_id)
    .where(Pin.channel_id == Message.channel_id, Pin.message_ts == Message.ts)
    .correlate(Message)
    .exists(),
    "file": _file(),
    "star": select(Saved.id)
    .where(Saved.user_id == _VIEWER, Saved.channel_id == Message.channel_id, Saved.message_ts == Message.ts)
    .where(Saved.state == "open")
    .correlate(Message)
    .exists(),
    "thread": _IN_THREAD,
    "dm": Message.channel_id.in_(_DIRECT),
    "senders": Message.user_id.in_(among("senders")),
    "places": Message.channel_id.in_(among("places")),
    "recipients": _received("recipients"),
    "creators": _file(File.user_id.in_(among("creators"))),
    "types": _file(File.filetype.in_(among("types"))),
    "companions": _with("companions"),
    "reactions": _many("reactions") == _reacted("reactions"),
    "my_reactions": _many("my_reactions") == _reacted("my_reactions", Reaction.user_id == _VIEWER),
}
_NOT_ON_MESSAGE: dict[str, ColumnElement[bool]] = {
    "not_senders": Message.user_id.not_in(among("not_senders")),
    "not_places": Message.channel_id.not_in(among("not_places")),
    "not_recipients": ~_received("not_recipients"),
    "not_creators": ~_file(File.user_id.in_(among("not_creators"))),
    "not_types": ~_file(File.filetype.in_(among("not_types"))),
    "not_companions": ~_with("not_companions"),
    "not_reactions": _reacted("not_reactions") == 0,
    "not_my_reactions": _reacted("not_my_reactions", Reaction.user_id == _VIEWER) == 0,
    "not_during": _outside(Message.ts, "not_during"),
    **{
        f"no_{name}": ~_ON_MESSAGE[name]
        for name in ("link", "reaction", "pin", "file", "star", "thread", "dm")
    },
}
_IN_MESSAGES: dict[str, tuple[ColumnElement[bool], ...]] = {
    "wanted": (Message.id == _ROWID, _MATCHING(bindparam("wanted"))),
    "unwanted": (Message.id.not_in(select(_ROWID).where(_MATCHING(bindparam("unwanted")))),),
    **{name: (asked,) for name, asked in {**_ON_MESSAGE, **_NOT_ON_MESSAGE}.items()},
}
"""What a part of a query asks of a message, by the part's name in :class:`Query` or among its ``having``."""

# --- and of a file --------------------------------------------------------------------------------------


def _shared(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """That the person can see a message that shares the file, and is like this."""
    return (
        select(FileShare.file_id)
        .join(Message, and_(Message.channel_id == FileShare.channel_id, Message.ts == FileShare.message_ts))
        .where(FileShare.file_id == File.id, FileShare.channel_id.in_(channels.VISIBLE), *conditions)
        .correlate(File)
        .exists()
    )


_FILE_FINDABLE: tuple[ColumnElement[bool], ...] = (
    visibility.FILES,
    File.is_deleted.is_(False),
    File.created >= bindparam("since"),
    File.created < bindparam("until"),
)
_ON_FILE: dict[str, ColumnElement[bool]] = {
    "file": File.id.is_not(None),
    "star": select(Saved.id)
    .where(Saved.user_id == _VIEWER, Saved.file_id == File.id, Saved.state == "open")
    .correlate(File)
    .exists(),
    "senders": File.user_id.in_(among("senders")),
    "creators": File.user_id.in_(among("creators")),
    "types": File.filetype.in_(among("types")),
    **{
        name: _shared(_ON_MESSAGE[name])
        for name in (
            *("link", "reaction", "pin", "thread", "dm", "places", "recipients", "companions"),
            *("reactions", "my_reactions"),
        )
    },
}
_IN_FILES: dict[str, tuple[ColumnElement[bool], ...]] = {
    "wanted": (File.number == _FILE_ROWID, _FILE_MATCHING(bindparam("wanted"))),
    "unwanted": (File.number.not_in(select(_FILE_ROWID).where(_FILE_MATCHING(bindparam("unwanted")))),),
    **{name: (asked,) for name, asked in _ON_FILE.items()},
    "not_senders": (File.user_id.not_in(among("not_senders")),),
    "not_creators": (File.user_id.not_in(among("not_creators")),),
    "not_types": (File.filetype.not_in(among("not_types")),),
    "not_places": (~_shared(Message.channel_id.in_(among("not_places"))),),
    "not_recipients": (~_shared(_received("not_recipients")),),
    "not_companions": (~_shared(_with("not_companions")),),
    "not_reactions": (~_shared(_reacted("not_reactions") > 0),),
    "not_my_reactions": (~_shared(_reacted("not_my_reactions", Reaction.user_id == _VIEWER) > 0),),
    "not_during": (_outside(File.created, "not_during"),),
    **{
        f"no_{name}": (~_ON_FILE[name],)
        for name in ("file", "star", "link", "reaction", "pin", "thread", "dm")
    },
}

_VERBATIM = func.instr(func.lower(Message.text), func.lower(bindparam("verbatim"))) > 0
_FILE_WORDS = File.name + " " + File.title + " " + File.text
_FILE_VERBATIM = func.instr(func.lower(_FILE_WORDS), func.lower(bindparam("verbatim"))) > 0


@dataclass(frozen=True)
class Kind:
    """What is searched: its table, what holds of whatever is found, the parts of a query, the order."""

    found: type[Any]
    findable: tuple[ColumnElement[bool], ...]
    parts: Mapping[str, tuple[ColumnElement[bool], ...]]
    verbatim: ColumnElement[bool]
    order: tuple[Any, ...]


MESSAGES = Kind(Message, _FINDABLE, _IN_MESSAGES, _VERBATIM, (Message.ts, Message.channel_id))
FILES = Kind(File, _FILE_FINDABLE, _IN_FILES, _FILE_VERBATIM, (File.created, File.number))
