"""The workspace itself: what it is called, its emoji, its bots."""

from __future__ import annotations

from workaday.apps.slack import emoji
from workaday.apps.slack.models import Bot
from workaday.apps.slack.service import apps, emojis, people
from workaday.world import Context

from .arguments import Arguments
from .methods import reading
from .objects.emojis import address
from .refusals import JSON, Refused

_SIZES = (34, 44, 68, 88, 102, 132, 230)


@reading("team.info", "team:read", json=True)
def info(context: Context, arguments: Arguments) -> JSON:
    """The workspace; there is no other."""
    found = people.workspace(context)
    if arguments.text("team") not in {"", found.id} or arguments.text("domain") not in {"", found.domain}:
        raise Refused("org_not_found")
    admin = people.me(context).email or ""
    return {
        "team": {
            "id": found.id,
            "name": found.name,
            "url": f"https://{found.domain}.slack.com/",
            "domain": found.domain,
            "email_domain": admin.rpartition("@")[2],
            "icon": {f"image_{size}": _icon(size) for size in _SIZES} | {"image_default": True},
            "avatar_base_url": "https://ca.slack-edge.com/",
            "is_verified": False,
        }
    }


def _icon(size: int) -> str:
    return f"https://a.slack-edge.com/80588/img/avatars-teams/ava_0001-{size}.png"


@reading("team.preferences.list", "team.preferences:read")
def preferences(_context: Context, _arguments: Arguments) -> JSON:
    """What members may do: whatever Slack allows until an owner forbids it, and nobody here can."""
    return {
        "allow_message_deletion": True,
        "display_real_names": False,
        "disable_file_uploads": "allow_all",
        "msg_edit_window_mins": -1,
        "who_can_post_general": "everyone",
    }


@reading("emoji.list", "emoji:read")
def custom(context: Context, arguments: Arguments) -> JSON:
    """The workspace's own emoji, and on request the categories of everybody's."""
    found, team = emojis.custom(context), people.workspace(context).id
    told: JSON = {
        "emoji": {each.name: address(team, each) for each in found},
        "cache_ts": f"{max((each.created for each in found), default=0)}.000000",
    }
    if arguments.flag("include_categories"):
        told["categories_version"] = "5"
        told["categories"] = [
            {"name": name, "emoji_names": list(names)} for name, names in emoji.categories()
        ]
    return told


@reading("bots.info", "users:read")
def bot(context: Context, arguments: Arguments) -> JSON:
    """An app's bot, by default one's own."""
    wanted = arguments.text("bot")
    found = apps.bots(context, [wanted]).get(wanted) if wanted else apps.acting(context)
    if found is None:
        raise Refused("bot_not_found")
    return {"bot": _bot(found)}


def _bot(shown: Bot) -> JSON:
    return {
        "id": shown.id,
        "deleted": shown.deleted,
        "name": shown.name,
        "updated": shown.updated,
        "app_id": shown.app_id,
        "user_id": shown.user_id,
        "icons": {
            f"image_{size}": f"https://a.slack-edge.com/80588/img/bot_{size}.png" for size in (36, 48, 72)
        },
    }
