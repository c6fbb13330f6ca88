"""Conversations (reference B.2)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Channel, User
from workaday.apps.slack.service import channels, history, marks, people
from workaday.world import Context

from . import messages


def listed(context: Context, found: Sequence[Channel], *, memberships: bool) -> list[JSON]:
    """Conversations as a list shows them; ``memberships`` tells who is in them, and how many are."""
    partners = _partners(context, found)
    joined = channels.joined_ids(context) if memberships else frozenset()
    counts = channels.member_counts(context, [each.id for each in found]) if memberships else {}
    shown = []
    for each in found:
        if each.kind == "im":
            shown.append(_im(context, each, partners[each.id]))
            continue
        told = named(context, each, member=each.id in joined)
        shown.append(told | {"num_members": counts.get(each.id, 0)} if memberships else _outlined(told))
    return shown


def _outlined(told: JSON) -> JSON:
    return {key: value for key, value in told.items() if key != "is_member"}


def _partners(context: Context, found: Sequence[Channel]) -> dict[str, User]:
    """Who the other person is in those that are between two people, by conversation."""
    partner_ids = channels.partners(context, found)
    partners = people.named(context, partner_ids.values())
    return {place: partners[user_id] for place, user_id in partner_ids.items()}


def detailed(context: Context, shown: Channel) -> JSON:
    """One conversation with what the person has read of it; a direct one tells what is new in it."""
    seat = channels.membership(context, shown.id)
    if shown.kind == "im":
        told = _im(context, shown, _partners(context, [shown])[shown.id])
    else:
        told = named(context, shown, member=seat is not None)
    told["last_read"] = marks.last_read(context, shown.id)
    if shown.is_direct:
        told |= _news(context, shown, is_open=seat is not None and seat.is_open)
    return told


def _news(context: Context, shown: Channel, *, is_open: bool) -> JSON:
    newest = history.in_channel(context, shown, history.Window(limit=1)).messages
    unread = marks.unread(context).get(shown.id, marks.Unread()).messages
    return {
        "latest": messages.one(context, newest[0]) if newest else None,
        "unread_count": unread,
        "unread_count_display": unread,
        "is_open": is_open,
        "priority": 0,
    }


def named(context: Context, shown: Channel, *, member: bool) -> JSON:
    """A channel, or a direct message among a few."""
    team = people.workspace(context).id
    return {
        "id": shown.id,
        "name": shown.name,
        "name_normalized": shown.name,
        "is_channel": True,
        "is_group": False,
        "is_im": False,
        "is_mpim": shown.kind == "mpim",
        "is_private": shown.kind != "public",
        "created": shown.created,
        "is_archived": shown.is_archived,
        "is_general": shown.is_general,
        "unlinked": 0,
        "is_shared": False,
        "is_org_shared": False,
        "is_ext_shared": False,
        "is_pending_ext_shared": False,
        "pending_shared": [],
        "context_team_id": team,
        "updated": shown.updated,
        "parent_conversation": None,
        "creator": shown.creator_id,
        "shared_team_ids": [team],
        "pending_connected_team_ids": [],
        "is_member": member,
        "topic": _said(shown.topic, shown.topic_creator_id, shown.topic_set),
        "purpose": _said(shown.purpose, shown.purpose_creator_id, shown.purpose_set),
        "properties": {"tabs": [], "tabz": []},
        "previous_names": json.loads(shown.previous_names),
    }


def _said(value: str, creator: str, last_set: int) -> JSON:
    return {"value": value, "creator": creator, "last_set": last_set}


def _im(context: Context, shown: Channel, partner: User) -> JSON:
    """A direct message between two people: it has no name."""
    return {
        "id": shown.id,
        "created": shown.created,
        "is_archived": shown.is_archived,
        "is_im": True,
        "is_org_shared": False,
        "context_team_id": people.workspace(context).id,
        "updated": shown.updated,
        "user": partner.id,
        "is_user_deleted": partner.deleted,
        "priority": 0,
    }
