"""Links in the bar at the top of a conversation (reference A.2, B.5)."""

from __future__ import annotations

from workaday.apps.slack.service import bookmarks
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .objects.bookmarks import one, several
from .refusals import JSON, Refused, invalid_arguments

LINK = "link"
"""The only kind of bookmark that apps can make (reference, notes on tier 2)."""
_LIMITS = {"title": bookmarks.LONGEST_TITLE, "link": bookmarks.LONGEST_LINK}


@writing("bookmarks.add", "bookmarks:write", required="channel_id title type")
def add(context: Context, arguments: Arguments) -> JSON:
    """Put a link into the bar."""
    if arguments.text("type") != LINK:
        raise Refused("invalid_bookmark_type")
    if arguments.text("parent_id"):
        raise Refused("invalid_parent_type")
    _check(arguments, required=True)
    made = bookmarks.add(
        context,
        arguments.text("channel_id"),
        arguments.text("title"),
        arguments.text("link"),
        arguments.text("emoji"),
    )
    return {"bookmark": one(context, made)}


@writing("bookmarks.edit", "bookmarks:write", required="channel_id bookmark_id")
def edit(context: Context, arguments: Arguments) -> JSON:
    """Change a bookmark; what is not sent stays as it is."""
    _check(arguments, required=False)
    edited = bookmarks.edit(
        context,
        arguments.text("channel_id"),
        arguments.text("bookmark_id"),
        title=arguments.get("title"),
        link=arguments.get("link"),
        emoji=arguments.get("emoji"),
    )
    return {"bookmark": one(context, edited)}


def _check(arguments: Arguments, *, required: bool) -> None:
    if required and not arguments.text("title").strip():
        raise invalid_arguments("must be more than 0 characters [json-pointer:/title]")
    for name, most in _LIMITS.items():
        if len(arguments.text(name)) > most:
            raise invalid_arguments(f"must be less than {most + 1} characters [json-pointer:/{name}]")


@writing("bookmarks.remove", "bookmarks:write", required="channel_id bookmark_id")
def remove(context: Context, arguments: Arguments) -> JSON:
    """Take a bookmark out of the bar."""
    bookmarks.remove(context, arguments.text("channel_id"), arguments.text("bookmark_id"))
    return {}


@reading("bookmarks.list", "bookmarks:read", json=True, required="channel_id")
def list_all(context: Context, arguments: Arguments) -> JSON:
    """The bookmarks of a conversation, as they stand in the bar."""
    return {"bookmarks": several(context, bookmarks.listed(context, arguments.text("channel_id")))}
