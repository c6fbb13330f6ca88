"""One address for every method: a request comes in, one action happens in one world, an answer goes out."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, current_app, request

from workaday.apps.slack.service import apps, faults
from workaday.apps.slack.service.apps import Grant
from workaday.errors import ActionError
from workaday.server.seats import Seat
from workaday.world import Context

from . import (
    absent,
    answers,
    basics,
    bookmarks,
    chat,
    connections,
    conversations,
    dnd,
    files,
    management,
    pins,
    profiles,
    reactions,
    reminders,
    scheduled,
    scopes,
    search,
    stars,
    tokens,
    usergroups,
    users,
    views,
    workspace,
)
from .arguments import Arguments, Sent, read
from .methods import METHODS, Action, Open
from .refusals import JSON, Refused, refusal

FAMILIES = (
    basics,
    conversations,
    chat,
    reactions,
    users,
    files,
    search,
    scheduled,
    pins,
    bookmarks,
    reminders,
    stars,
    views,
    connections,
    management,
    profiles,
    dnd,
    usergroups,
    workspace,
    absent,
)
"""The modules whose methods are served."""
DOOR = "wire"
VERBS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

api = Blueprint("slack_api", __name__)
_NAME = re.compile(r"[0-9A-Za-z.]+")


@api.route("/api/<path:name>", methods=VERBS)
def call(name: str) -> Response:
    """Slack answers application errors with status 200 too; only what broke here is a 500."""
    if not _NAME.fullmatch(name):
        return answers.not_found()
    method = METHODS.get(name)
    try:
        sent = read(request, reads_json=method is not None and method.reads_json)
    except Refused as refused:
        return answers.answer(refused.answer, answers.request_id(name), scopes=None, accepted="")
    return _Call(name, sent).response()


class Struck(Exception):
    """The call meets a rate limit or an outage."""

    def __init__(self, by: faults.Struck) -> None:
        super().__init__(by.kind)
        self.by = by


class _Call:
    """A call whose arguments could be read."""

    def __init__(self, name: str, sent: Sent) -> None:
        self._name = name
        self._sent = sent
        self._seat: Seat | None = None
        self._grant: Grant | None = None
        self._status = 200

    def response(self) -> Response:
        try:
            return self._answer()
        except Struck as struck:
            return answers.struck(struck.by, answers.request_id(self._name))

    def _answer(self) -> Response:
        method = METHODS.get(self._name)
        told = answers.warned(self._told(method), self._sent.warning)
        now = self._seat.world.clock.now if self._seat else 0
        arguments = (f"{name}={value}" for name, value in self._sent.values.items() if name != "token")
        return answers.answer(
            told,
            answers.request_id(self._name, now, *arguments),
            scopes=scopes.told(self._grant) if self._grant else None,
            accepted=",".join(scopes.wanted(method, self._grant)) if method and self._grant else "",
            status=self._status,
        )

    def _told(self, method: Action | Open | None) -> JSON:
        try:
            return {"ok": True, **self._carried_out(method)}
        except Refused as refused:
            return refused.answer
        except ActionError as error:
            return refusal(error).answer
        except Struck:
            raise
        except Exception:
            current_app.logger.exception("while answering %s", self._name)
            self._status = 500
            return Refused("internal_error").answer

    def _carried_out(self, method: Action | Open | None) -> JSON:
        """The method's answer.  No such method comes before the token, the token before the arguments."""
        if method is None:
            raise Refused("unknown_method", req_method=self._name)
        seat = tokens.seat(self._sent, request.headers.get("Authorization"))
        if isinstance(method, Open):
            return self._openly(method, seat)
        if seat is None:
            raise Refused("not_authed")
        self._meet_faults(seat)
        arguments = Arguments(self._sent.values)
        with self._entered(seat, reads=method.reads) as (context, grant):
            scopes.check(method, grant)
            arguments.require(method.required)
            scopes.check_place(context, method, grant, arguments)
            return method.handler(context, arguments)

    def _meet_faults(self, seat: Seat) -> None:
        """Be struck by what waits for this call in the world, if anything does."""
        with seat.world.action(self._name, door=DOOR, person=seat.person, reads=True) as context:
            if not faults.waiting(context, self._name):
                return
        with seat.world.action(self._name, door=DOOR, person=seat.person) as context:
            struck = faults.strike(context, self._name)
        for each in struck:
            if each.kind != "slow":
                raise Struck(each)
            time.sleep(each.delay / 1000)

    def _openly(self, method: Open, seat: Seat | None) -> JSON:
        if seat is not None:
            with self._entered(seat, reads=True):
                pass
        return method.handler(Arguments(self._sent.values))

    @contextmanager
    def _entered(self, seat: Seat, *, reads: bool) -> Iterator[tuple[Context, Grant]]:
        """An action by whoever the token stands for, and what the token is good for."""
        person = apps.person_of(seat.person)
        with seat.world.action(self._name, door=DOOR, person=person, reads=reads) as context:
            self._grant = apps.enter(context, seat.person)
            self._seat = seat
            yield context, self._grant
