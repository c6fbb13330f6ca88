"""What the pages have of installed apps: their controls, modals, homes, commands and shortcuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from workaday.apps.slack.errors.apps import AppMissing
from workaday.apps.slack.models import Command, Shortcut, View
from workaday.apps.slack.pages.blocks import Block, Drawer
from workaday.apps.slack.pages.door import acting, pages, reading, wants_json
from workaday.apps.slack.pages.office import Member, Office
from workaday.apps.slack.pages.sidebar import sidebar
from workaday.apps.slack.pages.writing import address, done
from workaday.apps.slack.platform import fields, interactions
from workaday.apps.slack.service import channels, commands, deliveries, ephemeral, people, shortcuts, views
from workaday.world import Context


@dataclass(frozen=True)
class Known:
    """An installed app as a page tells of it."""

    id: str
    name: str
    description: str
    member: Member
    has_home: bool
    messages: str
    """Where one's conversation with it is opened."""
    commands: Sequence[Command] = ()
    shortcuts: Sequence[Shortcut] = ()


@dataclass(frozen=True)
class Modal:
    """A view as it lies open."""

    id: str
    version: str
    title: str
    app: str
    close: str
    submit: str
    depth: int
    waits: bool
    blocks: list[Block]


# --- controls -------------------------------------------------------------------------------------------


@pages.post("/client/<team>/<channel>/act/<ts>")
def act_in_message(team: str, channel: str, ts: str) -> Answer:
    """Use a control in a message."""
    with acting("act") as context:
        _click(context, channel_id=channel, message_ts=ts)
    return done(address(team, channel))


@pages.post("/views/<view>/act")
def act_in_view(view: str) -> Answer:
    """Use a control in a view."""
    with acting("act") as context:
        _click(context, view_id=view)
    return done(url_for("slack.home"))


def _click(context: Context, **where: str) -> None:
    form = request.form
    interactions.click(
        context,
        block_id=form.get("block_id", ""),
        action_id=form.get("action_id", ""),
        value=fields.raw(form.get("value", "")),
        given=fields.given(form.get("values", "")),
        channel_id=where.get("channel_id"),
        message_ts=where.get("message_ts"),
        view_id=where.get("view_id"),
    )


@pages.post("/client/<team>/<channel>/suggest/<ts>")
def suggest_in_message(channel: str, ts: str, **_: str) -> Response:
    """Ask an app for the options of a menu in a message, for what has been typed."""
    return _suggest(channel_id=channel, message_ts=ts)


@pages.post("/views/<view>/suggest")
def suggest_in_view(view: str) -> Response:
    """The same for a menu in a view."""
    return _suggest(view_id=view)


def _suggest(**where: str) -> Response:
    form = request.form
    with acting("suggest") as context:
        number = interactions.suggest(
            context,
            block_id=form.get("block_id", ""),
            action_id=form.get("action_id", ""),
            value=form.get("value", ""),
            channel_id=where.get("channel_id"),
            message_ts=where.get("message_ts"),
            view_id=where.get("view_id"),
        )
    return jsonify(url=url_for("slack.suggestions", number=number))


@pages.get("/suggestions/<int:number>")
def suggestions(number: int) -> Response:
    """The options that an app has offered; null until it has answered."""
    with reading("suggestions") as context:
        found = deliveries.suggested(context, number)
        return jsonify(
            options=found
            and [{"value": each["value"], "text": each["text"].get("text", "")} for each in found]
        )


# --- modals ---------------------------------------------------------------------------------------------


@pages.get("/views/top")
def top_view() -> Answer | str:
    """The modal that lies on top; nothing where none is open."""
    with reading("view") as context:
        stack = views.stack(context)
        if not stack:
            return Response(status=204)
        shown = _modal(context, stack[-1])
    return render_template("slack/_view.html", view=shown)


def _modal(context: Context, view: View) -> Modal:
    content, app = views.content(view), deliveries.installed_app(context, view.app_id)
    return Modal(
        id=view.id,
        version=f"{view.hash} {view.errors} {view.is_submitted}",
        title=content["title"]["text"],
        app=app.name if app else "",
        close=(content.get("close") or {}).get("text", "Close"),
        submit=(content.get("submit") or {}).get("text", ""),
        depth=view.depth,
        waits=view.is_submitted,
        blocks=_drawn(context, Office(context), view),
    )


def _drawn(context: Context, office: Office, view: View) -> list[Block]:
    offered = deliveries.offered(context, view.app_id)
    drawer = Drawer(office, views.state(view), views.errors(view), offered)
    return drawer.blocks(views.content(view)["blocks"])


@pages.post("/views/<view>/submit")
def submit_view(view: str) -> Response:
    """Send what was filled in; what has to be put right first is told by block."""
    with acting("submit") as context:
        wrong = interactions.submit(context, view, fields.given(request.form.get("values", "")))
    return jsonify(errors=wrong)


@pages.post("/views/<view>/close")
def close_view(view: str) -> Response:
    """Close a view; with ``cleared`` all of them."""
    with acting("close") as context:
        interactions.close(context, view, cleared="cleared" in request.form)
    return jsonify(ok=True)


# --- apps -----------------------------------------------------------------------------------------------


@pages.get("/apps")
def app_list() -> str:
    """The apps of the workspace."""
    with reading("apps") as context:
        office = Office(context)
        found = [_known(office, each) for each in deliveries.installed(context)]
        listing = sidebar(context, office)
    return render_template("slack/apps.html", office=office, sidebar=listing, found=found)


@pages.get("/apps/<app>")
def app_page(app: str) -> str:
    """An app's home, or what there is to know about it; the app hears that somebody looks at its home."""
    with acting("app home") as context:
        found = deliveries.installed_app(context, app)
        if found is None:
            abort(404)
        tab = "home" if found.has_home and request.args.get("tab") != "about" else "about"
        view = _looked_at(context, app) if tab == "home" else None
        office = Office(context)
        home = {"id": view.id, "blocks": _drawn(context, office, view)} if view is not None else None
        known = _known(
            office,
            found,
            commands=[each for each in shortcuts.commands(context) if each.app_id == app],
            shortcuts=[each for each in shortcuts.listed(context, "global") if each.app_id == app],
        )
        listing = sidebar(context, office)
    return render_template("slack/app.html", office=office, sidebar=listing, app=known, tab=tab, home=home)


def _looked_at(context: Context, app: str) -> View | None:
    """What the app shows; it hears of a look, but not of the page's own asking again."""
    if "again" in request.args:
        return views.home(context, app)
    return interactions.open_home(context, app)


def _known(office: Office, app: Any, **more: Any) -> Known:
    return Known(
        id=app.id,
        name=app.name,
        description=app.description,
        member=office.members[app.bot_user_id],
        has_home=app.has_home,
        messages=url_for("slack.app_messages", app=app.id),
        **more,
    )


@pages.get("/apps/<app>/messages")
def app_messages(app: str) -> Answer:
    """One's conversation with an app."""
    with acting("open") as context:
        found = deliveries.installed_app(context, app)
        if found is None:
            raise AppMissing
        place = channels.open_direct(context, [found.bot_user_id]).channel.id
        team = people.workspace(context).id
    return redirect(address(team, place), 303)


@pages.get("/shortcuts.json")
def message_shortcuts() -> Response:
    """The shortcuts that apps have on messages."""
    with reading("shortcuts") as context:
        names = {each.id: each.name for each in deliveries.installed(context)}
        found = shortcuts.listed(context, "message")
    return jsonify(
        [
            {"app": each.app_id, "callback_id": each.callback_id, "name": each.name, "by": names[each.app_id]}
            for each in found
        ]
    )


@pages.post("/shortcuts")
def use_shortcut() -> Answer:
    """Use a shortcut of an app, on a message or from anywhere."""
    form = request.form
    with acting("shortcut") as context:
        interactions.shortcut(
            context,
            form.get("app", ""),
            form.get("callback_id", ""),
            channel_id=form.get("channel") or None,
            message_ts=form.get("ts") or None,
        )
    return done(url_for("slack.app_page", app=form.get("app", ""), tab="about"))


# --- commands -------------------------------------------------------------------------------------------


@pages.post("/client/<team>/<channel>/command")
def run_command(team: str, channel: str) -> Answer:
    """Run what a text (as messages' are stored) says that begins with a slash; where it leads is told."""
    with acting("command") as context:
        outcome = commands.run(
            context, channel, request.form.get("text", ""), request.form.get("thread_ts", "")
        )
    to = ""
    if outcome.kind == "channel":
        to = address(team, outcome.about) if outcome.about else url_for("slack.landing", team=team)
    elif outcome.kind == "search":
        to = url_for("slack.search_messages", q=outcome.about)
    if not wants_json():
        return redirect(to or address(team, channel), 303)
    return jsonify(outcome=outcome.kind, about=outcome.about, to=to)


@pages.post("/client/<team>/<channel>/dismiss/<ts>")
def dismiss(team: str, channel: str, ts: str) -> Answer:
    """Let go of a message that one sees alone."""
    with acting("dismiss") as context:
        for each in ephemeral.mine(context, channel):
            if each.ts == ts:
                ephemeral.dismiss(context, each.id)
    return done(address(team, channel))
