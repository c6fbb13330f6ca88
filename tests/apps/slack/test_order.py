"""Every answer has a total order, and no query reads a whole table of messages to give it (Law 3)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.apps.slack.acting import DANA, MARCUS, OTHER_DANA, PRIYA, RUTH, TOM, by, post
from tests.office import Office
from workaday import database
from workaday.apps.slack import shapes
from workaday.apps.slack.service import (
    activity,
    channels,
    history,
    marks,
    messages,
    overview,
    people,
    reactions,
    search,
    threads,
)
from workaday.database import engine
from workaday.snapshot import Snapshot
from workaday.tool import toolbox
from workaday.world import Context, World

TOOLS = toolbox("slack")
KINDS = "public_channel,private_channel,mpim,im"


def furnish(world: World, office: Office) -> None:
    """Ties everywhere: messages of one moment, reactions of many, new conversations, edits and deletions."""
    for name, person in (
        ("general", TOM),
        ("tax-season", PRIYA),
        ("dm", MARCUS),
        ("group", OTHER_DANA),
        ("partners", RUTH),
    ):
        for number in range(6):
            root = post(world, office.channels[name], f"heron {number}", person)
            if number % 2:
                post(
                    world,
                    office.channels[name],
                    f"reply about a heron {number}",
                    person,
                    thread_ts=root,
                    broadcast=number == 3,
                )
    for person in (MARCUS, DANA, PRIYA):
        for emoji in ("tada", "eyes", "+1"):
            with by(world, person) as context:
                newest = history.top_level(context, office.channels["general"], history.Window(1)).messages[0]
                reactions.add(context, office.channels["general"], newest.ts, emoji)
    with by(world) as context:
        channels.open_direct(context, [office.users[TOM], office.users[RUTH]])
        channels.open_direct(context, [office.users[DANA]])


def looks(office: Office) -> dict[str, Callable[[Context], Any]]:
    """Everything that the service and the tools can be asked."""
    general, tax, question = (
        office.channels["general"],
        office.channels["tax-season"],
        office.messages["question"],
    )
    every = history.Window(999)

    def listing(context: Context) -> list[str]:
        return [each.id for each in channels.listed(context)]

    return {
        "listed": listing,
        "members": lambda context: channels.members(context, general),
        "member_counts": lambda context: channels.member_counts(context, listing(context)),
        "everyone": lambda context: [user.id for user in people.everyone(context)],
        "named": lambda context: list(people.named(context, office.users.values())),
        "history": lambda context: shapes.messages(
            context, history.top_level(context, general, every).messages
        ),
        "forward": lambda context: shapes.messages(
            context,
            history.top_level(context, general, history.Window(3, oldest="0000000001.000000")).messages,
        ),
        "thread": lambda context: shapes.messages(
            context, history.thread(context, tax, question, every).messages
        ),
        "follows": lambda context: threads.follows(context, history.top_level(context, tax, every).messages),
        "followed": lambda context: [each.root.id for each in threads.followed(context, limit=10)],
        "activity": lambda context: [each.key for each in activity.listed(context)],
        "unread": lambda context: {key: (u.messages, u.mentions) for key, u in marks.unread(context).items()},
        "seats": overview.seats,
        "rosters": lambda context: overview.rosters(context, listing(context)),
        "newest": lambda context: {
            key: each.ts for key, each in overview.newest(context, listing(context)).items()
        },
        "best": lambda context: [each.id for each in search.messages(context, "heron", count=50).messages],
        "by time": lambda context: [
            each.id for each in search.messages(context, "heron", by_time=True).messages
        ],
        "oldest": lambda context: [
            each.id for each in search.messages(context, "heron", ascending=True).messages
        ],
        "from": lambda context: [
            each.id for each in search.messages(context, "from:tom.alvarez in:general").messages
        ],
        "permalinks": lambda context: messages.permalinks(
            context, history.top_level(context, tax, every).messages
        ),
    }


def asked_of_tools(office: Office) -> dict[str, dict[str, Any]]:
    return {
        "slack_list_channels": {"types": KINDS, "exclude_archived": False},
        "slack_list_members": {"channel": office.channels["general"]},
        "slack_list_users": {},
        "slack_read_channel": {"channel": office.channels["general"]},
        "slack_read_thread": {"channel": office.channels["tax-season"], "ts": office.messages["question"]},
        "slack_search_messages": {"query": "heron", "count": 100},
        "slack_get_reactions": {
            "channel": office.channels["general"],
            "timestamp": office.messages["welcome"],
        },
    }


def everything_told(world: World, office: Office) -> dict[str, str]:
    told = {}
    for name, look in looks(office).items():
        with world.action(name, door="tool", person=DANA, reads=True) as context:
            told[name] = json.dumps(look(context))
    for name, arguments in asked_of_tools(office).items():
        told[name] = json.dumps(TOOLS[name].call(world, DANA, arguments))
    return told


def test_every_answer_is_the_same_when_sqlite_turns_unordered_rows_round(
    snapshot: Snapshot, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    with World.open(snapshot) as world:
        furnish(world, office)
        as_usual, state = everything_told(world, office), world.state_hash()
    monkeypatch.setattr(database, "PRAGMAS", [*database.PRAGMAS, "PRAGMA reverse_unordered_selects = ON"])
    with World.open(snapshot) as world:
        assert world.raw.execute("PRAGMA reverse_unordered_selects").fetchone() == (1,)
        furnish(world, office)
        assert everything_told(world, office) == as_usual
        assert world.state_hash() == state == world.full_state_hash()


# --- how they are found ---------------------------------------------------------------------------------


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """The SQL that is run, with its parameters."""
    run: list[tuple[str, Any]] = []

    def note(_: object, __: object, sql: str, parameters: Any, *___: object) -> None:
        run.append((sql, parameters))

    event.listen(engine(), "before_cursor_execute", note)
    try:
        yield run
    finally:
        event.remove(engine(), "before_cursor_execute", note)


def scans(world: World, sql: str, parameters: Any) -> list[str]:
    """The tables that a statement reads from the first row to the last, index or none."""
    plan = [row[3] for row in world.raw.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)]
    return [found[1] for step in plan if (found := re.match(r"SCAN (\w+)(?! VIRTUAL)", step))]


LARGE = {"slack_message", "slack_reaction", "workaday_journal"}


def test_no_answer_reads_all_messages(world: World, office: Office) -> None:
    furnish(world, office)
    with statements() as run:
        everything_told(world, office)
        for name in ("slack_post_message", "slack_add_reaction", "slack_mark_read"):
            arguments = {
                "slack_post_message": {"channel": office.channels["general"], "text": "a heron"},
                "slack_add_reaction": {
                    "channel": office.channels["general"],
                    "timestamp": office.messages["welcome"],
                    "name": "eyes",
                },
                "slack_mark_read": {
                    "channel": office.channels["general"],
                    "ts": office.messages["welcome"],
                },
            }[name]
            TOOLS[name].call(world, DANA, arguments)
    assert len(run) > 50
    found = {
        (sql, table) for sql, parameters in run for table in scans(world, sql, parameters) if table in LARGE
    }
    assert not found


def test_a_thread_s_replies_are_read_from_their_index(world: World, office: Office) -> None:
    """Not from the whole conversation, which the index on timestamps would offer as well."""
    furnish(world, office)
    with statements() as run:
        TOOLS["slack_read_channel"].call(world, DANA, {"channel": office.channels["general"]})
    (replies,) = ((sql, parameters) for sql, parameters in run if "thread_ts IN" in sql)
    plan = [row[3] for row in world.raw.execute(f"EXPLAIN QUERY PLAN {replies[0]}", replies[1])]
    assert any(
        "ix_slack_message_channel_id_thread_ts_ts (channel_id=? AND thread_ts=?)" in step for step in plan
    )


@pytest.mark.parametrize(
    "name",
    asked_of_tools(
        Office(channels={"general": "", "tax-season": ""}, messages={"question": "", "welcome": ""})
    ),
)
def test_an_answer_takes_as_many_statements_however_much_it_tells(
    world: World, office: Office, name: str
) -> None:
    def count() -> int:
        with statements() as run:
            TOOLS[name].call(world, DANA, asked_of_tools(office)[name])
        return len(run)

    furnish(world, office)
    before = count()
    furnish_more(world, office)
    assert count() == before


def furnish_more(world: World, office: Office) -> None:
    for person in (TOM, PRIYA, OTHER_DANA):
        with by(world) as context:
            direct = channels.open_direct(context, [office.users[person]]).channel.id
        root = post(world, direct, "another heron", person)
        post(world, direct, "a reply", person, thread_ts=root)
    for name in ("general", "tax-season"):
        for _ in range(5):
            root = post(world, office.channels[name], "one more heron")
            post(world, office.channels[name], "a reply", thread_ts=root)
