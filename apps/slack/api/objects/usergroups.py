"""User groups (reference B.5)."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import UserGroup
from workaday.apps.slack.service import people, usergroups
from workaday.world import Context


def several(context: Context, found: Sequence[UserGroup], *, users: bool, count: bool) -> list[JSON]:
    """User groups; on request with their members, and with how many those are."""
    ids = [each.id for each in found]
    members, places = usergroups.members_of(context, ids), usergroups.channels_of(context, ids)
    team = people.workspace(context).id
    return [
        _told(team, each, places.get(each.id, []))
        | ({"users": members.get(each.id, [])} if users else {})
        | ({"user_count": len(members.get(each.id, []))} if count else {})
        for each in found
    ]


def _told(team: str, shown: UserGroup, places: list[str]) -> JSON:
    told: JSON = {
        "id": shown.id,
        "team_id": team,
        "is_usergroup": True,
        "is_subteam": True,
        "name": shown.name,
        "description": shown.description,
        "handle": shown.handle,
        "is_external": False,
        "date_create": shown.created,
        "date_update": shown.updated,
        "date_delete": shown.deleted,
        "auto_provision": False,
        "enterprise_subteam_id": "",
        "created_by": shown.created_by,
        "updated_by": shown.updated_by,
        "prefs": {"channels": places, "groups": []},
        "channel_count": len(places),
        "is_section": shown.is_section,
        "is_visible": True,
        "is_idp_group": False,
        "is_membership_locked": False,
    }
    return told
