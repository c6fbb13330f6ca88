"""Members of the workspace (reference B.3)."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from zoneinfo import ZoneInfo

from workaday.apps.slack import emoji
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import User
from workaday.apps.slack.service import apps, emojis, people, profiles
from workaday.chance import digest
from workaday.clock import at_zone
from workaday.world import Context

from . import LOCALE
from .emojis import picture

SIZES = (24, 32, 48, 72, 192, 512)
_ASSETS = "https://a.slack-edge.com"
_ZONES = {
    "EST": "Eastern Standard Time",
    "EDT": "Eastern Daylight Time",
    "CST": "Central Standard Time",
    "CDT": "Central Daylight Time",
    "MST": "Mountain Standard Time",
    "MDT": "Mountain Daylight Time",
    "PST": "Pacific Standard Time",
    "PDT": "Pacific Daylight Time",
    "GMT": "Greenwich Mean Time",
    "BST": "British Summer Time",
    "CET": "Central European Time",
    "CEST": "Central European Summer Time",
}


def user(context: Context, shown: User, *, locale: bool = False) -> JSON:
    """One member.  Of a deactivated one Slack keeps silent about most."""
    team = people.workspace(context).id
    told: JSON = {"id": shown.id, "team_id": team, "name": shown.name, "deleted": shown.deleted}
    if not shown.deleted:
        told |= {"color": shown.color, "real_name": shown.real_name, **_zone(shown.tz, context.clock.now)}
    told["profile"] = profile(context, shown) | {"team": team}
    if not shown.deleted:
        told |= _standing(shown)
    told |= {"is_bot": shown.is_bot, "is_app_user": False, "updated": shown.updated}
    if not shown.deleted:
        told |= {"is_email_confirmed": shown.email is not None, "who_can_share_contact_card": "EVERYONE"}
        if _sees_2fa(people.me(context), shown):
            told["has_2fa"] = False
    return told | {"locale": LOCALE} if locale else told


def _standing(shown: User) -> JSON:
    return {
        "is_admin": shown.is_admin,
        "is_owner": shown.is_owner,
        "is_primary_owner": shown.is_primary_owner,
        "is_restricted": False,
        "is_ultra_restricted": False,
    }


def _sees_2fa(viewer: User, shown: User) -> bool:
    """Admins see it of everybody, others of themselves."""
    return (viewer.is_admin or viewer.id == shown.id) and shown.person_id is not None


@lru_cache(maxsize=256)
def _zone(name: str, now: int) -> JSON:
    moment = at_zone(now, ZoneInfo(name))
    offset, abbreviation = moment.utcoffset(), moment.tzname() or name
    return {
        "tz": name,
        "tz_label": _ZONES.get(abbreviation, abbreviation),
        "tz_offset": int(offset.total_seconds()) if offset else 0,
    }


def profile(context: Context, shown: User) -> JSON:
    """What a member says of themselves; their email address only to whoever may read it."""
    first, _, last = shown.real_name.rpartition(" ")
    told: JSON = {
        "title": shown.title,
        "phone": shown.phone,
        "skype": "",
        "real_name": shown.real_name,
        "real_name_normalized": _normalised(shown.real_name),
        "display_name": shown.display_name,
        "display_name_normalized": _normalised(shown.display_name),
        "status_text": shown.status_text,
        "status_emoji": shown.status_emoji,
        "status_emoji_display_info": _status_emoji(context, shown.status_emoji.strip(":")),
        "status_expiration": shown.status_expiration,
        "avatar_hash": _avatar(shown)[:12],
    }
    if shown.email is not None and apps.may(context, "users:read.email"):
        told["email"] = shown.email
    told |= {"first_name": first or last, "last_name": last if first else ""}
    if shown.pronouns:
        told["pronouns"] = shown.pronouns
    told |= {f"image_{size}": _image(shown, size) for size in SIZES}
    return told | {"status_text_canonical": "", **_bot(context, shown)}


def _bot(context: Context, shown: User) -> JSON:
    """Which app a bot is of; Slackbot is of none."""
    if not shown.is_bot:
        return {"always_active": True} if shown.id == people.SLACKBOT else {}
    bot = apps.by_member(context)[shown.id]
    return {"api_app_id": bot.app_id, "bot_id": bot.id, "always_active": True}


def fields(context: Context, shown: User, *, labels: bool) -> JSON:
    """What a member says in the workspace's own fields, by the fields' ids."""
    said, called = json.loads(shown.fields), {each.id: each.label for each in profiles.fields(context)}
    return {name: each | ({"label": called[name]} if labels else {}) for name, each in said.items()}


def _normalised(name: str) -> str:
    """Without accents."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _status_emoji(context: Context, name: str) -> list[JSON]:
    if emoji.canonical(name):
        points = emoji.codepoints(name)
        address = f"{_ASSETS}/production-standard-emoji-assets/14.0/apple-large/{points}@2x.png"
        return [{"emoji_name": name, "display_url": address, "unicode": points}]
    own = emojis.find(context, name) if name else None
    if own is None:
        return []
    return [{"emoji_name": name, "display_url": picture(people.workspace(context).id, own.name)}]


def _avatar(shown: User) -> str:
    return "g" + digest("slack avatar", shown.id).hex()


def _image(shown: User, size: int) -> str:
    """The picture of somebody who has uploaded none."""
    if shown.id == people.SLACKBOT:
        return f"{_ASSETS}/80588/img/slackbot_{size}.png"
    return f"https://secure.gravatar.com/avatar/{_avatar(shown)[1:33]}.jpg?s={size}&d=identicon"
