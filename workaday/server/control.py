"""The control door: whoever runs agents makes worlds here, moves their time, grades them and deletes them.

It listens on a port of its own and answers nobody without the admin token.  Answers are JSON; an error says
what was wrong and what to do.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any, TypeVar

from flask import Flask, Response, jsonify, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from werkzeug.exceptions import HTTPException

from workaday.app import apps
from workaday.errors import InvalidArgument, UnknownTool, WorkadayError
from workaday.grade import Outcome
from workaday.server import bodies, wsgi
from workaday.server.host import EpisodeOver, Host, NoSuchWorld
from workaday.server.registry import Record
from workaday.snapshot import Size
from workaday.tool import controls, find

Body = TypeVar("Body", bound="_Body")
LONGEST_ADVANCE = 10 * 365 * 24 * 3600
"""Seconds."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewWorld(_Body):
    """What ``POST /worlds`` asks for."""

    firm: str
    size: Size = "small"
    seed: Annotated[int, Field(ge=0)] = 1
    persons: Annotated[list[str], Field(min_length=1)]


class NewSeats(_Body):
    """Who gets a seat."""

    persons: Annotated[list[str], Field(min_length=1)]


class Advance(_Body):
    """How far time moves."""

    seconds: Annotated[float, Field(ge=0, le=LONGEST_ADVANCE)]


class NewEpisode(_Body):
    """Which task, and which of its variants."""

    task: str
    variant: Annotated[int, Field(ge=0)] = 0
    size: Size | None = None


class Submission(_Body):
    """The agent's final answer, and how its attempt ended."""

    answer: str = ""
    outcome: Annotated[Outcome, Field(strict=False)] = Outcome.COMPLETED


class Nothing(_Body):
    """An empty body."""


def create_app(host: Host, admin_token: str, agent_port: int) -> Flask:
    """The WSGI app of the control door.  The addresses that it hands out lead to ``agent_port``."""
    app = Flask(__name__, static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=wsgi.LARGEST_BODY, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.url_map.strict_slashes = app.url_map.merge_slashes = app.url_map.redirect_defaults = False
    app.before_request(_guard(admin_token))
    _add_errors(app)
    _Control(host, agent_port).add_to(app)
    return app


def _guard(admin_token: str) -> Callable[[], Response | None]:
    expected = f"Bearer {admin_token}".encode()

    def guard() -> Response | None:
        given = request.headers.get("Authorization", "").encode("utf-8", "replace")
        if hmac.compare_digest(given, expected):
            return None
        answer = _error(401, "unauthorized", "send the admin token: Authorization: Bearer <token>")
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer

    return guard


def body(kind: type[Body]) -> Body:
    """The request's JSON, checked; :class:`InvalidArgument` names what is wrong."""
    try:
        return kind.model_validate(bodies.json_object())
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = ".".join(str(part) for part in first["loc"]) or "body"
        raise InvalidArgument(f"{name}: {first['msg']}", argument=name) from None


# --- what can be asked for ------------------------------------------------------------------------------


class _Control:
    """The control door's views."""

    def __init__(self, host: Host, agent_port: int) -> None:
        self._host = host
        self._agent_port = agent_port

    def add_to(self, app: Flask) -> None:
        for method, rule, view in (
            ("POST", "/worlds", self.create),
            ("GET", "/worlds", self.list),
            ("GET", "/worlds/<name>", self.show),
            ("DELETE", "/worlds/<name>", self.delete),
            ("POST", "/worlds/<name>/seats", self.seat),
            ("DELETE", "/worlds/<name>/seats/<person>", self.revoke),
            ("POST", "/worlds/<name>/reset", self.reset),
            ("POST", "/worlds/<name>/fork", self.fork),
            ("POST", "/worlds/<name>/advance", self.advance),
            ("POST", "/worlds/<name>/settle", self.settle),
            ("GET", "/worlds/<name>/changes", self.changes),
            ("GET", "/worlds/<name>/state_hash", self.state_hash),
            ("GET", "/worlds/<name>/snapshot", self.snapshot),
            ("GET", "/controls", self.controls),
            ("POST", "/worlds/<name>/controls/<control>", self.control),
            ("POST", "/episodes", self.start),
            ("GET", "/episodes/<name>", self.brief),
            ("POST", "/episodes/<name>/grade", self.grade),
        ):
            app.add_url_rule(rule, f"{method} {rule}", view, methods=[method])

    def create(self) -> tuple[Response, int]:
        wanted = body(NewWorld)
        made = self._host.create(wanted.firm, wanted.size, wanted.seed, _once(wanted.persons))
        return jsonify(self._told(made)), 201

    def list(self) -> Response:
        return jsonify(worlds=[asdict(record) for record in self._host.registry.all()])

    def show(self, name: str) -> Response:
        return jsonify(self._told(self._host.record(name)))

    def delete(self, name: str) -> Response:
        self._host.delete(name)
        return jsonify(deleted=name)

    def seat(self, name: str) -> tuple[Response, int]:
        self._unfinished(name)
        self._host.seat(name, _once(body(NewSeats).persons))
        return jsonify(self._told(self._host.record(name))), 201

    def revoke(self, name: str, person: str) -> Response:
        self._host.record(name)
        return jsonify(revoked=self._host.registry.revoke(name, [person]))

    def reset(self, name: str) -> Response:
        body(Nothing)
        self._unfinished(name)
        with self._host.world(name) as world:
            world.reset()
            return jsonify(state_hash=world.state_hash(), now=world.clock.now)

    def fork(self, name: str) -> tuple[Response, int]:
        body(Nothing)
        return jsonify(self._told(self._host.fork(name))), 201

    def advance(self, name: str) -> Response:
        seconds = body(Advance).seconds
        self._unfinished(name)
        with self._host.world(name) as world:
            world.advance(seconds)
            return jsonify(now=world.clock.now)

    def settle(self, name: str) -> Response:
        body(Nothing)
        self._unfinished(name)
        with self._host.world(name) as world:
            world.settle()
            return jsonify(state_hash=world.state_hash())

    def changes(self, name: str) -> Response:
        since = request.args.get("since", "0")
        if not since.isascii() or not since.isdecimal() or len(since) > 15:
            raise InvalidArgument("since: the number of a journal entry", argument="since")
        with self._host.world(name) as world:
            found = world.changes(int(since))
            return jsonify(sequence=world.sequence(), changes=[{"kind": c.kind, **asdict(c)} for c in found])

    def state_hash(self, name: str) -> Response:
        with self._host.world(name) as world:
            return jsonify(state_hash=world.state_hash())

    def snapshot(self, name: str) -> Response:
        answer = Response(self._host.image(name), content_type="application/vnd.sqlite3")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}.db"'
        return answer

    def controls(self) -> Response:
        return jsonify([each.schema for each in controls().values()])

    def control(self, name: str, control: str) -> Response:
        self._unfinished(name)
        with self._host.world(name) as world:
            return jsonify(find(controls(), control).call(world, None, bodies.json_object(), door="control"))

    def start(self) -> tuple[Response, int]:
        wanted = body(NewEpisode)
        made = self._host.start(wanted.task, wanted.variant, wanted.size)
        return jsonify(self._told(made) | {"instruction": self._host.brief(made)}), 201

    def brief(self, name: str) -> Response:
        record = self._host.record(name)
        return jsonify(self._told(record) | {"instruction": self._host.brief(record)})

    def grade(self, name: str) -> Response:
        submitted = body(Submission)
        return jsonify(self._host.grade(name, submitted.answer, submitted.outcome))

    def _unfinished(self, name: str) -> None:
        if self._host.record(name).grade is not None:
            raise EpisodeOver(f"{name!r} has been graded; POST /episodes starts another attempt")

    # --- what is told -----------------------------------------------------------------------------------

    def _told(self, record: Record) -> dict[str, Any]:
        seats = self._host.registry.seats(record.id)
        return {
            "world": record.id,
            **{key: value for key, value in asdict(record).items() if key != "id"},
            "seats": [self._seat(person, token) for person, token in seats.items()],
        }

    def _seat(self, person: str, token: str) -> dict[str, Any]:
        """Everything that the agent of a seat is given."""
        base = self._agents_door()
        return {
            "person": person,
            "token": token,
            "pages": {name: f"{base}/w/{token}/{name}/" for name in apps()},
            "api": {name: f"{base}/{name}/api/" for name in apps()},
            "tools": f"{base}/w/{token}/tools",
            "bearer": {name: app.bearer(token, person) for name, app in apps().items()},
        }

    def _agents_door(self) -> str:
        """The host by which the caller reached this door, with the other door's port."""
        name = request.host.rpartition(":")[0] or request.host
        return f"http://{name}:{self._agent_port}"


def _once(persons: list[str]) -> list[str]:
    return list(dict.fromkeys(persons))


# --- errors ---------------------------------------------------------------------------------------------


def _add_errors(app: Flask) -> None:
    app.register_error_handler(
        HTTPException, lambda error: _error(error.code or 500, _code(error), error.description)
    )
    app.register_error_handler(NoSuchWorld, lambda error: _error(404, "no_such_world", str(error)))
    app.register_error_handler(EpisodeOver, lambda error: _error(409, "episode_over", str(error)))
    app.register_error_handler(UnknownTool, lambda error: _error(404, error.code, str(error)))
    app.register_error_handler(InvalidArgument, lambda error: _error(400, error.code, str(error)))
    app.register_error_handler(WorkadayError, lambda error: _error(400, "refused", str(error)))


def _code(error: HTTPException) -> str:
    return error.name.lower().replace(" ", "_")


def _error(status: int, code: str, message: str | None) -> Response:
    answer = jsonify(error=code, message=message)
    answer.status_code = status
    return answer
