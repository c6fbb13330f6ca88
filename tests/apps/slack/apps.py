"""An app in the small office, and how it acts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select

from workaday.apps.slack.api.arguments import Arguments
from workaday.apps.slack.api.methods import METHODS, Action
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Bot, InstalledApp, Membership, User
from workaday.apps.slack.service import apps, people
from workaday.world import Context, World

NAME = "Ledger"


def install(world: World, *channels: str) -> Bot:
    """An app whose bot is in these channels."""
    with world.action("install", door="setup", person=None) as context:
        user = User(
            id=context.ids.code("U"), name="ledger", real_name=NAME, display_name="", title="", phone="",
            tz="America/New_York", color="4bbe2e", is_admin=False, is_owner=False, is_primary_owner=False,
            is_bot=True, deleted=False, updated=context.clock.seconds, status_text="", status_emoji="",
            status_expiration=0,
        )  # fmt: skip
        app = InstalledApp(
            id=context.ids.code("A"), name=NAME, created=context.clock.seconds, client_id="1.1",
            client_secret="c", signing_secret="s", verification_token="v",
        )  # fmt: skip
        context.session.add_all([user, app])
        context.session.flush()
        bot = Bot(
            id=context.ids.code("B"), app_id=app.id, user_id=user.id, name=NAME, updated=context.clock.seconds
        )
        seats = [
            Membership(channel_id=each, user_id=user.id, joined=context.clock.seconds) for each in channels
        ]
        context.session.add_all([bot, *seats])
        made = bot.id
    with world.read() as session:
        found = session.scalars(select(Bot).where(Bot.id == made)).one()
        session.expunge(found)
        return found


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
