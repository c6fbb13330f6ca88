"""The world of Marlow & Finch says on Slack what the firm's data says, when it says it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workaday.apps.slack.models import Channel, Membership, Message, Reaction, ReadMark, User, Workspace
from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.timestamps import ts
from workaday.clock import micros
from workaday.people import Fact, Person
from workaday.seeds.marlow import seed
from workaday.seeds.marlow.firm import firm
from workaday.seeds.marlow.shapes import Firm, Post
from workaday.snapshot import Snapshot, Store
from workaday.world import World


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return Store(tmp_path_factory.mktemp("snapshots")).build("marlow", "small", 1)


@pytest.fixture(scope="module")
def made() -> Firm:
    return firm("small", 1)


@pytest.fixture
def session(built: Snapshot) -> Iterator[Session]:
    with World.open(built) as world, world.read() as reading:
        yield reading


def users(session: Session) -> dict[str, str]:
    rows = session.execute(select(User.person_id, User.id).where(User.person_id.is_not(None)))
    return {str(person): user for person, user in rows}


def written(post: Post, users: dict[str, str], channels: dict[str, str]) -> str:
    """A post's text as the API would be given it."""
    text = re.sub(r"\{@([^}]*)\}", lambda match: f"<@{users[match[1]]}>", post.text)
    return re.sub(r"\{#([^}]*)\}", lambda match: f"<#{channels[match[1]]}|{match[1]}>", text)


def test_the_recipe_offers_what_the_firm_has() -> None:
    assert (seed.name, seed.sizes) == ("marlow", ("tiny", "small"))
    assert seed.package == "workaday.seeds.marlow"


def test_everybody_is_in_the_directory_and_on_slack(session: Session, made: Firm) -> None:
    people = session.scalars(select(Person).order_by(Person.id)).all()
    assert [person.id for person in people] == sorted(person.id for person in made.people)
    accounts = {user.person_id: user for user in session.scalars(select(User)) if user.person_id}
    for person in made.people:
        account = accounts[person.id]
        assert (account.real_name, account.email, account.deleted) == (
            person.name,
            person.email,
            person.deactivated,
        )
    workspace = session.scalars(select(Workspace)).one()
    assert workspace.name == "Marlow & Finch"


def test_every_post_is_a_message_at_its_time(session: Session, made: Firm) -> None:
    known = users(session)
    channels = {
        str(row.name): row.id for row in session.scalars(select(Channel).where(Channel.name.is_not(None)))
    }
    messages = {message.ts: message for message in session.scalars(select(Message))}
    assert len(messages) == len(made.posts)
    stamps = {post.key: ts(micros(post.at)) for post in made.posts}
    for post in made.posts:
        message = messages[stamps[post.key]]
        assert message.text == normalise(written(post, known, channels))
        assert (message.user_id, message.subtype) == (known[post.author], post.subtype)
        assert message.thread_ts == (stamps[post.reply_to] if post.reply_to else None)
        assert (message.edited_ts is None) == (post.edited_at is None)
        if post.where in channels:
            assert message.channel_id == channels[post.where]


def test_reactions_are_those_of_the_posts(session: Session, made: Firm) -> None:
    known = users(session)
    rows = session.execute(select(Reaction.message_ts, Reaction.name, Reaction.user_id))
    expected = {
        (ts(micros(post.at)), emoji, known[person])
        for post in made.posts
        for emoji, people in post.reactions
        for person in people
    }
    assert {tuple(row) for row in rows} == expected


def test_channels_have_the_members_of_the_data_from_their_time_on(session: Session, made: Firm) -> None:
    known = users(session)
    joins = {(post.where, post.author): post.at for post in made.posts if post.subtype == "channel_join"}
    for channel in made.channels:
        row = session.scalars(select(Channel).where(Channel.name == channel.name)).one()
        seats = session.execute(
            select(Membership.user_id, Membership.joined).where(Membership.channel_id == row.id)
        )
        assert {str(user): int(since) for user, since in seats} == {
            known[person]: int(joins.get((channel.name, person), channel.created).timestamp())
            for person in channel.members
        }
        assert (row.kind, row.is_archived, row.is_general) == (
            channel.kind,
            channel.is_archived,
            channel.is_general,
        )
        assert (row.topic, row.purpose, row.created) == (
            channel.topic,
            channel.purpose,
            int(channel.created.timestamp()),
        )


def test_a_direct_conversation_is_its_members_alone(session: Session, made: Firm) -> None:
    known = users(session)
    directs = session.scalars(select(Channel).where(Channel.kind.in_(["im", "mpim"]))).all()
    seats = [
        frozenset(session.scalars(select(Membership.user_id).where(Membership.channel_id == direct.id)))
        for direct in directs
    ]
    assert sorted(map(sorted, seats)) == sorted(
        sorted(known[one] for one in direct.members) for direct in made.directs
    )


def test_facts_point_to_the_messages_that_state_them(session: Session, made: Firm) -> None:
    rows = session.scalars(select(Fact).order_by(Fact.id)).all()
    assert [(row.kind, row.subject) for row in rows] == [(fact.kind, fact.subject) for fact in made.facts]
    messages = {(message.channel_id, message.ts): message for message in session.scalars(select(Message))}
    for row in rows:
        data = json.loads(row.data)
        found = [messages[place["channel"], place["ts"]] for place in data["places"] + data["stale_places"]]
        assert found
        if row.kind == "statement":
            assert data["said"] in found[0].text


def test_nobody_has_read_less_than_they_wrote(session: Session) -> None:
    marks = {(mark.channel_id, mark.user_id): mark.last_read for mark in session.scalars(select(ReadMark))}
    own = session.execute(
        select(Message.channel_id, Message.user_id, func.max(Message.ts))
        .join(Channel, Channel.id == Message.channel_id)
        .where(Message.thread_ts.is_(None), Channel.is_archived.is_(False), Message.subtype.is_(None))
        .group_by(Message.channel_id, Message.user_id)
    )
    for channel, user, newest in own:
        assert marks[channel, user] >= newest


def test_there_is_something_new_to_most_people(built: Snapshot, made: Firm) -> None:
    from workaday.apps.slack.service.marks import unread

    found = []
    with World.open(built) as world:
        for person in made.people:
            if not person.deactivated:
                with world.action("look", door="test", person=person.id, reads=True) as context:
                    found.append(sum(each.messages for each in unread(context).values()))
    assert sum(count > 0 for count in found) > 0.8 * len(found)


def test_the_world_is_built_alike_everywhere(built: Snapshot, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from workaday.snapshot import Store\n"
        "print(Store(Path(sys.argv[1])).build('marlow', 'small', 1).manifest.state_hash)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "3", "TZ": "Pacific/Auckland"}
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == built.manifest.state_hash
