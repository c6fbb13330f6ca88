"""Sending later: the times that are offered, and the messages that wait for theirs."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from flask import Response, jsonify, request
from werkzeug.wrappers import Response as Answer

from workaday.apps.slack.errors.messages import InvalidTime
from workaday.apps.slack.pages.door import acting, pages, reading
from workaday.apps.slack.pages.writing import address, done, written
from workaday.apps.slack.service import people, scheduled
from workaday.clock import SECOND, at_zone, micros
from workaday.world import Context

NINE = time(9)


@pages.get("/schedule.json")
def schedule_times() -> Response:
    """The times that the menu offers, as labels and seconds, and what its dialog begins with."""
    with reading("look") as context:
        now = _now(context)
    tomorrow = datetime.combine(now.date() + timedelta(1), NINE, now.tzinfo)
    monday = datetime.combine(now.date() + timedelta(7 - now.weekday()), NINE, now.tzinfo)
    options = [("Tomorrow at 9:00 AM", tomorrow), ("Next Monday at 9:00 AM", monday)]
    return jsonify(
        options=[(label, micros(moment) // SECOND) for label, moment in options],
        today=now.date().isoformat(),
        date=tomorrow.date().isoformat(),
        time=f"{NINE:%H:%M}",
        zone=str(now.tzinfo),
    )


def _now(context: Context) -> datetime:
    return at_zone(context.clock.now, ZoneInfo(people.me(context).tz))


@pages.post("/client/<team>/<channel>/schedule")
def schedule(team: str, channel: str) -> Answer:
    """Have a message sent later: ``post_at`` is a second, or ``2025-03-19T09:00`` in the person's zone."""
    thread_ts = request.form.get("thread_ts") or None
    with acting("schedule") as context:
        made = scheduled.schedule(
            context,
            channel,
            written(),
            post_at=_moment(context, request.form.get("post_at", "")),
            thread_ts=thread_ts,
            broadcast="broadcast" in request.form,
        )
        number, post_at = made.id, made.post_at
    return done(address(team, channel, thread_ts), id=number, post_at=post_at)


def _moment(context: Context, given: str) -> int:
    if given.isascii() and given.isdigit() and len(given) <= 12:
        return int(given)
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        raise InvalidTime(argument="post_at") from None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=_now(context).tzinfo)
    return micros(zoned) // SECOND
