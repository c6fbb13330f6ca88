"""Messages as a search shows them (reference B.5)."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.highlighting import highlighted
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.service import channels, messages, people
from workaday.chance import digest
from workaday.world import Context

from . import attachments, files
from .messages import blocks


def matches(context: Context, found: Sequence[Message], wanted: str = "") -> list[JSON]:
    """Messages of any conversations, each with where it is, who wrote it and its address.

    In their texts what ``wanted`` (an FTS5 expression) finds is marked.
    """
    team = people.workspace(context).id
    places = channels.by_ids(context, {each.channel_id for each in found})
    partners = channels.partners(context, places.values())
    authors = people.named(context, {each.user_id for each in found})
    held = _files(context, found)
    return [
        {
            "iid": _iid(each),
            "team": team,
            "channel": _place(places[each.channel_id], partners.get(each.channel_id)),
            "type": "message",
            "user": each.user_id,
            "username": each.username or authors[each.user_id].name,
            "ts": each.ts,
            "text": highlighted(each.text, wanted),
            "permalink": permalink,
            "blocks": blocks(each),
            **({"attachments": attachments.of(each)} if each.attachments else {}),
            **({"files": held[each.id]} if each.id in held else {}),
        }
        for each, permalink in zip(found, messages.permalinks(context, found), strict=True)
    ]


def _files(context: Context, found: Sequence[Message]) -> dict[int, list[JSON]]:
    """The files of messages of any conversations, by the messages' numbers."""
    told: dict[int, list[JSON]] = {}
    for place in sorted({each.channel_id for each in found}):
        there = [each for each in found if each.channel_id == place]
        held = files.in_messages(context, there)
        told |= {each.id: held[each.ts] for each in there if each.ts in held}
    return told


def _iid(shown: Message) -> str:
    text = digest("slack search match", shown.channel_id, shown.ts).hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:32]}"


def _place(shown: Channel, partner: str | None) -> JSON:
    """A direct message between two people is named after the other's id."""
    told: JSON = {
        "id": shown.id,
        "is_channel": shown.kind != "im",
        "is_group": False,
        "is_im": shown.kind == "im",
        "is_mpim": shown.kind == "mpim",
        "is_private": shown.kind != "public",
        "is_shared": False,
        "is_org_shared": False,
        "is_ext_shared": False,
        "is_pending_ext_shared": False,
        "pending_shared": [],
        "name": partner or shown.name,
    }
    return told | {"user": partner} if partner else told | {"name_normalized": shown.name}
