"""Events of the workspace's members, groups and emoji."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workaday.apps.slack import origin
from workaday.apps.slack.api.objects import emojis
from workaday.apps.slack.api.objects import usergroups as groups
from workaday.apps.slack.api.objects import users as shown
from workaday.apps.slack.service import dnd, people, usergroups
from workaday.journal import Change
from workaday.world import Context

from .event import JSON, Event, Tells, Told, fixed, moment

_UNSEEN = frozenset({"is_online", "presence", "updated"})
"""What of a member changes nothing that others keep of them."""
_STATUS = frozenset({"status_text", "status_emoji", "status_expiration"})
_PROFILE = _STATUS | {"display_name", "real_name", "title", "phone", "pronouns", "fields", "email"}


def _user(context: Context, change: Change) -> Iterator[Event]:
    user_id, columns = str(change.row["id"]), frozenset(change.columns)
    if change.kind == "insert":
        yield Event("team_join", _person(user_id), "users:read", event_ts=moment(context))
    elif change.kind == "update" and columns - _UNSEEN:
        kinds = ["user_change"]
        kinds += ["user_profile_changed"] if columns & _PROFILE else []
        kinds += ["user_status_changed"] if columns & _STATUS else []
        for kind in kinds:
            told = _person(user_id, cache_ts=context.clock.seconds)
            yield Event(kind, told, "users:read", event_ts=moment(context))


def _person(user_id: str, **more: int) -> Told:
    def told(seer: Context) -> JSON:
        return {"user": shown.user(seer, people.get(seer, user_id)), **more}

    return told


def _group(context: Context, change: Change) -> Iterator[Event]:
    """A group that is made or changed; disabling is a change too."""
    group_id = str(change.row["id"])

    def told(seer: Context) -> JSON:
        found = usergroups.get(seer, group_id)
        return {"subteam": groups.several(seer, [found], users=True, count=True)[0]}

    kind = "subteam_created" if change.kind == "insert" else "subteam_updated"
    yield Event(kind, told, "usergroups:read", event_ts=moment(context))


def members_changed(context: Context, changes: Sequence[Change]) -> Iterator[Event]:
    """Who came into which groups and who left, each group once, in order of the groups' first change."""
    moved: dict[str, tuple[list[str], list[str]]] = {}
    for change in changes:
        if change.table == "slack_usergroup_member" and change.kind != "update":
            added, removed = moved.setdefault(str(change.row["usergroup_id"]), ([], []))
            (added if change.kind == "insert" else removed).append(str(change.row["user_id"]))
    before = {str(each.row["id"]): each.before for each in changes if each.table == "slack_usergroup"}
    for group_id, (added, removed) in moved.items():
        now, earlier = usergroups.get(context, group_id).updated, before.get(group_id)
        told: JSON = {
            "subteam_id": group_id,
            "team_id": _team(context),
            "date_previous_update": earlier["updated"] if earlier else now,
            "date_update": now,
            "added_users": added,
            "added_users_count": len(added),
            "removed_users": removed,
            "removed_users_count": len(removed),
        }
        yield Event("subteam_members_changed", fixed(told), "usergroups:read", event_ts=moment(context))


def _dnd(context: Context, change: Change) -> Iterator[Event]:
    user_id = str(change.row["user_id"])

    def told(seer: Context) -> JSON:
        held = dnd.state(seer, user_id)
        enabled = held.snoozing or bool(held.next_start)
        times = {"next_dnd_start_ts": held.next_start or 1, "next_dnd_end_ts": held.next_end or 1}
        return {"user": user_id, "dnd_status": {"dnd_enabled": enabled, **times}}

    yield Event("dnd_updated_user", told, "dnd:read", event_ts=moment(context))


def _emoji(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    if change.kind == "delete":
        told: JSON = {"subtype": "remove", "names": [row["name"]]}
    else:
        alias = row["alias_for"]
        with origin.slacks_own():
            value = f"alias:{alias}" if alias else emojis.picture(_team(context), str(row["name"]))
        told = {"subtype": "add", "name": row["name"], "value": value}
    yield Event("emoji_changed", fixed(told), "emoji:read", event_ts=moment(context))


def _team(context: Context) -> str:
    return people.workspace(context).id


TABLES: dict[str, Tells] = {
    "slack_user": _user,
    "slack_usergroup": _group,
    "slack_dnd": _dnd,
    "slack_emoji": _emoji,
}
