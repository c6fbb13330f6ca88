"""What members say of themselves, and whether they are there."""

from __future__ import annotations

import json

from workaday.apps.slack.errors.people import InvalidProfile
from workaday.apps.slack.models import ProfileField
from workaday.apps.slack.service import people, presence, profiles
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects.users import fields, profile
from .refusals import JSON


@reading("users.profile.get", "users.profile:read")
def get(context: Context, arguments: Arguments) -> JSON:
    """A member's profile, by default one's own."""
    wanted = arguments.text("user")
    found = people.get(context, wanted) if wanted else people.me(context)
    held = fields(context, found, labels=arguments.flag("include_labels"))
    return {"profile": profile(context, found) | {"fields": held}}


@writing("users.profile.set", "users.profile:write", kinds=("user",))
def change(context: Context, arguments: Arguments) -> JSON:
    """Change a profile: many fields as JSON, or one by ``name`` and ``value``."""
    name, user = arguments.text("name"), arguments.get("user")
    if name:
        changed = profiles.change_one(context, name, arguments.text("value"), user)
    else:
        given = arguments.object("profile")
        if not given:
            raise InvalidProfile(argument="profile")
        changed = profiles.change(context, given, user)
    return {"username": changed.name, "profile": profile(context, changed)}


@reading("team.profile.get", "users.profile:read")
def own_fields(context: Context, arguments: Arguments) -> JSON:
    """The fields that the workspace has added to profiles: all, or the ``visible`` or ``hidden`` ones."""
    wanted = arguments.text("visibility")
    shown = [
        each
        for each in profiles.fields(context)
        if wanted not in {"visible", "hidden"} or each.is_hidden == (wanted == "hidden")
    ]
    return {"profile": {"fields": [_field(each) for each in shown], "sections": []}}


def _field(shown: ProfileField) -> JSON:
    choices = json.loads(shown.options) or None
    return {
        "id": shown.id,
        "ordering": shown.ordering,
        "label": shown.label,
        "hint": shown.hint,
        "type": shown.kind,
        "possible_values": choices,
        "options": None,
        "is_hidden": shown.is_hidden,
    }


@reading("users.getPresence", "users:read")
def get_presence(context: Context, arguments: Arguments) -> JSON:
    """Whether somebody is there; of oneself, why."""
    viewer, wanted = people.me(context), arguments.text("user")
    user = people.get(context, wanted) if wanted else viewer
    told: JSON = {"presence": "active" if presence.is_active(context, user) else "away"}
    if user.id != viewer.id:
        return told
    return told | {
        "online": True,
        "auto_away": False,
        "manual_away": user.presence == "away",
        "connection_count": 1,
        "last_activity": context.clock.seconds,
    }


@writing("users.setPresence", "users:write", required="presence")
def set_presence(context: Context, arguments: Arguments) -> JSON:
    """Set oneself away, or back."""
    presence.choose(context, arguments.text("presence"))
    return {}


@reading("users.identity", "identity:read", kinds=("user",))
def identity(context: Context, _arguments: Arguments) -> JSON:
    """Who signs in."""
    viewer, workspace = people.me(context), people.workspace(context)
    return {"user": {"id": viewer.id, "name": viewer.real_name}, "team": {"id": workspace.id}}
