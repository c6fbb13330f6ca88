"""The members of the workspace."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack import shapes
from workaday.apps.slack.service import (
    people,
)
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import Cursor, Limit, page


@tool(reads=True, wire="auth.test")
def slack_whoami(context: Context) -> JSON:
    """Who you are in this Slack workspace: your user id and handle."""
    viewer, workspace = people.me(context), people.workspace(context)
    return {"user_id": viewer.id, "user": viewer.name, "team_id": workspace.id, "team": workspace.name}


@tool(reads=True, wire="users.list")
def slack_list_users(context: Context, *, limit: Limit = 200, cursor: Cursor = "") -> JSON:
    """Everybody in the workspace: names, titles, email addresses."""
    shown, following = page(people.everyone(context), "user", limit, cursor)
    return {"members": [shapes.user(each) for each in shown], "response_metadata": {"next_cursor": following}}


@tool(reads=True, wire="users.info")
def slack_get_user(context: Context, *, user: Annotated[str, "User id, such as U07QK2M9ZTD"]) -> JSON:
    """One member of the workspace."""
    return {"user": shapes.user(people.get(context, user))}


@tool(reads=True, wire="users.lookupByEmail")
def slack_find_user_by_email(context: Context, *, email: Annotated[str, "Email address"]) -> JSON:
    """The member with an email address."""
    return {"user": shapes.user(people.by_email(context, email))}
