"""The members of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select

from workaday.apps.slack.errors import AccountInactive, UserNotFound, UsersNotFound
from workaday.apps.slack.models import User, Workspace
from workaday.world import Context

SLACKBOT = "USLACKBOT"


def workspace(context: Context) -> Workspace:
    """The firm's workspace."""
    return context.session.scalars(select(Workspace)).one()


def me(context: Context) -> User:
    """The person who acts, as a member of the workspace."""
    if "slack_me" not in context.memo:
        context.memo["slack_me"] = _account(context)
    user: User = context.memo["slack_me"]
    return user


def _account(context: Context) -> User:
    user = context.session.scalars(select(User).where(User.person_id == context.person)).first()
    if user is None or user.deleted:
        raise AccountInactive
    return user


def get(context: Context, user_id: str) -> User:
    """The member with that id, deactivated ones too."""
    user = context.session.get(User, user_id)
    if user is None:
        raise UserNotFound(argument="user")
    return user


def by_email(context: Context, email: str) -> User:
    """The active member with that email address, whatever its case."""
    wanted = func.lower(User.email) == email.strip().lower()
    user = context.session.scalars(select(User).where(wanted, User.deleted.is_(False))).first()
    if user is None:
        raise UsersNotFound(argument="email")
    return user


def everyone(context: Context) -> Sequence[User]:
    """All members, deactivated ones and Slackbot too, in order of id."""
    return context.session.scalars(select(User).order_by(User.id)).all()


def named(context: Context, ids: Iterable[str]) -> dict[str, User]:
    """The members with these ids, by id."""
    wanted = sorted(set(ids))
    found = context.session.scalars(select(User).where(User.id.in_(wanted)).order_by(User.id))
    return {user.id: user for user in found}
