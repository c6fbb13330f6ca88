"""Where a world's database lives, and what an action, a settlement and a reset are there.

In process a world is an in-memory database inside one outer transaction, so that a reset is a rollback
whatever the world's size.  On a server it is a file, so that any worker process can serve it and a crash
loses nothing; there an action is a transaction, and a reset copies the baseline back.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Protocol

from workaday.database import RawConnection, connect
from workaday.errors import WorldError


class Storage(Protocol):
    """What a world needs of the place where its database lives."""

    raw: RawConnection

    def begin(self, *, reads: bool) -> None:
        """Start an action."""

    def keep(self) -> None:
        """End an action: what it did stays."""

    def drop(self) -> None:
        """End an action: what it did is undone."""

    def settle(self) -> None:
        """What is now is what a reset goes back to."""

    def reset(self) -> None:
        """Go back to what was settled last."""

    def close(self) -> None:
        """Let go of the database."""


class Memory:
    """A database in memory, made from an image.

    Its one transaction never ends: an action is a savepoint (measured 2 microseconds), a reset rolls back.
    """

    def __init__(self, image: sqlite3.Connection) -> None:
        self.raw = connect()
        # Not deserialize, which is quicker: such a database could not be copied inside its transaction.
        image.backup(self.raw)
        self.raw.execute("BEGIN")
        self.raw.execute("SAVEPOINT baseline")

    def begin(self, *, reads: bool) -> None:
        """Set a savepoint."""
        self.raw.execute("SAVEPOINT action")

    def keep(self) -> None:
        """Release the savepoint."""
        self.raw.execute("RELEASE action")

    def drop(self) -> None:
        """Roll back to the savepoint."""
        self.raw.execute("ROLLBACK TO action")
        self.raw.execute("RELEASE action")

    def settle(self) -> None:
        """Move the savepoint that a reset rolls back to."""
        self.raw.execute("RELEASE baseline")
        self.raw.execute("SAVEPOINT baseline")

    def reset(self) -> None:
        """Roll back to the baseline; the savepoint itself stays."""
        self.raw.execute("ROLLBACK TO baseline")

    def close(self) -> None:
        """Free the memory."""
        self.raw.close()


class File:
    """A database in a file, with its baseline in a second file beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.raw = connect(path)
        self.raw.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; a power cut could, and a practice world is not worth an fsync.
        self.raw.execute("PRAGMA synchronous = OFF")

    @classmethod
    def create(cls, path: Path, image: sqlite3.Connection) -> File:
        """A new file with the image's content, which is its baseline."""
        if path.exists():
            raise WorldError(f"there is something at {path} already")
        for name in (path, baseline_of(path)):
            with closing(sqlite3.connect(name)) as copy:
                image.backup(copy)
        return cls(path)

    def begin(self, *, reads: bool) -> None:
        """A transaction; to write, take the lock at once, waiting for other processes."""
        self.raw.execute("BEGIN" if reads else "BEGIN IMMEDIATE")

    def keep(self) -> None:
        """Commit."""
        self.raw.execute("COMMIT")

    def drop(self) -> None:
        """Roll back, if SQLite has not done so itself."""
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def settle(self) -> None:
        """Write the baseline anew, whole or not at all."""
        fresh = baseline_of(self.path).with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with closing(sqlite3.connect(fresh)) as copy:
            self.raw.backup(copy)
        fresh.replace(baseline_of(self.path))

    def reset(self) -> None:
        """Copy the baseline back; other processes see it at their next action."""
        with closing(connect(baseline_of(self.path), read_only=True)) as baseline:
            baseline.backup(self.raw)

    def close(self) -> None:
        """Close the file; it stays on disk."""
        self.raw.close()


def image_of(raw: sqlite3.Connection) -> bytes:
    """What a connection sees, its open transaction included, as the bytes of a database file.

    The file needs no write-ahead log beside it, which a database in memory cannot have: bytes 18 and 19 say
    how it is written and read, 1 is a rollback journal (https://sqlite.org/fileformat2.html).
    """
    image = raw.serialize()
    return image[:18] + b"\x01\x01" + image[20:]


def loaded(image: bytes) -> sqlite3.Connection:
    """A database in memory with these bytes, to be copied from."""
    source = sqlite3.connect(":memory:", check_same_thread=False)
    source.deserialize(image)
    return source


def baseline_of(path: Path) -> Path:
    """The file that a reset of the world in ``path`` goes back to."""
    return path.with_suffix(".baseline")
