"""A small client of Slack's Web API, for playing tasks over the wire; any real client works as well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode, urlsplit


class Client:
    """One connection, kept open, with one user's token."""

    def __init__(self, base_url: str, token: str) -> None:
        address = urlsplit(base_url)
        self._connection = HTTPConnection(address.netloc, timeout=60)
        self._path = address.path
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def call(self, method: str, arguments: Mapping[str, Any]) -> str:
        """Send a method and its arguments as a form; the answer's text."""
        body = urlencode({name: _spelled(value) for name, value in arguments.items() if value is not None})
        self._connection.request("POST", self._path + method, body.encode(), self._headers)
        return self._connection.getresponse().read().decode()

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)
