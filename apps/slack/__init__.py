"""A replica of Slack: its pages, its Web API and JSON tools over one service."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from workaday.app import App
from workaday.apps.slack.client import Client

if TYPE_CHECKING:
    from flask import Blueprint
    from sqlalchemy.orm import Session

    from workaday.app import Handler
    from workaday.journal import Change
    from workaday.server.outgoing import Courier, Exchange
    from workaday.tool import Tool
    from workaday.world import Context


def _tools() -> list[Tool]:
    from workaday.apps.slack.tools import all_tools

    return all_tools()


def _pages() -> Blueprint:
    from workaday.apps.slack.pages import pages

    return pages


def _api() -> Blueprint:
    from workaday.apps.slack.api import api

    return api


def _endpoints() -> Collection[str]:
    from workaday.apps.slack.api import served

    return served()


def _when_due(module: str, name: str = "due") -> Handler:
    """What a service does when the clock gets there; the service is loaded then."""

    def handle(context: Context, payload: dict[str, Any]) -> None:
        getattr(import_module(f"workaday.apps.slack.service.{module}"), name)(context, payload)

    return handle


def _bearer(token: str, actor: str) -> str:
    from workaday.apps.slack.api.tokens import spelled

    return spelled(token, actor)


def _actors(session: Session) -> Collection[str]:
    from workaday.apps.slack.service.apps import actors

    return actors(session)


def _controls() -> list[Tool]:
    from workaday.apps.slack.controls import all_controls

    return all_controls()


def _react(context: Context, changes: Callable[[], Sequence[Change]]) -> bool:
    from workaday.apps.slack.platform.reacting import react

    return react(context, changes)


def _courier(exchange: Exchange) -> Courier:
    from workaday.apps.slack.platform.courier import Carrier

    return Carrier(exchange)


app = App(
    name="slack",
    title="Slack",
    models="workaday.apps.slack.models",
    tools=_tools,
    pages=_pages,
    api=_api,
    endpoints=_endpoints,
    client=Client,
    bearer=_bearer,
    actors=_actors,
    controls=_controls,
    incidental=frozenset(
        {
            "slack_read_mark",
            "slack_thread_mark",
            "slack_glance",
            "slack_draft",
            "slack_delivery",
            "slack_fault",
            "slack_trigger",
            "slack_response",
            "slack_suggestion",
        }
    ),
    generated={
        "slack_bookmark": frozenset({"id", "rank", "created", "updated"}),
        "slack_channel": frozenset({"id", "created", "updated", "topic_set", "purpose_set"}),
        "slack_emoji": frozenset({"created"}),
        "slack_ephemeral": frozenset({"id", "ts"}),
        "slack_file": frozenset({"id", "number", "created", "upload_secret", "public_secret"}),
        "slack_file_share": frozenset({"message_ts"}),
        "slack_membership": frozenset({"joined"}),
        "slack_message": frozenset({"id", "ts", "client_msg_id", "edited_ts"}),
        "slack_pin": frozenset({"created"}),
        "slack_reaction": frozenset({"id", "ts"}),
        "slack_reminder": frozenset({"id", "event_number"}),
        "slack_saved": frozenset({"id", "created", "event_number"}),
        "slack_scheduled": frozenset({"id", "created", "event_number"}),
        "slack_section": frozenset({"id", "rank"}),
        "slack_usergroup": frozenset({"id", "created", "updated"}),
        "slack_user": frozenset({"updated"}),
        "slack_view": frozenset({"id", "hash", "updated"}),
    },
    events={
        "slack.send_scheduled": _when_due("scheduled"),
        "slack.clear_status": _when_due("profiles"),
        "slack.remind": _when_due("reminders"),
        "slack.remind_saved": _when_due("saved"),
    },
    reacts=_react,
    courier=_courier,
)
