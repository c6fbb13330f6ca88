"""Addresses at which whoever knows them may post into one channel as an app."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, insert, select

from workaday.apps.slack.models import Bot, Webhook
from workaday.apps.slack.service import people
from workaday.statement import Statement
from workaday.world import Context

_ONE: Statement[Any] = Statement(
    select(Webhook, Bot.id.label("bot_id"), Bot.name.label("name"))
    .join(Bot, Bot.app_id == Webhook.app_id)
    .where(Webhook.secret == bindparam("wanted"), Webhook.is_disabled.is_(False), Bot.deleted.is_(False))
)
_BOT_USER: Statement[Bot] = Statement(select(Bot).where(Bot.app_id == bindparam("app")))
_ADD: Statement[Webhook] = Statement(insert(Webhook))


def get(context: Context, secret: str) -> Any:
    """The webhook of a secret, with its ``bot_id`` and the ``name`` it posts under; None for none."""
    return _ONE.first(context, wanted=secret)


def add(context: Context, app_id: str, channel_id: str) -> str:
    """A new webhook of an app for a channel; its secret, of 24 characters."""
    secret = context.ids.uuid("slack_webhook").replace("-", "")[:24]
    _ADD.run(
        context,
        secret=secret,
        app_id=app_id,
        channel_id=channel_id,
        user_id=_BOT_USER.one(context, app=app_id).user_id,
        created=context.clock.seconds,
        is_disabled=False,
    )
    return secret


def path(context: Context, secret: str, token: str) -> str:
    """Where a webhook is below Slack's address; ``token`` is that of the app's bot on the server."""
    found = get(context, secret)
    return f"/services/{people.workspace(context).id}/{found.bot_id}/{token}{secret}"
