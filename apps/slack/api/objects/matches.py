"""Messages as a search shows them (reference B.5)."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.service import channels, messages, people
from workaday.chance import digest
from workaday.world import Context

from .messages import blocks


def matches(context: Context, found: Sequence[Message]) -> list[JSON]:
    """Messages of any conversations, each with where it is, who wrote it and its address."""
    team = people.workspace(context).id
    places = channels.by_ids(context, {each.channel_id for each in found})
    partners = channels.partners(context, places.values())
    authors = people.named(context, {each.user_id for each in found})
    return [
        {
            "iid": _iid(each),
            "team": team,
            "channel": _place(places[each.channel_id], partners.get(each.channel_id)),
            "type": "message",
            "user": each.user_id,
            "username": authors[each.user_id].name,
            "ts": each.ts,
            "text": each.text,
            "permalink": permalink,
            "blocks": blocks(each),
        }
        for each, permalink in zip(found, messages.permalinks(context, found), strict=True)
    ]


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
