"""What Slack accepts as a message's blocks: the common kinds and their limits (reference B' 13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workaday.apps.slack.errors import InvalidBlocksFormat

from .arguments import Arguments
from .refusals import Refused
from .schema import Check, anything, array, both, by_type, fault, mapping, record, text, whole

Blocks = list[dict[str, Any]]

MOST_BLOCKS = 50
MOST_TEXT = 13_200
"""Characters in all blocks together: 13,297 were too many (bolt-js#2509)."""


def of(arguments: Arguments, *, too_long: str) -> Blocks | None:
    """The blocks that were sent, checked; None if there is no such argument.

    ``too_long`` is the error for more text than a message holds.
    """
    if arguments.get("blocks") is None:
        return None
    found = arguments.array("blocks")
    if found is None:
        raise InvalidBlocksFormat(argument="blocks")
    if wrong := faults(found):
        raise Refused("invalid_blocks", *wrong, errors=wrong)
    if sum(_lengths(found)) > MOST_TEXT:
        raise Refused(too_long)
    return found


def faults(found: Any, pointer: str = "/blocks") -> list[str]:
    """What is wrong with a message's blocks; the pointer says where they were sent."""
    return list(_MESSAGE(found, pointer))


def _lengths(found: Any) -> Iterator[int]:
    """The lengths of all that is shown of blocks."""
    if isinstance(found, list):
        for each in found:
            yield from _lengths(each)
    elif isinstance(found, dict):
        for name, value in found.items():
            if name == "text" and isinstance(value, str):
                yield len(value)
            else:
                yield from _lengths(value)


# --- text and what is put into blocks -------------------------------------------------------------------

_ID = text(255)


def _plain(most: int) -> Check:
    return by_type({"plain_text": record({"text": text(most)})})


def _words(most: int) -> Check:
    return by_type(dict.fromkeys(("plain_text", "mrkdwn"), record({"text": text(most)})))


def _one_of(*names: str) -> Check:
    """An object with one of these at least."""

    def check(value: dict[str, Any], pointer: str) -> Iterator[str]:
        if not any(value.get(name) for name in names):
            yield fault(f"must define either {' or '.join(f'`{name}`' for name in names)}", pointer)

    return check


_CONFIRM = record({"title": _plain(100), "text": _words(300), "confirm": _plain(30), "deny": _plain(30)})
_OPTION = record({"text": _words(75)}, value=text(150, 0), description=_words(75), url=text(3000, 0))
_CHOICE = record(action_id=_ID, options=array(_OPTION, 100), placeholder=_plain(150), confirm=_CONFIRM)
_PICTURE = both(
    _one_of("image_url", "slack_file"),
    record({"alt_text": text(2000, 0)}, image_url=text(3000), slack_file=mapping, title=_plain(2000)),
)
_BUTTON = record(
    {"text": _plain(75)}, action_id=_ID, value=text(2000, 0), url=text(3000, 0), confirm=_CONFIRM
)
_CHOICES = (
    *(f"{many}{what}_select" for many in ("", "multi_") for what in ("static", "external", "users")),
    *("conversations_select", "multi_conversations_select", "channels_select", "multi_channels_select"),
    *("overflow", "checkboxes", "radio_buttons", "datepicker", "datetimepicker", "timepicker"),
)
_ELEMENT = by_type(
    {
        **dict.fromkeys(_CHOICES, _CHOICE),
        "button": _BUTTON,
        "workflow_button": _BUTTON,
        "image": _PICTURE,
        "plain_text_input": record(action_id=_ID, placeholder=_plain(150)),
        "email_text_input": record(action_id=_ID, placeholder=_plain(150)),
        "url_text_input": record(action_id=_ID, placeholder=_plain(150)),
        "number_input": record(action_id=_ID, placeholder=_plain(150)),
        "rich_text_input": record(action_id=_ID, placeholder=_plain(150)),
    }
)

# --- rich text ------------------------------------------------------------------------------------------

_STYLED = {"style": mapping}
_INLINE = by_type(
    {
        "text": record({"text": text()}, **_STYLED),
        "link": record({"url": text(3000)}, text=text(least=0), **_STYLED),
        "user": record({"user_id": text()}, **_STYLED),
        "channel": record({"channel_id": text()}, **_STYLED),
        "usergroup": record({"usergroup_id": text()}, **_STYLED),
        "broadcast": record({"range": text()}, **_STYLED),
        "emoji": record({"name": text()}, skin_tone=whole, **_STYLED),
        "date": record({"timestamp": whole, "format": text(), "fallback": text()}, url=text(), **_STYLED),
        "color": record({"value": text()}, **_STYLED),
    }
)
_SECTION = record({"elements": array(_INLINE)})
_RICH_TEXT = by_type(
    {
        "rich_text_section": _SECTION,
        "rich_text_quote": _SECTION,
        "rich_text_preformatted": _SECTION,
        "rich_text_list": record(
            {"style": text(), "elements": array(by_type({"rich_text_section": _SECTION}))},
            indent=whole,
            offset=whole,
            border=whole,
        ),
    }
)

# --- blocks ---------------------------------------------------------------------------------------------


_TEXT_OR_PICTURE = by_type(
    {
        "image": _PICTURE,
        "plain_text": record({"text": text(3000)}),
        "mrkdwn": record({"text": text(3000)}),
    }
)
_KINDS = {
    "section": both(
        _one_of("fields", "text"),
        record(text=_words(3000), fields=array(_words(2000), 10, 1), accessory=_ELEMENT),
    ),
    "divider": anything,
    "header": record({"text": _plain(150)}),
    "context": record({"elements": array(_TEXT_OR_PICTURE, 10, 1)}),
    "actions": record({"elements": array(_ELEMENT, 25, 1)}),
    "input": record({"label": _plain(2000), "element": _ELEMENT}, hint=_plain(2000)),
    "image": _PICTURE,
    "markdown": record({"text": text(12_000)}),
    "rich_text": record({"elements": array(_RICH_TEXT)}),
}
_MESSAGE = array(
    by_type({kind: both(record(block_id=_ID), check) for kind, check in _KINDS.items()}), MOST_BLOCKS
)
