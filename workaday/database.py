"""Tables' base class, one SQLAlchemy engine for the process, a raw SQLite connection per world.

One engine keeps the compiled statements warm for every world; each world keeps its own connection and ORM
session open.  Transactions belong to the world (see :mod:`workaday.storage`): on these connections the
driver's own commit and rollback do nothing.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, create_engine
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import NullPool

from workaday.chance import digest

__all__ = ["Base", "RawConnection", "Session", "connect", "open_session", "override_sql_time"]

PRAGMAS = ["PRAGMA foreign_keys = ON", "PRAGMA recursive_triggers = ON"]
"""Run on every connection that is opened; the suite adds ``reverse_unordered_selects`` here.

Without recursive triggers no trigger fires for a row that ``INSERT OR REPLACE`` takes out.
"""


class Base(DeclarativeBase):
    """Every table of every app.  Columns hold integers, text, blobs or null: never floats."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class RawConnection(sqlite3.Connection):
    """A SQLite connection on which SQLAlchemy may commit and roll back without any effect."""

    def commit(self) -> None:
        """Nothing: the world's storage ends transactions."""

    def rollback(self) -> None:
        """Nothing: the world's storage undoes transactions."""


def connect(database: str | Path = ":memory:", *, read_only: bool = False) -> RawConnection:
    """A connection in autocommit mode, usable from any thread (one at a time)."""
    name = f"{Path(database).resolve().as_uri()}?mode=ro" if read_only else str(database)
    raw = sqlite3.connect(
        name, factory=RawConnection, isolation_level=None, check_same_thread=False, timeout=30, uri=read_only
    )
    for pragma in PRAGMAS:
        raw.execute(pragma)
    return raw


_adopted: ContextVar[RawConnection] = ContextVar("adopted connection")


@lru_cache(maxsize=1)
def engine() -> Engine:
    """The process's one engine; it never opens a connection itself, it adopts a world's."""
    return create_engine("sqlite://", creator=_adopted.get, poolclass=NullPool)


def open_session(raw: RawConnection) -> tuple[Connection, Session]:
    """An SQLAlchemy connection and session over a raw connection, both to be kept as long as it is open."""
    token = _adopted.set(raw)
    try:
        connection = engine().connect()
    finally:
        _adopted.reset(token)
    return connection, Session(bind=connection, expire_on_commit=False)


# --- SQLite's own idea of time and chance ---------------------------------------------------------------

SQLValue = str | int | float | bytes | None

_calendar = sqlite3.connect(":memory:", check_same_thread=False)
_calendar_lock = threading.Lock()
_MACHINE_ZONE = {"localtime", "utc"}
_NOW = {"now": (), "subsec": ("subsec",), "subsecond": ("subsec",)}
"""What SQLite takes for the machine's time, and the modifiers that go with it."""


def _at_world_time(function: str, position: int, now: Callable[[], int]) -> Callable[..., SQLValue]:
    """SQLite's date function, with the world's time wherever it would read the machine's clock."""

    def overridden(*arguments: SQLValue) -> SQLValue:
        words = [word.decode() if isinstance(word, bytes) else word for word in arguments]
        if len(words) == position:
            words.append("now")
        if any(_lowered(word) in _MACHINE_ZONE for word in words[position + 1 :]):
            raise ValueError("a world does not know the machine's time zone")
        told: list[SQLValue] = [*words[:position]]
        for word in words[position:]:
            told += [iso(now(), "milliseconds"), *_NOW[_lowered(word)]] if _lowered(word) in _NOW else [word]
        with _calendar_lock:
            found: SQLValue = _calendar.execute(_call(function, len(told)), told).fetchone()[0]
        return found

    return overridden


def _lowered(word: SQLValue) -> str:
    return word.lower() if isinstance(word, str) else ""


def _call(function: str, count: int) -> str:
    return f"SELECT {function}({', '.join('?' * count)})"


def iso(micros: int, timespec: str = "seconds") -> str:
    """``YYYY-MM-DD HH:MM:SS`` in UTC, as SQLite spells it."""
    moment = datetime.fromtimestamp(micros // 1_000_000, UTC).replace(microsecond=micros % 1_000_000)
    return moment.replace(tzinfo=None).isoformat(sep=" ", timespec=timespec)


def override_sql_time(raw: RawConnection, now: Callable[[], int], chance: Callable[[], int]) -> None:
    """Make SQLite's clock and chance the world's: ``now`` in microseconds, ``chance`` of 64 bits."""
    for name, position in _DATE_FUNCTIONS:
        raw.create_function(name, -1, _at_world_time(name, position, now))
    raw.create_function("current_timestamp", 0, lambda: iso(now()))
    raw.create_function("current_date", 0, lambda: iso(now())[:10])
    raw.create_function("current_time", 0, lambda: iso(now())[11:])
    raw.create_function("random", 0, chance)
    raw.create_function("randomblob", 1, lambda size: _blob(chance(), int(size)))


_DATE_FUNCTIONS = [
    ("date", 0),
    ("time", 0),
    ("datetime", 0),
    ("julianday", 0),
    ("unixepoch", 0),
    ("strftime", 1),
    *([("timediff", 0)] if sqlite3.sqlite_version_info >= (3, 43) else []),
]
"""Each with the place of its first argument that may be a time."""


def _blob(seed: int, size: int) -> bytes:
    blocks = (max(size, 1) + 31) // 32
    return b"".join(digest("randomblob", seed, block) for block in range(blocks))[: max(size, 1)]
