"""What a message tells of the app that posted it (reference B.1)."""

from __future__ import annotations

from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Bot, Ephemeral, Message

SIZES = (36, 48, 72)
_ASSETS = "https://a.slack-edge.com/80588/img/plugins/app"


def icons() -> JSON:
    """The addresses of the picture that an app without one of its own has."""
    return {f"image_{size}": f"{_ASSETS}/bot_{size}.png" for size in SIZES}


def profile(bot: Bot, team: str) -> JSON:
    """The app's name and picture, for those who show the message."""
    return {
        "id": bot.id,
        "deleted": bot.deleted,
        "name": bot.name,
        "updated": bot.updated,
        "app_id": bot.app_id,
        "icons": icons(),
        "team_id": team,
    }


def overridden(shown: Message | Ephemeral) -> JSON:
    """The name and the picture that an app gave itself for one message."""
    told: JSON = {"username": shown.username} if shown.username else {}
    if shown.icon:
        told["icons"] = {"emoji" if shown.icon.startswith(":") else "image_64": shown.icon}
    return told
