"""What whoever runs a world can ask of its Slack, beyond what anybody in it can do."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack.service import apps, faults, people, setup, webhooks
from workaday.tool import JSON, Tool, tool
from workaday.world import Context


@tool(reads=False)
def slack_add_fault(
    context: Context,
    *,
    method: Annotated[str, "Name of a method of the Web API, such as chat.postMessage; * for any"],
    kind: Annotated[faults.Kind, "ratelimited (429 and Retry-After), unavailable (5xx) or slow (by `delay`)"],
    skip: Annotated[int, "So many calls pass first"] = 0,
    times: Annotated[int, "So many are struck then; -1 for all"] = -1,
    per_minute: Annotated[int, "Strike only what is beyond so many calls a minute of world time"] = 0,
    retry_after: Annotated[int, "Seconds that Retry-After tells"] = 30,
    status: Annotated[int, "Status of `unavailable`"] = 503,
    delay: Annotated[int, "Milliseconds that `slow` takes"] = 0,
) -> JSON:
    """Let calls of the Web API go wrong, the same way for the same calls."""
    made = faults.add(
        context,
        method,
        kind,
        skip=skip,
        times=times,
        per_minute=per_minute,
        retry_after=retry_after,
        status=status,
        delay=delay,
    )
    return {"fault": made.id}


@tool(reads=False)
def slack_clear_faults(context: Context) -> JSON:
    """Let everything go right again."""
    return {"cleared": faults.clear(context)}


@tool(reads=False)
def slack_install_app(
    context: Context,
    *,
    name: Annotated[str, "What the app is called"],
    bot_scopes: Annotated[list[str], "Scopes of its bot, such as chat:write"],
    user_scopes: Annotated[list[str] | None, "Scopes that it has on people's behalf"] = None,
    events: Annotated[list[str] | None, "What its bot is told of, such as message.channels"] = None,
    channels: Annotated[list[str] | None, "Ids of the channels that its bot is in"] = None,
    commands: Annotated[list[str] | None, "Slash commands, such as /expense"] = None,
    socket_mode: Annotated[bool, "Whether it is told everything over a WebSocket"] = False,
    home: Annotated[bool, "Whether it has a home"] = False,
    unfurl_domains: Annotated[list[str] | None, "Domains of the links that it is told of"] = None,
) -> JSON:
    """Install an app.  Its bot and the app itself can then be given seats, whose tokens are theirs."""
    made = setup.install(
        context,
        name,
        bot_scopes=bot_scopes,
        user_scopes=user_scopes or (),
        events=events or (),
        channels=channels or (),
        is_socket_mode=socket_mode,
        has_home=home,
        unfurl_domains=" ".join(unfurl_domains or ()),
    )
    for command in commands or ():
        setup.command(context, made.app_id, command)
    app = apps.get(context, made.app_id)
    assert app is not None
    return {
        "app": app.id,
        "bot": made.id,
        "signing_secret": app.signing_secret,
        "client_id": app.client_id,
        "client_secret": app.client_secret,
        "persons": {"bot": f"{people.BOT}{made.user_id}", "app": f"{people.BOT}{app.id}"},
    }


@tool(reads=False)
def slack_configure_app(
    context: Context,
    *,
    app: Annotated[str, "Id of the app"],
    url: Annotated[str, "Where events, commands and interactions go"] = "",
    events: Annotated[list[str] | None, "What its bot is told of"] = None,
    socket_mode: Annotated[bool | None, "Whether it is told everything over a WebSocket"] = None,
) -> JSON:
    """Tell an installed app's addresses, and what it is to hear of."""
    settings: dict[str, object] = {}
    if url:
        settings = {"event_url": url, "interaction_url": url}
    if events is not None:
        settings["bot_events"] = " ".join(events)
    if socket_mode is not None:
        settings["is_socket_mode"] = socket_mode
    apps.configure(context, app, settings, command_url=url)
    return {"app": app}


@tool(reads=False)
def slack_add_webhook(
    context: Context,
    *,
    app: Annotated[str, "Id of the app"],
    channel: Annotated[str, "Id of the channel that it posts into"],
) -> JSON:
    """An incoming webhook: ``{token}`` in its path stands for the token of a seat of the app's bot."""
    secret = webhooks.add(context, app, channel)
    return {"path": f"/slack{webhooks.path(context, secret, '{token}')}"}


def all_controls() -> list[Tool]:
    """Every control of this module, in order of writing."""
    return [each for each in globals().values() if isinstance(each, Tool)]
