"""Puts the firm on Slack: everything happens through Slack's own services, in the order and at the times of the story."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from workaday.apps.slack.service import channels, messages, notices, reactions, setup
from workaday.apps.slack.timestamps import ts
from workaday.chance import Random, rng
from workaday.clock import micros
from workaday.people import Person as DirectoryEntry
from workaday.seeds.marlow.hours import NOW, at
from workaday.seeds.marlow.shapes import Channel, Direct, Firm, Person, Post
from workaday.world import SETUP_DOOR, Context, World

FOUNDED = datetime(2019, 6, 3, 9, 0, tzinfo=NOW.tzinfo)
WORKSPACE = "marlow-finch"
ARCHIVED = datetime(2025, 1, 3, 10, 15, tzinfo=NOW.tzinfo)
REFERENCE = re.compile(r"\{([@#])([a-z0-9.-]+)\}")


@dataclass
class Desk:
    """One firm's Slack while it is being filled: what the story's names are called there."""

    world: World
    context: Context
    firm: Firm
    users: dict[str, str] = field(default_factory=dict)
    """Person id to Slack user id."""
    places: dict[str, str] = field(default_factory=dict)
    """A post's ``where`` to the conversation's id."""
    stamps: dict[str, str] = field(default_factory=dict)
    """A post's key to its ``ts``."""
    channels: dict[str, str] = field(default_factory=dict)
    """A post's key to the id of its conversation."""
    voices: dict[str, Context] = field(default_factory=dict)

    def by(self, person: str, moment: datetime) -> Context:
        """The context in which a person does something at a moment."""
        self.world.clock.move(micros(moment))
        if person not in self.voices:
            self.voices[person] = Context(self.world, person, SETUP_DOOR)
        return self.voices[person]

    def named(self, text: str) -> str:
        """A text with mentions and links to channels as Slack writes them."""
        return REFERENCE.sub(self._token, text)

    def _token(self, match: re.Match[str]) -> str:
        if match[1] == "@":
            return f"<@{self.users[match[2]]}>"
        return f"<#{self.places[match[2]]}|{match[2]}>"

    def place(self, key: str) -> dict[str, str]:
        """Where a post is, by its key."""
        return {"channel": self.channels[key], "ts": self.stamps[key]}


@contextmanager
def furnishing(world: World, firm: Firm) -> Iterator[Desk]:
    """One action in which the whole of Slack is filled."""
    with world.action("furnish", door=SETUP_DOOR, person=None) as context:
        yield Desk(world, context, firm)


def steps(desk: Desk) -> Iterator[float]:
    """Does everything, and says after each post how much is done, from 0 to 1."""
    _hire(desk)
    _open_channels(desk)
    for number, post in enumerate(desk.firm.posts, 1):
        _say(desk, post)
        yield number / len(desk.firm.posts)
    _close(desk)
    _read(desk)


def _hire(desk: Desk) -> None:
    desk.world.clock.move(micros(FOUNDED))
    setup.workspace(desk.context, desk.firm.name, WORKSPACE)
    for person in desk.firm.people:
        entry = _entry(person)
        desk.context.session.add(entry)
        desk.context.session.flush()
        desk.users[person.id] = setup.user(desk.context, entry, _account(person)).id


def _entry(person: Person) -> DirectoryEntry:
    return DirectoryEntry(
        id=person.id,
        given_name=person.given_name,
        family_name=person.family_name,
        email=person.email,
        title=person.title,
        team=person.team,
        manager_id=person.manager_id,
        timezone=person.timezone,
    )


def _account(person: Person) -> setup.Account:
    return setup.Account(
        handle=person.handle,
        display_name=person.display_name,
        phone=person.phone,
        status_text=person.status_text,
        status_emoji=person.status_emoji,
        is_admin=person.is_admin,
        is_owner=person.is_owner,
        is_primary_owner=person.is_owner,
    )


def _open_channels(desk: Desk) -> None:
    """Channels are made in the order of their dates, with those in them from the start."""
    late = {(post.where, post.author) for post in desk.firm.posts if post.subtype == "channel_join"}
    for channel in sorted(desk.firm.channels, key=lambda one: one.created):
        first = [person for person in channel.members if (channel.name, person) not in late]
        _open(desk, channel, first)


def _open(desk: Desk, channel: Channel, first: list[str]) -> None:
    context = desk.by(channel.creator, channel.created)
    desk.places[channel.name] = setup.channel(
        context,
        channel.name,
        private=channel.kind == "private",
        creator=desk.users[channel.creator],
        joined={desk.users[person]: context.clock.seconds for person in first},
        topic=channel.topic,
        purpose=channel.purpose,
        is_general=channel.is_general,
    ).id


def _say(desk: Desk, post: Post) -> None:
    context = desk.by(post.author, post.at)
    if post.subtype == "channel_join":
        return _join(desk, context, post)
    if post.where not in desk.places:
        _open_direct(desk, context, post.where)
    thread = desk.stamps[post.reply_to] if post.reply_to else None
    posted = messages.post(
        context, desk.places[post.where], desk.named(post.text), thread_ts=thread, broadcast=post.broadcast
    )
    desk.stamps[post.key], desk.channels[post.key] = posted.message.ts, posted.message.channel_id
    return _touch(desk, post)


def _join(desk: Desk, context: Context, post: Post) -> None:
    place, user = desk.places[post.where], desk.users[post.author]
    setup.seat(context, place, {user: context.clock.seconds})
    desk.stamps[post.key], desk.channels[post.key] = notices.joined(context, place, user).ts, place


def _open_direct(desk: Desk, context: Context, key: str) -> None:
    members = next(direct.members for direct in desk.firm.directs if direct.key == key)
    others = [desk.users[person] for person in members if person != context.person]
    desk.places[key] = channels.open_direct(context, others).channel.id


def _touch(desk: Desk, post: Post) -> None:
    place, stamp = desk.places[post.where], desk.stamps[post.key]
    for emoji, people in post.reactions:
        for person in people:
            reactions.add(desk.by(person, post.at), place, stamp, emoji)
    if post.edited_at is not None:
        setup.mark_edited(desk.context, place, stamp, ts(micros(post.edited_at.replace(microsecond=0))))


def _close(desk: Desk) -> None:
    """What is over is closed, at its time; who has left has no account any more."""
    desk.world.clock.move(micros(ARCHIVED))
    for channel in desk.firm.channels:
        if channel.is_archived:
            setup.archive(desk.context, desk.places[channel.name])
    for person in desk.firm.people:
        if person.deactivated:
            setup.deactivate(desk.context, desk.users[person.id])
    desk.world.clock.move(micros(NOW))


def _read(desk: Desk) -> None:
    """People have read most conversations up to some time of yesterday or of the days before."""
    random = rng("marlow read", desk.firm.name, len(desk.firm.posts))
    for where, members in _seats(desk.firm.channels, desk.firm.directs):
        stamps = _stamps(desk, where)
        for person in members:
            _read_one(desk, where, person, stamps, random)


def _seats(channels: tuple[Channel, ...], directs: tuple[Direct, ...]) -> list[tuple[str, tuple[str, ...]]]:
    open_channels = [(channel.name, channel.members) for channel in channels if not channel.is_archived]
    return open_channels + [(direct.key, direct.members) for direct in directs]


def _stamps(desk: Desk, where: str) -> list[tuple[datetime, str, str]]:
    return [
        (post.at, post.author, desk.stamps[post.key])
        for post in desk.firm.posts
        if post.where == where and (post.reply_to is None or post.broadcast)
    ]


def _read_one(
    desk: Desk, where: str, person: str, stamps: list[tuple[datetime, str, str]], random: Random
) -> None:
    """Nobody has read less than what they wrote themselves."""
    days = random.choice((0, 0, 1, 1, 1, 2, 4))
    horizon = at(NOW.date() - timedelta(days=days), 8 if days == 0 else 18)
    seen = [stamp for moment, author, stamp in stamps if moment <= horizon or author == person]
    if seen:
        setup.read_until(desk.context, desk.places[where], desk.users[person], max(seen))
