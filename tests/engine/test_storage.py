"""Where worlds live: in memory, where a reset is a rollback, and in files, which outlive their process."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from workaday.database import connect
from workaday.errors import WorldError
from workaday.storage import File, Memory, Storage, baseline_of, image_of, loaded


@pytest.fixture
def image() -> Iterator[sqlite3.Connection]:
    """A database with one note."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.execute("CREATE TABLE note (text TEXT)")
        made.execute("INSERT INTO note VALUES ('first')")
        yield made


@pytest.fixture(params=["memory", "file"])
def storage(request: pytest.FixtureRequest, image: sqlite3.Connection, tmp_path: Path) -> Iterator[Storage]:
    made: Storage = Memory(image) if request.param == "memory" else File.create(tmp_path / "world.db", image)
    yield made
    made.close()


def notes(raw: sqlite3.Connection) -> list[str]:
    return [text for (text,) in raw.execute("SELECT text FROM note ORDER BY rowid")]


def write(storage: Storage, text: str) -> None:
    storage.begin(reads=False)
    storage.raw.execute("INSERT INTO note VALUES (?)", (text,))
    storage.keep()


def test_what_is_kept_stays_and_what_is_dropped_is_gone(storage: Storage) -> None:
    write(storage, "kept")
    storage.begin(reads=False)
    storage.raw.execute("INSERT INTO note VALUES ('dropped')")
    storage.drop()
    assert notes(storage.raw) == ["first", "kept"]


def test_a_reset_goes_back_to_the_image_and_then_to_what_was_settled(storage: Storage) -> None:
    write(storage, "undone")
    storage.reset()
    assert notes(storage.raw) == ["first"]
    write(storage, "settled")
    storage.settle()
    for _ in range(2):
        write(storage, "undone")
        storage.reset()
        assert notes(storage.raw) == ["first", "settled"]


def test_a_reset_undoes_changes_of_tables_too(storage: Storage) -> None:
    storage.begin(reads=False)
    storage.raw.execute("CREATE TABLE other (id)")
    storage.raw.execute("DROP TABLE note")
    storage.keep()
    storage.reset()
    assert notes(storage.raw) == ["first"]
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        storage.raw.execute("SELECT * FROM other")


def test_a_drop_after_sqlite_s_own_rollback_is_harmless(image: sqlite3.Connection, tmp_path: Path) -> None:
    storage = File.create(tmp_path / "world.db", image)
    storage.begin(reads=False)
    storage.raw.execute("ROLLBACK")
    storage.drop()
    write(storage, "works")
    assert notes(storage.raw) == ["first", "works"]
    storage.close()


def test_the_image_is_not_touched(storage: Storage, image: sqlite3.Connection) -> None:
    write(storage, "somewhere else")
    assert notes(image) == ["first"]


def test_a_copy_holds_what_is_not_committed_and_stands_alone(storage: Storage) -> None:
    write(storage, "second")
    with closing(loaded(image_of(storage.raw))) as copy:
        assert notes(copy) == ["first", "second"]
    write(storage, "third")
    with closing(loaded(image_of(storage.raw))) as copy:
        assert notes(copy) == ["first", "second", "third"]


def test_a_file_is_whole_for_every_process_at_once(image: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "world.db"
    storage = File.create(path, image)
    with closing(connect(path)) as other:
        write(storage, "second")
        assert notes(other) == ["first", "second"]
        storage.begin(reads=False)
        storage.raw.execute("INSERT INTO note VALUES ('not yet')")
        assert notes(other) == ["first", "second"]
        storage.drop()
        storage.reset()
        assert notes(other) == ["first"]
    storage.close()


def test_settling_a_file_replaces_its_baseline_whole(image: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "world.db"
    storage = File.create(path, image)
    write(storage, "settled")
    storage.settle()
    storage.close()
    with closing(connect(baseline_of(path), read_only=True)) as baseline:
        assert notes(baseline) == ["first", "settled"]
    assert not baseline_of(path).with_suffix(".new").exists()


def test_a_file_is_not_made_over_another(image: sqlite3.Connection, tmp_path: Path) -> None:
    path = tmp_path / "world.db"
    path.write_text("somebody's diary")
    with pytest.raises(WorldError, match="already"):
        File.create(path, image)
    assert path.read_text() == "somebody's diary"
