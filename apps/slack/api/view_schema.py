"""What Slack accepts as a view (reference 0.5, B' 13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import blocks
from .arguments import Arguments
from .elements import plain
from .refusals import JSON, Refused, invalid_arguments
from .schema import Check, both, by_type, fault, record, text

MOST_BLOCKS = 100
MOST_CHARACTERS = 250_000
_POINTER = "/view"
_MISMATCH = "failed to match all allowed schemas"


def of(arguments: Arguments, *kinds: str) -> JSON:
    """The view that was sent, of one of these kinds; Slack names the whole and then each fault."""
    found = arguments.object("view")
    if len(arguments.text("view")) > MOST_CHARACTERS:
        raise Refused("view_too_large")
    if wrong := faults(found, *kinds):
        raise invalid_arguments(*wrong)
    assert found is not None
    return found


def faults(found: Any, *kinds: str) -> list[str]:
    """What is wrong with a view, the whole of it first; nothing for a good one."""
    wrong = list(by_type({kind: _KINDS[kind] for kind in kinds})(found, _POINTER))
    return [fault(_MISMATCH, _POINTER), *wrong] if wrong else []


def _blocks(value: Any, pointer: str) -> Iterator[str]:
    yield from blocks.faults(value, pointer, MOST_BLOCKS)


def _submits(value: dict[str, Any], pointer: str) -> Iterator[str]:
    """What can be filled in has to have a button to send it with."""
    given = value.get("blocks")
    listed = given if isinstance(given, list) else []
    inputs = [each for each in listed if isinstance(each, dict) and each.get("type") == "input"]
    if inputs and not value.get("submit"):
        yield fault("missing required field: submit", pointer)


_COMMON: dict[str, Check] = {
    "private_metadata": text(3000, 0),
    "callback_id": text(255, 0),
    "external_id": text(255, 0),
}
_MODAL = both(
    record({"title": plain(24), "blocks": _blocks}, submit=plain(24), close=plain(24), **_COMMON), _submits
)
_KINDS = {"modal": _MODAL, "home": record({"blocks": _blocks}, **_COMMON)}
