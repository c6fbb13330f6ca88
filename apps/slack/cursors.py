"""Where the next page starts, spelled as Slack does: base64 of ``next_ts:…``, ``team:C…``, ``user:U…``."""

from __future__ import annotations

import base64
import binascii

from workaday.apps.slack.errors import InvalidCursor


def encode(kind: str, place: str) -> str:
    """A cursor for the place at which the next page starts."""
    return base64.b64encode(f"{kind}:{place}".encode()).decode()


def decode(kind: str, cursor: str | None) -> str | None:
    """The place that a cursor names; None for an absent or empty one."""
    if not cursor:
        return None
    try:
        found, _, place = base64.b64decode(cursor, validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        raise InvalidCursor(argument="cursor") from None
    if found != kind or not place:
        raise InvalidCursor(argument="cursor")
    return place


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
