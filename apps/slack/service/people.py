"""The members of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, func, select

from workaday.apps.slack.errors import AccountInactive, UserNotFound, UsersNotFound
from workaday.apps.slack.models import User, Workspace
from workaday.statement import Statement, among
from workaday.world import Context

SLACKBOT = "USLACKBOT"
BOT = "slack:"
"""Before the member id of an app's bot where an action says who acts: a bot is no person of the firm."""

_IN_ORDER = select(User).order_by(User.id)
_WORKSPACE: Statement[Workspace] = Statement(select(Workspace))
_EVERYONE: Statement[User] = Statement(_IN_ORDER)
_BY_ID: Statement[User] = Statement(select(User).where(User.id == bindparam("id")))
_BY_IDS: Statement[User] = Statement(_IN_ORDER.where(User.id.in_(among("ids"))))
_BY_PERSON: Statement[User] = Statement(select(User).where(User.person_id == bindparam("person")))
_BY_EMAIL: Statement[User] = Statement(
    _IN_ORDER.where(func.lower(User.email) == bindparam("email"), User.deleted.is_(False))
)


def workspace(context: Context) -> Workspace:
    """The firm's workspace."""
    return _WORKSPACE.one(context)


def me(context: Context) -> User:
    """The person who acts, as a member of the workspace; whoever is none may do nothing here."""
    if "slack_me" not in context.memo:
        context.memo["slack_me"] = _account(context)
    user: User = context.memo["slack_me"]
    return user


def _account(context: Context) -> User:
    actor = context.person or ""
    if actor.startswith(BOT):
        user = _BY_ID.first(context, id=actor.removeprefix(BOT))
    else:
        user = _BY_PERSON.first(context, person=actor)
    if user is None or user.deleted:
        raise AccountInactive
    return user


def get(context: Context, user_id: str) -> User:
    """The member with that id, deactivated ones too."""
    me(context)
    user = _BY_ID.first(context, id=user_id)
    if user is None:
        raise UserNotFound(argument="user")
    return user


def by_email(context: Context, email: str) -> User:
    """The active member with that email address, whatever its case."""
    me(context)
    user = _BY_EMAIL.first(context, email=email.strip().lower())
    if user is None:
        raise UsersNotFound(argument="email")
    return user


def everyone(context: Context) -> Sequence[User]:
    """All members, deactivated ones and Slackbot too, in order of id."""
    me(context)
    return _EVERYONE.all(context)


def named(context: Context, ids: Iterable[str]) -> dict[str, User]:
    """The members with these ids, by id."""
    return {user.id: user for user in _BY_IDS.all(context, ids=sorted(set(ids)))}
