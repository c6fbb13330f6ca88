"""One engine for the process, a connection for each world; transactions are the world's own."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from workaday import database
from workaday.database import Base, RawConnection, connect, engine, open_session
from workaday.snapshot import Snapshot
from workaday.statement import Statement, among
from workaday.world import World


def adopted(world: World) -> object:
    """The driver's connection under SQLAlchemy's."""
    return world.connection.connection.dbapi_connection


def test_every_world_shares_one_engine_and_has_a_connection_of_its_own(snapshot: Snapshot) -> None:
    with World.open(snapshot) as one, World.open(snapshot) as other:
        assert one.connection.engine is other.connection.engine is engine()
        assert one.raw is not other.raw
        assert one.session.get_bind() is one.connection
        assert adopted(one) is one.raw


def test_worlds_that_open_at_once_get_their_own_connections(snapshot: Snapshot) -> None:
    def mine(_: int) -> bool:
        with World.open(snapshot) as world:
            return adopted(world) is world.raw

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(mine, range(80)))


def test_neither_the_session_nor_the_driver_can_end_the_transaction() -> None:
    raw = connect()
    raw.execute("CREATE TABLE note (text)")
    connection, session = open_session(raw)
    raw.execute("BEGIN")
    raw.execute("INSERT INTO note VALUES ('kept until the storage says so')")
    for end in (raw.commit, session.commit, connection.commit):
        end()
    assert raw.in_transaction
    for undo in (raw.rollback, session.rollback, connection.rollback):
        undo()
    assert session.scalar(text("SELECT count(*) FROM note")) == 1
    raw.execute("ROLLBACK")
    assert raw.execute("SELECT count(*) FROM note").fetchone() == (0,)
    session.close()
    connection.close()
    raw.close()


def test_foreign_keys_are_enforced_and_replaced_rows_fire_triggers() -> None:
    raw = connect()
    assert raw.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert raw.execute("PRAGMA recursive_triggers").fetchone() == (1,)
    raw.close()


def test_a_read_only_connection_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "a file.db"
    with_table = connect(path)
    with_table.execute("CREATE TABLE note (text)")
    with_table.close()
    raw = connect(path, read_only=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        raw.execute("INSERT INTO note VALUES ('x')")
    raw.close()


def test_more_pragmas_can_be_set_for_every_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    more = [*database.PRAGMAS, "PRAGMA reverse_unordered_selects = ON"]
    monkeypatch.setattr(database, "PRAGMAS", more)
    raw = connect()
    raw.execute("CREATE TABLE note (id INTEGER PRIMARY KEY)")
    raw.executemany("INSERT INTO note VALUES (?)", [(1,), (2,), (3,)])
    assert raw.execute("SELECT id FROM note").fetchall() == [(3,), (2,), (1,)]
    raw.close()


def test_tables_are_prefixed_with_their_app_s_name() -> None:
    assert {name.partition("_")[0] for name in Base.metadata.tables} >= {"workaday", "slack"}
    assert all("_" in name for name in Base.metadata.tables)


def test_no_column_has_a_default_that_reads_sql_time() -> None:
    """Law 2: a world's rows get their times from the world's clock, in the open."""
    columns = [column for table in Base.metadata.tables.values() for column in table.columns]
    assert [column for column in columns if column.server_default is not None] == []


# --- statements -----------------------------------------------------------------------------------------


def test_a_statement_gives_rows_values_and_counts(world: World) -> None:
    numbers: Statement[Any] = Statement(
        text(
            "SELECT column1 AS number, column2 AS name FROM (VALUES (1, 'one'), (2, 'two')) WHERE column1 >= :least"
        )
    )
    with world.action("read", door="tool", person=None, reads=True) as context:
        assert list(numbers.all(context, least=1)) == [(1, "one"), (2, "two")]
        assert numbers.first(context, least=2) == (2, "two")
        assert numbers.first(context, least=3) is None
        assert numbers.one(context, least=2) == (2, "two")
        assert list(numbers.column(context, least=1)) == [1, 2]
        assert numbers.value(context, least=2) == 2
        assert numbers.value(context, least=3) is None


@pytest.mark.parametrize("wanted", [[], ["a"], ["a", "b'\"]", "🙂"], [str(number) for number in range(5000)]])
def test_a_list_of_any_length_is_one_parameter(world: World, wanted: list[str]) -> None:
    listed: Statement[str] = Statement(among("wanted"))
    with world.action("read", door="tool", person=None, reads=True) as context:
        assert list(listed.column(context, wanted=wanted)) == wanted


def test_rows_cannot_change_the_world(world: World) -> None:
    people: Statement[object] = Statement(text("SELECT id, name FROM slack_user ORDER BY id"))
    with world.action("read", door="tool", person=None, reads=True) as context:
        row = people.all(context)[0]
        with pytest.raises(AttributeError):
            row.name = "changed"  # type: ignore[attr-defined]


def test_a_raw_connection_is_what_sqlalchemy_gets(world: World) -> None:
    assert isinstance(world.raw, RawConnection)
