"""Views that apps open for people: modals in a stack of up to three, and one home for each app and person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from workaday.apps.slack import richtext
from workaday.apps.slack.errors.apps import (
    DuplicateExternalId,
    HashConflict,
    InvalidTriggerId,
    NotEnabled,
    PushLimitReached,
    ViewNotFound,
)
from workaday.apps.slack.models import View
from workaday.apps.slack.service import apps, deliveries, people
from workaday.statement import Statement
from workaday.world import Context

MODAL, HOME = "modal", "home"
DEEPEST = 3
"""How many views may lie on top of each other (reference, notes on tier 2)."""

JSON = dict[str, Any]

_OF_APP = (View.app_id == bindparam("app"), View.user_id == bindparam("user"))
_ADD: Statement[View] = Statement(insert(View).returning(View))
_BY_ID: Statement[View] = Statement(select(View).where(View.id == bindparam("wanted")))
_BY_EXTERNAL_ID: Statement[View] = Statement(
    select(View).where(View.app_id == bindparam("app"), View.external_id == bindparam("external"))
)
_STACK: Statement[View] = Statement(
    select(View).where(View.user_id == bindparam("user"), View.kind == MODAL).order_by(View.depth, View.id)
)
_HOME: Statement[View] = Statement(select(View).where(*_OF_APP, View.kind == HOME))
_CHANGE: Statement[View] = Statement(update(View).where(View.id == bindparam("wanted")).returning(View))
_REMOVE: Statement[View] = Statement(delete(View).where(View.id == bindparam("wanted")))


# --- what apps do ---------------------------------------------------------------------------------------


def open_modal(context: Context, trigger_id: str, content: Mapping[str, Any]) -> View:
    """Open a modal for whoever pulled the trigger, in place of any that they have open."""
    app_id = _app(context)
    pulled = deliveries.pull(context, trigger_id, app_id)
    clear(context, pulled.user_id)
    return _add(context, app_id, pulled.user_id, MODAL, content)


def push(context: Context, trigger_id: str, content: Mapping[str, Any]) -> View:
    """Put a view on top of the one in which the trigger was pulled."""
    app_id = _app(context)
    pulled = deliveries.pull(context, trigger_id, app_id)
    if pulled.view_id is None:
        raise InvalidTriggerId(argument="trigger_id")
    return push_on(context, _own(context, pulled.view_id), content)


def push_on(context: Context, below: View, content: Mapping[str, Any]) -> View:
    """Put a view on top of another."""
    if below.depth >= DEEPEST:
        raise PushLimitReached
    for above in stack(context, below.user_id)[below.depth :]:
        _REMOVE.run(context, wanted=above.id)
    return _add(context, below.app_id, below.user_id, MODAL, content, below=below)


def change(context: Context, found: View, content: Mapping[str, Any], given_hash: str = "") -> View:
    """Show something else in a view; with a hash only if it is still the view that the app has seen."""
    if given_hash and given_hash != found.hash:
        raise HashConflict(argument="hash")
    _check_external_id(context, found.app_id, content, but=found.id)
    return _CHANGE.one(
        context,
        wanted=found.id,
        external_id=content.get("external_id") or "",
        content=_stored(found.id, content),
        hash=_hash(context),
        errors="{}",
        is_submitted=False,
        updated=context.clock.seconds,
    )


def publish(context: Context, user_id: str, content: Mapping[str, Any], given_hash: str = "") -> View:
    """Show something in the app's home for a member."""
    app = deliveries.installed_app(context, _app(context))
    member = people.get(context, user_id)
    if not app.has_home:
        raise NotEnabled
    home = _HOME.first(context, app=app.id, user=member.id)
    if home is not None:
        return change(context, home, content, given_hash)
    if given_hash:
        raise HashConflict(argument="hash")
    return _add(context, app.id, member.id, HOME, content)


def find(context: Context, view_id: str = "", external_id: str = "") -> View:
    """One of the acting app's views, by its id or the app's own."""
    if view_id:
        return _own(context, view_id)
    found = external_id and _BY_EXTERNAL_ID.first(context, app=_app(context), external=external_id)
    if not found:
        raise ViewNotFound
    return found


def refuse(context: Context, found: View, errors: Mapping[str, str]) -> View:
    """Tell somebody what is wrong with what they submitted, by block."""
    told = json.dumps(dict(errors), ensure_ascii=False, sort_keys=True)
    return _CHANGE.one(context, wanted=found.id, errors=told, is_submitted=False)


def settle(context: Context, found: View) -> None:
    """Wait for nothing any more."""
    _CHANGE.one(context, wanted=found.id, is_submitted=False)


def clear(context: Context, user_id: str) -> None:
    """Close every modal that somebody has open."""
    for each in stack(context, user_id):
        _REMOVE.run(context, wanted=each.id)


def remove(context: Context, found: View) -> None:
    """Close a view, and what lies on it."""
    for each in stack(context, found.user_id)[found.depth - 1 :]:
        _REMOVE.run(context, wanted=each.id)


def _app(context: Context) -> str:
    bot = apps.acting(context)
    assert bot is not None, "only apps open views"
    return bot.app_id


def _own(context: Context, view_id: str) -> View:
    found = _BY_ID.first(context, wanted=view_id)
    if found is None or found.app_id != _app(context):
        raise ViewNotFound
    return found


def _add(
    context: Context,
    app_id: str,
    user_id: str,
    kind: str,
    content: Mapping[str, Any],
    *,
    below: View | None = None,
) -> View:
    _check_external_id(context, app_id, content)
    number = context.ids.code("V")
    return _ADD.one(
        context,
        id=number,
        app_id=app_id,
        user_id=user_id,
        kind=kind,
        external_id=content.get("external_id") or "",
        root_id=below.root_id if below else number,
        previous_id=below.id if below else None,
        depth=below.depth + 1 if below else 1,
        hash=_hash(context),
        content=_stored(number, content),
        state="{}",
        errors="{}",
        is_submitted=False,
        updated=context.clock.seconds,
    )


def _check_external_id(context: Context, app_id: str, content: Mapping[str, Any], *, but: str = "") -> None:
    external = content.get("external_id")
    other = _BY_EXTERNAL_ID.first(context, app=app_id, external=external) if external else None
    if other is not None and other.id != but:
        raise DuplicateExternalId(argument="external_id")


def _stored(view_id: str, content: Mapping[str, Any]) -> str:
    """What an app put into a view, with ids for all blocks and controls."""
    return _dumped({**content, "blocks": richtext.identified(list(content["blocks"]), view_id)})


def _dumped(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _hash(context: Context) -> str:
    return f"{context.clock.seconds}.{context.ids.uuid('slack_view_hash')[:8]}"


# --- what people see ------------------------------------------------------------------------------------


def mine(context: Context, view_id: str) -> View:
    """A view that is open for oneself."""
    user, found = people.me(context), _BY_ID.first(context, wanted=view_id)
    if found is None or found.user_id != user.id:
        raise ViewNotFound
    return found


def get(context: Context, view_id: str) -> View | None:
    """The view with that id, whoever it is open for."""
    return _BY_ID.first(context, wanted=view_id)


def stack(context: Context, user_id: str | None = None) -> Sequence[View]:
    """The modals that somebody (by default oneself) has open, from the bottom to the top."""
    return _STACK.all(context, user=user_id or people.me(context).id)


def home(context: Context, app_id: str) -> View | None:
    """What an app shows oneself in its home."""
    return _HOME.first(context, app=app_id, user=people.me(context).id)


def content(found: View) -> JSON:
    """What an app put into a view."""
    told: JSON = json.loads(found.content)
    return told


def state(found: View) -> JSON:
    """What has been filled in: values by block and action."""
    told: JSON = json.loads(found.state)
    return told


def errors(found: View) -> dict[str, str]:
    """What the app found wrong, by block."""
    told: dict[str, str] = json.loads(found.errors)
    return told


def fill(context: Context, found: View, values: Mapping[str, Any], *, submitted: bool = False) -> View:
    """Keep what somebody has filled in so far; ``submitted`` waits for what the app says to it."""
    return _CHANGE.one(context, wanted=found.id, state=_dumped(values), errors="{}", is_submitted=submitted)
