"""Addresses at which apps may speak without a token: incoming webhooks and response addresses.

Whoever has such an address has its secret.  Answers are plain text with a status (reference B' 24).
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

from flask import Response, request

from workaday.apps.slack.errors import ChannelNotFound, IsArchived, NoText, SlackError
from workaday.apps.slack.errors.apps import ExpiredUrl, UsedUrl
from workaday.apps.slack.platform import saying
from workaday.apps.slack.service import channels, deliveries, messages, people, webhooks
from workaday.server import seats
from workaday.server.seats import Seat

from .arguments import JSON_TYPE
from .door import DOOR, api
from .refusals import Refused

_SAYS = ("text", "blocks", "attachments")
_SECRET = 24
"""How many characters the secret of a webhook has; before it stands the token of the app's seat."""
_STATUS = {"channel_not_found": 404, "no_service": 404, "channel_is_archived": 410, "action_prohibited": 403}


@api.post("/services/<team>/<bot>/<key>")
def webhook(team: str, bot: str, key: str) -> Response:
    """Post into the channel of an incoming webhook."""
    seat = seats.find(key[:-_SECRET])
    if seat is None:
        return _plain("no_service")
    given = _given()
    if given is None:
        return _plain("invalid_payload")
    try:
        _post(seat, (team, bot, key[-_SECRET:]), given)
    except (SlackError, Refused) as error:
        return _plain(_code(error))
    return _plain("ok")


def _post(seat: Seat, place: tuple[str, str, str], given: dict[str, Any]) -> None:
    with seat.world.action("webhook", door=DOOR, person=seat.person) as context:
        team, bot_id, secret = place
        found = webhooks.get(context, secret)
        if found is None or (people.workspace(context).id, found.bot_id) != (team, bot_id):
            raise Refused("no_service")
        if not any(name in given for name in _SAYS):
            raise Refused("missing_text_or_fallback_or_attachments")
        channels.admit(context, found.channel_id)
        said = saying.said(context, given)
        messages.send(
            context,
            found.channel_id,
            said.text,
            blocks=said.blocks,
            attachments=said.attachments,
            username=found.name,
            thread_ts=str(given.get("thread_ts") or "") or None,
        )


def _given() -> dict[str, Any] | None:
    """The JSON that was sent, bare or in a form's ``payload``; None for what is none."""
    body = request.get_data()
    if request.mimetype != JSON_TYPE and body.startswith(b"payload="):
        body = parse_qs(body.decode(errors="replace")).get("payload", [""])[0].encode()
    return saying.object_of(body)


def _code(error: SlackError | Refused) -> str:
    if isinstance(error, Refused):
        code = str(error)
        return "invalid_blocks" if "blocks" in code else code
    codes = {NoText: "no_text", IsArchived: "channel_is_archived", ChannelNotFound: "channel_not_found"}
    return codes.get(type(error), "invalid_blocks" if "blocks" in error.code else error.code)


def _plain(text: str) -> Response:
    status = 200 if text == "ok" else _STATUS.get(text, 400)
    return Response(text, status, content_type="text/html")


# --- response addresses ---------------------------------------------------------------------------------


@api.post("/hooks/<token>/<kind>/<team>/<number>/<secret>")
def response(secret: str, **_: str) -> Response:
    """Answer to what somebody has done with an app: five times within half an hour."""
    given, seat = _given(), seats.current()
    if given is None:
        return _plain("invalid_payload")
    try:
        with seat.world.action("respond", door=DOOR, person=seat.person) as context:
            found = deliveries.addressed(context, secret)
            if found is None:
                raise Refused("no_service")
            deliveries.use(context, found)
            saying.respond(context, found, given)
    except (ExpiredUrl, UsedUrl) as error:
        told = json.dumps({"ok": False, "error": error.code})
        return Response(told, 404, content_type="application/json; charset=utf-8")
    except (SlackError, Refused) as error:
        return _plain(_code(error))
    return _plain("ok")
