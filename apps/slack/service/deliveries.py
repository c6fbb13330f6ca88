"""What apps are told, in order, and what lets them answer: triggers and response addresses."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from workaday.apps.slack.errors.apps import (
    ExchangedTriggerId,
    ExpiredTriggerId,
    ExpiredUrl,
    InvalidTriggerId,
    UsedUrl,
)
from workaday.apps.slack.models import Bot, Delivery, InstalledApp, ResponseAddress, Suggestion, Trigger
from workaday.apps.slack.service import people
from workaday.clock import SECOND
from workaday.statement import Statement
from workaday.world import Context

EVENTS, COMMANDS, INTERACTIVE = "events_api", "slash_commands", "interactive"
TRIGGER_LIVES = 3 * SECOND
ADDRESS_LIVES = 30 * 60 * SECOND
MOST_USES = 5
"""A ``response_url`` takes five answers within half an hour."""
HOOKS = "https://hooks.slack.com"
"""Where response addresses are; a server that carries a delivery puts its own address in this one's place."""

JSON = dict[str, Any]

_ADD: Statement[Delivery] = Statement(insert(Delivery))
_NEXT: Statement[Delivery] = Statement(
    select(Delivery)
    .where(Delivery.app_id == bindparam("app"), Delivery.id > bindparam("after"))
    .order_by(Delivery.id)
    .limit(1)
)
_LAST: Statement[int] = Statement(
    select(func.coalesce(func.max(Delivery.id), 0)).where(Delivery.app_id == bindparam("app"))
)
_GET: Statement[Delivery] = Statement(select(Delivery).where(Delivery.id == bindparam("wanted")))
_INSTALLED: Statement[Any] = Statement(
    select(InstalledApp, Bot.id.label("bot_id"), Bot.user_id.label("bot_user_id"))
    .join(Bot, Bot.app_id == InstalledApp.id)
    .where(Bot.deleted.is_(False))
    .order_by(InstalledApp.id)
)
_ADD_TRIGGER: Statement[Trigger] = Statement(insert(Trigger))
_TRIGGER: Statement[Trigger] = Statement(select(Trigger).where(Trigger.id == bindparam("wanted")))
_USE_TRIGGER: Statement[Trigger] = Statement(
    update(Trigger).where(Trigger.id == bindparam("wanted")).values(is_used=True)
)
_ADD_ADDRESS: Statement[ResponseAddress] = Statement(insert(ResponseAddress))
_ADDRESS: Statement[ResponseAddress] = Statement(
    select(ResponseAddress).where(ResponseAddress.secret == bindparam("wanted"))
)
_USE_ADDRESS: Statement[ResponseAddress] = Statement(
    update(ResponseAddress)
    .where(ResponseAddress.secret == bindparam("wanted"))
    .values(uses=ResponseAddress.uses + 1)
)
_ADD_SUGGESTION: Statement[Suggestion] = Statement(insert(Suggestion))
_SUGGESTION: Statement[Suggestion] = Statement(
    select(Suggestion).where(Suggestion.id == bindparam("wanted"), Suggestion.user_id == bindparam("viewer"))
)
_OFFERED: Statement[Suggestion] = Statement(
    select(Suggestion)
    .where(Suggestion.app_id == bindparam("app"), Suggestion.user_id == bindparam("viewer"))
    .where(Suggestion.options.is_not(None))
    .order_by(Suggestion.id.desc())
)
_SUGGEST: Statement[Suggestion] = Statement(update(Suggestion).where(Suggestion.id == bindparam("wanted")))


# --- what apps are told ---------------------------------------------------------------------------------


def installed(context: Context) -> Sequence[Any]:
    """The apps that are told anything, with ``bot_id`` and ``bot_user_id`` of each, in order of id."""
    return _INSTALLED.all(context)


def installed_app(context: Context, app_id: str) -> Any:
    """One of them; None if there is none."""
    return next((each for each in installed(context) if each.id == app_id), None)


def tell(context: Context, app_id: str, kind: str, payload: Mapping[str, Any], about: str = "") -> int:
    """Leave something for an app; its number, which orders it among all that is left."""
    number = context.ids.number("slack_delivery")
    told = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    _ADD.run(context, id=number, app_id=app_id, kind=kind, payload=told, about=about, at=context.clock.now)
    return number


def tell_event(context: Context, app: Any, event: Mapping[str, Any], *, for_user: str | None = None) -> int:
    """Leave an event in the wrapper of the Events API (reference B' 25), for an app's bot or for a member."""
    team = people.workspace(context).id
    behalf = authorization(team, for_user or app.bot_user_id, is_bot=for_user is None)
    return tell(
        context,
        app.id,
        EVENTS,
        {
            "token": app.verification_token,
            "team_id": team,
            "context_team_id": team,
            "context_enterprise_id": None,
            "api_app_id": app.id,
            "event": event,
            "type": "event_callback",
            "event_id": context.ids.code("Ev"),
            "event_time": context.clock.seconds,
            "authorizations": [behalf],
            "is_ext_shared_channel": False,
            "event_context": _event_context(team, app.id, event),
        },
    )


def authorization(team: str, user_id: str, *, is_bot: bool = True) -> JSON:
    """On whose behalf an app is told something."""
    return {
        "enterprise_id": None,
        "team_id": team,
        "user_id": user_id,
        "is_bot": is_bot,
        "is_enterprise_install": False,
    }


def _event_context(team: str, app_id: str, event: Mapping[str, Any]) -> str:
    where = event.get("channel")
    about = {"et": event["type"], "tid": team, "aid": app_id}
    told = about | {"cid": where} if isinstance(where, str) else about
    return "4-" + base64.b64encode(json.dumps(told, separators=(",", ":")).encode()).decode()


def app_of_context(event_context: str) -> str:
    """The id of the app that was told something under this ``event_context``; empty for no such text."""
    try:
        told = json.loads(base64.b64decode(event_context.removeprefix("4-"), validate=True))
        return str(told["aid"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


def after(context: Context, app_id: str, number: int) -> Delivery | None:
    """What an app is to be told next."""
    return _NEXT.first(context, app=app_id, after=number)


def last(context: Context, app_id: str) -> int:
    """The number of what an app is to be told last; 0 for nothing."""
    return _LAST.value(context, app=app_id) or 0


def get(context: Context, number: int) -> Delivery | None:
    """What was left under a number."""
    return _GET.first(context, wanted=number)


# --- triggers -------------------------------------------------------------------------------------------


def trigger(context: Context, app_id: str, user_id: str, view_id: str | None = None) -> str:
    """A new ``trigger_id`` for an app, from what somebody did, perhaps in a view."""
    number = context.ids.number("slack_trigger")
    secret = context.ids.uuid("slack_trigger_secret", number).replace("-", "")
    made = f"{number}.{context.clock.seconds}.{secret}"
    _ADD_TRIGGER.run(
        context, id=made, app_id=app_id, user_id=user_id, at=context.clock.now, view_id=view_id, is_used=False
    )
    return made


def pull(context: Context, trigger_id: str, app_id: str) -> Trigger:
    """Use a trigger up: each works once, for three seconds of the world's time."""
    found = _TRIGGER.first(context, wanted=trigger_id)
    if found is None or found.app_id != app_id:
        raise InvalidTriggerId(argument="trigger_id")
    if found.is_used:
        raise ExchangedTriggerId(argument="trigger_id")
    if context.clock.now - found.at > TRIGGER_LIVES:
        raise ExpiredTriggerId(argument="trigger_id")
    _USE_TRIGGER.run(context, wanted=trigger_id)
    return found


# --- response addresses ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Address:
    """A new ``response_url``, and the secret in it."""

    url: str
    secret: str


def address(
    context: Context, kind: str, app_id: str, user_id: str, channel_id: str, message_ts: str | None = None
) -> Address:
    """Where an app may answer to what somebody did in a conversation; ``kind`` is a word in it."""
    number = context.ids.number("slack_response")
    secret = context.ids.uuid("slack_response_secret", number).replace("-", "")
    _ADD_ADDRESS.run(
        context,
        secret=secret,
        app_id=app_id,
        user_id=user_id,
        channel_id=channel_id,
        message_ts=message_ts,
        at=context.clock.now,
        uses=0,
    )
    return Address(f"{HOOKS}/{kind}/{people.workspace(context).id}/{number}/{secret}", secret)


def addressed(context: Context, secret: str) -> ResponseAddress | None:
    """The response address with a secret, used up or not."""
    return _ADDRESS.first(context, wanted=secret)


def use(context: Context, found: ResponseAddress) -> None:
    """Count one answer."""
    if found.uses >= MOST_USES:
        raise UsedUrl
    if context.clock.now - found.at > ADDRESS_LIVES:
        raise ExpiredUrl
    _USE_ADDRESS.run(context, wanted=found.secret)


# --- options that an app offers while somebody types ----------------------------------------------------


def ask(context: Context, app_id: str, user_id: str) -> int:
    """Make room for an app's options; their number."""
    number = context.ids.number("slack_suggestion")
    _ADD_SUGGESTION.run(context, id=number, app_id=app_id, user_id=user_id, options=None)
    return number


def suggest(context: Context, number: int, options: Sequence[Mapping[str, Any]]) -> None:
    """What an app offers."""
    told = json.dumps(list(options), ensure_ascii=False, separators=(",", ":"))
    _SUGGEST.run(context, wanted=number, options=told)


def suggested(context: Context, number: int) -> list[JSON] | None:
    """What an app has offered oneself; None if it has not answered."""
    found = _SUGGESTION.first(context, wanted=number, viewer=people.me(context).id)
    return json.loads(found.options) if found and found.options else None


def offered(context: Context, app_id: str) -> list[JSON]:
    """Every option that an app has ever offered oneself, the newest first."""
    found = _OFFERED.all(context, app=app_id, viewer=people.me(context).id)
    return [option for each in found for option in json.loads(each.options or "[]")]
