"""Apps that are installed in the workspace, and which of them acts."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from workaday.apps.slack.models import Bot
from workaday.statement import Statement
from workaday.world import Context

_BOT: Statement[Bot] = Statement(select(Bot).where(Bot.id == bindparam("id")))


def acting(context: Context) -> Bot | None:
    """The bot of the app that acts, for itself or on somebody's behalf; None for a person."""
    bot: Bot | None = context.memo.get("slack_bot")
    return bot


def act_as(context: Context, bot_id: str | None) -> None:
    """Let the app of that bot be the one that acts: when the clock does what it asked for."""
    context.memo["slack_bot"] = _BOT.first(context, id=bot_id) if bot_id else None
