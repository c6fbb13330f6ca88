"""Every row change is recorded, with the action that made it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Boolean, Column, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects import sqlite as dialect
from sqlalchemy.schema import CreateTable

from tests.office import Office
from workaday import journal
from workaday.apps.slack.service import messages, reactions
from workaday.database import Base, RawConnection, connect
from workaday.journal import Change
from workaday.world import World

DANA, MARCUS = "dana.whitfield", "marcus.lee"
TABLES = journal.recorded(Base.metadata)
AWKWARD = [
    "",
    "café 🙂 \U0001f9d1‍💻",
    "a\x00b\x00",
    'it\'s "so" \\ 100% {x} \x1f',
    "line\nbreak\ttab\r\n\u2028",
    "7",
    "null",
    '{"a": 1}',
    "x" * 40_000,
    "é" * 40_000,
]
NUMBERS = [0, 1, -1, 2**53 + 1, 2**63 - 1, -(2**63)]


# --- a table of its own ---------------------------------------------------------------------------------


def thing_table() -> Table:
    """What a table may hold, with a key of two columns."""
    return Table(
        "thing",
        MetaData(),
        Column("shelf", Text, primary_key=True),
        Column("place", Integer, primary_key=True),
        Column("zed", Text),
        Column("alpha", Integer),
        Column("picture", LargeBinary),
        Column("lent", Boolean),
    )


@pytest.fixture
def thing() -> Iterator[RawConnection]:
    """A database with one recorded table, and one action under way."""
    raw = connect()
    table = thing_table()
    for each in (table, journal.Action.__table__, journal.Entry.__table__):
        raw.execute(str(CreateTable(cast(Table, each)).compile(dialect=dialect.dialect())))
    for statement in journal.triggers(table):
        raw.execute(statement)
    begin(raw, 1)
    yield raw
    raw.close()


def begin(raw: RawConnection, number: int, door: str = "tool", name: str = "act") -> None:
    raw.execute("INSERT INTO workaday_action VALUES (?, ?, ?, ?, 0)", (number, name, door, DANA))


def entries(raw: RawConnection) -> list[tuple[Any, ...]]:
    rows = raw.execute(
        "SELECT action, table_name, key, before, after FROM workaday_journal ORDER BY sequence"
    )
    return [
        (action, table, *(value and json.loads(value) for value in told)) for action, table, *told in rows
    ]


ROW = {"alpha": None, "lent": None, "picture": None, "place": 1, "shelf": "a", "zed": None}


def test_a_row_s_life_is_told_in_order(thing: RawConnection) -> None:
    thing.execute("INSERT INTO thing (shelf, place) VALUES ('a', 1)")
    thing.execute("UPDATE thing SET zed = 'new', lent = 1")
    begin(thing, 2)
    thing.execute("DELETE FROM thing")
    changed = {**ROW, "zed": "new", "lent": 1}
    assert entries(thing) == [
        (1, "thing", ["a", 1], None, ROW),
        (1, "thing", ["a", 1], ROW, changed),
        (2, "thing", ["a", 1], changed, None),
    ]


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        *(("zed", text, text) for text in AWKWARD),
        *(("alpha", number, number) for number in NUMBERS),
        ("picture", b"", ""),
        ("picture", b"\x00\xff{", "00FF7B"),
        ("lent", False, 0),
        ("lent", True, 1),
    ],
)
def test_every_value_is_told_as_it_is(thing: RawConnection, column: str, value: object, told: object) -> None:
    thing.execute(f"INSERT INTO thing (shelf, place, {column}) VALUES ('a', 1, ?)", (value,))
    thing.execute(f"UPDATE thing SET {column} = NULL")
    thing.execute(f"UPDATE thing SET {column} = ?", (value,))
    assert [(before, after) for _, _, _, before, after in entries(thing)] == [
        (None, {**ROW, column: told}),
        ({**ROW, column: told}, ROW),
        (ROW, {**ROW, column: told}),
    ]


def test_writing_what_is_there_is_no_change(thing: RawConnection) -> None:
    thing.execute("INSERT INTO thing VALUES ('a', 1, 'x', NULL, x'00', 0)")
    thing.execute("DELETE FROM workaday_journal")
    thing.execute("UPDATE thing SET zed = 'x', alpha = NULL, picture = x'00', lent = 0")
    thing.execute(
        "INSERT INTO thing (shelf, place, zed) VALUES ('a', 1, 'x') ON CONFLICT DO UPDATE SET zed = excluded.zed"
    )
    thing.execute("INSERT OR IGNORE INTO thing (shelf, place) VALUES ('a', 1)")
    assert entries(thing) == []


def test_an_upsert_and_a_replacement_are_recorded(thing: RawConnection) -> None:
    thing.execute("INSERT INTO thing (shelf, place) VALUES ('a', 1)")
    thing.execute(
        "INSERT INTO thing (shelf, place) VALUES ('a', 1) ON CONFLICT DO UPDATE SET zed = 'upserted'"
    )
    thing.execute("INSERT OR REPLACE INTO thing (shelf, place, zed) VALUES ('a', 1, 'replaced')")
    (change,) = journal.net_changes(thing)
    assert (change.kind, change.row["zed"]) == ("insert", "replaced")


# --- net changes ----------------------------------------------------------------------------------------


def test_entries_of_a_row_fold_into_its_net_change(thing: RawConnection) -> None:
    thing.execute("INSERT INTO thing (shelf, place, zed) VALUES ('a', 1, 'old'), ('b', 2, 'old')")
    start = journal.last_sequence(thing)
    begin(thing, 2, "page", "first")
    thing.execute("UPDATE thing SET zed = 'new' WHERE shelf = 'a'")
    begin(thing, 3, "wire", "second")
    thing.execute("UPDATE thing SET zed = 'newer', alpha = 4 WHERE shelf = 'a'")
    thing.execute("INSERT INTO thing (shelf, place) VALUES ('c', 3)")
    begin(thing, 4, "page", "third")
    thing.execute("DELETE FROM thing WHERE shelf = 'b'")
    update, insert, delete = journal.net_changes(thing, start)
    assert (update.kind, update.key, update.columns, update.doors) == (
        "update",
        ("a", 1),
        ("alpha", "zed"),
        ("page", "wire"),
    )
    assert (update.action, update.name, update.person) == (3, "second", DANA)
    assert update.before is not None
    assert (update.before["zed"], update.row["zed"]) == ("old", "newer")
    assert (insert.kind, insert.key, insert.before, insert.columns) == (
        "insert",
        ("c", 3),
        None,
        tuple(sorted(ROW)),
    )
    assert (delete.kind, delete.after, delete.row["zed"], delete.action) == ("delete", None, "old", 4)


@pytest.mark.parametrize(
    "there_and_back",
    [
        ["UPDATE thing SET zed = 'other'", "UPDATE thing SET zed = 'x'"],
        ["DELETE FROM thing", "INSERT INTO thing (shelf, place, zed) VALUES ('a', 1, 'x')"],
        ["INSERT INTO thing (shelf, place) VALUES ('b', 2)", "DELETE FROM thing WHERE shelf = 'b'"],
    ],
)
def test_what_was_changed_and_changed_back_is_no_change(
    thing: RawConnection, there_and_back: list[str]
) -> None:
    thing.execute("INSERT INTO thing (shelf, place, zed) VALUES ('a', 1, 'x')")
    start = journal.last_sequence(thing)
    for statement in there_and_back:
        thing.execute(statement)
    assert journal.net_changes(thing, start) == []


@pytest.mark.parametrize("moved", ["shelf = 'b'", "place = place + 1", "shelf = 'b', zed = 'new'"])
def test_a_row_keeps_its_key(thing: RawConnection, moved: str) -> None:
    thing.execute("INSERT INTO thing (shelf, place) VALUES ('a', 1)")
    with pytest.raises(sqlite3.IntegrityError, match="a row keeps its key"):
        thing.execute(f"UPDATE thing SET {moved}")
    assert len(entries(thing)) == 1


def test_a_change_reads_as_a_sentence() -> None:
    row: journal.Row = {"text": "x" * 200, "id": 7}
    change = Change("slack_message", (7,), None, row, 3, "slack_post_message", DANA, ("tool",))
    told = str(change)
    assert told.startswith('insert of slack_message[7] by action 3 (slack_post_message): text="xxx')
    assert len(told) < 160


# --- every table of every app ---------------------------------------------------------------------------


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_a_change_of_any_column_of_any_table_is_recorded(world: World, office: Office, table: str) -> None:
    columns = [column for column in Base.metadata.tables[table].columns if not column.primary_key]
    with world.tampering("test"):
        world.raw.execute("PRAGMA defer_foreign_keys = ON")
        fill(world, table)
        for column in columns:
            row = world.raw.execute(f"SELECT rowid, {column.name} FROM {table} LIMIT 1").fetchone()
            value = other(column.type, row[1])
            start = journal.last_sequence(world.raw)
            world.raw.execute(f"UPDATE {table} SET {column.name} = ? WHERE rowid = ?", (value, row[0]))
            (*_, change) = journal.net_changes(world.raw, start)
            assert change.table == table
            assert change.row[column.name] == (value.hex().upper() if isinstance(value, bytes) else value)
        world.raw.execute("PRAGMA defer_foreign_keys = OFF")


def fill(world: World, table: str) -> None:
    """At least one row."""
    if world.raw.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,):
        columns = list(Base.metadata.tables[table].columns)
        names = ", ".join(column.name for column in columns)
        values = [other(column.type, None) for column in columns]
        world.raw.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})", values)


def other(kind: object, value: object) -> int | str | bytes:
    if isinstance(kind, Boolean):
        return 1 - int(str(int(bool(value))))
    if isinstance(kind, LargeBinary):
        return (value if isinstance(value, bytes) else b"") + b"other"
    return f"{value} other" if isinstance(kind, Text) else int(str(value or 0)) + 1000


def test_tables_hold_no_floats() -> None:
    kinds = {
        type(column.type).__name__ for table in Base.metadata.tables.values() for column in table.columns
    }
    assert kinds <= {"Integer", "BigInteger", "Text", "LargeBinary", "Boolean"}


def test_the_record_does_not_record_itself() -> None:
    unrecorded = set(Base.metadata.tables) - {table.name for table in TABLES}
    assert unrecorded == {"workaday_action", "workaday_journal", "workaday_baseline"}


def test_a_long_text_with_everything_in_it_goes_through_a_world(world: World, office: Office) -> None:
    said = "".join(AWKWARD)[:30_000] + " heron"
    with world.action("post", door="wire", person=DANA) as context:
        written = messages.post(context, office.channels["general"], said).message
        reactions.add(context, office.channels["general"], written.ts, "eyes")
    (change,) = (change for change in world.changes() if change.table == "slack_message")
    assert change.row["text"] == written.text
    assert change.row["broadcast"] == 0
    assert world.state_hash() == world.full_state_hash()
    with world.before() as past:
        assert past.full_state_hash() == past.state_hash()


# --- the state hash -------------------------------------------------------------------------------------

VALUES = st.none() | st.integers(-5, 5) | st.sampled_from(AWKWARD[:8])
ROWS = st.dictionaries(st.sampled_from(["id", "text", "other"]), VALUES, min_size=1)


@given(ROWS, ROWS)
def test_different_rows_have_different_digests(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (journal.row_digest("t", one) == journal.row_digest("t", other)) == (one == other)
    assert journal.row_digest("t", one) != journal.row_digest("u", one)


def test_a_row_s_digest_is_that_of_its_canonical_json() -> None:
    told = '{"a":null,"b":"caf\\u00e9"}'
    expected = hashlib.sha256(f"s1:ts{len(told)}:{told}".encode()).digest()
    assert journal.row_digest("t", {"b": "café", "a": None}) == int.from_bytes(expected, "big")


def test_the_state_does_not_depend_on_how_rows_are_stored(world: World) -> None:
    state = world.full_state_hash()
    with world.tampering("test"):
        rows = world.raw.execute("SELECT * FROM slack_reaction ORDER BY id DESC").fetchall()
        world.raw.execute("DELETE FROM slack_reaction")
        marks = ", ".join("?" * len(rows[0]))
        world.raw.executemany(f"INSERT INTO slack_reaction VALUES ({marks})", rows)
        world.raw.execute("CREATE INDEX another ON slack_message (text)")
        assert journal.spelled(journal.full_state(world.raw, Base.metadata)) == state


def test_any_value_that_differs_makes_another_state(world: World) -> None:
    states = {world.full_state_hash()}
    for statement in (
        "UPDATE slack_message SET text = text || ' ' WHERE id = 1",
        "UPDATE slack_user SET is_admin = 1 - is_admin WHERE name = 'marcus.lee'",
        "DELETE FROM slack_reaction WHERE id = 1",
        "UPDATE workaday_world SET now = now + 1",
        "UPDATE workaday_sequence SET value = value + 1 WHERE kind = 'C'",
        "UPDATE slack_message SET thread_ts = '' WHERE id = 1",
    ):
        with world.tampering("test"):
            world.raw.execute(statement)
            states.add(journal.spelled(journal.full_state(world.raw, Base.metadata)))
    assert len(states) == 7


def test_a_state_is_spelled_with_64_digits() -> None:
    assert journal.spelled(0) == "0" * 64
    assert journal.spelled(2**256 - 1) == "f" * 64


def test_a_damaged_journal_is_noticed_by_reading_every_row(world: World, office: Office) -> None:
    """The two ways to the state are independent: what the journal missed, the full reading finds."""
    with world.tampering("test"):
        world.raw.execute("DROP TRIGGER journal_slack_message_update")
        world.raw.execute("UPDATE slack_message SET text = 'unrecorded' WHERE id = 1")
        counted = journal.state(world.raw, journal.net_changes(world.raw))
        assert counted != journal.full_state(world.raw, Base.metadata)


def test_nothing_is_recorded_without_an_action(world: World) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        world.raw.execute("UPDATE slack_message SET text = 'nobody'")
