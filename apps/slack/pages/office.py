"""Who and what there is, as plain values: everything that a page names, looked up once for the request."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from flask import abort, url_for

from workaday.apps.slack.models import Channel, User
from workaday.apps.slack.pages.times import Calendar
from workaday.apps.slack.service import channels, overview, people, personal
from workaday.world import Context

_FILES = re.compile(r"/files/(?P<user>[UW][A-Z0-9]+)/(?P<file>F[A-Z0-9]+)/(?P<name>[^/?#]+)")
_ARCHIVES = re.compile(r"/archives/(?P<channel>[CDG][A-Z0-9]+)(?:/p(?P<ts>\d{16}))?(?:\?(?P<query>[^#]*))?")


@dataclass(frozen=True)
class Member:
    """Somebody in the workspace."""

    id: str
    handle: str
    real_name: str
    display_name: str
    title: str
    email: str
    phone: str
    tz: str
    color: str
    status_text: str
    status_emoji: str
    active: bool
    is_me: bool

    @property
    def label(self) -> str:
        """The name that stands over their messages."""
        return self.display_name or self.real_name or self.handle

    @property
    def you(self) -> str:
        """Their name, with ``(you)`` for the viewer."""
        return f"{self.label} (you)" if self.is_me else self.label

    @property
    def also(self) -> str:
        """Their full name, where they go by another."""
        return "" if self.label == self.real_name else self.real_name

    @property
    def initials(self) -> str:
        """The letters in their avatar."""
        words = self.real_name.split() or [self.handle]
        letters = [words[0][:1], words[-1][:1]] if len(words) > 1 else [words[0][:1]]
        return "".join(letters).upper()

    @cached_property
    def href(self) -> str:
        """Their profile."""
        return url_for("slack.profile", user=self.id)


@dataclass(frozen=True)
class Place:
    """A conversation as the viewer knows it: a channel by its name, a direct message by the people in it."""

    id: str
    kind: str
    name: str
    people: tuple[Member, ...]
    topic: str
    purpose: str
    creator_id: str
    created: int
    is_archived: bool
    is_general: bool
    member: bool
    open: bool
    team: str

    @property
    def is_direct(self) -> bool:
        """Whether it is between people rather than about something."""
        return self.kind in {"im", "mpim"}

    @property
    def label(self) -> str:
        """Its name as one says it: ``#general``, or the people's."""
        return self.name if self.is_direct else f"#{self.name}"

    @cached_property
    def href(self) -> str:
        """Where it is read."""
        return url_for("slack.conversation", team=self.team, channel=self.id)

    @property
    def placeholder(self) -> str:
        """What the composer says while it is empty."""
        if self.people and self.kind == "im" and self.people[0].is_me:
            return "Jot something down"
        return f"Message {self.label}"

    @property
    def type_name(self) -> str:
        """How Slack's own page calls its kind."""
        return {"public": "channel", "private": "private"}.get(self.kind, self.kind)


class Office:
    """The workspace as the viewer sees it.  Made inside an action; holds no rows afterwards."""

    def __init__(self, context: Context) -> None:
        viewer, workspace = people.me(context), people.workspace(context)
        self.viewer_id, self.is_admin = viewer.id, viewer.is_admin
        self.team, self.name, self.domain = workspace.id, workspace.name, workspace.domain
        self.chosen: dict[str, Any] = personal.preferences(context)
        self.calendar = Calendar(context.clock.now, ZoneInfo(viewer.tz))
        self.members = {user.id: _member(user, viewer.id) for user in people.everyone(context)}
        seats = overview.seats(context)
        listed = channels.listed(context)
        rosters = overview.rosters(context, [each.id for each in listed if each.is_direct])
        self.places = {
            each.id: self._place(each, rosters.get(each.id, []), seats.get(each.id)) for each in listed
        }

    @classmethod
    def of_team(cls, context: Context, team: str) -> Office:
        """The workspace that an address names; there is one."""
        office = cls(context)
        if office.team != team:
            abort(404)
        return office

    @property
    def viewer(self) -> Member:
        """Who looks."""
        return self.members[self.viewer_id]

    @cached_property
    def active(self) -> list[Member]:
        """Everybody who can be written to, by name."""
        return sorted(
            (each for each in self.members.values() if each.active),
            key=lambda each: (each.label.casefold(), each.id),
        )

    def _place(self, channel: Channel, roster: list[str], open_seat: bool | None) -> Place:
        others = [user_id for user_id in roster if user_id != self.viewer_id] or roster
        present = tuple(self.members[user_id] for user_id in others)
        names = ", ".join(each.you for each in present)
        return Place(
            id=channel.id,
            kind=channel.kind,
            name=names if channel.is_direct else channel.name or channel.id,
            people=present,
            topic=channel.topic,
            purpose=channel.purpose,
            creator_id=channel.creator_id,
            created=channel.created,
            is_archived=channel.is_archived,
            is_general=channel.is_general,
            member=open_seat is not None,
            open=bool(open_seat),
            team=self.team,
        )

    def names(self, identifier: str) -> str:
        """The bare name of a person or a channel that a text mentions."""
        return (self.user if identifier in self.members else self.channel)(identifier)[0]

    # --- what message texts name (the Resolver of the rich text) ----------------------------------------

    def user(self, user_id: str, /) -> tuple[str, str]:
        """The label of a person and their profile's address."""
        member = self.members.get(user_id)
        return (member.label, member.href) if member else (user_id, url_for("slack.profile", user=user_id))

    def channel(self, channel_id: str, /) -> tuple[str, str]:
        """The label of a channel and its address; a private one of others keeps its name to itself."""
        place = self.places.get(channel_id)
        if place is not None:
            return place.name, place.href
        return "private-channel", url_for("slack.conversation", team=self.team, channel=channel_id)

    def link(self, url: str, /) -> str:
        """Where a link leads: permalinks of this workspace to the page here, all others where they say."""
        here = f"https://{self.domain}.slack.com"
        path = url.removeprefix(here) if url.startswith(f"{here}/") else ""
        if file := _FILES.fullmatch(path):
            return url_for("slack.file_page", user=file["user"], file=file["file"], name=file["name"])
        found = _ARCHIVES.fullmatch(path)
        if found is None:
            return url
        if found["ts"] is None:
            return url_for("slack.conversation", team=self.team, channel=found["channel"])
        local = url_for("slack.archives", channel=found["channel"], digits=found["ts"])
        return f"{local}?{found['query']}" if found["query"] else local


def _member(user: User, viewer_id: str) -> Member:
    return Member(
        id=user.id,
        handle=user.name,
        real_name=user.real_name,
        display_name=user.display_name,
        title=user.title,
        email=user.email or "",
        phone=user.phone,
        tz=user.tz,
        color=f"#{user.color}",
        status_text=user.status_text,
        status_emoji=user.status_emoji,
        active=not user.deleted,
        is_me=user.id == viewer_id,
    )
