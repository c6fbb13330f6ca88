"""What can be read of a message beside its text: the words of its blocks and attachments.

They are told as mrkdwn, as a message's own text is, so that the same code finds mentions in them and the same
index holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from workaday.apps.slack import mrkdwn

JSON = dict[str, Any]

_TEXTS = ("text", "label", "hint", "title", "description", "alt_text")
_INSIDE = ("elements", "fields", "options", "option_groups", "accessory", "element", "rows")
_ATTACHED = ("pretext", "author_name", "title", "text", "footer")
_SPOKEN = "rich_text"


def of_blocks(blocks: Iterable[Any]) -> str:
    """The words of blocks, a line for each; mentions and links are control tokens."""
    return "\n".join(line for block in blocks for line in _block(block) if line.strip())


def of_attachments(attachments: Iterable[Any]) -> str:
    """The words of attachments.  Mentions in them tell nobody, so they are no control tokens."""
    lines = (line for each in attachments if isinstance(each, dict) for line in _attachment(each))
    return "\n".join(_quiet(line) for line in lines if line.strip())


def beside(text: str, blocks: Iterable[Any], attachments: Iterable[Any]) -> str:
    """What blocks and attachments say that the text does not."""
    said = of_blocks(blocks)
    return "\n".join(part for part in ("" if said == text else said, of_attachments(attachments)) if part)


def _quiet(line: str) -> str:
    spoken = mrkdwn.plain(line, lambda name: name)
    return spoken.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _attachment(shown: JSON) -> Iterator[str]:
    told = [_text(shown.get(name)) for name in _ATTACHED]
    yield from told
    for field in _dicts(shown.get("fields")):
        yield f"{_text(field.get('title'))} {_text(field.get('value'))}"
    for block in _dicts(shown.get("blocks")):
        yield from _block(block)
    if not any(told):
        yield _text(shown.get("fallback"))


def _block(shown: Any) -> Iterator[str]:
    """The lines of a block, or of anything that is in one."""
    if not isinstance(shown, dict):
        return
    if str(shown.get("type", "")).startswith(_SPOKEN):
        yield from _rich(shown)
        return
    for name in _TEXTS:
        yield _text(shown.get(name))
    for name in _INSIDE:
        inside = shown.get(name)
        for each in inside if isinstance(inside, list) else [inside]:
            for part in each if isinstance(each, list) else [each]:
                yield from _block(part)


def _rich(shown: JSON) -> Iterator[str]:
    """A section's elements make one line; lists and the block itself have lines of their own."""
    elements = _dicts(shown.get("elements"))
    inner = [each for each in elements if str(each.get("type", "")).startswith(_SPOKEN)]
    for each in inner:
        yield from _rich(each)
    if not inner:
        yield "".join(_element(each) for each in elements)


_ELEMENTS: Mapping[str, Callable[[JSON], str]] = {
    "text": lambda each: _escaped(each.get("text")),
    "link": lambda each: f"<{_escaped(each.get('url'))}|{_escaped(each.get('text') or each.get('url'))}>",
    "user": lambda each: f"<@{each.get('user_id')}>",
    "channel": lambda each: f"<#{each.get('channel_id')}>",
    "usergroup": lambda each: f"<!subteam^{each.get('usergroup_id')}>",
    "broadcast": lambda each: f"<!{each.get('range')}>",
    "emoji": lambda each: f":{each.get('name')}:",
    "date": lambda each: _escaped(each.get("fallback")),
}


def _element(shown: JSON) -> str:
    told = _ELEMENTS.get(str(shown.get("type")))
    return told(shown) if told else ""


def _escaped(value: Any) -> str:
    text = value if isinstance(value, str) else ""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _text(value: Any) -> str:
    """A text, given bare or as a text object; a plain one holds no control tokens."""
    if isinstance(value, dict):
        inner = value.get("text")
        if value.get("type") == "plain_text":
            return _escaped(inner)
        value = inner
    return mrkdwn.normalise(value) if isinstance(value, str) else ""


def _dicts(value: Any) -> list[JSON]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
