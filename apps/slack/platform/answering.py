"""What an app answers at once to what it is told: each answer is an action of the app."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from workaday.apps.slack.api import view_schema
from workaday.apps.slack.api.refusals import Refused
from workaday.apps.slack.service import deliveries, views
from workaday.errors import ActionError
from workaday.world import Context, World

from . import saying
from .letters import Letter

DOOR = "wire"
Answer = dict[str, Any]
_LOG = logging.getLogger(__name__)


def read(payload: Any) -> Answer:
    """What was sent along with an acknowledgement: an object, or the text of a message."""
    if isinstance(payload, dict):
        return payload
    return {"text": payload} if isinstance(payload, str) and payload.strip() else {}


def read_text(text: str) -> Answer:
    """The body of an HTTP answer."""
    try:
        return read(json.loads(text))
    except (ValueError, RecursionError):
        return read(text)


def take(world: World, letter: Letter, answer: Answer) -> None:
    """Do what an app has answered; what it cannot have is left undone."""
    try:
        with _acting(world, letter) as context:
            left = deliveries.get(context, letter.number)
            about = left.about if left else ""
            if letter.kind == deliveries.COMMANDS:
                _respond(context, about, answer)
            elif letter.payload["type"] == "block_suggestion":
                deliveries.suggest(context, int(about), list(_options(answer)))
            else:
                _go_on(context, about, answer)
    except (ActionError, Refused) as error:
        _LOG.warning("the answer to %s of %s was refused: %s", letter.kind, letter.receiver.app_id, error)
        _let_go_on(world, letter)


@contextmanager
def _acting(world: World, letter: Letter) -> Iterator[Context]:
    with world.action("answer", door=DOOR, person=letter.receiver.actor) as context:
        yield context


def _respond(context: Context, secret: str, answer: Answer) -> None:
    found = deliveries.addressed(context, secret)
    if found is not None and answer:
        saying.respond(context, found, answer)


def _options(answer: Answer) -> Iterator[Answer]:
    """The options that an app offers, those in groups too."""
    groups = answer.get("option_groups")
    listed = (
        [each.get("options") for each in groups if isinstance(each, dict)] if isinstance(groups, list) else []
    )
    for options in (answer.get("options"), *listed):
        for each in options if isinstance(options, list) else ():
            if (
                isinstance(each, dict)
                and isinstance(each.get("value"), str)
                and isinstance(each.get("text"), dict)
            ):
                yield each


# --- what becomes of a view that was submitted ----------------------------------------------------------


def _go_on(context: Context, view_id: str, answer: Answer) -> None:
    """Close the view, or do with it what the app says (``response_action``)."""
    found = views.get(context, view_id)
    if found is None:
        return
    match answer.get("response_action"):
        case "errors":
            views.refuse(context, found, _errors(answer))
        case "update":
            views.change(context, found, _view(answer))
        case "push":
            views.settle(context, found)
            views.push_on(context, found, _view(answer))
        case "clear":
            views.clear(context, found.user_id)
        case _:
            views.remove(context, found)


def _errors(answer: Answer) -> dict[str, str]:
    given = answer.get("errors")
    return {str(block): str(told) for block, told in given.items()} if isinstance(given, dict) else {}


def _view(answer: Answer) -> Answer:
    view = answer.get("view")
    if wrong := view_schema.faults(view, views.MODAL):
        raise Refused("invalid_arguments", *wrong)
    assert isinstance(view, dict)
    return view


def _let_go_on(world: World, letter: Letter) -> None:
    """Whoever submitted a view that the app answered badly can submit it again."""
    if letter.payload.get("type") != "view_submission":
        return
    with _acting(world, letter) as context:
        found = views.get(context, letter.payload["view"]["id"])
        if found is not None:
            views.settle(context, found)
