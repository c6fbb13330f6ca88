"""What the composer shows beside what one types: the draft, what is scheduled, what one may choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from flask import Response, abort, jsonify, request, url_for
from markupsafe import Markup

from workaday.apps.slack import emoji, filetypes
from workaday.apps.slack.models import Channel
from workaday.apps.slack.pages.door import acting, pages, reading
from workaday.apps.slack.pages.editor import Called, editable
from workaday.apps.slack.pages.times import Calendar
from workaday.apps.slack.service import (
    channels,
    commands,
    drafts,
    people,
    personal,
    reactions,
    scheduled,
    usergroups,
)
from workaday.world import Context

FREQUENT = 18
"""So many emoji stand under Frequently Used."""


@dataclass(frozen=True)
class Composing:
    """What somebody has begun to write in a conversation or a thread, and what of it is scheduled."""

    draft: Markup
    banner: str
    """``Your message will be sent …``; empty while nothing is scheduled."""


@pages.app_template_global()
def composing(channel_id: str, thread_ts: str = "") -> Composing:
    """For a composer's template, which is rendered after the action that the page was made in."""
    with reading("compose") as context:
        return _composing(context, channel_id, thread_ts)


def _composing(context: Context, channel_id: str, thread_ts: str) -> Composing:
    text = drafts.of(context, channel_id, thread_ts)
    draft = editable(text, Called(context)) if text else Markup("")
    waiting = [each for each in scheduled.listed(context, channel_id) if (each.thread_ts or "") == thread_ts]
    if not waiting:
        return Composing(draft, "")
    if len(waiting) > 1:
        return Composing(draft, f"You have {len(waiting)} messages scheduled to be sent here.")
    return Composing(draft, f"Your message will be sent {_calendar(context).ahead(waiting[0].post_at)}.")


def _calendar(context: Context) -> Calendar:
    return Calendar(context.clock.now, ZoneInfo(people.me(context).tz))


@pages.get("/client/<team>/<channel>/composing")
def composing_now(team: str, channel: str) -> Response:
    """The draft and the banner as they are now, for a page that is open."""
    with reading("look") as context:
        place = _place(context, team, channel)
        found = _composing(context, place.id, request.args.get("thread_ts", ""))
    return jsonify(draft=found.draft, banner=found.banner)


@pages.get("/client/<team>/<channel>/audience")
def audience(team: str, channel: str) -> Response:
    """Who reads a conversation: whom a mention reaches, and how many ``@channel`` disturbs."""
    with reading("look") as context:
        place = _place(context, team, channel)
        members = people.named(context, channels.members(context, place.id)).values()
        present = sorted((each.id, each.tz) for each in members if not each.deleted)
    return jsonify(
        kind=place.kind, members=[each for each, _ in present], zones=len({zone for _, zone in present})
    )


def _place(context: Context, team: str, channel_id: str) -> Channel:
    if people.workspace(context).id != team:
        abort(404)
    return channels.get(context, channel_id)


# --- what one has chosen --------------------------------------------------------------------------------


@pages.app_template_global()
def writing_settings() -> dict[str, Any]:
    """The preferences that the composer and the emoji picker go by, and what they ask at which address."""
    with reading("compose") as context:
        chosen = personal.preferences(context)
        own = reactions.favourites(context, FREQUENT)
    frequent = [*chosen["frequent_emoji"], *own, *emoji.FREQUENT]
    return {
        **{name: chosen[name] for name in ("enter_sends", "convert_emoticons", "skin_tone", "time24")},
        "frequent_emoji": list(dict.fromkeys(frequent))[:FREQUENT],
        "completions": url_for("slack.completions"),
        "emoji": url_for("slack.emoji_names"),
        "schedule": url_for("slack.schedule_times"),
        "tone": url_for("slack.choose_tone"),
        "upload": url_for("slack.upload"),
    }


@pages.app_template_global()
def snippet_types() -> list[tuple[str, str]]:
    """The types that a snippet can have, and how they are called, by name."""
    kinds = ((kind.filetype, kind.pretty_type) for kind in filetypes.SNIPPETS.values())
    return sorted(kinds, key=lambda kind: kind[1].casefold())


@pages.post("/emoji/tone")
def choose_tone() -> Response:
    """The skin tone in which emoji are offered: 0 for none, or 2 to 6."""
    with acting("choose skin tone") as context:
        personal.prefer(context, "skin_tone", request.form.get("tone", -1, type=int))
    return jsonify(ok=True)


@pages.get("/completions.json")
def completions() -> Response:
    """What the composer completes besides people and conversations: user groups and slash commands."""
    with reading("completions") as context:
        offered = commands.listed(context)
        groups = usergroups.listed(context)
        members = usergroups.members_of(context, [each.id for each in groups])
        called = [
            {
                "id": each.id,
                "handle": each.handle,
                "name": each.name,
                "members": len(members.get(each.id, [])),
            }
            for each in groups
        ]
    told = [
        {"name": each.name, "usage": each.usage, "description": each.description, "app": each.by}
        for each in offered
    ]
    return jsonify(groups=called, commands=told)
