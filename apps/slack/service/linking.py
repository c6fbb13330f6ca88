"""Linking the names that a text calls people, groups and channels by, for senders who ask for it."""

from __future__ import annotations

import re

from sqlalchemy import bindparam, select

from workaday.apps.slack import mrkdwn
from workaday.apps.slack.models import Channel, UserGroup
from workaday.apps.slack.service import channels, people
from workaday.statement import Statement
from workaday.world import Context

_NAME = re.compile(rf"{mrkdwn.OPAQUE}|(?<![\w/])(?P<sign>[@#])(?P<name>[^\W_][\w.\-]*\w|\w)", re.DOTALL)
_GROUP: Statement[UserGroup] = Statement(
    select(UserGroup).where(UserGroup.handle == bindparam("handle"), UserGroup.deleted == 0)
)


def linked(context: Context, text: str, *, everything: bool) -> str:
    """A text whose ``@group`` is a mention; with ``everything`` ``@person`` and ``#channel`` too.

    Code, and what is a control token already, stays as it is (reference B' 11).
    """
    names = _Names(context, everything=everything)
    return _NAME.sub(lambda match: names.token(match) if match["sign"] else match[0], text)


class _Names:
    """What is known by which name, looked up as far as it is asked for."""

    def __init__(self, context: Context, *, everything: bool) -> None:
        self._context = context
        self._everything = everything

    def token(self, match: re.Match[str]) -> str:
        name = match["name"].lower()
        found = self._channel(name) if match["sign"] == "#" else self._group(name) or self._person(name)
        return found or match[0]

    def _group(self, handle: str) -> str | None:
        group = _GROUP.first(self._context, handle=handle)
        return f"<!subteam^{group.id}|@{group.handle}>" if group else None

    def _person(self, handle: str) -> str | None:
        if not self._everything:
            return None
        everyone = people.everyone(self._context)
        found = next((each for each in everyone if each.name == handle and not each.deleted), None)
        return f"<@{found.id}>" if found else None

    def _channel(self, name: str) -> str | None:
        if not self._everything:
            return None
        seen = channels.listed(self._context, ("public", "private"))
        found: Channel | None = next((each for each in seen if each.name == name), None)
        return f"<#{found.id}|{found.name}>" if found else None
