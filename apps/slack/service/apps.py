"""Apps that are installed in the workspace, which of them acts, and what it may do.

Who acts is written beside each action.  A person is written by the directory's id; ``slack:U…`` is the bot
with that member, ``slack:A…`` an app as such, and ``slack:A…:dana.whitfield`` an app on a person's behalf.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from workaday.apps.slack.errors import AccountInactive
from workaday.apps.slack.errors.apps import AppMissing
from workaday.apps.slack.models import Bot, Command, InstalledApp, User
from workaday.apps.slack.service import people
from workaday.statement import Statement, among
from workaday.world import Context

Kind = Literal["user", "bot", "app"]

_BOTS: Statement[Bot] = Statement(select(Bot).where(Bot.id.in_(among("ids"))).order_by(Bot.id))
_BOT_OF_MEMBER: Statement[Bot] = Statement(select(Bot).where(Bot.user_id == bindparam("member")))
_ALL_BOTS: Statement[Bot] = Statement(select(Bot).order_by(Bot.id))
_BOT_OF_APP: Statement[Bot] = Statement(select(Bot).where(Bot.app_id == bindparam("app")))
_APP: Statement[InstalledApp] = Statement(select(InstalledApp).where(InstalledApp.id == bindparam("app")))
_CONFIGURE: Statement[InstalledApp] = Statement(
    update(InstalledApp).where(InstalledApp.id == bindparam("app"))
)
_SEND_COMMANDS: Statement[Command] = Statement(update(Command).where(Command.app_id == bindparam("app")))


@dataclass(frozen=True)
class Grant:
    """What a token is good for: whose kind it is, and its scopes; None for all that a person has."""

    kind: Kind
    scopes: tuple[str, ...] | None = None
    app_id: str | None = None


# --- who acts -------------------------------------------------------------------------------------------


def kind_of(actor: str) -> Kind:
    """Which kind of token an actor has."""
    if actor.startswith(f"{people.BOT}A"):
        return "user" if ":" in actor.removeprefix(people.BOT) else "app"
    return "bot" if actor.startswith(people.BOT) else "user"


def person_of(actor: str) -> str:
    """Who does what an actor does: an app on a person's behalf is that person."""
    named = actor.removeprefix(people.BOT)
    return named.partition(":")[2] or actor if named != actor else actor


def enter(context: Context, actor: str) -> Grant:
    """Let an actor's token act for the length of this action: whoever is gone is refused."""
    kind = kind_of(actor)
    if kind == "user" and person_of(actor) == actor:
        people.me(context)
        return Grant("user")
    bot = _bot_of(context, actor)
    if bot is None or bot.deleted:
        raise AccountInactive
    if kind != "app":
        people.me(context)
        context.memo["slack_bot"] = bot
    app = _APP.one(context, app=bot.app_id)
    scopes = {"bot": app.bot_scopes, "user": app.user_scopes, "app": "connections:write authorizations:read"}
    grant = Grant(kind, tuple(scopes[kind].split()), app.id)
    limit(context, grant)
    return grant


def limit(context: Context, grant: Grant) -> None:
    """Let whoever acts see and do no more than a token is good for."""
    context.memo["slack_grant"] = grant


def _bot_of(context: Context, actor: str) -> Bot | None:
    named = actor.removeprefix(people.BOT).partition(":")[0]
    if named.startswith("A"):
        return _BOT_OF_APP.first(context, app=named)
    return _BOT_OF_MEMBER.first(context, member=named)


def holds(grant: Grant, scope: str) -> bool:
    """Whether a token has a scope."""
    return grant.scopes is None or scope in grant.scopes


def may(context: Context, scope: str) -> bool:
    """Whether whoever acts has a scope: people have all of theirs."""
    grant: Grant | None = context.memo.get("slack_grant")
    return grant is None or holds(grant, scope)


def acting(context: Context) -> Bot | None:
    """The bot of the app that acts, for itself or on somebody's behalf; None for a person."""
    if "slack_bot" not in context.memo:
        actor = context.person or ""
        context.memo["slack_bot"] = _bot_of(context, actor) if actor.startswith(people.BOT) else None
    bot: Bot | None = context.memo["slack_bot"]
    return bot


def act_as(context: Context, bot_id: str | None) -> None:
    """Let the app of that bot be the one that acts: when the clock does what it asked for."""
    context.memo["slack_bot"] = bots(context, [bot_id]).get(bot_id) if bot_id else None


def actors(session: Session) -> list[str]:
    """Who can hold a token beside people: each app's bot, the app as such, and the app for each member."""
    people_of = session.scalars(
        select(User.person_id).where(User.person_id.is_not(None), User.deleted.is_(False)).order_by(User.id)
    ).all()
    found = session.scalars(select(Bot).where(Bot.deleted.is_(False)).order_by(Bot.id)).all()
    named = [actor for bot in found for actor in (f"{people.BOT}{bot.user_id}", f"{people.BOT}{bot.app_id}")]
    return named + [f"{people.BOT}{bot.app_id}:{person}" for bot in found for person in people_of]


# --- which apps there are -------------------------------------------------------------------------------


def get(context: Context, app_id: str) -> InstalledApp | None:
    """The app with that id."""
    return _APP.first(context, app=app_id)


def bots(context: Context, ids: Collection[str]) -> dict[str, Bot]:
    """The bots with these ids, by id."""
    return {bot.id: bot for bot in _BOTS.all(context, ids=sorted(set(ids)))} if ids else {}


def by_member(context: Context) -> Mapping[str, Bot]:
    """Every bot, by the id of the member that it is."""
    if "slack_bots" not in context.memo:
        context.memo["slack_bots"] = {bot.user_id: bot for bot in _ALL_BOTS.all(context)}
    found: Mapping[str, Bot] = context.memo["slack_bots"]
    return found


def configure(
    context: Context, app_id: str, settings: Mapping[str, object], *, command_url: str = ""
) -> None:
    """Change an app's settings: its addresses, its events and whether it is in Socket Mode.

    ``settings`` are columns of :class:`InstalledApp`; ``command_url`` is where all its commands go.
    """
    if get(context, app_id) is None:
        raise AppMissing
    if settings:
        _CONFIGURE.run(context, app=app_id, **settings)
    if command_url:
        _SEND_COMMANDS.run(context, app=app_id, url=command_url)
