"""What Slack accepts as blocks: every kind and its limits.

Reference B' 13; what it does not say is from slack_sdk's own checks (slack_sdk.models.blocks).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workaday.apps.slack.errors import InvalidBlocksFormat

from .arguments import Arguments
from .elements import ACCESSORY, ACTIONS, CONTEXT_ACTIONS, ID, INPUT, PICTURE, plain, words
from .refusals import Refused
from .schema import Check, anything, array, boolean, both, by_type, either, enum, mapping, record, text, whole

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


def faults(found: Any, pointer: str = "/blocks", most: int = MOST_BLOCKS) -> list[str]:
    """What is wrong with blocks; the pointer says where they were sent, ``most`` how many there may be."""
    return list(array(_ANY, most)(found, pointer))


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


# --- rich text ------------------------------------------------------------------------------------------

_STYLED = {"style": mapping}
_INLINE = by_type(
    {
        "text": record({"text": text()}, **_STYLED),
        "link": record({"url": text(3000)}, text=text(least=0), **_STYLED),
        "user": record({"user_id": text()}, **_STYLED),
        "channel": record({"channel_id": text()}, **_STYLED),
        "team": record({"team_id": text()}, **_STYLED),
        "usergroup": record({"usergroup_id": text()}, **_STYLED),
        "broadcast": record({"range": enum("here", "channel", "everyone")}, **_STYLED),
        "emoji": record({"name": text()}, skin_tone=whole, **_STYLED),
        "date": record({"timestamp": whole, "format": text(), "fallback": text()}, url=text(), **_STYLED),
        "color": record({"value": text()}, **_STYLED),
    }
)
_SECTION = record({"elements": array(_INLINE)}, border=whole)
_ITEMS = record(
    {"style": enum("bullet", "ordered"), "elements": array(by_type({"rich_text_section": _SECTION}))},
    indent=whole,
    offset=whole,
    border=whole,
)
_PARTS = {
    **dict.fromkeys(("rich_text_section", "rich_text_quote", "rich_text_preformatted"), _SECTION),
    "rich_text_list": _ITEMS,
}
_RICH_TEXT = record({"elements": array(by_type(_PARTS))})
_RICH = by_type({"rich_text": _RICH_TEXT})

# --- blocks ---------------------------------------------------------------------------------------------

_TEXT_OR_PICTURE = by_type(
    {
        "image": PICTURE,
        "plain_text": record({"text": text(3000)}),
        "mrkdwn": record({"text": text(3000)}),
    }
)
_CELL = by_type(
    {"raw_text": record({"text": text()}), "raw_number": record({"value": whole}), "rich_text": _RICH_TEXT}
)
_VIDEO = record(
    {"title": plain(200), "alt_text": text(2000), "video_url": text(3000), "thumbnail_url": text(3000)},
    title_url=text(3000),
    description=plain(200),
    author_name=text(50),
    provider_name=text(50),
    provider_icon_url=text(3000),
)
_TASK = record(
    {
        "task_id": text(255),
        "title": text(),
        "status": enum("pending", "in_progress", "complete", "error"),
    },
    details=_RICH,
    output=_RICH,
    sources=array(by_type({"url": record({"url": text(3000), "text": text()})})),
)
_IMAGE = by_type({"image": PICTURE})
_CARD = both(
    either("hero_image", "title", "actions", "body"),
    record(
        hero_image=_IMAGE,
        icon=_IMAGE,
        title=words(150),
        subtitle=words(150),
        body=words(200),
        actions=array(ACTIONS, 25),
    ),
)
_KINDS: dict[str, Check] = {
    "section": both(
        either("fields", "text"),
        record(text=words(3000), fields=array(words(2000), 10, 1), accessory=ACCESSORY, expand=boolean),
    ),
    "divider": anything,
    "header": record({"text": plain(150)}),
    "context": record({"elements": array(_TEXT_OR_PICTURE, 10, 1)}),
    "context_actions": record({"elements": array(CONTEXT_ACTIONS, 5, 1)}),
    "actions": record({"elements": array(ACTIONS, 25, 1)}),
    "input": record(
        {"label": plain(2000), "element": INPUT}, hint=plain(2000), optional=boolean, dispatch_action=boolean
    ),
    "image": PICTURE,
    "video": _VIDEO,
    "file": record({"external_id": text(255), "source": enum("remote")}),
    "call": record({"call_id": text(255)}, call=mapping),
    "markdown": record({"text": text(12_000)}),
    "table": record({"rows": array(array(_CELL, 20), 100, 1)}, column_settings=array(anything, 20)),
    "alert": record({"text": words(3000)}, level=enum("default", "info", "warning", "error", "success")),
    "card": _CARD,
    "carousel": record({"elements": array(by_type({"card": _CARD}), 10, 1)}),
    "task_card": _TASK,
    "plan": record({"title": text()}, tasks=array(by_type({"task_card": _TASK}))),
    "rich_text": _RICH_TEXT,
}


def _block(kinds: dict[str, Check]) -> Check:
    return by_type({kind: both(record(block_id=ID), check) for kind, check in kinds.items()})


_CONTAINER = both(
    either("title", "rich_text_title"),
    record(
        {"child_blocks": array(_block(_KINDS), 10, 1)},
        title=plain(150),
        rich_text_title=_RICH,
        subtitle=words(150),
        icon=_IMAGE,
        width=enum("narrow", "standard", "wide", "full"),
        is_collapsible=boolean,
        default_collapsed=boolean,
        has_header_divider=boolean,
    ),
)
_ANY = _block({**_KINDS, "container": _CONTAINER})
