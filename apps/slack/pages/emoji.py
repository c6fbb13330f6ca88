"""The emoji that the picker and the composer choose from."""

from __future__ import annotations

from functools import cache

from flask import Response, jsonify

from workaday.apps.slack import emoji
from workaday.apps.slack.pages.door import pages

Known = list[str | tuple[str, ...]]


@pages.get("/emoji.json")
def emoji_names() -> Response:
    """The picker's categories: of each emoji its name, characters, further names, skin tones, emoticons."""
    return jsonify(_standard())


@cache
def _standard() -> list[tuple[str, list[Known]]]:
    return [(label, [_known(name) for name in names]) for label, names in emoji.categories()]


def _known(name: str) -> Known:
    return [name, emoji.unicode(name), emoji.aliases(name), emoji.tones(name), emoji.emoticons(name)]
