"""Views (reference B.5)."""

from __future__ import annotations

from typing import Any

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import View
from workaday.apps.slack.service import deliveries, people, views
from workaday.world import Context

_GIVEN: dict[str, Any] = {
    "private_metadata": "",
    "callback_id": "",
    "title": None,
    "clear_on_close": False,
    "notify_on_close": False,
    "close": None,
    "submit": None,
}
"""What an app may say of a view, and what holds where it has not."""


def view(context: Context, shown: View) -> JSON:
    """One view, with what has been filled in."""
    team, content = people.workspace(context).id, views.content(shown)
    app = deliveries.installed_app(context, shown.app_id)
    return {
        "id": shown.id,
        "team_id": team,
        "type": shown.kind,
        "blocks": content["blocks"],
        **{name: content.get(name, default) for name, default in _GIVEN.items()},
        "state": {"values": views.state(shown)},
        "hash": shown.hash,
        "previous_view_id": shown.previous_id,
        "root_view_id": shown.root_id,
        "app_id": shown.app_id,
        "external_id": shown.external_id,
        "app_installed_team_id": team,
        "bot_id": app.bot_id if app else "",
    }
