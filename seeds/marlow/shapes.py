"""What a firm is made of: plain, frozen data that the loader of any app can read.

Every text in a post is Slack mrkdwn, except that a mention is ``{@person.id}`` and a link to a channel is ``{#name}``.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Size = Literal["tiny", "small"]
Data = dict[str, "str | int | list[str] | list[int]"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who works, or worked, at the firm."""

    id: str
    given_name: str
    family_name: str
    email: str
    title: str
    team: str
    manager_id: str | None
    timezone: str
    handle: str
    display_name: str
    phone: str
    status_text: str
    status_emoji: str
    is_admin: bool
    is_owner: bool
    deactivated: bool

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}"


@dataclass(frozen=True, slots=True)
class Client:
    """A person or business the firm works for; ``twin`` is the client whose name is easily taken for this one's."""

    id: str
    name: str
    form: str
    contact: str
    services: tuple[str, ...]
    twin: str | None

    @property
    def kind(self) -> Literal["person", "business"]:
        return "person" if self.form == "1040" else "business"


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel, with everyone who is in it at the end; those who came after its start have a ``channel_join`` post."""

    name: str
    kind: Literal["public", "private"]
    topic: str
    purpose: str
    creator: str
    created: datetime
    members: tuple[str, ...]
    is_general: bool
    is_archived: bool


@dataclass(frozen=True, slots=True)
class Direct:
    """A direct conversation of two people, or a group's."""

    members: tuple[str, ...]

    @property
    def key(self) -> str:
        """What a post's ``where`` says when it is said here."""
        return "+".join(self.members)


@dataclass(frozen=True, slots=True)
class Post:
    """One message. ``where`` is a channel's name or a direct conversation's key; ``reply_to`` is a root post's key."""

    key: str
    where: str
    author: str
    at: datetime
    text: str
    reply_to: str | None = None
    reactions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    edited_at: datetime | None = None
    broadcast: bool = False
    subtype: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true in this world, and the posts that say so. For task authors, never for agents.

    ``statement``: ``data`` has topic, client (for a matter of the office the words that the post uses for it), value,
    value_type, said, channel, author, question (paraphrases), rivals (canonical wrong values); money also
    has cents. ``promise``: what (as in "promised to ..."), client, by (ISO date, after now), promiser, channel, lookalike.
    ``request``: request_kind, label (as in "requests for ..."), channel, author, answered, how ('' when unanswered),
    bumped. People are given by id.
    """

    kind: Literal["statement", "promise", "request"]
    subject: str
    data: Data
    posts: tuple[str, ...]
    stale: tuple[str, ...] = ()
    """Older posts that say what no longer holds."""


@dataclass(frozen=True, slots=True)
class Firm:
    """The whole firm at ``now``: posts are in the order of their times."""

    name: str
    domain: str
    timezone: str
    now: datetime
    people: tuple[Person, ...]
    clients: tuple[Client, ...]
    channels: tuple[Channel, ...]
    directs: tuple[Direct, ...]
    posts: tuple[Post, ...]
    facts: tuple[Fact, ...]
