"""A conversation: its messages, its thread pane, and everything around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from workaday.apps.slack.errors import ChannelNotFound, ThreadNotFound
from workaday.apps.slack.models import Message
from workaday.apps.slack.pages.door import acting, pages, reading
from workaday.apps.slack.pages.messages import Item, Maker, Shown, listed, plain, whisper
from workaday.apps.slack.pages.office import Office, Place
from workaday.apps.slack.pages.shared import directory
from workaday.apps.slack.pages.sidebar import Sidebar, sidebar
from workaday.apps.slack.service import channels, ephemeral, history, marks, messages
from workaday.apps.slack.service.history import Window
from workaday.apps.slack.timestamps import NEVER, is_ts
from workaday.web import page
from workaday.world import Context

PAGE = 50
MOST = 300
"""So many messages stand on a page at most; reading further lets the other end go."""
MOST_REPLIES = 999


@dataclass(frozen=True)
class Stretch:
    """A stretch of a conversation, oldest first, and whether there is more before and after."""

    messages: Sequence[Message]
    older: bool
    newer: bool


@dataclass(frozen=True)
class Asked:
    """What of a conversation is to be seen."""

    at: str = ""
    """A message to jump to."""
    since: str = ""
    until: str = ""
    extend: str = ""
    seen: str = ""
    """How far its reader had read when the page was opened."""
    thread: str = ""
    held: bool = False
    """Its reader has marked it unread while it is open."""


@dataclass(frozen=True)
class Pane:
    """The thread at the right."""

    root: Shown
    replies: list[Shown]

    @property
    def label(self) -> str:
        """``3 replies``; empty while there are none."""
        count = len(self.replies)
        return "" if not count else "1 reply" if count == 1 else f"{count} replies"


@dataclass(frozen=True)
class View:
    """Everything on the page."""

    office: Office
    sidebar: Sidebar
    place: Place
    members: int
    items: list[Item]
    older: bool
    newer: bool
    pane: Pane | None
    asked: Asked

    @property
    def topic(self) -> str:
        """The topic in words."""
        return plain(self.office, self.place.topic)

    @property
    def purpose(self) -> str:
        """The description in words."""
        return plain(self.office, self.place.purpose)

    @property
    def footer(self) -> str:
        """What stands under the messages: ``composer``, ``join`` or ``archived``."""
        if self.place.is_archived:
            return "archived"
        return "composer" if self.place.member else "join"

    @property
    def bounds(self) -> tuple[str, str]:
        """The timestamps of the first and the last message shown."""
        shown = [item.ts for item in self.items if isinstance(item, Shown)]
        return (shown[0], shown[-1]) if shown else ("", "")


# --- addresses ------------------------------------------------------------------------------------------


@pages.get("/")
def home() -> Redirect:
    """The channel that everybody is in, or the first of one's own."""
    with reading("open") as context:
        office = Office(context)
        own = [row.place for row in sidebar(context, office).rows]
        general = next((place for place in own if place.is_general), None)
        first = general or (own[0] if own else None)
        to = first.href if first else url_for("slack.landing", team=office.team)
    return redirect(to)


@pages.get("/client/<team>")
def landing(team: str) -> str:
    """The list of conversations alone: what a small screen shows first."""
    with reading("conversations") as context:
        office = Office.of_team(context, team)
        listing = sidebar(context, office)
    return render_template("slack/landing.html", office=office, sidebar=listing)


@pages.get("/client/<team>/<channel>")
def conversation(team: str, channel: str) -> str:
    """A conversation at its newest messages, or with ``before`` or ``after`` at older or newer ones."""
    before, after = _ts_argument("before"), _ts_argument("after")
    if before:
        return _page(team, channel, Asked(until=before, extend="before"))
    return _page(team, channel, Asked(since=after, extend="after") if after else Asked())


@pages.get("/client/<team>/<channel>/p<digits>")
def message(team: str, channel: str, digits: str) -> str:
    """A conversation at one message."""
    return _page(team, channel, Asked(at=_ts(digits)))


@pages.get("/client/<team>/<channel>/thread/<key>")
def thread(team: str, channel: str, key: str) -> str:
    """A conversation with a thread beside it; ``key`` is ``<channel>-<ts of the root>``."""
    place, _, root_ts = key.partition("-")
    if place != channel or not is_ts(root_ts):
        raise ThreadNotFound
    return _page(team, channel, Asked(thread=root_ts, at=_ts_argument("at")))


@pages.get("/archives/<channel>")
def archive(channel: str) -> Redirect:
    """The address of a conversation in links."""
    return redirect(url_for("slack.conversation", team=_team(), channel=channel))


@pages.get("/archives/<channel>/p<digits>")
def archives(channel: str, digits: str) -> Redirect:
    """The address of a message in links: a reply opens in its thread."""
    wanted = _ts(digits)
    with reading("open permalink") as context:
        place = channels.get(context, channel)
        found = messages.get(context, place.id, wanted)
        root_ts, team = found.thread_ts, Office(context).team
    if root_ts is None:
        return redirect(url_for("slack.message", team=team, channel=channel, digits=digits))
    return redirect(
        url_for("slack.thread", team=team, channel=channel, key=f"{channel}-{root_ts}", at=wanted)
    )


@pages.get("/client/<team>/<channel>/fragments")
def fragments(team: str, channel: str) -> Response:
    """The parts of the page as they are now, for a page that is open."""
    names = ("since", "until", "seen", "thread", "at")
    asked = Asked(
        extend=request.args.get("extend", ""),
        held="held" in request.args,
        **{name: _ts_argument(name) for name in names},
    )
    with reading("look") as context:
        view = _view(context, team, channel, asked)
    return jsonify(
        sidebar=render_template("slack/_sidebar.html", view=view, office=view.office, sidebar=view.sidebar),
        header=render_template("slack/_header.html", view=view),
        messages=render_template("slack/_messages.html", view=view),
        thread=render_template("slack/_thread.html", view=view) if view.pane else "",
        footer=view.footer,
        directory=directory(view.office, view.sidebar),
    )


@pages.get("/fragments")
def sidebar_fragment() -> Response:
    """The list of conversations as it is now, for pages without a conversation."""
    with reading("look") as context:
        office = Office(context)
        listing = sidebar(context, office)
    return jsonify(
        sidebar=render_template("slack/_sidebar.html", office=office, sidebar=listing, view=None),
        directory=directory(office, listing),
    )


# --- what a page is made of -----------------------------------------------------------------------------


def _page(team: str, channel: str, asked: Asked) -> str:
    seen = _opened(channel)
    page.note_sequence()
    with reading("conversation") as context:
        view = _view(context, team, channel, Asked(**(vars(asked) | {"seen": seen})))
    return render_template("slack/conversation.html", view=view, office=view.office, sidebar=view.sidebar)


def _opened(channel_id: str) -> str:
    """Whoever opens a conversation has read it.  How far they had read before; empty if nothing is new."""
    with reading("open") as context:
        if not channels.is_member(context, channels.get(context, channel_id).id):
            return ""
        before = marks.last_read(context, channel_id)
        newest = history.top_level(context, channel_id, Window(1)).messages
        last = newest[0].ts if newest else NEVER
    if last <= before:
        return ""
    with acting("mark") as context:
        marks.mark(context, channel_id, last)
    return before


def _view(context: Context, team: str, channel_id: str, asked: Asked) -> View:
    office = Office.of_team(context, team)
    place = office.places.get(channel_id)
    if place is None:
        raise ChannelNotFound
    stretch = _stretch(context, channel_id, asked)
    items = listed(
        context, office, stretch.messages, seen=asked.seen, target="" if asked.thread else asked.at
    )
    return View(
        office=office,
        sidebar=sidebar(context, office, channel_id, watched=not asked.held),
        place=place,
        members=channels.member_counts(context, [channel_id]).get(channel_id, 0),
        items=items if stretch.newer else _with_whispers(context, office, channel_id, items),
        older=stretch.older,
        newer=stretch.newer,
        pane=_pane(context, office, channel_id, asked) if asked.thread else None,
        asked=asked,
    )


def _with_whispers(context: Context, office: Office, channel_id: str, items: list[Item]) -> list[Item]:
    """The newest messages, and between them what the viewer alone sees, each at its time."""
    if not office.places[channel_id].member:
        return items
    for each in ephemeral.mine(context, channel_id):
        if each.thread_ts is None:
            later = (at for at, item in enumerate(items) if isinstance(item, Shown) and item.ts > each.ts)
            items.insert(next(later, len(items)), whisper(office, each))
    return items


def _team() -> str:
    with reading("open") as context:
        return Office(context).team


def _pane(context: Context, office: Office, channel_id: str, asked: Asked) -> Pane:
    found = history.thread(context, channel_id, asked.thread, Window(MOST_REPLIES)).messages
    maker = Maker.of(context, office, found)
    root, *replies = (maker.shown(each, target=each.ts == asked.at) for each in found)
    return Pane(root, replies)


# --- which messages -------------------------------------------------------------------------------------


def _stretch(context: Context, channel_id: str, asked: Asked) -> Stretch:
    match asked.extend:
        case "before":
            return _before(context, channel_id, asked.until, PAGE)
        case "after":
            return _after(context, channel_id, asked.since, PAGE)
        case "older":
            more = _before(context, channel_id, asked.since, PAGE).messages
            return _between(context, channel_id, more[0].ts if more else asked.since, asked.until)
        case "newer":
            more = _after(context, channel_id, asked.until, PAGE).messages
            return _between(context, channel_id, asked.since, more[-1].ts if more else "", keep_last=True)
    if asked.since:
        return _between(context, channel_id, asked.since, asked.until)
    if asked.at and not asked.thread:
        return _around(context, channel_id, asked.at)
    return _before(context, channel_id, None, PAGE)


def _before(context: Context, channel_id: str, ts: str | None, limit: int) -> Stretch:
    found = history.top_level(context, channel_id, Window(limit, latest=ts))
    return Stretch(found.messages[::-1], found.next_ts is not None, newer=ts is not None)


def _after(context: Context, channel_id: str, ts: str, limit: int) -> Stretch:
    found = history.top_level(context, channel_id, Window(limit, oldest=ts))
    return Stretch(found.messages[::-1], True, found.next_ts is not None)


def _around(context: Context, channel_id: str, ts: str) -> Stretch:
    messages.get(context, channel_id, ts)
    before = _before(context, channel_id, ts, PAGE // 2)
    from_it = history.top_level(context, channel_id, Window(PAGE // 2, oldest=ts, inclusive=True))
    return Stretch(
        [*before.messages, *from_it.messages[::-1]], before.older, newer=from_it.next_ts is not None
    )


def _between(
    context: Context, channel_id: str, since: str, until: str, *, keep_last: bool = False
) -> Stretch:
    """From one message to another (or to the newest), and no more than fit on a page."""
    window = Window(2 * MOST, oldest=since, latest=until or None, inclusive=True)
    page = history.top_level(context, channel_id, window)
    found = page.messages[::-1]
    kept = found[-MOST:] if keep_last else found[:MOST]
    first, last = (kept[0].ts, kept[-1].ts) if kept else (since, until)
    older = bool(_before(context, channel_id, first, 1).messages)
    return Stretch(kept, older, newer=bool(_after(context, channel_id, last, 1).messages))


def _ts_argument(name: str) -> str:
    given = request.args.get(name, "")
    return given if is_ts(given) else ""


def _ts(digits: str) -> str:
    if not (len(digits) == 16 and digits.isascii() and digits.isdigit()):
        abort(404)
    return f"{digits[:10]}.{digits[10:]}"
