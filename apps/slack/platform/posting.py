"""Telling an app something over HTTP, signed as Slack signs (reference B' 25 and 27).

The signature's timestamp is real time: what checks it refuses one that is five minutes old by its own clock.
Everything inside the body is in the world's time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from workaday.apps.slack.service import deliveries
from workaday.server import outgoing

from .letters import Letter, Receiver

PATIENCE = 3.0
"""Seconds in which an app has to have answered."""
PAUSES = (0.0, 0.2, 1.0)
"""Seconds before each time that an event is sent again: Slack's are longer, for nobody waits there."""
LARGEST = 1024 * 1024
_AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"
_FORM = "application/x-www-form-urlencoded"

JSON = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What came back; ``reason`` is Slack's word for why nothing good did, empty for a good answer."""

    reason: str = ""
    text: str = ""
    is_final: bool = False

    @property
    def arrived(self) -> bool:
        """Whether the app has taken what it was told."""
        return not self.reason


class _Stay(HTTPRedirectHandler):
    """An app answers where it is asked."""

    def redirect_request(self, *_: Any) -> None:
        """No."""


_opener = build_opener(_Stay)


def post(letter: Letter, text: str) -> Reply:
    """Tell an app once; ``text`` is the letter's, with addresses that the app can reach."""
    return _send(letter.url, letter.receiver, *_body(letter, text))


def again(letter: Letter, text: str, number: int, reason: str) -> Reply:
    """Tell an app once more, after it has not taken it ``number`` times."""
    headers = {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": reason}
    return _send(letter.url, letter.receiver, *_body(letter, text), headers)


def _body(letter: Letter, text: str) -> tuple[bytes, str]:
    if letter.is_event:
        return text.encode(), "application/json"
    fields = json.loads(text) if letter.kind == deliveries.COMMANDS else {"payload": text}
    return urlencode(fields).encode(), _FORM


def shakes_hands(receiver: Receiver) -> bool:
    """Whether whoever listens at an app's address for events knows that it does (``url_verification``)."""
    challenge = hmac.new(receiver.signing_secret.encode(), receiver.event_url.encode(), hashlib.sha256)
    told = {
        "token": receiver.verification_token,
        "challenge": challenge.hexdigest(),
        "type": "url_verification",
    }
    reply = _send(receiver.event_url, receiver, json.dumps(told).encode(), "application/json")
    return reply.arrived and challenge.hexdigest() in reply.text


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """``v0=`` and the HMAC of the timestamp and the body."""
    signed = b"v0:%d:%s" % (timestamp, body)
    return f"v0={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


def _send(url: str, receiver: Receiver, body: bytes, kind: str, more: dict[str, str] | None = None) -> Reply:
    timestamp = outgoing.real_seconds()
    headers = {
        "Content-Type": kind,
        "User-Agent": _AGENT,
        "X-Slack-Request-Timestamp": str(timestamp),
        "X-Slack-Signature": signature(receiver.signing_secret, timestamp, body),
        **(more or {}),
    }
    try:
        with _opener.open(Request(url, body, headers), timeout=PATIENCE) as answer:  # noqa: S310
            return Reply(text=answer.read(LARGEST).decode(errors="replace"))
    except HTTPError as error:
        with error:
            return Reply("http_error", is_final=error.headers.get("X-Slack-No-Retry") == "1")
    except TimeoutError:
        return Reply("http_timeout")
    except (URLError, OSError, HTTPException, ValueError):
        return Reply("connection_failed")
