"""From a message's text to the rich_text block that Slack makes of it (reference B' 12)."""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from workaday.apps.slack import mrkdwn

from .elements import Block, Container, List, Section
from .inline import inline, verbatim

_OPAQUE = re.compile(mrkdwn.OPAQUE, re.DOTALL)
_FENCED = re.compile(r"```\n?(.+?)\n?```", re.DOTALL)
_ITEM = re.compile(r"(?P<space>[ \t]*)(?:[•◦▪\-*]\ufe0e?|(?P<number>[1-9][0-9]?)\.)[ \t]+(?P<body>\S.*)")
_DEEPEST = 8


@dataclass(frozen=True)
class _Line:
    """A line (or all that ``>>>`` quotes), its kind, and its text without what marks the kind."""

    kind: Literal["plain", "quote", "bullet", "ordered"]
    whole: str
    body: str
    indent: int = 0
    number: int = 0

    def continues(self, previous: "_Line") -> bool:
        in_order = self.kind != "ordered" or self.number == previous.number + 1
        return (self.kind, self.indent) == (previous.kind, previous.indent) and in_order


def blocks(text: str, key: str) -> list[Block]:
    """The one rich_text block of a stored text, or none for an empty text; ``key`` decides its block_id."""
    elements = list(_containers(text))
    return [{"type": "rich_text", "block_id": block_id(key), "elements": elements}] if elements else []


def plain_blocks(text: str, key: str) -> list[Block]:
    """The same for a text that is shown as it is: only control tokens mean something."""
    elements: list[Container] = [{"type": "rich_text_section", "elements": verbatim(text)}] if text else []
    return [{"type": "rich_text", "block_id": block_id(key), "elements": elements}] if elements else []


def identified(given: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """A sender's blocks, they and their controls each with the id that it came with, or one that it gets."""
    return [
        _identified({**each, "block_id": each.get("block_id") or block_id(f"{key}:{position}")})
        for position, each in enumerate(given)
    ]


def _identified(block: dict[str, Any]) -> dict[str, Any]:
    """A block whose controls all have an ``action_id``."""
    told = dict(block)
    for name in ("accessory", "element"):
        if isinstance(block.get(name), dict):
            told[name] = _acting(block[name], f"{block['block_id']}:{name}")
    if block.get("type") == "actions":
        told["elements"] = [
            _acting(each, f"{block['block_id']}:{position}")
            for position, each in enumerate(block["elements"])
        ]
    return told


def _acting(element: dict[str, Any], key: str) -> dict[str, Any]:
    if element.get("action_id") or element.get("type") == "image":
        return element
    return {**element, "action_id": block_id(key)}


def block_id(key: str) -> str:
    """Five base64 characters, as Slack gives a block that came without an id; always the same for a key."""
    return b64encode(sha256(key.encode()).digest()).decode()[:5]


def _containers(text: str) -> Iterator[Container]:
    start = 0
    for match in _OPAQUE.finditer(text):
        if fenced := _FENCED.fullmatch(match["fence"] or ""):
            yield from _prose(text, start, match.start())
            yield {"type": "rich_text_preformatted", "elements": verbatim(fenced[1]), "border": 0}
            start = match.end() + text.startswith("\n", match.end())
    yield from _prose(text, start, len(text))


def _prose(text: str, start: int, end: int) -> Iterator[Container]:
    """Sections, quotes and lists. The line break before a quote or list stays with the section above it."""
    begins_line = start == 0 or text[start - 1] == "\n"
    groups = list(_groups(text[start:end], begins_line))
    for number, group in enumerate(groups, start=1):
        match group[0].kind:
            case "bullet" | "ordered":
                yield _list(group)
            case "quote" if any(line.body.strip() for line in group):
                quoted = "\n".join(line.body for line in group)
                yield {"type": "rich_text_quote", "elements": inline(quoted)}
            case _:
                lines = [line.whole for line in group] + [""] * (number < len(groups))
                if whole := "\n".join(lines):
                    yield _section(whole)


def _section(text: str) -> Section:
    return {"type": "rich_text_section", "elements": inline(text)}


def _list(group: list[_Line]) -> List:
    first = group[0]
    items: List = {
        "type": "rich_text_list",
        "elements": [_section(line.body) for line in group],
        "style": "ordered" if first.kind == "ordered" else "bullet",
        "indent": first.indent,
        "border": 0,
    }
    if first.number > 1:
        items["offset"] = first.number - 1
    return items


def _groups(text: str, begins_line: bool) -> Iterator[list[_Line]]:
    group: list[_Line] = []
    for line in _lines(text, begins_line):
        if group and not line.continues(group[-1]):
            yield group
            group = []
        group.append(line)
    yield group


def _lines(text: str, begins_line: bool) -> Iterator[_Line]:
    """Each line with its kind; ``>>>`` quotes all that follows it."""
    lines = text.split("\n")
    numbers: dict[int, int] = {}
    for position, line in enumerate(lines):
        if not position and not begins_line:
            yield _Line("plain", line, line)
        elif line.startswith("&gt;&gt;&gt;"):
            rest = "\n".join(lines[position:])
            yield _Line("quote", rest, rest.removeprefix("&gt;&gt;&gt;").removeprefix(" "))
            return
        elif line.startswith("&gt;"):
            yield _Line("quote", line, line.removeprefix("&gt;").removeprefix(" "))
        else:
            yield _item(line, numbers) or _Line("plain", line, line)


def _item(line: str, numbers: dict[int, int]) -> _Line | None:
    """A list's item, if the line is one. ``numbers`` has the last number at each depth of the list so far.

    A number that neither follows it nor is 1 makes no item, so that none is shown but what was written.
    """
    match = _ITEM.fullmatch(line)
    if not match:
        numbers.clear()
        return None
    width = len(match["space"].expandtabs(4))
    indent = min((width + 2) // 4, _DEEPEST)
    if match["number"] is None:
        return _Line("bullet", line, match["body"], indent)
    number = int(match["number"])
    if number not in (1, numbers.get(indent, 0) + 1):
        return None
    numbers[indent] = number
    return _Line("ordered", line, match["body"], indent, number)
