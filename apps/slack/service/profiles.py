"""What members say of themselves: their names, their status, how to reach them (notes on tier 1)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select, update

from workaday.apps.slack.errors import UsersNotFound
from workaday.apps.slack.errors.conversations import TooLong
from workaday.apps.slack.errors.people import (
    CannotUpdateAdminUser,
    EmailTaken,
    InvalidProfile,
    InvalidStartsWithAt,
    MustClearBoth,
    NotAdmin,
    ProfileSetFailed,
    ReservedName,
)
from workaday.apps.slack.models import ProfileField, User
from workaday.apps.slack.service import emojis, people
from workaday.clock import SECOND
from workaday.statement import Statement
from workaday.world import Context

CLEAR = "slack.clear_status"
SPEECH = ":speech_balloon:"
"""The emoji of a status that has a text alone (reference B' 21)."""
LONGEST = {
    "status_text": 100,
    "first_name": 50,
    "last_name": 50,
    "real_name": 80,
    "display_name": 80,
    "title": 200,
    "phone": 50,
    "pronouns": 30,
    "email": 200,
}
"""Characters."""
_STATUS = frozenset({"status_text", "status_emoji", "status_expiration"})
RESERVED = frozenset({"channel", "everyone", "group", "here", "me", "slack", "slackbot", "you"})
LONGEST_FIELD = 256
"""Characters of what somebody writes into a field of the workspace's own."""
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_WRITTEN = {"link": re.compile(r"https?://\S+"), "date": re.compile(r"\d{4}-\d{2}-\d{2}")}
"""How a value of these kinds of field is written; it may be empty, too."""
_PLAIN = ("display_name", "title", "phone", "pronouns")

_FIELDS: Statement[ProfileField] = Statement(
    select(ProfileField).order_by(ProfileField.ordering, ProfileField.id)
)
_SET: Statement[User] = Statement(update(User).where(User.id == bindparam("member")).returning(User))


def fields(context: Context) -> Sequence[ProfileField]:
    """The fields that the workspace has added to profiles, in their order."""
    people.me(context)
    return _FIELDS.all(context)


def change(context: Context, changes: Mapping[str, Any], user_id: str | None = None) -> User:
    """Change a profile, by default one's own; admins may change others'.

    ``changes`` has Slack's names of a profile's fields; what is no text that can be set is left out.
    """
    viewer = people.me(context)
    user = people.get(context, user_id) if user_id else viewer
    _check_who(viewer, user, changes)
    told = {name: value for name, value in changes.items() if isinstance(value, str) and name in LONGEST}
    for name, value in told.items():
        if len(value) > LONGEST[name]:
            raise TooLong(argument=name)
    columns = {name: told[name].strip() for name in _PLAIN if name in told}
    columns |= _names(user, told) | _address(context, user, told)
    columns |= _fields(context, user, changes.get("fields")) | _status(context, user, changes)
    if not columns:
        return user
    return _written(context, user, columns)


def _written(context: Context, user: User, columns: Mapping[str, Any]) -> User:
    written = _SET.one(context, member=user.id, updated=context.clock.seconds, **columns)
    if written.id == people.me(context).id:
        context.memo["slack_me"] = written
    if written.status_expiration != user.status_expiration:
        expire(context, user.id, written.status_expiration)
    return written


def expire(context: Context, user_id: str, second: int) -> None:
    """Have the clock take away a status that shows until a second, if it shows until one."""
    if second:
        context.schedule(CLEAR, {"user": user_id, "expiration": second}, at=second * SECOND)


def change_one(context: Context, name: str, value: str, user_id: str | None = None) -> User:
    """Change one thing that a profile says; a name that it has nothing for is refused."""
    if name not in LONGEST and name not in _STATUS:
        raise InvalidProfile(argument="name")
    return change(context, {name: value}, user_id)


def set_status(context: Context, text: str, emoji: str, expiration: int = 0) -> User:
    """Say what one is doing, until a second, or until one says otherwise; two empty texts clear it."""
    return change(context, {"status_text": text, "status_emoji": emoji, "status_expiration": expiration})


def due(context: Context, told: Mapping[str, Any]) -> None:
    """A status whose time is over goes, unless it has been changed meanwhile: the clock's event."""
    user = people.named(context, [told["user"]])[told["user"]]
    if user.status_expiration == told["expiration"]:
        _SET.one(
            context,
            member=user.id,
            status_text="",
            status_emoji="",
            status_expiration=0,
            updated=context.clock.seconds,
        )


def _check_who(viewer: User, user: User, changes: Mapping[str, Any]) -> None:
    if viewer.id != user.id and not viewer.is_admin:
        raise NotAdmin(argument="user")
    if viewer.id != user.id and user.is_owner and not viewer.is_owner:
        raise CannotUpdateAdminUser(argument="user")
    if "email" in changes and not viewer.is_admin and changes["email"] != user.email:
        raise NotAdmin(argument="email")


def _names(user: User, told: Mapping[str, str]) -> dict[str, str]:
    """``first_name`` and ``last_name`` together are the real name."""
    if told.get("display_name", "").startswith("@"):
        raise InvalidStartsWithAt(argument="display_name")
    first, _, last = user.real_name.rpartition(" ")
    first, last = (first, last) if first else (last, "")
    parts = told.get("first_name", first).strip(), told.get("last_name", last).strip()
    real = " ".join(part for part in parts if part)
    if "real_name" in told:
        real = told["real_name"].strip()
    if not real:
        raise ProfileSetFailed(argument="real_name")
    for name in (*parts, told.get("display_name", "")):
        if name.strip().lower() in RESERVED:
            raise ReservedName(argument="display_name")
    return {"real_name": real} if real != user.real_name else {}


def _address(context: Context, user: User, told: Mapping[str, str]) -> dict[str, str]:
    if "email" not in told or told["email"] == user.email:
        return {}
    if not _ADDRESS.fullmatch(told["email"]):
        raise ProfileSetFailed(argument="email")
    try:
        other = people.by_email(context, told["email"])
    except UsersNotFound:
        return {"email": told["email"]}
    if other.id != user.id:
        raise EmailTaken(argument="email")
    return {"email": told["email"]}


def _fields(context: Context, user: User, given: Any) -> dict[str, str]:
    """Values of the workspace's own fields, each ``{"value": …, "alt": …}``; an empty one is taken away."""
    if not given:
        return {}
    if not isinstance(given, dict):
        raise InvalidProfile(argument="fields")
    there, held = {each.id: each for each in fields(context)}, json.loads(user.fields)
    for name, said in given.items():
        value, alt = _said(said)
        if name not in there or not _fits(context, there[name], value):
            raise ProfileSetFailed(argument="fields")
        held[name] = {"value": value, "alt": alt}
    return {"fields": json.dumps({name: each for name, each in held.items() if each["value"]})}


def _said(given: Any) -> tuple[str, str]:
    """The value of a field, and what is shown in its place."""
    whole = given if isinstance(given, dict) else {"value": given}
    said = [whole.get(name) or "" for name in ("value", "alt")]
    if not all(isinstance(each, str) for each in said):
        raise InvalidProfile(argument="fields")
    if any(len(each) > LONGEST_FIELD for each in said):
        raise TooLong(argument="fields")
    return said[0], said[1]


def _fits(context: Context, field: ProfileField, value: str) -> bool:
    """Whether a field can say that."""
    if not value:
        return True
    if field.kind == "user":
        return value in people.named(context, [value])
    if field.kind == "options_list":
        return value in json.loads(field.options)
    return field.kind not in _WRITTEN or bool(_WRITTEN[field.kind].fullmatch(value))


# --- the status -----------------------------------------------------------------------------------------


def _status(context: Context, user: User, changes: Mapping[str, Any]) -> dict[str, Any]:
    if not {"status_text", "status_emoji", "status_expiration"} & set(changes):
        return {}
    text, emoji = (
        _text(changes, name, held)
        for name, held in (("status_text", user.status_text), ("status_emoji", user.status_emoji))
    )
    _check_cleared(changes, text, emoji)
    if text and not emoji:
        emoji = SPEECH
    name = emoji.strip(":")
    if emoji and not emojis.known(context, name):
        raise ProfileSetFailed(argument="status_emoji")
    expiration = _expiration(context, changes.get("status_expiration", user.status_expiration))
    return {
        "status_text": text,
        "status_emoji": f":{name}:" if emoji else "",
        "status_expiration": expiration if text or emoji else 0,
    }


def _text(changes: Mapping[str, Any], name: str, held: str) -> str:
    given = changes.get(name, held) or ""
    if not isinstance(given, str):
        raise InvalidProfile(argument=name)
    return given.strip()


def _check_cleared(changes: Mapping[str, Any], text: str, emoji: str) -> None:
    """Emptying one of the two does not clear what the other says."""
    if "status_text" in changes and "status_emoji" not in changes and emoji and not text:
        raise MustClearBoth(argument="status_emoji")
    if "status_emoji" in changes and "status_text" not in changes and text and not emoji:
        raise MustClearBoth(argument="status_text")


def _expiration(context: Context, given: Any) -> int:
    """A second to come, or 0 for never."""
    if given in (0, "", None):
        return 0
    try:
        second = int(given)
    except (TypeError, ValueError):
        raise ProfileSetFailed(argument="status_expiration") from None
    if not context.clock.seconds < second < 2**40:
        raise ProfileSetFailed(argument="status_expiration")
    return second
