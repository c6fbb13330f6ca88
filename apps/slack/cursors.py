"""Where the next page starts, as Slack spells it: base64 of ``next_ts:…``, ``team:C…``, ``{user_id: U…}``."""

from __future__ import annotations

import base64
import binascii

from workaday.apps.slack.errors import InvalidCursor

_AROUND = {"user_id": ("{user_id: ", "}")}
"""What stands around a place; ``kind:`` before it where nothing else is said."""


def encode(kind: str, place: str) -> str:
    """A cursor for the place at which the next page starts."""
    before, after = _around(kind)
    return base64.b64encode(f"{before}{place}{after}".encode()).decode()


def decode(kind: str, cursor: str | None) -> str | None:
    """The place that a cursor names; None for an absent or empty one."""
    if not cursor:
        return None
    try:
        found = base64.b64decode(cursor, validate=True).decode()
    except (binascii.Error, ValueError):
        raise InvalidCursor(argument="cursor") from None
    before, after = _around(kind)
    place = found.removeprefix(before).removesuffix(after)
    if not place or found != f"{before}{place}{after}":
        raise InvalidCursor(argument="cursor")
    return place


def _around(kind: str) -> tuple[str, str]:
    return _AROUND.get(kind, (f"{kind}:", ""))


def encode_ts(ts: str) -> str:
    """A cursor for a message: ``next_ts:`` and its timestamp without the point."""
    return encode("next_ts", ts.replace(".", ""))


def decode_ts(cursor: str | None) -> str | None:
    """The timestamp that a cursor names."""
    place = decode("next_ts", cursor)
    if place is None:
        return None
    if not (len(place) == 16 and place.isascii() and place.isdigit()):
        raise InvalidCursor(argument="cursor")
    return f"{place[:10]}.{place[10:]}"
