"""The emoji that the picker and the composer choose from, and the pictures of the workspace's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from flask import Response, abort, jsonify, url_for

from workaday.apps.slack import emoji
from workaday.apps.slack.models import CustomEmoji
from workaday.apps.slack.pages.door import pages, reading
from workaday.apps.slack.service import emojis
from workaday.apps.slack.serving import serve_picture

CUSTOM = "Custom"
"""The category of the workspace's own."""

Known = list[str | tuple[str, ...]]
Others = Mapping[str, tuple[str, ...]]
"""The names that the workspace has given emoji beside their own, by those."""


@pages.get("/emoji.json")
def emoji_names() -> Response:
    """The picker's categories: of each emoji its name, characters, further names, skin tones and emoticons.

    Those of the workspace's own have a picture for want of characters.
    """
    with reading("emoji") as context:
        own = emojis.custom(context)
        others = _others(own)
        custom = [_pictured(each, others) for each in own if each.alias_for is None]
    categories = [(label, list(_renamed(group, others))) for label, group in _standard()]
    return jsonify([*categories, (CUSTOM, custom)] if custom else categories)


def _others(own: Sequence[CustomEmoji]) -> Others:
    others: dict[str, tuple[str, ...]] = {}
    for each in own:
        if each.alias_for is not None:
            others[each.alias_for] = (*others.get(each.alias_for, ()), each.name)
    return others


def _pictured(own: CustomEmoji, others: Others) -> Known:
    return [own.name, "", others.get(own.name, ()), (), (), url_for("slack.own_emoji", name=own.name)]


def _renamed(group: list[Known], others: Others) -> Iterator[Known]:
    for name, characters, aliases, *rest in group:
        yield [name, characters, (*aliases, *others.get(str(name), ())), *rest]


@cache
def _standard() -> list[tuple[str, list[Known]]]:
    return [(label, [_known(name) for name in names]) for label, names in emoji.categories()]


def _known(name: str) -> Known:
    return [name, emoji.unicode(name), emoji.aliases(name), emoji.tones(name), emoji.emoticons(name)]


@pages.get("/emoji/<name>")
def own_emoji(name: str) -> Response:
    """The picture of one of the workspace's own emoji."""
    with reading("emoji") as context:
        found = emojis.find(context, name)
        if found is None or found.image is None:
            abort(404)
        return serve_picture(found.image, found.mimetype)
