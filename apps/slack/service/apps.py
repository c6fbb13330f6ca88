"""Apps that are installed in the workspace, and which of them acts."""

from __future__ import annotations

from workaday.apps.slack.models import Bot
from workaday.world import Context


def acting(context: Context) -> Bot | None:
    """The bot of the app that acts, for itself or on somebody's behalf; None for a person."""
    bot: Bot | None = context.memo.get("slack_bot")
    return bot
