"""How a page acts: as the person whose seat its address names, through the door ``page``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from workaday.apps.slack.errors import (
    ChannelNotFound,
    MessageNotFound,
    SlackError,
    ThreadNotFound,
    UserNotFound,
)
from workaday.apps.slack.errors.files import FileDeleted, FileNotFound
from workaday.server.seats import current
from workaday.world import Context

DOOR = "page"
pages = Blueprint(
    "slack", __name__, template_folder="../templates", static_folder="../static", static_url_path="/static"
)

_ABSENT = (ChannelNotFound, FileDeleted, FileNotFound, MessageNotFound, ThreadNotFound, UserNotFound)


@contextmanager
def reading(name: str) -> Iterator[Context]:
    """An action that only looks."""
    seat = current()
    with seat.world.action(name, door=DOOR, person=seat.person, reads=True) as context:
        yield context


@contextmanager
def acting(name: str) -> Iterator[Context]:
    """An action that may change something."""
    seat = current()
    with seat.world.action(name, door=DOOR, person=seat.person) as context:
        yield context


def wants_json() -> bool:
    """Whether the page's own script asks, rather than a browser that goes somewhere."""
    return request.accept_mimetypes.best == "application/json"


@pages.errorhandler(SlackError)
def _refused(error: SlackError) -> Response:
    status = 404 if isinstance(error, _ABSENT) else 400
    if wants_json():
        return make_response(jsonify(error.as_dict()), status)
    return make_response(render_template("slack/refused.html", message=str(error)), status)
