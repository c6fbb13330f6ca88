"""Messages as a page shows them: plain values, made in bulk."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from flask import url_for
from markupsafe import Markup

from workaday.apps.slack import emoji, mrkdwn, richtext
from workaday.apps.slack.models import Ephemeral, Message
from workaday.apps.slack.pages.attached import Attached, in_messages
from workaday.apps.slack.pages.blocks import Block, Drawer
from workaday.apps.slack.pages.office import Member, Office
from workaday.apps.slack.service import history, overview, reactions
from workaday.apps.slack.service.messages import TOMBSTONE
from workaday.apps.slack.service.people import SLACKBOT
from workaday.apps.slack.timestamps import micros
from workaday.clock import SECOND
from workaday.world import Context

GROUPED = 5 * 60 * SECOND
"""Within so many microseconds, messages of one author stand under one name."""
MOST_FACES = 5
SNIPPET = 80
_NAMED = re.compile(r":([a-z0-9_+-]+):")


@dataclass(frozen=True)
class Pill:
    """One emoji on a message and who put it there."""

    name: str
    character: str
    count: int
    mine: bool
    told: str
    """``You and Dana reacted with :eyes:``."""


@dataclass(frozen=True)
class Replies:
    """What stands under a message that has a thread."""

    count: int
    faces: tuple[Member, ...]
    last: str
    latest: str

    @property
    def label(self) -> str:
        """``1 reply``, ``3 replies``."""
        return "1 reply" if self.count == 1 else f"{self.count} replies"


@dataclass(frozen=True)
class Shown:
    """One message."""

    kind = "message"
    ts: str
    channel: str
    author: Member
    body: Markup
    time: str
    exact: str
    full: str
    subtype: str
    edited: str
    """When it was edited; empty if it was not."""
    pills: tuple[Pill, ...]
    replies: Replies | None
    root_ts: str
    """The thread that it is a reply of; empty for a message of the conversation itself."""
    broadcast: bool
    root_snippet: str
    href: str
    permalink: str
    mine: bool
    deletable: bool
    files: tuple[Attached, ...] = ()
    blocks: tuple[Block, ...] = ()
    """What an app has put together, in place of the body."""
    continued: bool = False
    target: bool = False

    @property
    def thread_ts(self) -> str:
        """The thread that a reply to it goes to."""
        return self.root_ts or self.ts

    @property
    def is_notice(self) -> bool:
        """Whether the workspace wrote it, not the author."""
        return self.subtype not in {"", "me_message", "thread_broadcast"}

    @property
    def is_tombstone(self) -> bool:
        """Whether it stands for a deleted message."""
        return self.subtype == TOMBSTONE


@dataclass(frozen=True)
class Whisper:
    """A message that its reader alone sees, until they dismiss it."""

    kind = "whisper"
    ts: str
    channel: str
    author: Member
    body: Markup
    time: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class DayLine:
    """A line above a day's first message."""

    kind = "day"
    key: str
    label: str


@dataclass(frozen=True)
class NewLine:
    """The red line above the first message that the viewer has not read."""

    kind = "new"
    key: str = "new"


Item = Shown | DayLine | NewLine | Whisper


@dataclass(frozen=True)
class Maker:
    """Makes what is shown of the messages of one conversation."""

    context: Context
    office: Office
    threads: dict[str, history.Thread] = field(default_factory=dict)
    reacted: dict[str, reactions.Reactions] = field(default_factory=dict)
    roots: dict[str, Message] = field(default_factory=dict)
    files: dict[str, tuple[Attached, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, context: Context, office: Office, found: Sequence[Message]) -> Maker:
        """With all that these messages need, in four queries."""
        return cls(
            context,
            office,
            history.threads(context, found),
            reactions.on(context, found),
            overview.roots(context, [each for each in found if each.broadcast]),
            in_messages(context, office, found),
        )

    def shown(self, message: Message, *, continued: bool = False, target: bool = False) -> Shown:
        """One message."""
        office, calendar = self.office, self.office.calendar
        root_ts = message.thread_ts or ""
        mine = message.user_id == office.viewer_id
        editable = message.subtype in {None, "me_message"}
        blocks = tuple(self._blocks(message))
        return Shown(
            ts=message.ts,
            channel=message.channel_id,
            author=office.members[message.user_id],
            body=Markup() if blocks else self._body(message),
            time=calendar.time(message.ts),
            exact=calendar.exact(message.ts),
            full=calendar.full(message.ts),
            subtype=message.subtype or "",
            edited=calendar.exact(message.edited_ts) if message.edited_ts else "",
            pills=tuple(self._pills(message.ts)),
            replies=self._replies(message.ts),
            root_ts=root_ts,
            broadcast=message.broadcast,
            root_snippet=self._snippet(self.roots.get(root_ts)),
            href=self._href(message),
            permalink=self._permalink(message),
            mine=mine and editable,
            deletable=message.subtype != TOMBSTONE and (mine or office.is_admin),
            files=self.files.get(message.ts, ()),
            blocks=blocks,
            continued=continued,
            target=target,
        )

    def _body(self, message: Message) -> Markup:
        blocks = [each for each in json.loads(message.blocks or "[]") if each.get("type") == "rich_text"]
        made: list[Any] = blocks or richtext.blocks(message.text, message.client_msg_id)
        return richtext.html(made, self.office)

    def _blocks(self, message: Message) -> list[Block]:
        """The blocks of a message that are more than its text."""
        given = json.loads(message.blocks or "[]")
        if all(each.get("type") == "rich_text" for each in given):
            return []
        return Drawer(self.office).blocks(richtext.identified(given, f"{message.channel_id}:{message.ts}"))

    def _pills(self, message_ts: str) -> Iterator[Pill]:
        for name, users in self.reacted.get(message_ts, {}).items():
            who = self._names(users)
            character = emoji.unicode(name) if emoji.canonical(name) else f":{name}:"
            mine = self.office.viewer_id in users
            yield Pill(name, character, len(users), mine, f"{who} reacted with :{name}:")

    def _names(self, users: Sequence[str]) -> str:
        """``You, Ana and Bo``: oneself first, then the others in order."""
        viewer = self.office.viewer_id
        others = [self.office.members[user_id].label for user_id in users if user_id != viewer]
        names = (["You"] if viewer in users else []) + others
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    def _replies(self, message_ts: str) -> Replies | None:
        thread = self.threads.get(message_ts)
        if thread is None:
            return None
        faces = tuple(self.office.members[user_id] for user_id in thread.users[:MOST_FACES])
        return Replies(thread.count, faces, self.office.calendar.last_reply(thread.latest), thread.latest)

    def _snippet(self, root: Message | None) -> str:
        if root is None:
            return ""
        text = " ".join(plain(self.office, root.text).split())
        return text if len(text) <= SNIPPET else f"{text[: SNIPPET - 1]}…"

    def _href(self, message: Message) -> str:
        digits = message.ts.replace(".", "")
        if message.thread_ts is None:
            return url_for("slack.archives", channel=message.channel_id, digits=digits)
        return url_for(
            "slack.archives",
            channel=message.channel_id,
            digits=digits,
            thread_ts=message.thread_ts,
            cid=message.channel_id,
        )

    def _permalink(self, message: Message) -> str:
        """As :func:`service.messages.permalink` spells it, without asking again what is known here."""
        address = f"https://{self.office.domain}.slack.com/archives/{message.channel_id}"
        root_ts = message.thread_ts or (message.ts if message.ts in self.threads else "")
        query = f"?thread_ts={root_ts}&cid={message.channel_id}" if root_ts else ""
        return f"{address}/p{message.ts.replace('.', '')}{query}"


def plain(office: Office, text: str) -> str:
    """A message's text in one string of words."""
    return _NAMED.sub(_character, mrkdwn.plain(text, office.names))


def _character(named: re.Match[str]) -> str:
    return emoji.unicode(named[1]) if emoji.canonical(named[1]) else named[0]


def whisper(office: Office, message: Ephemeral) -> Whisper:
    """A message that is for the viewer alone."""
    given = json.loads(message.blocks or "[]")
    text = richtext.blocks(message.text, f"e{message.id}")
    drawn = Drawer(office).blocks(richtext.identified(given, f"{message.channel_id}:e{message.id}"))
    return Whisper(
        ts=message.ts,
        channel=message.channel_id,
        author=office.members[message.user_id],
        body=Markup() if drawn else richtext.html(text, office),
        time=office.calendar.time(message.ts),
        blocks=tuple(drawn),
    )


def listed(
    context: Context, office: Office, found: Sequence[Message], *, seen: str = "", target: str = ""
) -> list[Item]:
    """Messages (oldest first) with the lines between them; ``seen`` is how far the viewer had read before."""
    maker = Maker.of(context, office, found)
    items: list[Item] = []
    day: date | None = None
    previous: Message | None = None
    announced = not seen
    for message in found:
        today = office.calendar.moment(message.ts).date()
        if today != day:
            items.append(DayLine(f"day-{today.isoformat()}", office.calendar.heading(today)))
            day, previous = today, None
        if not announced and message.ts > seen and message.user_id != office.viewer_id:
            items.append(NewLine())
            announced, previous = True, None
        continued = previous is not None and follows(previous, message)
        items.append(maker.shown(message, continued=continued, target=message.ts == target))
        previous = message
    return items


def follows(previous: Message, message: Message) -> bool:
    """Whether a message stands under the name above it: same author, a few minutes, nothing special."""
    ordinary = all(each.subtype is None and not each.broadcast for each in (previous, message))
    near = micros(message.ts) - micros(previous.ts) < GROUPED
    return ordinary and near and previous.user_id == message.user_id != SLACKBOT
