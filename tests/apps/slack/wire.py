"""Slack's Web API as a test speaks it: plain HTTP, nothing put right by a client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from typing import Any
from urllib.parse import urlencode, urlsplit

from workaday.apps.slack.api.tokens import spelled
from workaday.server.local import LocalServer
from workaday.server.seats import Seat

JSON = dict[str, Any]
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def json(self) -> JSON:
        told: JSON = json.loads(self.body)
        return told


class Wire:
    """The Web API of one server, called with one person's token."""

    def __init__(self, server: LocalServer, seat: Seat) -> None:
        self.url = server.api_url("slack")
        self.server = server
        self.seat = seat
        self.token = spelled(seat.token, seat.person)

    def request(
        self,
        verb: str,
        method: str,
        body: bytes | None = None,
        *,
        query: str = "",
        bearer: str | None = None,
        authorization: str | None = None,
        content_type: str | None = None,
    ) -> Reply:
        """One request, as given.  ``bearer`` is short for the ``Authorization`` with that token."""
        given = {
            "Authorization": f"Bearer {bearer}" if bearer is not None else authorization,
            "Content-Type": content_type,
        }
        sent = {name: value for name, value in given.items() if value is not None}
        address = urlsplit(self.url)
        connection = HTTPConnection(address.netloc, timeout=30)
        try:
            connection.request(verb, f"{address.path}{method}{query and '?'}{query}", body, sent)
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def post(self, method: str, **arguments: object) -> Reply:
        """A form with a good token."""
        body = urlencode({name: _spelled(value) for name, value in arguments.items()}).encode()
        return self.request("POST", method, body, bearer=self.token, content_type=FORM)

    def get(self, method: str, **arguments: object) -> Reply:
        """A query with a good token."""
        query = urlencode({name: _spelled(value) for name, value in arguments.items()})
        return self.request("GET", method, query=query, bearer=self.token)

    def json(self, method: str, content: object) -> Reply:
        """A JSON body with a good token."""
        body = json.dumps(content).encode()
        return self.request(
            "POST", method, body, bearer=self.token, content_type="application/json; charset=utf-8"
        )

    def call(self, method: str, **arguments: object) -> JSON:
        """What a form with a good token is answered."""
        return self.post(method, **arguments).json

    def sitting(self, person: str) -> Wire:
        """The same as another person of the same world; the seat stays until the server closes."""
        return Wire(self.server, self.server.seat(self.seat.world, person))


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def messages_of(told: JSON) -> list[str]:
    """The lines that an error gives a developer to read."""
    lines: list[str] = told["response_metadata"]["messages"]
    return lines
