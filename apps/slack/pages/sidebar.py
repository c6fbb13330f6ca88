"""The list of conversations at the left: what the viewer is in, and what is new there."""

from __future__ import annotations

from dataclasses import dataclass

from workaday.apps.slack.models import Message
from workaday.apps.slack.pages.office import Office, Place
from workaday.apps.slack.service import drafts, marks, overview
from workaday.world import Context

_NOTHING = marks.Unread()


@dataclass(frozen=True)
class Row:
    """One conversation in the list."""

    place: Place
    unread: bool
    badge: int
    """How many messages call for the viewer: mentions in a channel, everything in a direct message."""
    selected: bool
    draft: bool
    """Whether the viewer has begun to write there, and looks elsewhere now."""

    @property
    def described(self) -> str:
        """What a screen reader says: name, kind and what is new."""
        parts = [self.place.name]
        parts += ["(private)"] if self.place.kind == "private" else []
        parts += ["(unread)"] if self.unread else []
        if self.badge:
            parts.append(f"{self.badge} {'mention' if self.badge == 1 else 'mentions'}")
        return " ".join(parts)


@dataclass(frozen=True)
class Sidebar:
    """The rows by section."""

    channels: tuple[Row, ...]
    directs: tuple[Row, ...]
    unread_directs: int

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every row, in order."""
        return self.channels + self.directs


def sidebar(context: Context, office: Office, selected: str = "", *, watched: bool = False) -> Sidebar:
    """Channels by name, then direct messages, those spoken in last on top.

    What comes while the selected conversation is ``watched`` is not called new there.
    """
    news = marks.unread(context)
    if watched:
        news.pop(selected, None)
    shown = [place for place in office.places.values() if place.id == selected or place.open]
    shown = [place for place in shown if place.member and (not place.is_archived or place.id == selected)]
    begun = {each.channel_id for each in drafts.listed(context)} - {selected}
    rows = [_row(place, news.get(place.id, _NOTHING), selected, begun) for place in shown]
    last = overview.newest(context, [place.id for place in shown if place.is_direct])
    named = sorted((row for row in rows if not row.place.is_direct), key=lambda row: row.place.name)
    directs = sorted((row for row in rows if row.place.is_direct), key=lambda row: _recency(row.place, last))
    return Sidebar(tuple(named), tuple(directs), sum(row.badge for row in directs))


def _row(place: Place, news: marks.Unread, selected: str, begun: set[str]) -> Row:
    badge = news.messages if place.is_direct else news.mentions
    return Row(place, news.messages > 0, badge, place.id == selected, place.id in begun)


def _recency(place: Place, last: dict[str, Message]) -> tuple[int, str, str]:
    newest = last.get(place.id)
    return (-int(newest.ts.replace(".", "")) if newest else 0, place.name.casefold(), place.id)
