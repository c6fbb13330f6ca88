"""The shortcuts and slash commands that apps have in the workspace."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from workaday.apps.slack.models import Bot, Command, Shortcut
from workaday.statement import Statement
from workaday.world import Context

_LIVE = select(Bot.app_id).where(Bot.deleted.is_(False))
_LISTED: Statement[Shortcut] = Statement(
    select(Shortcut)
    .where(Shortcut.kind == bindparam("kind"), Shortcut.app_id.in_(_LIVE))
    .order_by(Shortcut.name, Shortcut.app_id, Shortcut.callback_id)
)
_ONE: Statement[Shortcut] = Statement(
    select(Shortcut).where(Shortcut.app_id == bindparam("app"), Shortcut.callback_id == bindparam("callback"))
)
_COMMANDS: Statement[Command] = Statement(
    select(Command).where(Command.app_id.in_(_LIVE)).order_by(Command.name)
)
_COMMAND: Statement[Command] = Statement(
    select(Command).where(Command.app_id.in_(_LIVE), Command.name == bindparam("named"))
)


def listed(context: Context, kind: str) -> Sequence[Shortcut]:
    """Shortcuts of a kind (``global`` or ``message``), in order of name."""
    return _LISTED.all(context, kind=kind)


def get(context: Context, app_id: str, callback_id: str) -> Shortcut | None:
    """One of an app's shortcuts."""
    return _ONE.first(context, app=app_id, callback=callback_id)


def commands(context: Context) -> Sequence[Command]:
    """Apps' slash commands, in order of name."""
    return _COMMANDS.all(context)


def command(context: Context, name: str) -> Command | None:
    """The slash command of that name, which has its slash."""
    return _COMMAND.first(context, named=name)
