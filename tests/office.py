"""A small firm for tests: eight people, two of them near-namesakes, and every kind of conversation on Slack.

It is built through Slack's own services, and does not depend on any seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import select

from workaday.apps.slack.models import Channel, File, Message, User, Workspace
from workaday.apps.slack.service import channels, files, messages, reactions, setup
from workaday.clock import SECOND, micros
from workaday.people import Person
from workaday.snapshot import Progress, Recipe, Size
from workaday.world import SETUP_DOOR, Context, World

ZONE = "America/New_York"
NOW = micros(datetime(2025, 3, 18, 9, 0, tzinfo=ZoneInfo(ZONE)))
"""Tuesday 18 March 2025, 09:00 in New York: 13:00 UTC."""


class Member(NamedTuple):
    """Somebody of the firm; the person's id is also the handle on Slack."""

    id: str
    given_name: str
    family_name: str
    title: str
    team: str
    timezone: str = ZONE


MEMBERS = (
    Member("ruth.okafor", "Ruth", "Okafor", "Managing Partner", "Partners"),
    Member("dana.whitfield", "Dana", "Whitfield", "Senior Tax Associate", "Tax"),
    Member("dana.whitford", "Dana", "Whitford", "Payroll Specialist", "Payroll"),
    Member("marcus.lee", "Marcus", "Lee", "Tax Manager", "Tax"),
    Member("priya.raman", "Priya", "Raman", "Tax Associate", "Tax", "America/Chicago"),
    Member("tom.alvarez", "Tom", "Alvarez", "Office Manager", "Operations"),
    Member("ines.duarte", "Inês", "Duarte", "Auditor", "Audit", "America/Los_Angeles"),
    Member("walt.brenner", "Walt", "Brenner", "Bookkeeper", "Payroll"),
)
ADMIN, DEACTIVATED = "ruth.okafor", "walt.brenner"
EVERYBODY = tuple(member.id for member in MEMBERS)


@dataclass
class Office:
    """Where things are in the office: ids by the names that tests use."""

    workspace: str = ""
    users: dict[str, str] = field(default_factory=dict)
    """Slack user ids by person id."""
    channels: dict[str, str] = field(default_factory=dict)
    """Channel ids by name: ``general``, ``tax-season``, ``partners`` (private), ``old-software`` (archived),
    ``dm`` (Dana Whitfield and Marcus), ``group`` (the two Danas and Priya)."""
    messages: dict[str, str] = field(default_factory=dict)
    """Timestamps by name: see :data:`TEXTS`."""
    files: dict[str, str] = field(default_factory=dict)
    """File ids by name: ``notes.txt`` is Dana Whitfield's, and nobody else can see it."""


TEXTS = {
    "welcome": "Welcome to the season, everybody. Deadline is *15 April*.",
    "question": "Which engagement letter do we send to returning clients?",
    "reply": "The one in Templates/2025, not the old one.",
    "reply_broadcast": "Updated the template folder just now.",
    "edited": "Lunch order closes at 11:30.",
    "private": "Offer for the Audit opening goes out tomorrow.",
    "archived": "We have moved to the new suite.",
    "dm": "Can you look over the Hartley return before noon?",
    "dm_reply": "Will do, on my desk by 11.",
    "group": "Payroll needs the W-2c list from us.",
    "mention": "<@{dana.whitford}> the W-2c for Okonkwo is in.",
}
"""What was written, by the names that tests use; braces stand for a person's user id."""
NOTES = b"Call Hartley.\nAsk for the W-2c.\n"


def find(world: World) -> Office:
    """The ids of an office, read from a world that was built with it."""
    office = Office()
    with world.read() as session:
        office.workspace = session.scalars(select(Workspace.id)).one()
        people = select(User.person_id, User.id).where(User.person_id.is_not(None)).order_by(User.id)
        office.users = {str(person): user for person, user in session.execute(people)}
        found = select(Channel).order_by(Channel.id)
        office.channels = {_called(channel): channel.id for channel in session.scalars(found)}
        office.files = {row.name: row.id for row in session.execute(select(File.name, File.id))}
        texts = {row.text: row.ts for row in session.execute(select(Message.text, Message.ts))}
    office.messages = {name: texts[_filled(office.users, text)] for name, text in TEXTS.items()}
    return office


def _called(channel: Channel) -> str:
    return {"im": "dm", "mpim": "group"}.get(channel.kind, channel.name or "")


def _filled(users: dict[str, str], text: str) -> str:
    for person, user in users.items():
        text = text.replace(f"{{{person}}}", user)
    return text


# --- building -------------------------------------------------------------------------------------------


def build(world: World, size: Size, seed: int, progress: Progress) -> None:
    """Furnish the office: the same whatever the size and the seed number."""
    site = _Site(world)
    site.hire()
    site.open_channels()
    site.talk()
    progress(1.0)


class _Site:
    """The office while it is being built."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.office = Office()
        self.minutes = 60 * 24

    @contextmanager
    def by(self, person: str | None) -> Iterator[Context]:
        """Somebody does something, one minute after what was done before; all of it the day before today."""
        with self.world.action("build", door=SETUP_DOOR, person=person) as context:
            self.minutes -= 1
            context.clock.move(NOW - self.minutes * 60 * SECOND)
            yield context

    def hire(self) -> None:
        with self.by(None) as context:
            self.office.workspace = setup.workspace(context, "Whitford & Okafor", "whitford-okafor").id
            for member in MEMBERS:
                self._hire(context, member)

    def _hire(self, context: Context, member: Member) -> None:
        person = Person(
            id=member.id,
            given_name=member.given_name,
            family_name=member.family_name,
            email=f"{member.id}@whitford-okafor.example",
            title=member.title,
            team=member.team,
            manager_id=None if member.id == ADMIN else ADMIN,
            timezone=member.timezone,
        )
        context.session.add(person)
        context.session.flush()
        account = setup.Account(
            handle=member.id, is_admin=member.id == ADMIN, deactivated=member.id == DEACTIVATED
        )
        self.office.users[member.id] = setup.user(context, person, account).id

    def open_channels(self) -> None:
        self._open("general", EVERYBODY, is_general=True)
        self._open("tax-season", ("dana.whitfield", "marcus.lee", "priya.raman", "dana.whitford"))
        self._open("partners", ("ruth.okafor", "marcus.lee"), private=True)
        self._open("old-software", ("tom.alvarez", "dana.whitfield"))

    def _open(
        self, name: str, members: tuple[str, ...], *, private: bool = False, is_general: bool = False
    ) -> None:
        with self.by(members[0]) as context:
            joined = {self.office.users[member]: context.clock.seconds for member in members}
            creator = self.office.users[members[0]]
            made = setup.channel(
                context, name, private=private, creator=creator, joined=joined, is_general=is_general
            )
            self.office.channels[name] = made.id

    def talk(self) -> None:
        self._in_channels()
        self._directly()
        with self.by("tom.alvarez") as context:
            setup.archive(context, self.office.channels["old-software"])
        with self.by("dana.whitfield") as context:
            files.upload(context, "notes.txt", NOTES)

    def _in_channels(self) -> None:
        welcome = self._say("ruth.okafor", "general", "welcome")
        for person in ("marcus.lee", "priya.raman"):
            self._react(person, "general", welcome, "tada")
        question = self._say("priya.raman", "tax-season", "question")
        self._react("marcus.lee", "tax-season", question, "eyes")
        self._say("dana.whitfield", "tax-season", "reply", thread_ts=question)
        self._say("marcus.lee", "tax-season", "reply_broadcast", thread_ts=question, broadcast=True)
        lunch = self._say("tom.alvarez", "general", "edited", "Lunch order closes at 11.")
        with self.by("tom.alvarez") as context:
            messages.edit(context, self.office.channels["general"], lunch, TEXTS["edited"])
        self._say("marcus.lee", "tax-season", "mention")
        self._say("ruth.okafor", "partners", "private")
        self._say("tom.alvarez", "old-software", "archived")

    def _directly(self) -> None:
        self._open_direct("dm", "marcus.lee", "dana.whitfield")
        self._say("marcus.lee", "dm", "dm")
        self._say("dana.whitfield", "dm", "dm_reply")
        self._open_direct("group", "dana.whitfield", "dana.whitford", "priya.raman")
        self._say("dana.whitford", "group", "group")

    def _open_direct(self, name: str, opener: str, *others: str) -> None:
        with self.by(opener) as context:
            users = [self.office.users[other] for other in others]
            self.office.channels[name] = channels.open_direct(context, users).channel.id

    def _say(
        self,
        person: str,
        channel: str,
        name: str,
        text: str = "",
        *,
        thread_ts: str | None = None,
        broadcast: bool = False,
    ) -> str:
        said = text or _filled(self.office.users, TEXTS[name])
        with self.by(person) as context:
            where = self.office.channels[channel]
            posted = messages.post(context, where, said, thread_ts=thread_ts, broadcast=broadcast)
            return posted.message.ts

    def _react(self, person: str, channel: str, ts: str, emoji: str) -> None:
        with self.by(person) as context:
            reactions.add(context, self.office.channels[channel], ts, emoji)


RECIPE = Recipe(
    name="office",
    package="workaday.web",  # a recipe's package has to be importable; this store lives as long as the tests
    now=NOW,
    timezone=ZONE,
    sizes=("tiny",),
    build=build,
)
