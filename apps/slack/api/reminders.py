"""What Slackbot is to remind people of (reference A.2, B.5)."""

from __future__ import annotations

from workaday.apps.slack.errors.keepsakes import CannotAddBot, CannotAddSlackbot, CannotParse
from workaday.apps.slack.service import people, reminders
from workaday.apps.slack.shapes import reminder, reminder_list
from workaday.apps.slack.when import DAYS, FREQUENCIES, Recurrence
from workaday.world import Context

from .arguments import Arguments
from .methods import reading, writing
from .refusals import JSON, Refused, invalid_arguments

READ, WRITE = "reminders:read", "reminders:write"


@writing("reminders.add", WRITE, required="text time", kinds=("user",))
def add(context: Context, arguments: Arguments) -> JSON:
    """Have oneself reminded.  Reminding others over the API is a thing of the past (notes on tier 2)."""
    if not arguments.text("text").strip():
        raise invalid_arguments("must be more than 0 characters [json-pointer:/text]")
    _check_user(context, arguments.text("user"))
    made = reminders.add(
        context, arguments.text("text"), arguments.text("time"), recurrence=_recurrence(arguments)
    )
    return {"reminder": reminder(made)}


def _check_user(context: Context, user_id: str) -> None:
    """Nobody but oneself."""
    if user_id in {"", people.me(context).id}:
        return
    other = people.get(context, user_id)
    if other.id == people.SLACKBOT:
        raise CannotAddSlackbot(argument="user")
    raise CannotAddBot(argument="user") if other.is_bot else Refused("cannot_add_others")


def _recurrence(arguments: Arguments) -> Recurrence | None:
    """``{"frequency": "weekly", "weekdays": ["monday"]}``."""
    if not arguments.text("recurrence"):
        return None
    sent = arguments.object("recurrence") or {}
    frequency, days = sent.get("frequency"), sent.get("weekdays", [])
    if frequency not in FREQUENCIES or not isinstance(days, list) or not all(day in DAYS for day in days):
        raise CannotParse(argument="recurrence")
    return Recurrence(frequency, tuple(day for day in DAYS if day in days))


@reading("reminders.list", READ, kinds=("user",))
def list_all(context: Context, _arguments: Arguments) -> JSON:
    """The reminders for oneself and those that one has made."""
    return {"reminders": reminder_list(reminders.listed(context))}


@reading("reminders.info", READ, required="reminder", kinds=("user",))
def info(context: Context, arguments: Arguments) -> JSON:
    """One reminder."""
    return {"reminder": reminder(reminders.get(context, arguments.text("reminder")))}


@writing("reminders.complete", WRITE, required="reminder", kinds=("user",))
def complete(context: Context, arguments: Arguments) -> JSON:
    """Say that it is done."""
    reminders.complete(context, arguments.text("reminder"))
    return {}


@writing("reminders.delete", WRITE, required="reminder", kinds=("user",))
def delete(context: Context, arguments: Arguments) -> JSON:
    """Remind of it no more."""
    reminders.delete(context, arguments.text("reminder"))
    return {}
