"""One thing that an app is told, as it leaves its world: what it says, and where it goes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from workaday.apps.slack.service import deliveries, people, shortcuts
from workaday.world import Context

JSON = dict[str, Any]
HOOKS = f"{deliveries.HOOKS}/"
FILES = "https://files.slack.com/"
"""What Slack's own addresses begin with in what a world keeps; a server puts its own in their place."""
_ANSWERED = frozenset({"view_submission", "block_suggestion"})


@dataclass(frozen=True)
class Receiver:
    """An app, as far as telling it something goes."""

    app_id: str
    bot_user_id: str
    signing_secret: str
    verification_token: str
    event_url: str
    is_socket_mode: bool

    @property
    def actor(self) -> str:
        """Who acts when the app answers: its bot."""
        return f"{people.BOT}{self.bot_user_id}"


@dataclass(frozen=True)
class Letter:
    """What is told; ``url`` is where it goes over HTTP, empty for nowhere."""

    number: int
    kind: str
    text: str
    url: str
    receiver: Receiver

    @property
    def payload(self) -> JSON:
        """What is told, read."""
        told: JSON = json.loads(self.text)
        return told

    @property
    def is_event(self) -> bool:
        """Whether it is an event, which is sent again when it does not arrive, and not answered."""
        return self.kind == deliveries.EVENTS

    @property
    def is_answered(self) -> bool:
        """Whether the app may answer at once."""
        return self.kind == deliveries.COMMANDS or self.payload.get("type") in _ANSWERED


def receivers(context: Context) -> list[Receiver]:
    """The installed apps, in order of id."""
    return [
        Receiver(
            each.id,
            each.bot_user_id,
            each.signing_secret,
            each.verification_token,
            each.event_url,
            each.is_socket_mode,
        )
        for each in deliveries.installed(context)
    ]


def receiver(context: Context, app_id: str) -> Receiver | None:
    """The installed app with that id."""
    return next((each for each in receivers(context) if each.app_id == app_id), None)


def following(context: Context, app_id: str, after: int) -> Letter | None:
    """What an app is told next, after the thing of that number; None for nothing."""
    left = deliveries.after(context, app_id, after)
    app = deliveries.installed_app(context, app_id)
    to = receiver(context, app_id)
    if left is None or app is None or to is None:
        return None
    return Letter(left.id, left.kind, left.payload, _url(context, app, left.kind, left.payload), to)


def _url(context: Context, app: Any, kind: str, payload: str) -> str:
    if kind == deliveries.EVENTS:
        return str(app.event_url)
    told = json.loads(payload)
    if kind == deliveries.COMMANDS:
        command = shortcuts.command(context, told["command"])
        return command.url if command else ""
    loads = told["type"] == "block_suggestion" and app.options_url
    return str(loads or app.interaction_url)
