"""An app in the small office, and how it acts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from workaday.apps.slack.api.arguments import Arguments
from workaday.apps.slack.api.methods import METHODS, Action
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Bot
from workaday.apps.slack.service import apps, people, setup
from workaday.world import Context, World

NAME = "Ledger"
SCOPES = ("chat:write", "chat:write.customize", "links:write")


def install(world: World, *channels: str) -> Bot:
    """An app whose bot is in these channels."""
    with world.action("install", door="setup", person=None) as context:
        return setup.install(context, NAME, bot_scopes=SCOPES, user_scopes=SCOPES, channels=channels)


@contextmanager
def acting(world: World, bot: Bot, *, as_person: str | None = None) -> Iterator[Context]:
    """The app does something, for itself or on somebody's behalf."""
    person = as_person or f"{people.BOT}{bot.user_id}"
    with world.action("do", door="wire", person=person) as context:
        apps.act_as(context, bot.id)
        yield context


def call(world: World, bot: Bot, method: str, *, as_person: str | None = None, **arguments: object) -> JSON:
    """What a method answers the app, once its token has been looked at."""
    action = METHODS[method]
    assert isinstance(action, Action)
    sent = {name: each if isinstance(each, str) else json.dumps(each) for name, each in arguments.items()}
    with acting(world, bot, as_person=as_person) as context:
        return action.handler(context, Arguments(sent))
