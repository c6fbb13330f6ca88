"""What the arguments of ``chat.*`` say a message is to be made of (reference A.1, notes; B' 12, 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workaday.apps.slack import markdown
from workaday.apps.slack.errors import NoText
from workaday.apps.slack.service import apps, linking
from workaday.world import Context

from . import blocks, scopes
from .arguments import Arguments
from .refusals import JSON, Refused, invalid_arguments

MOST_ATTACHMENTS = 100
MOST_MARKDOWN = 12_000
MOST_METADATA = 16_000
"""Characters of JSON."""
LONGEST_NAME = 80

_SHOWS = ("text", "fallback", "title", "pretext", "author_name", "fields")
"""What makes an attachment say something, even when it is empty (notes on tier 1)."""
_BESIDE_BLOCKS = frozenset({"blocks", "color", "fallback"})
"""What may stand beside an attachment's blocks: the older keys may not (node-slack-sdk#832)."""


@dataclass(frozen=True)
class Content:
    """What was sent; ``attachments`` and ``metadata`` are None where nothing was said of them."""

    text: str
    blocks: blocks.Blocks | None
    attachments: list[JSON] | None
    metadata: JSON | None

    @property
    def says_something(self) -> bool:
        """Whether there is anything to show; an attachment's colour alone is nothing."""
        return bool(self.text or self.blocks) or any(map(_shows, self.attachments or ()))


def of(context: Context, arguments: Arguments, *, too_long: str, required: bool = True) -> Content:
    """What was sent, checked.  ``too_long`` is the error for blocks with too much text.

    What says nothing is refused, unless it need not be there (``required``).
    """
    given = blocks.of(arguments, too_long=too_long)
    markdown_text = _markdown(arguments, given)
    found = Content(
        markdown_text or _named(context, arguments),
        given,
        _attachments(arguments),
        _metadata(context, arguments),
    )
    if required and not found.says_something:
        raise NoText(argument="text")
    return found


def _markdown(arguments: Arguments, given: blocks.Blocks | None) -> str:
    text = arguments.text("markdown_text")
    if not text:
        return ""
    if arguments.text("text") or given:
        raise Refused("markdown_text_conflict")
    if len(text) > MOST_MARKDOWN:
        fault = f"must be less than {MOST_MARKDOWN + 1} characters [json-pointer:/markdown_text]"
        raise invalid_arguments(fault)
    return markdown.mrkdwn(text)


def _named(context: Context, arguments: Arguments) -> str:
    """The text, with names in it linked where that was asked for (reference B' 11)."""
    everything, groups = arguments.text("parse") == "full", arguments.flag("link_names")
    text = arguments.text("text")
    return linking.linked(context, text, everything=everything) if everything or groups else text


def _attachments(arguments: Arguments) -> list[JSON] | None:
    """The attachments; what is no array, or in it no object, says nothing and is not read."""
    if arguments.get("attachments") is None:
        return None
    attached = [each for each in arguments.array("attachments") or () if isinstance(each, dict)]
    if len(attached) > MOST_ATTACHMENTS:
        raise Refused("too_many_attachments")
    for position, each in enumerate(attached):
        if each.get("blocks") is not None:
            _check_blocks(each, f"/attachments/{position}/blocks")
    return attached


def _check_blocks(attachment: JSON, pointer: str) -> None:
    if not _BESIDE_BLOCKS.issuperset(attachment):
        raise Refused("invalid_attachments", "invalid_keys")
    faults = blocks.faults(attachment["blocks"], pointer)
    if faults:
        raise Refused("invalid_blocks", *faults, errors=faults)


def _shows(attachment: JSON) -> bool:
    has_blocks = isinstance(attachment.get("blocks"), list) and bool(attachment["blocks"])
    return has_blocks or any(name in attachment for name in _SHOWS)


def _metadata(context: Context, arguments: Arguments) -> JSON | None:
    """What an app keeps with its message for other apps; an empty object for nothing."""
    if arguments.text("metadata") in {"", "null"}:
        return None
    sent = arguments.object("metadata")
    if sent == {}:
        return {}
    if apps.acting(context) is None:
        raise Refused("metadata_must_be_sent_from_app")
    if sent is None:
        raise Refused("invalid_metadata_format")
    if not _is_metadata(sent):
        raise Refused("invalid_metadata_schema")
    if len(arguments.text("metadata")) > MOST_METADATA:
        raise Refused("metadata_too_large")
    return {name: sent[name] for name in ("event_type", "event_payload")}


def _is_metadata(sent: dict[str, Any]) -> bool:
    kind, payload = sent.get("event_type"), sent.get("event_payload")
    return isinstance(kind, str) and bool(kind) and isinstance(payload, dict)


_GUISE = ("username", "icon_emoji", "icon_url")


@dataclass(frozen=True)
class Guise:
    """The name and the picture that an app gives itself for one message."""

    username: str | None
    icon: str | None


def guise(context: Context, arguments: Arguments) -> Guise:
    """As whom an app posts, which takes a scope of its own; a picture's address counts before an emoji.

    Of a person nothing of the kind is read.
    """
    if apps.acting(context) is None or not any(arguments.text(name) for name in _GUISE):
        return Guise(None, None)
    scopes.need(context, "chat:write.customize")
    emoji = arguments.text("icon_emoji").strip().strip(":")
    icon = arguments.text("icon_url") or (f":{emoji}:" if emoji else "")
    return Guise(arguments.text("username")[:LONGEST_NAME] or None, icon or None)
