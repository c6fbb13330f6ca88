"""Emoji of the workspace's own, beside those that everybody has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select

from workaday.apps.slack import emoji, filetypes
from workaday.apps.slack.errors.emojis import (
    EmojiBadImage,
    EmojiNotFound,
    EmojiNotYours,
    EmojiTaken,
    InvalidEmojiName,
)
from workaday.apps.slack.models import CustomEmoji
from workaday.apps.slack.service import people
from workaday.statement import Statement
from workaday.world import Context

LARGEST = 128 * 1024
"""Bytes of a picture."""
IMAGES = frozenset({"image/png", "image/gif", "image/jpeg"})
_NAME = re.compile(r"[a-z0-9_'+-]{1,100}")

_ALL: Statement[CustomEmoji] = Statement(select(CustomEmoji).order_by(CustomEmoji.name))
_NAMED: Statement[CustomEmoji] = Statement(select(CustomEmoji).where(CustomEmoji.name == bindparam("named")))
_ADD: Statement[CustomEmoji] = Statement(insert(CustomEmoji).returning(CustomEmoji))
_REMOVE: Statement[CustomEmoji] = Statement(
    delete(CustomEmoji).where(
        (CustomEmoji.name == bindparam("named")) | (CustomEmoji.alias_for == bindparam("named"))
    )
)


def custom(context: Context) -> Sequence[CustomEmoji]:
    """The workspace's own emoji, by name."""
    people.me(context)
    return _ALL.all(context)


def find(context: Context, name: str) -> CustomEmoji | None:
    """The one of that name among the workspace's own, whoever asks."""
    return _NAMED.first(context, named=name)


def get(context: Context, name: str) -> CustomEmoji:
    """One of the workspace's own."""
    people.me(context)
    found = find(context, name)
    if found is None:
        raise EmojiNotFound(argument="name")
    return found


def canonical(context: Context, name: str) -> str | None:
    """The name under which an emoji is kept, the workspace's own among them; None where there is none."""
    return emoji.canonical(name) or (name if find(context, name) else None)


def known(context: Context, name: str) -> bool:
    """Whether there is an emoji of that name."""
    return canonical(context, name) is not None


def add(context: Context, name: str, image: bytes, mimetype: str) -> CustomEmoji:
    """A new emoji with a picture; its bytes have to be what ``mimetype`` says they are."""
    if mimetype not in IMAGES or len(image) > LARGEST or filetypes.kind_of("", image).mimetype != mimetype:
        raise EmojiBadImage(argument="image")
    return _added(context, name, image=image, mimetype=mimetype)


def alias(context: Context, name: str, of: str) -> CustomEmoji:
    """Another name for an emoji that there is."""
    meant = find(context, of)
    original = (meant.alias_for or meant.name) if meant else emoji.canonical(of)
    if original is None:
        raise EmojiNotFound(argument="of")
    return _added(context, name, alias_for=original)


def remove(context: Context, name: str) -> None:
    """Take an emoji away, and its other names with it: one's own, or anybody's for an admin."""
    viewer, found = people.me(context), get(context, name)
    if found.user_id != viewer.id and not viewer.is_admin:
        raise EmojiNotYours(argument="name")
    _REMOVE.run(context, named=name)


def _added(context: Context, name: str, **columns: object) -> CustomEmoji:
    viewer = people.me(context)
    if not _NAME.fullmatch(name):
        raise InvalidEmojiName(argument="name")
    if known(context, name):
        raise EmojiTaken(argument="name")
    return _ADD.one(
        context, name=name, user_id=viewer.id, created=context.clock.seconds, **{"mimetype": ""} | columns
    )
