"""Apps that are installed in the workspace, and which of them acts."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from workaday.apps.slack.models import Bot
from workaday.statement import Statement, among
from workaday.world import Context

_BOTS: Statement[Bot] = Statement(select(Bot).where(Bot.id.in_(among("ids"))).order_by(Bot.id))


def acting(context: Context) -> Bot | None:
    """The bot of the app that acts, for itself or on somebody's behalf; None for a person."""
    bot: Bot | None = context.memo.get("slack_bot")
    return bot


def act_as(context: Context, bot_id: str | None) -> None:
    """Let the app of that bot be the one that acts: when the clock does what it asked for."""
    context.memo["slack_bot"] = bots(context, [bot_id]).get(bot_id) if bot_id else None


def bots(context: Context, ids: Collection[str]) -> dict[str, Bot]:
    """The bots with these ids, by id."""
    return {bot.id: bot for bot in _BOTS.all(context, ids=sorted(set(ids)))} if ids else {}
