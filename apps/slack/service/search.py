"""Searching the messages that a person may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache

from sqlalchemy import ColumnElement, Integer, asc, bindparam, column, desc, func, or_, select, table

from workaday.apps.slack.errors import NoQuery
from workaday.apps.slack.models import Channel, Message, Reaction, User
from workaday.apps.slack.query import Query, parse
from workaday.apps.slack.service import channels, people
from workaday.apps.slack.service.messages import TOMBSTONE
from workaday.apps.slack.timestamps import LAST, NEVER, ts
from workaday.clock import micros
from workaday.statement import Statement, among
from workaday.world import Context

_ADDRESS = "@<#>"
_BEYOND = 1 << 31
"""More messages than there are, and still a number that SQLite can hold."""

_INDEX = table("slack_message_index", column("rowid"), column("slack_message_index"))
_MATCHING = _INDEX.c.slack_message_index.bool_op("MATCH")
_FINDABLE: tuple[ColumnElement[bool], ...] = (
    Message.channel_id.in_(channels.VISIBLE),
    or_(Message.subtype.is_(None), Message.subtype.notin_([TOMBSTONE, "channel_join"])),
    Message.ts >= bindparam("since"),
    Message.ts < bindparam("until"),
)


_ON_MESSAGE = (Reaction.channel_id == Message.channel_id, Reaction.message_ts == Message.ts)
_REACTED = select(Reaction.id).where(*_ON_MESSAGE).correlate(Message).exists()
_REACTED_WITH = (
    select(func.count(Reaction.name.distinct()))
    .where(*_ON_MESSAGE, Reaction.name.in_(among("reactions")))
    .correlate(Message)
    .scalar_subquery()
)
_LINKED = func.instr(Message.text, "<http") > 0
_CONDITIONS: dict[str, tuple[ColumnElement[bool], ...]] = {
    "wanted": (Message.id == _INDEX.c.rowid, _MATCHING(bindparam("wanted"))),
    "unwanted": (Message.id.notin_(select(_INDEX.c.rowid).where(_MATCHING(bindparam("unwanted")))),),
    "senders": (Message.user_id.in_(among("senders")),),
    "not_senders": (Message.user_id.notin_(among("not_senders")),),
    "places": (Message.channel_id.in_(among("places")),),
    "not_places": (Message.channel_id.notin_(among("not_places")),),
    "reactions": (bindparam("kinds", type_=Integer) == _REACTED_WITH,),
    "link": (_LINKED,),
    "no_link": (~_LINKED,),
    "reaction": (_REACTED,),
    "no_reaction": (~_REACTED,),
}
"""What a part of a query asks of a message, by the part's name in :class:`Query` or among its ``having``."""
_VERBATIM = func.instr(func.lower(Message.text), func.lower(bindparam("verbatim"))) > 0
_NAMES: Statement[tuple[str, ...]] = Statement(
    select(User.id, User.name, User.display_name, User.real_name).order_by(User.id)
)
_PLACES: Statement[str] = Statement(
    select(Channel.id)
    .where(or_(Channel.id == func.upper(bindparam("place")), Channel.name == bindparam("place")))
    .order_by(Channel.id)
)


@dataclass(frozen=True)
class Found:
    """One page of the messages that match, and how many there are in all."""

    messages: Sequence[Message]
    total: int


def messages(
    context: Context,
    query: str,
    *,
    count: int = 20,
    page: int = 1,
    by_time: bool = False,
    ascending: bool = False,
) -> Found:
    """Messages that match, best first: those with the whole query word for word, then the newest.

    With ``by_time`` in order of time alone; ``ascending`` turns the order round.
    """
    if not query.strip():
        raise NoQuery(argument="query")
    asked = parse(query, context.clock.datetime().date())
    if asked.impossible:
        return Found([], 0)
    given = tuple(name for name in _CONDITIONS if name in asked.having or getattr(asked, name, None))
    counting, showing = _statements(given, by_time=by_time, ascending=ascending)
    values = _values(context, asked)
    skipped = min((page - 1) * count, _BEYOND)
    shown = showing.all(context, **values, count=count, skipped=skipped)
    return Found(shown, counting.value(context, **values) or 0)


@cache
def _statements(
    given: tuple[str, ...], *, by_time: bool, ascending: bool
) -> tuple[Statement[int], Statement[Message]]:
    """For queries with these parts: what counts the messages that match, and what shows a page of them."""
    conditions = [*_FINDABLE, *(each for name in given for each in _CONDITIONS[name])]
    keys = [*([] if by_time else [_VERBATIM]), Message.ts, Message.channel_id]
    ordered = select(Message).where(*conditions).order_by(*map(asc if ascending else desc, keys))
    page = ordered.limit(bindparam("count", type_=Integer)).offset(bindparam("skipped", type_=Integer))
    return Statement(select(func.count(Message.id)).where(*conditions)), Statement(page)


def _values(context: Context, asked: Query) -> dict[str, object]:
    return {
        "viewer": people.me(context).id,
        "wanted": asked.wanted,
        "unwanted": asked.unwanted,
        "verbatim": " ".join([*asked.words, *asked.phrases]),
        "since": _midnight(context, asked.after + timedelta(days=1)) if asked.after else NEVER,
        "until": _midnight(context, asked.before) if asked.before else LAST,
        "senders": _users(context, asked.senders),
        "not_senders": _users(context, asked.not_senders),
        "places": _channels(context, asked.places),
        "not_places": _channels(context, asked.not_places),
        "reactions": list(asked.reactions),
        "kinds": len(set(asked.reactions)),
    }


def _users(context: Context, names: Iterable[str]) -> list[str]:
    """Whom names mean: an id, a handle, a display name or a full name, in any case; ``me`` is oneself."""
    wanted = {_bare(name) for name in names}
    if not wanted:
        return []
    found = [names[0] for names in _NAMES.all(context) if wanted & {name.casefold() for name in names}]
    return [*found, people.me(context).id] if "me" in wanted else found


def _channels(context: Context, names: Iterable[str]) -> list[str]:
    """Which conversations names mean: channels, or the direct messages with a person (``@name``)."""
    found: list[str] = []
    for name in names:
        if name.startswith(("@", "<@")):
            direct = (channels.between(context, {each}) for each in _users(context, [name]))
            found += [each.id for each in direct if each is not None]
        else:
            found += _PLACES.column(context, place=_bare(name))
    return found


def _bare(name: str) -> str:
    return name.strip(_ADDRESS).partition("|")[0].casefold()


def _midnight(context: Context, day: date) -> str:
    """The first moment of a day in the world's time zone."""
    return ts(micros(datetime(day.year, day.month, day.day, tzinfo=context.clock.zone)))
