"""Which worlds there are and whose tokens lead to them: one small SQLite file that every process shares.

It is the server's own book, outside every world: tokens are real secrets and times are real times.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_TOKEN = re.compile(r"[0-9a-f]{32}")
_TABLES = """
    CREATE TABLE IF NOT EXISTS world (
        id TEXT PRIMARY KEY, firm TEXT NOT NULL, size TEXT NOT NULL, seed INTEGER NOT NULL,
        snapshot TEXT NOT NULL, task TEXT, variant INTEGER, forked_from TEXT,
        created TEXT NOT NULL, grade TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS seat (
        token TEXT PRIMARY KEY, world TEXT NOT NULL REFERENCES world (id) ON DELETE CASCADE,
        person TEXT NOT NULL, UNIQUE (world, person)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS carried (
        world TEXT NOT NULL REFERENCES world (id) ON DELETE CASCADE, line TEXT NOT NULL,
        number INTEGER NOT NULL, PRIMARY KEY (world, line)
    ) STRICT;
"""
_COLUMNS = "id, firm, size, seed, snapshot, task, variant, forked_from, created, grade"


@dataclass(frozen=True)
class Record:
    """What is known of a world without opening it."""

    id: str
    firm: str
    size: str
    seed: int
    snapshot: str
    """The state hash of the snapshot that it started from."""
    task: str | None = None
    variant: int | None = None
    forked_from: str | None = None
    created: str = ""
    """Real time, ISO 8601 in UTC."""
    grade: dict[str, Any] | None = None


def new_id() -> str:
    """A name for a world that no world has had."""
    return secrets.token_hex(8)


class Registry:
    """The book.  Every process opens it for itself; any thread may use it."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._book = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        self._book.executescript(f"PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; {_TABLES}")
        path.chmod(0o600)

    def close(self) -> None:
        """Close the book."""
        with self._lock:
            self._book.close()

    # --- worlds -----------------------------------------------------------------------------------------

    def add(self, record: Record) -> None:
        """Enter a world, as created now."""
        created = datetime.now(UTC).isoformat(timespec="seconds")
        self._do(
            "INSERT INTO world (id, firm, size, seed, snapshot, task, variant, forked_from, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            record.id,
            record.firm,
            record.size,
            record.seed,
            record.snapshot,
            record.task,
            record.variant,
            record.forked_from,
            created,
        )

    def get(self, world: str) -> Record | None:
        """The record of a world; None when there is no such world."""
        found = self._do(f"SELECT {_COLUMNS} FROM world WHERE id = ?", world)  # noqa: S608
        return _record(found[0]) if found else None

    def all(self) -> list[Record]:
        """Every world, in order of creation, then of id."""
        return [_record(row) for row in self._do(f"SELECT {_COLUMNS} FROM world ORDER BY created, id")]  # noqa: S608

    def remove(self, world: str) -> bool:
        """Strike a world out: its tokens lead nowhere, in any process.  False if there was no such world."""
        return bool(self._do("DELETE FROM world WHERE id = ? RETURNING id", world))

    def keep_grade(self, world: str, grade: dict[str, Any]) -> None:
        """Enter the grade of an episode, unless it has one."""
        self._do("UPDATE world SET grade = ? WHERE id = ? AND grade IS NULL", json.dumps(grade), world)

    # --- seats ------------------------------------------------------------------------------------------

    def seat(self, world: str, person: str) -> str:
        """A new token for a person in a world, in place of the one that they had."""
        token = secrets.token_hex(16)
        self._do("INSERT OR REPLACE INTO seat (token, world, person) VALUES (?, ?, ?)", token, world, person)
        return token

    def seats(self, world: str) -> dict[str, str]:
        """Tokens by person, in order of person."""
        return dict(self._do("SELECT person, token FROM seat WHERE world = ? ORDER BY person", world))

    def revoke(self, world: str, persons: Iterable[str] | None = None) -> list[str]:
        """End the seats of these people, or of all; gives those who had one."""
        chosen = self.seats(world) if persons is None else persons
        revoked = "DELETE FROM seat WHERE world = ? AND person = ? RETURNING person"
        return [row[0] for person in chosen for row in self._do(revoked, world, person)]

    def find(self, token: str) -> tuple[str, str] | None:
        """World and person of a token."""
        if not _TOKEN.fullmatch(token):
            return None
        found = self._do("SELECT world, person FROM seat WHERE token = ?", token)
        return (found[0][0], found[0][1]) if found else None

    # --- what has left the worlds -----------------------------------------------------------------------

    def position(self, world: str, line: str) -> int:
        """The number of the last thing that was carried to a receiver; 0 for none."""
        found = self._do("SELECT number FROM carried WHERE world = ? AND line = ?", world, line)
        return int(found[0][0]) if found else 0

    def carried(self, world: str, line: str, number: int, *, after: int) -> None:
        """Enter that the thing after another was carried, unless the world has gone back meanwhile."""
        self._do("INSERT OR IGNORE INTO carried SELECT id, ?, 0 FROM world WHERE id = ?", line, world)
        changed = "UPDATE carried SET number = ? WHERE world = ? AND line = ? AND number = ?"
        self._do(changed, number, world, line, after)

    def rewind(self, world: str) -> None:
        """Nothing has left a world that has gone back."""
        self._do("UPDATE carried SET number = 0 WHERE world = ?", world)

    def _do(self, sql: str, *values: object) -> list[Any]:
        with self._lock:
            return self._book.execute(sql, values).fetchall()


def _record(row: tuple[Any, ...]) -> Record:
    return replace(Record(*row), grade=json.loads(row[-1]) if row[-1] else None)
