"""When people are not to be disturbed."""

from __future__ import annotations

from workaday.apps.slack.errors.people import NoUsersProvided
from workaday.apps.slack.service import dnd, people
from workaday.apps.slack.service.dnd import Dnd
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .refusals import JSON, Refused

READ, WRITE = "dnd:read", "dnd:write"
NEVER = 1
"""What Slack says of a next time that there is none of."""


def _schedule(found: Dnd) -> JSON:
    return {
        "dnd_enabled": found.is_scheduled,
        "next_dnd_start_ts": found.next_start or NEVER,
        "next_dnd_end_ts": found.next_end or NEVER,
    }


def _snooze(found: Dnd) -> JSON:
    if not found.snoozing:
        return {"snooze_enabled": False}
    return {
        "snooze_enabled": True,
        "snooze_endtime": found.snoozed_until,
        "snooze_remaining": found.snoozed_until - found.now,
    }


@reading("dnd.info", READ)
def info(context: Context, arguments: Arguments) -> JSON:
    """When somebody, by default oneself, is not disturbed; of oneself, also whether one pauses (B.5)."""
    viewer = people.me(context).id
    wanted = arguments.text("user") or viewer
    found = dnd.state(context, wanted)
    return _schedule(found) | (_snooze(found) if wanted == viewer else {})


@reading("dnd.teamInfo", READ, required="users")
def of_several(context: Context, arguments: Arguments) -> JSON:
    """The same of several, by id; who is no member is left out."""
    wanted = [each.strip() for each in arguments.text("users").split(",") if each.strip()]
    if not wanted:
        raise NoUsersProvided(argument="users")
    found = dnd.states(context, list(people.named(context, wanted).values()))
    return {"users": {user_id: _schedule(each) for user_id, each in found.items()}}


@writing("dnd.setSnooze", WRITE, json=False, kinds=("user",))
def snooze(context: Context, arguments: Arguments) -> JSON:
    """Pause notifications for some minutes."""
    if not arguments.text("num_minutes"):
        raise Refused("missing_duration")
    minutes = arguments.integer("num_minutes", 0) or 0
    return _snooze(dnd.snooze(context, minutes)) | {"snooze_is_indefinite": False}


@writing("dnd.endSnooze", WRITE, kinds=("user",))
def end_snooze(context: Context, _arguments: Arguments) -> JSON:
    """Take up notifications again."""
    found = dnd.end_snooze(context)
    return _schedule(found) | _snooze(found)


@writing("dnd.endDnd", WRITE, kinds=("user",))
def end(context: Context, _arguments: Arguments) -> JSON:
    """Be disturbed again, whatever the schedule says of today."""
    dnd.end(context)
    return {}
