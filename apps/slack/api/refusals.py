"""Answers that say no: ``{"ok": false, "error": …}``, with what Slack adds for a developer to read."""

from __future__ import annotations

from typing import Any

from workaday.apps.slack.errors import InvalidThreadTs
from workaday.errors import ActionError

JSON = dict[str, Any]


class Refused(Exception):
    """The call is answered with an error, and nothing has changed."""

    def __init__(self, error: str, *messages: str, **more: Any) -> None:
        super().__init__(error)
        self.answer: JSON = {"ok": False, "error": error, **more}
        if messages:
            self.answer["response_metadata"] = {"messages": [f"[ERROR] {each}" for each in messages]}


def invalid_arguments(*messages: str) -> Refused:
    """Arguments are missing, or do not have the form that the method's schema asks for."""
    return Refused("invalid_arguments", *messages)


def unsupported(name: str, instead: str) -> Refused:
    """Slack reads this argument and this replica cannot: it says so rather than do half of what was asked."""
    return invalid_arguments(f"this replica does not read it; {instead} [json-pointer:/{name}]")


def refusal(error: ActionError) -> Refused:
    """What the service refused, as Slack answers it."""
    if isinstance(error, InvalidThreadTs):
        return Refused(error.code, str(error))
    return Refused(error.code)
