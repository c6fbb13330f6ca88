"""Who is calling, and whether anybody answers."""

from __future__ import annotations

from flask import request

from workaday.apps.slack.service import apps, people
from workaday.world import Context

from .arguments import Arguments
from .methods import METHODS, Open, reading
from .refusals import JSON, Refused


def _echo(arguments: Arguments) -> JSON:
    """What was sent; with ``error`` as if that had gone wrong.  A bearer token comes last (reference 0.4)."""
    told = dict(arguments.values)
    scheme, _, token = request.headers.get("Authorization", "").strip(" ").partition(" ")
    if scheme == "Bearer" and token.strip(" ") and not told.get("token"):
        told.pop("token", None)
        told["token"] = token.strip(" ")
    if told.get("error"):
        raise Refused(told["error"], args=told)
    return {"args": told}


METHODS["api.test"] = Open("api.test", reads_json=True, handler=_echo)


@reading("auth.test")
def who(context: Context, _arguments: Arguments) -> JSON:
    """Who the token stands for.  ``url`` is this server: clients take their base URL from it."""
    viewer, workspace = people.me(context), people.workspace(context)
    bot = apps.acting(context) if viewer.is_bot else None
    return {
        "url": request.base_url.removesuffix("api/auth.test"),
        "team": workspace.name,
        "user": viewer.name,
        "team_id": workspace.id,
        "user_id": viewer.id,
        **({"bot_id": bot.id} if bot else {}),
        "is_enterprise_install": False,
    }
