"""Views that apps open for people."""

from __future__ import annotations

from workaday.apps.slack.service import apps, views
from workaday.world import Context

from . import view_schema
from .arguments import Arguments
from .methods import writing
from .objects.views import view as told
from .refusals import JSON, Refused, invalid_arguments


def _as_app(context: Context) -> None:
    """Only apps open views: somebody's own token is not of an app."""
    if apps.acting(context) is None:
        raise Refused("not_allowed_token_type")


@writing("views.open", required="view")
def open_modal(context: Context, arguments: Arguments) -> JSON:
    """Open a modal for whoever has just done something with the app."""
    _as_app(context)
    content = view_schema.of(arguments, views.MODAL)
    return {"view": told(context, views.open_modal(context, _trigger(arguments), content))}


@writing("views.push", required="view")
def push(context: Context, arguments: Arguments) -> JSON:
    """Put a view on top of the modal in which somebody has just done something."""
    _as_app(context)
    content = view_schema.of(arguments, views.MODAL)
    return {"view": told(context, views.push(context, _trigger(arguments), content))}


def _trigger(arguments: Arguments) -> str:
    trigger = arguments.get("trigger_id") or arguments.get("interactivity_pointer")
    if trigger is None:
        raise invalid_arguments("missing required field: trigger_id")
    return trigger


@writing("views.update", required="view")
def update(context: Context, arguments: Arguments) -> JSON:
    """Show something else in a view."""
    _as_app(context)
    content = view_schema.of(arguments, views.MODAL, views.HOME)
    found = views.find(context, arguments.text("view_id"), arguments.text("external_id"))
    if content["type"] != found.kind:
        raise invalid_arguments(f"must be of type {found.kind} [json-pointer:/view/type]")
    return {"view": told(context, views.change(context, found, content, arguments.text("hash")))}


@writing("views.publish", required="user_id view")
def publish(context: Context, arguments: Arguments) -> JSON:
    """Show something in the app's home for somebody."""
    _as_app(context)
    content = view_schema.of(arguments, views.HOME)
    shown = views.publish(context, arguments.text("user_id"), content, arguments.text("hash"))
    return {"view": told(context, shown)}
