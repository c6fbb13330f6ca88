"""Attachments of messages (reference B' 30)."""

from __future__ import annotations

from workaday.apps.slack import richtext
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Ephemeral, Message
from workaday.apps.slack.service import content

NO_PREVIEW = "[no preview available]"
_COLORS = {"good": "2eb886", "warning": "daa038", "danger": "a30200"}


def of(shown: Message | Ephemeral) -> list[JSON]:
    """The attachments of a message, numbered from one, each with something to show where they are not."""
    return numbered(content.loaded(shown.attachments), f"{shown.channel_id}:{shown.ts}")


def numbered(given: list[JSON], place: str) -> list[JSON]:
    """The same for attachments of a message that has no place yet; ``place`` decides their blocks' ids."""
    return [
        _attachment(each, position, f"{place}:attachment {position}")
        for position, each in enumerate(given, start=1)
    ]


def _attachment(given: JSON, position: int, place: str) -> JSON:
    told: JSON = {
        **given,
        "id": position,
        "fallback": given.get("fallback") or given.get("text") or NO_PREVIEW,
    }
    if isinstance(given.get("color"), str):
        told["color"] = _COLORS.get(given["color"], given["color"].lstrip("#"))
    if isinstance(given.get("blocks"), list):
        told["blocks"] = richtext.identified(given["blocks"], place)
    return told
