"""What people do with what apps have put before them: each is left for its app to hear (reference B' 27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from workaday.apps.slack import origin, richtext
from workaday.apps.slack.api.objects import attachments
from workaday.apps.slack.api.objects import messages as told_messages
from workaday.apps.slack.api.objects import views as told_views
from workaday.apps.slack.errors import MessageNotFound
from workaday.apps.slack.errors.apps import ActionNotFound, AppMissing
from workaday.apps.slack.models import Channel, Ephemeral, Message, View
from workaday.apps.slack.service import (
    apps,
    channels,
    content,
    deliveries,
    ephemeral,
    messages,
    people,
    shortcuts,
    views,
)
from workaday.apps.slack.timestamps import ts
from workaday.world import Context

from . import fields
from .fields import Control, Given, Raw

JSON = dict[str, Any]
_NAMES = {"im": "directmessage", "private": "privategroup"}


# --- controls -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a control is: in a message that all see or oneself alone, or in a view."""

    app_id: str
    blocks: Sequence[JSON]
    channel: Channel | None = None
    message: Message | Ephemeral | None = None
    is_ephemeral: bool = False
    view: View | None = None

    def control(self, block_id: str, action_id: str) -> Control:
        """One of its controls."""
        for found in fields.controls(self.blocks):
            if (found.block_id, found.action_id) == (block_id, action_id):
                return found
        raise ActionNotFound


def place(
    context: Context,
    *,
    channel_id: str | None = None,
    message_ts: str | None = None,
    view_id: str | None = None,
) -> Place:
    """A view that is open for oneself, or a message that one can see and that an app has posted."""
    if view_id:
        view = views.mine(context, view_id)
        return Place(view.app_id, views.content(view)["blocks"], view=view)
    channel = channels.get(context, channel_id or "")
    ts_text, seen = message_ts or "", messages.by_ts(context, channel.id, message_ts or "")
    alone = (each for each in ephemeral.mine(context, channel.id) if each.ts == ts_text)
    message: Message | Ephemeral | None = seen or next(alone, None)
    if message is None:
        raise MessageNotFound(argument="ts")
    bot = apps.bots(context, [message.bot_id or ""]).get(message.bot_id or "")
    if bot is None:
        raise ActionNotFound
    return Place(bot.app_id, _blocks(message), channel, message, is_ephemeral=seen is None)


def _blocks(message: Message | Ephemeral) -> list[JSON]:
    """The blocks of a message and of its attachments."""
    found = richtext.identified(content.loaded(message.blocks), f"{message.channel_id}:{message.ts}")
    return [*found, *(block for each in attachments.of(message) for block in each.get("blocks") or ())]


def click(
    context: Context,
    *,
    block_id: str,
    action_id: str,
    value: Raw = None,
    channel_id: str | None = None,
    message_ts: str | None = None,
    view_id: str | None = None,
    given: Given | None = None,
) -> int:
    """Press a button, choose from a menu, change a field; the number of what its app will hear.

    ``given`` is what else has been filled in around it.
    """
    where = place(context, channel_id=channel_id, message_ts=message_ts, view_id=view_id)
    control = where.control(block_id, action_id)
    reading = _reading(context, where.app_id)
    acted = fields.told(control, value, reading)
    if acted is None:
        raise ActionNotFound(argument="value")
    kept = views.state(where.view) if where.view else {}
    around: Given = {**(given or {}), block_id: {**(given or {}).get(block_id, {}), action_id: value}}
    state = fields.state(where.blocks, around, kept, reading)
    if where.view is not None:
        where = Place(where.app_id, where.blocks, view=views.fill(context, where.view, state))
    payload = _payload(context, "block_actions", where.app_id, where.view)
    payload |= _around(context, where)
    if where.view is None:
        payload["state"] = {"values": state}
    about = _respond(context, payload, where)
    payload["actions"] = [_action(context, control, acted)]
    return deliveries.tell(context, where.app_id, deliveries.INTERACTIVE, payload, about)


def _reading(context: Context, app_id: str) -> fields.Around:
    return fields.Around(deliveries.offered(context, app_id), ZoneInfo(people.me(context).tz))


def _action(context: Context, control: Control, acted: JSON) -> JSON:
    element = control.element
    said = {
        name: element[name] for name in ("text", "value", "style", "url", "placeholder") if name in element
    }
    told = {"action_id": control.action_id, "block_id": control.block_id, "type": control.type}
    return told | said | acted | {"action_ts": ts(context.clock.now)}


def suggest(
    context: Context,
    *,
    block_id: str,
    action_id: str,
    value: str,
    channel_id: str | None = None,
    message_ts: str | None = None,
    view_id: str | None = None,
) -> int:
    """Ask an app for the options of a menu while somebody types; the number under which they will be."""
    where = place(context, channel_id=channel_id, message_ts=message_ts, view_id=view_id)
    control = where.control(block_id, action_id)
    if "external" not in control.type:
        raise ActionNotFound
    number = deliveries.ask(context, where.app_id, people.me(context).id)
    payload = _payload(context, "block_suggestion", where.app_id, trigger=False)
    payload |= _around(context, where)
    payload |= {"action_id": action_id, "block_id": block_id, "value": value}
    deliveries.tell(context, where.app_id, deliveries.INTERACTIVE, payload, str(number))
    return number


# --- views ----------------------------------------------------------------------------------------------


def submit(context: Context, view_id: str, given: Given) -> dict[str, str]:
    """Send what was filled in to the app; or, by block, what has to be put right first."""
    view = views.mine(context, view_id)
    blocks = views.content(view)["blocks"]
    values = fields.state(blocks, given, views.state(view), _reading(context, view.app_id))
    if wrong := fields.faults(blocks, values):
        return wrong
    filled = views.fill(context, view, values, submitted=True)
    payload = _payload(context, "view_submission", view.app_id, filled)
    payload["view"] = told_views.view(context, filled)
    payload["response_urls"] = list(_response_urls(context, filled, blocks, values))
    deliveries.tell(context, view.app_id, deliveries.INTERACTIVE, payload, view.id)
    return {}


def _response_urls(context: Context, view: View, blocks: Sequence[JSON], values: JSON) -> list[JSON]:
    """Where the app may answer to a conversation that was chosen for that."""
    found = []
    for control in fields.controls(blocks):
        chosen = values.get(control.block_id, {}).get(control.action_id, {})
        channel_id = chosen.get("selected_conversation") or chosen.get("selected_channel")
        if control.element.get("response_url_enabled") and channel_id:
            channel = channels.get(context, channel_id)
            made = deliveries.address(context, "app", view.app_id, view.user_id, channel.id)
            named = {"block_id": control.block_id, "action_id": control.action_id}
            found.append(named | {"channel_id": channel.id, "response_url": made.url})
    return found


def close(context: Context, view_id: str, *, cleared: bool = False) -> None:
    """Close a view, or with ``cleared`` all that are open; apps that want to know hear of it."""
    view = views.mine(context, view_id)
    cleared = cleared or bool(views.content(view).get("clear_on_close"))
    closed = list(views.stack(context)) if cleared else [view]
    for each in reversed(closed):
        if views.content(each).get("notify_on_close"):
            payload = _payload(context, "view_closed", each.app_id, trigger=False)
            payload |= {"view": told_views.view(context, each), "is_cleared": cleared}
            deliveries.tell(context, each.app_id, deliveries.INTERACTIVE, payload)
    views.remove(context, closed[0])


def open_home(context: Context, app_id: str, tab: str = "home") -> View | None:
    """Look at an app's home or at one's messages with it; the app hears that somebody does."""
    user, app = people.me(context), _app(context, app_id)
    view = views.home(context, app_id) if tab == "home" else None
    if "app_home_opened" in app.bot_events.split():
        direct = channels.open_direct(context, [app.bot_user_id]).channel
        told: JSON = {"type": "app_home_opened", "user": user.id, "channel": direct.id, "tab": tab}
        if view is not None:
            told["view"] = told_views.view(context, view)
        deliveries.tell_event(context, app, told | {"event_ts": ts(context.clock.now)})
    return view


# --- shortcuts ------------------------------------------------------------------------------------------


def shortcut(
    context: Context,
    app_id: str,
    callback_id: str,
    *,
    channel_id: str | None = None,
    message_ts: str | None = None,
) -> int:
    """Use an app's shortcut, on a message or from anywhere; the number of what the app will hear."""
    people.me(context)
    found = shortcuts.get(context, app_id, callback_id)
    if found is None or (found.kind == "message") != bool(message_ts):
        raise ActionNotFound
    if found.kind == "global":
        payload = _payload(context, "shortcut", app_id)
        payload |= {"callback_id": callback_id, "action_ts": ts(context.clock.now)}
        return deliveries.tell(context, app_id, deliveries.INTERACTIVE, payload)
    channel = channels.get(context, channel_id or "")
    message = messages.live(context, channel.id, message_ts or "")
    payload = _payload(context, "message_action", app_id)
    payload |= {"callback_id": callback_id, "action_ts": ts(context.clock.now), "message_ts": message.ts}
    payload |= {"channel": _channel(channel), "message": _told(context, message)}
    about = _respond(context, payload, Place(app_id, (), channel, message))
    return deliveries.tell(context, app_id, deliveries.INTERACTIVE, payload, about)


# --- what every payload holds ---------------------------------------------------------------------------


def _app(context: Context, app_id: str) -> Any:
    found = deliveries.installed_app(context, app_id)
    if found is None:
        raise AppMissing
    return found


def _payload(
    context: Context, kind: str, app_id: str, view: View | None = None, *, trigger: bool = True
) -> JSON:
    app, user, team = _app(context, app_id), people.me(context), people.workspace(context)
    told: JSON = {
        "type": kind,
        "team": {"id": team.id, "domain": team.domain},
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": team.id},
        "api_app_id": app.id,
        "token": app.verification_token,
        "enterprise": None,
        "is_enterprise_install": False,
    }
    if trigger:
        told["trigger_id"] = deliveries.trigger(context, app_id, user.id, _modal(view))
    return told


def _modal(view: View | None) -> str | None:
    return view.id if view is not None and view.kind == views.MODAL else None


def _around(context: Context, where: Place) -> JSON:
    """The message or the view that a control is in."""
    if where.view is not None:
        within = {"type": "view", "view_id": where.view.id}
        return {"container": within, "view": told_views.view(context, where.view)}
    assert where.channel is not None
    assert where.message is not None
    container: JSON = {
        "type": "message",
        "message_ts": where.message.ts,
        "channel_id": where.channel.id,
        "is_ephemeral": where.is_ephemeral,
    }
    if where.message.thread_ts:
        container["thread_ts"] = where.message.thread_ts
    told: JSON = {"container": container, "channel": _channel(where.channel)}
    return told if where.is_ephemeral else told | {"message": _told(context, where.message)}


def _respond(context: Context, payload: JSON, where: Place) -> str:
    """Give a payload from a conversation its ``response_url``; the secret in it."""
    if where.channel is None or where.message is None:
        return ""
    user = people.me(context)
    made = deliveries.address(context, "actions", where.app_id, user.id, where.channel.id, where.message.ts)
    payload["response_url"] = made.url
    return made.secret


def _channel(channel: Channel) -> JSON:
    return {"id": channel.id, "name": channel_name(channel)}


def channel_name(channel: Channel) -> str:
    """How apps are told the name of a conversation."""
    return _NAMES.get(channel.kind) or str(channel.name)


def _told(context: Context, message: Any) -> JSON:
    with origin.slacks_own():
        return told_messages.one(context, message)
