"""Tools for what installed apps offer: their commands, shortcuts, buttons and views."""

from __future__ import annotations

from typing import Annotated, Any

from workaday.apps.slack.api.objects import views as told_views
from workaday.apps.slack.errors.messages import EphemeralNotFound
from workaday.apps.slack.platform import fields, interactions
from workaday.apps.slack.service import commands, deliveries, ephemeral, people, shortcuts, views
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import ChannelId, Ts

Values = Annotated[
    str,
    "What is filled in, as JSON by block_id and action_id: a text, an option's value, an id, a list …",
]
ViewId = Annotated[str, "Id of an open view, such as V07QK2M9ZTD"]


@tool(reads=True)
def slack_list_apps(context: Context) -> JSON:
    """The installed apps, with their shortcuts, and every slash command that there is."""
    people.me(context)
    offered = [*shortcuts.listed(context, "global"), *shortcuts.listed(context, "message")]
    return {
        "apps": [
            {
                "id": each.id,
                "name": each.name,
                "description": each.description,
                "user": each.bot_user_id,
                "has_home": each.has_home,
                "shortcuts": [
                    {"callback_id": one.callback_id, "name": one.name, "on_messages": one.kind == "message"}
                    for one in offered
                    if one.app_id == each.id
                ],
            }
            for each in deliveries.installed(context)
        ],
        "commands": [
            {"name": each.name, "usage": each.usage, "description": each.description, "app": each.by}
            for each in commands.listed(context)
        ],
    }


@tool(reads=False)
def slack_run_command(
    context: Context,
    *,
    channel: ChannelId,
    text: Annotated[str, "The whole command, such as /remind me to call Ana tomorrow at 9am"],
    thread_ts: Annotated[str, "Thread in which it is given"] = "",
) -> JSON:
    """Run a slash command, Slack's own or an app's.  An app answers later, in the conversation or a view."""
    outcome = commands.run(context, channel, text, thread_ts)
    told: JSON = {"outcome": outcome.kind, "about": outcome.about}
    if outcome.kind == "note":
        shown = (each for each in ephemeral.mine(context, channel) if each.ts == outcome.about)
        told["text"] = next(each.text for each in shown)
    return told


@tool(reads=False)
def slack_use_shortcut(
    context: Context,
    *,
    app: Annotated[str, "Id of the app"],
    callback_id: Annotated[str, "The shortcut's callback_id"],
    channel: Annotated[str, "Conversation of the message, for a shortcut on messages"] = "",
    ts: Annotated[str, "Timestamp of the message, for a shortcut on messages"] = "",
) -> JSON:
    """Use an app's shortcut, from anywhere or on a message."""
    interactions.shortcut(context, app, callback_id, channel_id=channel or None, message_ts=ts or None)
    return {}


@tool(reads=False)
def slack_use_control(
    context: Context,
    *,
    block_id: Annotated[str, "Id of the block that the control is in"],
    action_id: Annotated[str, "Id of the control"],
    value: Annotated[
        str,
        "What is chosen: an option's value, an id, a date …, or a JSON array of them; nothing for a button",
    ] = "",
    channel: Annotated[str, "Conversation of the message that the control is in"] = "",
    ts: Annotated[str, "Timestamp of the message that the control is in"] = "",
    view: Annotated[str, "Id of the view that the control is in, if it is in one"] = "",
    values: Values = "",
) -> JSON:
    """Press a button or choose from a menu that an app has put into a message or a view."""
    interactions.click(
        context,
        block_id=block_id,
        action_id=action_id,
        value=fields.raw(value),
        channel_id=channel or None,
        message_ts=ts or None,
        view_id=view or None,
        given=fields.given(values),
    )
    return {}


@tool(reads=True)
def slack_read_view(context: Context) -> JSON:
    """The view that is open on top, with what has been filled in and what the app found wrong with it."""
    stack = views.stack(context)
    return {"view": _view(context, stack[-1]) if stack else None, "depth": len(stack)}


def _view(context: Context, shown: Any) -> JSON:
    waiting = {"errors": views.errors(shown), "is_submitted": shown.is_submitted}
    return told_views.view(context, shown) | waiting


@tool(reads=False)
def slack_submit_view(context: Context, *, view: ViewId, values: Values = "") -> JSON:
    """Submit an open view.  The app answers later: it closes the view, changes it, or finds errors."""
    return {"errors": interactions.submit(context, view, fields.given(values))}


@tool(reads=False)
def slack_close_view(
    context: Context,
    *,
    view: ViewId,
    all_of_them: Annotated[bool, "Close those below it too"] = False,
) -> JSON:
    """Close an open view without submitting it."""
    interactions.close(context, view, cleared=all_of_them)
    return {}


@tool(reads=False)
def slack_open_app_home(context: Context, *, app: Annotated[str, "Id of the app"]) -> JSON:
    """Look at an app's home; the app hears that somebody does, and may show something else a moment later."""
    shown = interactions.open_home(context, app)
    return {"view": _view(context, shown) if shown is not None else None}


@tool(reads=False)
def slack_dismiss_note(context: Context, *, channel: ChannelId, ts: Ts) -> JSON:
    """Dismiss a message that only oneself sees."""
    for each in ephemeral.mine(context, channel):
        if each.ts == ts:
            ephemeral.dismiss(context, each.id)
            return {}
    raise EphemeralNotFound(argument="ts")


@tool(reads=True)
def slack_list_notes(context: Context, *, channel: ChannelId) -> JSON:
    """The messages in a conversation that only oneself sees: apps' answers, and how commands went."""
    shown = ephemeral.mine(context, channel)
    return {"messages": [{"ts": each.ts, "user": each.user_id, "text": each.text} for each in shown]}
