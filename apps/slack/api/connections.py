"""Where apps in Socket Mode connect, and on whose behalf they are told of events."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import request

from workaday.apps.slack.service import apps, deliveries, people
from workaday.server import outgoing, seats
from workaday.world import Context

from .arguments import Arguments
from .methods import reading
from .refusals import JSON, Refused, invalid_arguments


@reading("apps.connections.open", json=True, kinds=("app",))
def connect(_context: Context, _arguments: Arguments) -> JSON:
    """The address of a WebSocket on which the app is told everything."""
    if request.method != "POST":
        raise Refused("insecure_request")
    return {"url": f"{outgoing.links()}/link/?{urlencode({'ticket': seats.current().token})}"}


@reading(
    "apps.event.authorizations.list",
    "authorizations:read",
    json=True,
    required="event_context",
    kinds=("app",),
)
def authorizations(context: Context, arguments: Arguments) -> JSON:
    """On whose behalf the app was told of an event."""
    told, acting = deliveries.app_of_context(arguments.text("event_context")), apps.acting(context)
    if acting is None or acting.app_id != told:
        raise invalid_arguments("not an event of this app [json-pointer:/event_context]")
    team = people.workspace(context).id
    return {"authorizations": [deliveries.authorization(team, acting.user_id)]}
