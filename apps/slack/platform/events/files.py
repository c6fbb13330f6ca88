"""Events of files."""

from __future__ import annotations

from collections.abc import Iterator

from workaday.journal import Change
from workaday.world import Context

from .event import JSON, Event, Tells, fixed, moment

_SCOPE = "files:read"


def _file(context: Context, change: Change) -> Iterator[Event]:
    row, before = change.row, change.before or {}
    if change.kind == "delete" or not row["is_complete"]:
        return
    told: JSON = {"file_id": row["id"], "file": {"id": row["id"]}}
    if not before.get("is_complete"):
        yield _event(context, "file_created", told | {"user_id": row["user_id"]})
    elif "is_deleted" in change.columns:
        yield _event(context, "file_deleted", {"file_id": row["id"]})
    elif {"title", "name", "alt_text"} & set(change.columns):
        yield _event(context, "file_change", told)
    elif "is_public_url" in change.columns and row["is_public_url"]:
        yield _event(context, "file_public", told | {"user_id": row["user_id"]})


def _share(context: Context, change: Change) -> Iterator[Event]:
    row = change.row
    if change.kind != "insert":
        return
    owner = context.world.raw.execute("SELECT user_id FROM slack_file WHERE id = ?", (row["file_id"],))
    told: JSON = {"file_id": row["file_id"], "user_id": owner.fetchone()[0]}
    told |= {"file": {"id": row["file_id"]}, "channel_id": row["channel_id"]}
    yield _event(context, "file_shared", told, str(row["channel_id"]))


def _event(context: Context, kind: str, told: JSON, channel_id: str | None = None) -> Event:
    return Event(kind, fixed(told), _SCOPE, channel_id, event_ts=moment(context))


TABLES: dict[str, Tells] = {"slack_file": _file, "slack_file_share": _share}
