"""Who is there."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from workaday.apps.slack.errors.people import InvalidPresence
from workaday.apps.slack.models import User
from workaday.apps.slack.service import people
from workaday.statement import Statement
from workaday.world import Context

_CHOOSE: Statement[User] = Statement(
    update(User).where(User.id == bindparam("member")).values(presence=bindparam("chosen")).returning(User)
)
_HERE = (User.deleted.is_(False), User.presence == "auto", User.is_online | User.is_bot)
_ACTIVE: Statement[str] = Statement(select(User.id).where(*_HERE).order_by(User.id))


def is_active(context: Context, user: User) -> bool:
    """Whether somebody is there: whoever acts is, and whoever has Slack open, unless set away."""
    online = user.is_online or user.is_bot or user.id == people.me(context).id
    return online and user.presence == "auto" and not user.deleted


def active(context: Context) -> frozenset[str]:
    """The ids of those who are there."""
    viewer = people.me(context)
    mine = {viewer.id} if viewer.presence == "auto" else set()
    return frozenset(_ACTIVE.column(context)) | mine


def choose(context: Context, presence: str) -> User:
    """Set oneself ``away``, or back to ``auto``."""
    if presence not in {"auto", "away"}:
        raise InvalidPresence(argument="presence")
    chosen = _CHOOSE.one(context, member=people.me(context).id, chosen=presence)
    context.memo["slack_me"] = chosen
    return chosen
