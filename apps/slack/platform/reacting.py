"""What apps are told of an action, inside it: its row changes become events for those that asked for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workaday.apps.slack import origin
from workaday.apps.slack.service import apps, channels, deliveries, people
from workaday.journal import Change
from workaday.world import SETUP_DOOR, Context

from . import events

_SENT = frozenset({"slack_delivery", "slack_app"})
"""What a server has to look at: something to carry out, or another address to carry to."""


def react(context: Context, changes: Callable[[], Sequence[Change]]) -> bool:
    """Leave events for the installed apps; whether anything waits to be carried out.

    What is furnished (the door ``setup``) was there before the apps were.
    """
    if context.door == SETUP_DOOR or not _has_apps(context):
        return False
    made = changes()
    told = _tell(context, made)
    return told or any(change.table in _SENT for change in made)


def _has_apps(context: Context) -> bool:
    return context.world.raw.execute("SELECT 1 FROM slack_app LIMIT 1").fetchone() is not None


def _tell(context: Context, changes: Sequence[Change]) -> bool:
    listening = [_Listener(context, app) for app in deliveries.installed(context) if app.bot_events]
    told = False
    for event in events.of(context, changes) if listening else ():
        for listener in listening:
            if listener.hears(event):
                listener.tell(event)
                told = True
    return told


class _Listener:
    """An app that has subscribed to events; it sees what its bot sees."""

    def __init__(self, context: Context, app: Any) -> None:
        self._context = context
        self._app = app
        self._subscribed = frozenset(app.bot_events.split())
        self._scopes = frozenset(app.bot_scopes.split())
        self._user_scopes = frozenset(app.user_scopes.split())
        self._seer = Context(context.world, f"{people.BOT}{app.bot_user_id}", context.door)
        apps.limit(self._seer, apps.Grant("bot", tuple(app.bot_scopes.split()), app.id))

    def hears(self, event: events.Event) -> bool:
        if event.wanted not in self._subscribed or event.to_bot_of not in {None, self._app.bot_user_id}:
            return False
        scopes = self._scopes if event.for_user is None else self._user_scopes
        return (not event.scope or event.scope in scopes) and self._sees(event)

    def _sees(self, event: events.Event) -> bool:
        """Whether whoever the app listens for is in the conversation."""
        if event.channel_id is None or event.for_user is not None:
            return True
        return self._app.bot_user_id in channels.members(self._context, event.channel_id)

    def tell(self, event: events.Event) -> None:
        with origin.slacks_own():
            told = event.told(self._seer)
        whole = {"type": "", **told} | {"type": event.type, "event_ts": event.event_ts}
        deliveries.tell_event(self._context, self._app, whole, for_user=event.for_user)
