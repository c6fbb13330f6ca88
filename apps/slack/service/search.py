"""Searching what a person may see: messages and files by the search language, channels and people by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Integer, asc, bindparam, desc, func, or_, select

from workaday.apps.slack.errors import NoQuery
from workaday.apps.slack.models import Channel, Message, User
from workaday.apps.slack.periods import ONE_DAY
from workaday.apps.slack.query import Query, parse
from workaday.apps.slack.service import conditions
from workaday.apps.slack.service.channels import between
from workaday.apps.slack.service.files import Found as FoundFiles
from workaday.apps.slack.service.naming import Suggestion, channels, people, suggestions
from workaday.apps.slack.service.people import me
from workaday.apps.slack.timestamps import LAST, NEVER, ts
from workaday.clock import SECOND, micros
from workaday.statement import Statement
from workaday.world import Context

__all__ = [
    "Found",
    "FoundFiles",
    "Suggestion",
    "channels",
    "files",
    "messages",
    "people",
    "read",
    "suggestions",
]

_ADDRESS = "@<#>"
_BEYOND = 1 << 31
"""More messages than there are, and still a number that SQLite can hold."""
_PEOPLE = ("senders", "recipients", "creators")
_AS_THEY_ARE = ("reactions", "not_reactions", "my_reactions", "not_my_reactions", "types", "not_types")
_KINDS = {"messages": conditions.MESSAGES, "files": conditions.FILES}
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
    return Found(*_found(context, "messages", query, count, page, by_time=by_time, ascending=ascending))


def files(
    context: Context,
    query: str,
    *,
    count: int = 20,
    page: int = 1,
    by_time: bool = False,
    ascending: bool = False,
) -> FoundFiles:
    """Files whose name, title or text match, in the same order; modifiers ask of the messages with them."""
    return FoundFiles(*_found(context, "files", query, count, page, by_time=by_time, ascending=ascending))


def read(context: Context, query: str) -> Query:
    """What a query asks for today."""
    return parse(query, context.clock.datetime().date())


def _found(
    context: Context, kind: str, query: str, count: int, page: int, *, by_time: bool, ascending: bool
) -> tuple[Sequence[Any], int]:
    if not query.strip():
        raise NoQuery(argument="query")
    asked = read(context, query)
    if asked.impossible:
        return [], 0
    parts = _KINDS[kind].parts
    given = tuple(name for name in parts if name in asked.having or getattr(asked, name, None))
    counting, showing = _statements(kind, given, by_time=by_time, ascending=ascending)
    values = _values(context, asked, _second if kind == "files" else ts)
    skipped = min((page - 1) * count, _BEYOND)
    shown = showing.all(context, **values, count=count, skipped=skipped)
    return shown, counting.value(context, **values) or 0


@lru_cache(maxsize=512)
def _statements(
    kind: str, given: tuple[str, ...], *, by_time: bool, ascending: bool
) -> tuple[Statement[int], Statement[Any]]:
    """For queries with these parts: what counts the rows that match, and what shows a page of them."""
    sought = _KINDS[kind]
    asked = [*sought.findable, *(each for name in given for each in sought.parts[name])]
    keys = [*([] if by_time else [sought.verbatim]), *sought.order]
    ordered = select(sought.found).where(*asked).order_by(*map(asc if ascending else desc, keys))
    page = ordered.limit(bindparam("count", type_=Integer)).offset(bindparam("skipped", type_=Integer))
    counted = select(func.count()).select_from(sought.found).where(*asked)
    return Statement(counted), Statement(page)


# --- what the names and dates of a query mean -----------------------------------------------------------


def _second(moment: int) -> int:
    return moment // SECOND


def _values(context: Context, asked: Query, spelled: Callable[[int], object]) -> dict[str, object]:
    """The values of the parameters; ``spelled`` writes a moment as the rows do."""

    def midnight(day: date) -> object:
        """The first moment of a day in the world's time zone."""
        return spelled(micros(datetime(day.year, day.month, day.day, tzinfo=context.clock.zone)))

    bounds = {
        "since": midnight(asked.after + ONE_DAY) if asked.after else NEVER if spelled is ts else 0,
        "until": midnight(asked.before) if asked.before else LAST if spelled is ts else _BEYOND << 8,
        "not_during": [[midnight(first), midnight(last + ONE_DAY)] for first, last in asked.not_during],
    }
    return {
        "viewer": me(context).id,
        "wanted": asked.wanted,
        "unwanted": asked.unwanted,
        "verbatim": " ".join([*asked.words, *asked.phrases]),
        **bounds,
        **{name: getattr(asked, name) for name in _AS_THEY_ARE},
        **_named(context, asked),
    }


def _named(context: Context, asked: Query) -> dict[str, object]:
    """The ids of the people and conversations that a query names."""
    told: dict[str, object] = {}
    for minus in ("", "not_"):
        for name in _PEOPLE:
            told[minus + name] = _users(context, getattr(asked, minus + name))
        told[f"{minus}places"] = _channels(context, getattr(asked, f"{minus}places"))
        companions = getattr(asked, f"{minus}companions")
        told[f"{minus}companions"] = [_users(context, [each]) for each in companions]
    return told


def _users(context: Context, names: Iterable[str]) -> list[str]:
    """Whom names mean: an id, a handle, a display name or a full name, in any case; ``me`` is oneself."""
    wanted = {_bare(name) for name in names}
    if not wanted:
        return []
    found = [names[0] for names in _NAMES.all(context) if wanted & {name.casefold() for name in names}]
    return [*found, me(context).id] if "me" in wanted else found


def _channels(context: Context, names: Iterable[str]) -> list[str]:
    """Which conversations names mean: channels, or the direct messages with a person (``@name``)."""
    found: list[str] = []
    for name in names:
        if name.startswith(("@", "<@")):
            direct = (between(context, {each}) for each in _users(context, [name]))
            found += [each.id for each in direct if each is not None]
        else:
            found += _PLACES.column(context, place=_bare(name))
    return found


def _bare(name: str) -> str:
    return name.strip(_ADDRESS).partition("|")[0].casefold()
