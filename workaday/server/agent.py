"""The agents' door: each app's pages and wire protocol, JSON tools, and the feed of pages left open.

A token in the address, or in a product's own place for it, stands for one person in one world.  Nothing here
leads to another world, to a task, or to the control door.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request, send_from_directory
from sqlalchemy import select
from sqlalchemy.orm import Session

from workaday.app import apps
from workaday.database import Base
from workaday.errors import ActionError, UnknownTool
from workaday.journal import Entry, last_sequence, recorded
from workaday.server import bodies, outgoing, refusals, seats, wsgi
from workaday.server.seats import Seats
from workaday.tool import find, toolbox
from workaday.web import page


def create_app(offered: Seats, *, link_port: int = 0) -> Flask:
    """The WSGI app of the agents' door; two-way connections are on another port."""
    app = Flask("workaday.web", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=wsgi.LARGEST_BODY, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.config[outgoing.LINK_PORT] = link_port
    app.url_map.strict_slashes = app.url_map.merge_slashes = app.url_map.redirect_defaults = False
    seats.install(app, offered)
    page.install(app)
    refusals.install(app)
    _find_seats_by_address(app)
    _add_routes(app)
    for name, each in apps().items():
        app.register_blueprint(each.pages(), url_prefix=f"/w/<token>/{name}")
        app.register_blueprint(each.api(), url_prefix=f"/{name}")
    return app


def _find_seats_by_address(app: Flask) -> None:
    """Views do not see the token: it finds their seat before they run, and stands in the links they make."""

    @app.url_value_preprocessor
    def sit(_: str | None, values: dict[str, Any] | None) -> None:
        if values is None or "token" not in values:
            return
        seat = seats.find(values.pop("token"))
        if seat is None:
            abort(404)
        seats.sit(seat)
        page.note_sequence()

    @app.url_defaults
    def stay(endpoint: str, values: dict[str, Any]) -> None:
        if app.url_map.is_endpoint_expecting(endpoint, "token"):
            values.setdefault("token", seats.current().token)


def _add_routes(app: Flask) -> None:
    app.add_url_rule("/w/<token>/tools", "tools", list_tools, methods=["GET"])
    app.add_url_rule("/w/<token>/tools/<string(maxlength=100):name>", "tool", call_tool, methods=["POST"])
    app.add_url_rule("/w/<token>/feed", "feed", feed, methods=["GET"])
    app.add_url_rule("/static/<path:filename>", "static", static, methods=["GET"])
    app.add_url_rule("/static/fonts/<path:filename>", "fonts", fonts, methods=["GET"])


# --- JSON tools -----------------------------------------------------------------------------------------


def list_tools() -> Response:
    """Every tool, as OpenAI function schemas."""
    return jsonify([each.schema for each in toolbox().values()])


def call_tool(name: str) -> tuple[Response, int]:
    """Call a tool with the JSON object in the body; what it refuses is told with status 400."""
    seat = seats.current()
    try:
        tool = find(toolbox(), name)
        return jsonify(tool.call(seat.world, seat.person, bodies.json_object())), 200
    except UnknownTool as error:
        return jsonify(error.as_dict()), 404
    except ActionError as error:
        return jsonify(error.as_dict()), 400


# --- pages left open ------------------------------------------------------------------------------------


def feed() -> Response:
    """What has changed since the journal's entry ``since``: names of tables, no rows."""
    since = request.args.get("since", default=0, type=int)
    seat = seats.current()
    with seat.world.action("feed", door="page", person=seat.person, reads=True) as context:
        last = last_sequence(seat.world.raw)
        tables = _changed(context.session, since) if since <= last else _every_table()
        return jsonify(sequence=last, now=context.clock.now, tables=tables)


def _changed(session: Session, since: int) -> list[str]:
    changed = select(Entry.table_name).where(Entry.sequence > since).distinct()
    return list(session.scalars(changed.order_by(Entry.table_name)))


def _every_table() -> list[str]:
    """The world has been reset since the page was made: anything may differ."""
    return [table.name for table in recorded(Base.metadata)]


# --- files ----------------------------------------------------------------------------------------------


def static(filename: str) -> Response:
    """What every app's pages share."""
    return send_from_directory(_inside("workaday.web", "static"), filename)


def fonts(filename: str) -> Response:
    """Lato, from the package that carries it."""
    return send_from_directory(_inside("font_lato", "files"), filename)


@lru_cache
def _inside(package: str, folder: str) -> Path:
    found = find_spec(package)
    return Path(str(found and found.origin)).parent / folder
