"""What a token may do: the scopes of each kind of token, and which of them a method wants (reference A).

A person's own token has every scope that people have.  An app's tokens have those that the app was given.
"""

from __future__ import annotations

from collections.abc import Collection

from workaday.apps.slack.errors import InvalidTypes
from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import channels
from workaday.apps.slack.service.apps import Grant
from workaday.world import Context

from .arguments import Arguments
from .methods import Method
from .refusals import Refused

_PLACES = ("channels", "groups", "im", "mpim")
HELD = (
    "identify",
    *(
        f"{place}:{deed}"
        for deed in ("history", "read", "write", "write.invites", "write.topic")
        for place in _PLACES
    ),
    *("bookmarks:read", "bookmarks:write", "chat:write", "dnd:read", "dnd:write", "emoji:read"),
    *("files:read", "files:write", "identity:read", "links:read", "links:write", "pins:read", "pins:write"),
    *("reactions:read", "reactions:write", "reminders:read", "reminders:write", "search:read"),
    *(
        "stars:read",
        "stars:write",
        "team:read",
        "team.preferences:read",
        "usergroups:read",
        "usergroups:write",
    ),
    *("users:read", "users:read.email", "users:write", "users.profile:read", "users.profile:write"),
)
"""The scopes of a person's own token."""

_PREFIX = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}
"""How the scopes for each kind of conversation begin."""
_BY_TYPE = {
    "public_channel": "channels",
    "private_channel": "groups",
    "im": "im",
    "mpim": "mpim",
}
_OF_BOTS = {"channels:write": ("channels:manage",)}
"""What a bot may hold in the place of a person's scope."""


def told(grant: Grant) -> str:
    """The scopes of a token as ``x-oauth-scopes`` has them."""
    return ",".join(HELD if grant.scopes is None else grant.scopes)


def wanted(method: Method, grant: Grant) -> tuple[str, ...]:
    """The scopes of which a token of this kind needs one."""
    if grant.kind != "bot":
        return method.scopes
    if method.bot_scopes:
        return method.bot_scopes
    return (*method.scopes, *(more for each in method.scopes for more in _OF_BOTS.get(each, ())))


def check(method: Method, grant: Grant) -> None:
    """Whether a token may call a method at all: by its kind, then by its scopes."""
    if grant.kind not in method.kinds:
        raise Refused("not_allowed_token_type")
    _need(wanted(method, grant), grant)


def need(context: Context, scope: str) -> None:
    """Refuse an app's token that has not a scope which only some arguments want."""
    grant: Grant | None = context.memo.get("slack_grant")
    if grant is not None:
        _need([scope], grant)


def check_place(context: Context, method: Method, grant: Grant, arguments: Arguments) -> None:
    """Whether a token may do so to this kind of conversation: reading a private one takes ``groups:…``."""
    scopes = wanted(method, grant)
    if grant.scopes is None or not any(each.partition(":")[0] in _PLACES for each in scopes):
        return
    for prefix in _prefixes(context, arguments):
        _need([each for each in scopes if each.partition(":")[0] == prefix], grant)


def _prefixes(context: Context, arguments: Arguments) -> list[str]:
    named = arguments.get("channel")
    if named:
        found = channels.by_ids(context, [named]).get(named)
        return [_PREFIX[found.kind]] if found is not None and _may_see(context, found) else []
    types = (arguments.get("types") or "").split(",")
    if any(each.strip() and each.strip() not in _BY_TYPE for each in types):
        raise InvalidTypes(argument="types")
    return [_BY_TYPE[each.strip()] for each in types if each.strip()]


def _may_see(context: Context, channel: Channel) -> bool:
    """What one may not see is not there, whatever one's scopes."""
    return channel.kind == "public" or channels.is_member(context, channel.id)


def _need(scopes: Collection[str], grant: Grant) -> None:
    held = HELD if grant.scopes is None else grant.scopes
    if scopes and not set(scopes) & set(held):
        raise Refused("missing_scope", needed=",".join(scopes), provided=told(grant))
