"""Where a world's database lives, and what an action, a settlement and a reset are there.

In process a world is an in-memory database inside one outer transaction, so that a reset is a rollback
whatever the world's size.  On a server it is a file, so that any worker process can serve it and a crash
loses nothing; there an action is a transaction, and a reset copies the baseline back.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Protocol

from workaday.database import RawConnection, connect


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
    """A database in memory, made from an image."""

    def __init__(self, image: sqlite3.Connection) -> None:
        self.raw = connect()
        image.backup(self.raw)
        self.raw.execute("BEGIN")
        self.raw.execute("SAVEPOINT baseline")

    def begin(self, *, reads: bool) -> None:
        """A savepoint: measured 2 microseconds."""
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
        # A killed process loses nothing; only a power cut could, and practice worlds are not worth an fsync each.
        self.raw.execute("PRAGMA synchronous = OFF")

    @classmethod
    def create(cls, path: Path, image: sqlite3.Connection) -> File:
        """A new file with the image's content, which is its baseline."""
        for name in (path, baseline_of(path)):
            copy = sqlite3.connect(name)
            image.backup(copy)
            copy.close()
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
        copy = sqlite3.connect(fresh)
        self.raw.backup(copy)
        copy.close()
        fresh.replace(baseline_of(self.path))

    def reset(self) -> None:
        """Copy the baseline back; other processes see it at their next action."""
        baseline = connect(baseline_of(self.path), read_only=True)
        baseline.backup(self.raw)
        baseline.close()

    def close(self) -> None:
        """Close the file; it stays on disk."""
        self.raw.close()


def baseline_of(path: Path) -> Path:
    """The file that a reset of the world in ``path`` goes back to."""
    return path.with_suffix(".baseline")
