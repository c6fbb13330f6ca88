"""Whose token it is: a form's ``token`` first, then ``Authorization: Bearer`` (reference 0.4).

``xoxp-`` tokens are people's, also those that an app holds for somebody; ``xoxb-`` bots', ``xapp-`` apps'.
"""

from __future__ import annotations

from workaday.apps.slack.service import apps
from workaday.server import seats
from workaday.server.seats import Seat

from .arguments import Sent
from .refusals import Refused

_PREFIXES: dict[apps.Kind, str] = {"user": "xoxp-", "bot": "xoxb-", "app": "xapp-"}


def seat(sent: Sent, authorization: str | None) -> Seat | None:
    """The seat of whoever calls; None for no credential at all.

    A token that leads nowhere is refused, and so is one in the query, where Slack no longer reads it.
    """
    token = sent.body.get("token") or _bearer(authorization)
    if _in_query(sent, token):
        raise Refused("invalid_auth")
    if not token:
        return None
    found = seats.find(token[5:]) if token[:5] in _PREFIXES.values() else None
    if found is None or spelled(found.token, found.person) != token:
        raise Refused("invalid_auth")
    seats.sit(found)
    return found


def spelled(token: str, actor: str) -> str:
    """A seat's token as Slack's clients give it."""
    return _PREFIXES[apps.kind_of(actor)] + token


def _bearer(authorization: str | None) -> str:
    """The token of a header whose scheme is ``Bearer``, spelled like that; no other scheme counts."""
    scheme, _, token = (authorization or "").strip(" ").partition(" ")
    return token.strip(" ") if scheme == "Bearer" else ""


def _in_query(sent: Sent, token: str) -> bool:
    """A form's own ``token`` takes the query's place, which is then refused only beside a credential."""
    if "token" not in sent.query:
        return False
    return bool(token) or bool(sent.query["token"] and "token" not in sent.body)
