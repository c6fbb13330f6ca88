"""The members of the workspace."""

from __future__ import annotations

from workaday.apps.slack.service import people
from workaday.world import Context

from .arguments import Arguments
from .methods import reading
from .objects.users import user
from .paging import Cut
from .refusals import JSON, Refused


@reading("users.list", "users:read")
def list_all(context: Context, arguments: Arguments) -> JSON:
    """Everybody, unless a limit is given: of -1 nobody is shown, and what is lower is too much for Slack."""
    limit = arguments.limit()
    locale = arguments.flag("include_locale")
    if limit is not None and limit < -1:
        raise Refused("fatal_error")
    shown = None if limit is None else max(limit, 1)
    part = Cut(arguments.get("cursor"), shown).of(people.everyone(context), "user", lambda each: each.id)
    return {
        "members": [user(context, each, locale=locale) for each in part.shown if limit != -1],
        "cache_ts": context.clock.seconds,
        "response_metadata": {"next_cursor": part.next_cursor},
    }


@reading("users.info", "users:read", required="user")
def info(context: Context, arguments: Arguments) -> JSON:
    """One member."""
    found = people.get(context, arguments.text("user"))
    return {"user": user(context, found, locale=arguments.flag("include_locale"))}


@reading("users.lookupByEmail", "users:read.email", required="email")
def by_email(context: Context, arguments: Arguments) -> JSON:
    """The member with an email address."""
    return {"user": user(context, people.by_email(context, arguments.text("email")))}
