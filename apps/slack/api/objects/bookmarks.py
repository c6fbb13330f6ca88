"""Bookmarks (reference B.5)."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.apps.slack import shapes
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Bookmark
from workaday.apps.slack.service import people
from workaday.identifiers import BASE36, spell
from workaday.world import Context


def several(context: Context, found: Sequence[Bookmark]) -> list[JSON]:
    """The bookmarks of a conversation."""
    team = people.workspace(context).id
    return [
        shapes.bookmark(each)
        | {
            "icon_url": None,
            "entity_id": None,
            "date_created": each.created,
            "date_updated": each.updated if each.updated > each.created else 0,
            "rank": spell(each.rank, 3, BASE36.lower()),
            "last_updated_by_user_id": each.updated_by,
            "last_updated_by_team_id": team,
            "shortcut_id": None,
            "app_id": None,
        }
        for each in found
    ]


def one(context: Context, found: Bookmark) -> JSON:
    """One bookmark."""
    return several(context, [found])[0]
