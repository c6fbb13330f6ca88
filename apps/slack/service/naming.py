"""Finding channels, people and files by what they are called, as one types into a search box."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from sqlalchemy import Integer, bindparam, column, select, table

from workaday.apps.slack.models import Channel, File, User
from workaday.apps.slack.service import channels as conversations
from workaday.apps.slack.service import people as members
from workaday.apps.slack.service import visibility
from workaday.statement import Statement
from workaday.world import Context

T = TypeVar("T")

_WORD = re.compile(r"[^\W_]+")
_UNFINISHED = re.compile(r"(?P<before>.*?)(?P<key>-?(?:from|to|with|creator|in)):(?P<begun>\S*)", re.DOTALL)
_INDEX = table("slack_file_index", column("rowid"), column("slack_file_index"))
_FILES: Statement[File] = Statement(
    select(File)
    .where(File.number == _INDEX.c.rowid)
    .where(_INDEX.c.slack_file_index.bool_op("MATCH")(bindparam("wanted")))
    .where(visibility.FILES, File.is_deleted.is_(False))
    .order_by(File.created.desc(), File.number.desc())
    .limit(bindparam("most", type_=Integer))
)


@dataclass(frozen=True)
class Suggestion:
    """Something that a person may mean.  ``modifier`` is a query that goes on from what was typed."""

    kind: Literal["channel", "person", "file", "modifier"]
    id: str
    name: str
    detail: str = ""


def channels(context: Context, text: str, *, limit: int = 20) -> list[Channel]:
    """Channels that the person may see, whose name, topic or description has all the words.

    Exact names come first, then those that begin so; one's own before others, archived ones last.
    """
    mine = conversations.joined_ids(context)
    found = conversations.listed(context, ["public", "private"])

    def key(each: Channel) -> tuple[object, ...]:
        return each.is_archived, each.id not in mine, each.name

    return _best(found, text, lambda each: ([each.name or ""], f"{each.topic} {each.purpose}"), key)[:limit]


def people(context: Context, text: str, *, limit: int = 20) -> list[User]:
    """Members whose names or title have all the words, or whose address begins so; deactivated ones last."""
    everybody = members.everyone(context)
    if "@" in text[1:]:
        return [each for each in everybody if (each.email or "").startswith(_folded(text.strip()))][:limit]

    def names(each: User) -> tuple[list[str], str]:
        return [each.display_name, each.real_name, each.name], each.title

    def key(each: User) -> tuple[object, ...]:
        return each.deleted, (each.display_name or each.real_name).casefold()

    return _best(everybody, text, names, key)[:limit]


def suggestions(context: Context, text: str, *, limit: int = 10) -> list[Suggestion]:
    """What somebody who has typed this may mean: people, channels and files, or how a modifier goes on."""
    begun = _UNFINISHED.fullmatch(text)
    if begun is not None:
        return list(_completed(context, begun))[:limit]
    typed = text.strip()
    if not typed:
        return []
    half = max(limit // 3, 1)
    found = [
        *(Suggestion("person", each.id, _label(each), each.title) for each in _active(context, typed, half)),
        *(
            Suggestion("channel", each.id, each.name or "", each.topic)
            for each in channels(context, typed, limit=half)
        ),
        *(Suggestion("file", each.id, each.title, each.name) for each in _files(context, typed, half)),
    ]
    return found[:limit]


def _completed(context: Context, begun: re.Match[str]) -> Iterator[Suggestion]:
    """People after ``from:`` and the like, channels and people after ``in:``."""
    key = begun["key"]
    if key.endswith("in"):
        for place in channels(context, begun["begun"], limit=5):
            query = f"{begun['before']}{key}:#{place.name}"
            yield Suggestion("modifier", query, f"#{place.name}", place.topic)
    for member in _active(context, begun["begun"], 5):
        yield Suggestion("modifier", f"{begun['before']}{key}:@{member.name}", _label(member), member.title)


def _active(context: Context, text: str, limit: int) -> list[User]:
    return [each for each in people(context, text, limit=limit * 2) if not each.deleted][:limit]


def _files(context: Context, text: str, limit: int) -> Sequence[File]:
    """Files in whose name, title or text each word begins a word."""
    wanted = " AND ".join(f'"{word}"*' for word in _WORD.findall(text))
    viewer = members.me(context).id
    return _FILES.all(context, wanted=wanted, viewer=viewer, most=limit) if wanted else []


def _label(member: User) -> str:
    return member.display_name or member.real_name


# --- how well something matches -------------------------------------------------------------------------


def _best(
    found: Iterable[T],
    text: str,
    told: Callable[[T], tuple[list[str], str]],
    key: Callable[[T], tuple[object, ...]],
) -> list[T]:
    """Those that match, the best first; ``told`` gives the names of each, and what else is said of it."""
    sought = _folded(text.strip().lstrip("#@"))
    ranked = [(rank, key(each), each) for each in found if (rank := _rank(sought, *told(each))) is not None]
    ranked.sort(key=lambda each: (each[0], each[1]))
    return [each for *_, each in ranked]


def _rank(sought: str, names: list[str], rest: str) -> int | None:
    """0 for the name itself, 1 for its beginning, 2 for beginnings of its words, 3 for those of the rest."""
    folded = [_folded(name) for name in names if name]
    if sought in folded:
        return 0
    if any(name.startswith(sought) for name in folded):
        return 1
    wanted = _WORD.findall(sought)
    if not wanted:
        return None
    named = [word for name in folded for word in _WORD.findall(name)]
    if _all_begin(wanted, named):
        return 2
    return 3 if _all_begin(wanted, [*named, *_WORD.findall(_folded(rest))]) else None


def _all_begin(wanted: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(each) for word in words) for each in wanted)


def _folded(text: str) -> str:
    """In lower case and without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
