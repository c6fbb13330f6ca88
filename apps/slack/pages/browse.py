"""Finding one's way: channels, people, direct messages, search."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from workaday.apps.slack.models import Message
from workaday.apps.slack.pages.door import pages, reading
from workaday.apps.slack.pages.messages import Maker, Shown, plain
from workaday.apps.slack.pages.office import Member, Office, Place
from workaday.apps.slack.pages.sidebar import Row, sidebar
from workaday.apps.slack.service import channels, overview, people, search
from workaday.world import Context

RESULTS = 20
SORTS = {
    "relevant": ("Most relevant", False, False),
    "newest": ("Newest", True, False),
    "oldest": ("Oldest", True, True),
}


@dataclass(frozen=True)
class Hit:
    """A message that a search found, and where."""

    place: Place
    message: Shown


@dataclass(frozen=True)
class Preview:
    """A direct conversation with the last thing said in it."""

    row: Row
    when: str
    text: str


# --- channels -------------------------------------------------------------------------------------------


@pages.get("/channels")
def browse_channels() -> str:
    """All public channels, and one's private ones."""
    wanted = request.args.get("q", "").strip()
    with reading("browse channels") as context:
        office = Office(context)
        listing = sidebar(context, office)
        found = [each for each in office.places.values() if not each.is_direct]
        found = [
            each
            for each in found
            if wanted.casefold() in f"{each.name} {each.topic} {each.purpose}".casefold()
        ]
        counts = channels.member_counts(context, [each.id for each in found])
    found.sort(key=lambda each: (each.is_archived, each.name))
    return render_template(
        "slack/channels.html", office=office, sidebar=listing, found=found, counts=counts, wanted=wanted
    )


@pages.get("/client/<team>/<channel>/members")
def members(team: str, channel: str) -> str:
    """Who is in a conversation, and what it is for."""
    with reading("members") as context:
        office = Office.of_team(context, team)
        place = channels.get(context, channel)
        seated = [office.members[user_id] for user_id in channels.members(context, place.id)]
        listing = sidebar(context, office, channel)
    seated.sort(key=lambda each: (each.label.casefold(), each.id))
    template = "slack/_details.html" if request.args.get("part") else "slack/details.html"
    return render_template(
        template,
        office=office,
        sidebar=listing,
        place=office.places[channel],
        seated=seated,
        creator=office.members[place.creator_id],
    )


# --- people ---------------------------------------------------------------------------------------------


@pages.get("/people")
def directory() -> str:
    """Everybody in the workspace."""
    wanted = request.args.get("q", "").strip()
    with reading("people") as context:
        office = Office(context)
        listing = sidebar(context, office)
    found = [each for each in office.active if _matches(each, wanted)]
    return render_template("slack/people.html", office=office, sidebar=listing, found=found, wanted=wanted)


def _matches(member: Member, wanted: str) -> bool:
    """Whether each word begins one of the person's names, a word of their title, or their address."""
    named = f"{member.real_name} {member.display_name} {member.handle} {member.title} {member.email}"
    names = named.casefold().split()
    return all(any(name.startswith(word) for name in names) for word in wanted.casefold().split())


@pages.get("/team/<user>")
def profile(user: str) -> str:
    """What is known of somebody."""
    with reading("profile") as context:
        office = Office(context)
        member = office.members[people.get(context, user).id]
        listing = sidebar(context, office)
    template = "slack/_profile.html" if request.args.get("part") else "slack/profile.html"
    local = office.calendar.local_time(ZoneInfo(member.tz))
    return render_template(template, office=office, sidebar=listing, member=member, local_time=local)


@pages.get("/new")
def new_message() -> str:
    """Choose whom to write to."""
    with reading("new message") as context:
        office = Office(context)
        listing = sidebar(context, office)
    return render_template("slack/new.html", office=office, sidebar=listing)


@pages.get("/dms")
def directs() -> str:
    """Direct messages, the newest first, each with its last message."""
    with reading("direct messages") as context:
        office = Office(context)
        listing = sidebar(context, office)
        last = overview.newest(context, [row.place.id for row in listing.directs])
        shown = [_preview(office, row, last.get(row.place.id)) for row in listing.directs]
    return render_template("slack/dms.html", office=office, sidebar=listing, shown=shown)


def _preview(office: Office, row: Row, last: Message | None) -> Preview:
    if last is None:
        return Preview(row, "", "")
    text = " ".join(plain(office, last.text).split())
    author = "You: " if last.user_id == office.viewer_id else ""
    if not author and row.place.kind == "mpim":
        author = f"{office.members[last.user_id].label}: "
    return Preview(row, office.calendar.brief(last.ts), author + text)


# --- search ---------------------------------------------------------------------------------------------


@pages.get("/search")
def search_messages() -> str | Answer:
    """The messages that a search finds, a page at a time."""
    query = request.args.get("q", "").strip()
    filters = [request.args[name] for name in ("from", "in") if request.args.get(name)]
    if filters:
        return redirect(
            url_for("slack.search_messages", q=" ".join([query, *filters]), sort=request.args.get("sort"))
        )
    sort = request.args.get("sort", "relevant")
    sort = sort if sort in SORTS else "relevant"
    number = max(request.args.get("page", 1, type=int), 1)
    with reading("search") as context:
        office = Office(context)
        listing = sidebar(context, office)
        hits, total = _hits(context, office, query, sort, number) if query else ([], 0)
    return render_template(
        "slack/search.html",
        office=office,
        sidebar=listing,
        query=query,
        sort=sort,
        sorts=SORTS,
        hits=hits,
        total=total,
        number=number,
        numbers=-(-total // RESULTS),
    )


def _hits(context: Context, office: Office, query: str, sort: str, number: int) -> tuple[list[Hit], int]:
    _, by_time, ascending = SORTS[sort]
    found = search.messages(context, query, count=RESULTS, page=number, by_time=by_time, ascending=ascending)
    maker = Maker(context, office)
    return [Hit(office.places[each.channel_id], maker.shown(each)) for each in found.messages], found.total
