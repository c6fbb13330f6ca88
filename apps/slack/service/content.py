"""What a message is made of, as it is stored: text that fits, blocks, attachments, metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from workaday.apps.slack import words
from workaday.apps.slack.mrkdwn import normalise

JSON = dict[str, Any]

MOST_POSTED = 40_000
"""Characters of a stored text: what is longer is cut (reference, notes on tier 1)."""
_TOKENS = ("text", "pretext", "title", "fallback", "author_name", "footer")
_FIELD = ("title", "value")
_LONGEST_ENTITY = len("&amp;")


def fitted(text: str, most: int = MOST_POSTED) -> tuple[str, bool]:
    """A sender's text as it is stored, cut where it is too long, and whether it was cut.

    What counts is the text with its entities and tokens; none of them is cut in two.
    """
    stored = normalise(text)
    if len(stored) <= most:
        return stored, False
    kept = stored[:most]
    token, entity = kept.rfind("<"), kept.rfind("&", most - _LONGEST_ENTITY)
    if token > kept.rfind(">"):
        kept = kept[:token]
    elif entity >= 0 and ";" not in kept[entity:]:
        kept = kept[:entity]
    return kept, True


def dumped(value: Any) -> str | None:
    """JSON that was given beside a text; None for nothing."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else None


def loaded(stored: str | None) -> list[JSON]:
    """Stored blocks or attachments."""
    found: list[JSON] = json.loads(stored) if stored else []
    return found


def loaded_object(stored: str | None) -> JSON:
    """Stored metadata, or what a notice carries; empty for none."""
    found: JSON = json.loads(stored) if stored else {}
    return found


def attachments(given: Sequence[Mapping[str, Any]] | None) -> str | None:
    """Attachments as they are stored: their texts are escaped and linked like a message's."""
    return dumped([_attachment(each) for each in given or ()])


def _attachment(given: Mapping[str, Any]) -> JSON:
    told = dict(given) | _normalised(given, _TOKENS)
    fields = given.get("fields")
    if isinstance(fields, list):
        told["fields"] = [
            each | _normalised(each, _FIELD) if isinstance(each, dict) else each for each in fields
        ]
    return told


def _normalised(given: Mapping[str, Any], names: Sequence[str]) -> JSON:
    return {name: normalise(given[name]) for name in names if isinstance(given.get(name), str)}


def beside(text: str, blocks: str | None, attached: str | None) -> str:
    """What stored blocks and attachments say that the text does not."""
    return words.beside(text, loaded(blocks), loaded(attached)) if blocks or attached else ""
