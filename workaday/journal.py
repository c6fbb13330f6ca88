"""Every row change, recorded by triggers, with the action that made it.

One mechanism serves grading (the net change set), rollouts (what a step changed), reports of collateral
damage (which action did it), pages left open (what changed since N) and going back to an earlier moment.
A row is told as SQLite's own ``json_object`` of its columns in order of name, blobs as upper-case hex.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Column, LargeBinary, MetaData, Table, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.chance import digest
from workaday.database import Base, RawConnection

Kind = Literal["insert", "update", "delete"]
Value = str | int | None
Row = dict[str, Value]


class Action(Base):
    """One thing that somebody did, through one door, which changed something."""

    __tablename__ = "workaday_action"

    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    door: Mapped[str] = mapped_column(Text)
    person_id: Mapped[str | None] = mapped_column(Text)
    at: Mapped[int]


class Entry(Base):
    """One changed row: its key as a JSON array, itself before and after as JSON objects.

    Written at every change, so with no index and no foreign key: they would double what it costs.
    """

    __tablename__ = "workaday_journal"

    sequence: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[int]
    table_name: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(Text)
    before: Mapped[str | None] = mapped_column(Text)
    after: Mapped[str | None] = mapped_column(Text)


class Baseline(Base):
    """One row: the state hash, as a number in hexadecimal, that an empty journal stands for."""

    __tablename__ = "workaday_baseline"

    id: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(Text)


UNRECORDED = frozenset({"workaday_action", "workaday_journal", "workaday_baseline"})
"""Tables about the record itself: not journaled, not part of the state."""


@dataclass(frozen=True, slots=True)
class Change:
    """The net change of one row: what it was and is, the last action on it, and the doors it came by."""

    table: str
    key: tuple[Value, ...]
    before: Row | None
    after: Row | None
    action: int
    name: str
    person: str | None
    doors: tuple[str, ...]

    @property
    def kind(self) -> Kind:
        """``insert``, ``update`` or ``delete``."""
        if self.before is None:
            return "insert"
        return "delete" if self.after is None else "update"

    @property
    def row(self) -> Row:
        """The row as it is, or as it was where it is gone."""
        row = self.before if self.after is None else self.after
        assert row is not None
        return row

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that differ, in order of name; every column of a row that came or went."""
        if self.before is None or self.after is None:
            return tuple(self.row)
        return tuple(name for name in self.after if self.before.get(name) != self.after[name])

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={_short(self.row[name])}" for name in self.columns)
        return f"{self.kind} of {self.table}{list(self.key)} by action {self.action} ({self.name}): {shown}"


def _short(value: Value) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"


# --- recording ------------------------------------------------------------------------------------------


def recorded(metadata: MetaData) -> list[Table]:
    """The tables that make up the state of a world, in order of name."""
    return sorted(
        (table for table in metadata.tables.values() if table.name not in UNRECORDED),
        key=lambda table: table.name,
    )


def row_json(table: Table, alias: str = "") -> str:
    """SQL that tells a row of the table as JSON."""
    prefix = f"{alias}." if alias else ""
    pairs = (f"'{name}', {_told(table, name, prefix)}" for name in sorted(table.columns.keys()))
    return f"json_object({', '.join(pairs)})"


def _told(table: Table, name: str, prefix: str) -> str:
    column = f'{prefix}"{name}"'
    if isinstance(table.columns[name].type, LargeBinary):
        return f"CASE WHEN {column} IS NULL THEN NULL ELSE hex({column}) END"
    return column


def _key_json(table: Table, alias: str) -> str:
    columns = ", ".join(f'{alias}."{column.name}"' for column in table.primary_key)
    return f"json_array({columns})"


def _differ(columns: Iterable[Column[Any]]) -> str:
    return " OR ".join(f'OLD."{column.name}" IS NOT NEW."{column.name}"' for column in columns)


def triggers(table: Table) -> Iterator[str]:
    """The three statements that make a table record its changes.

    A row keeps its key: what would change it is refused, or nobody could tell which row became which.
    """
    differs, moves = _differ(table.columns), _differ(table.primary_key)
    old, new = row_json(table, "OLD"), row_json(table, "NEW")
    for event, when, first, alias, before, after in (
        ("INSERT", "", "", "NEW", "NULL", new),
        (
            "UPDATE",
            f"WHEN {differs}",
            f"SELECT RAISE(ABORT, 'a row keeps its key') WHERE {moves};",
            "NEW",
            old,
            new,
        ),
        ("DELETE", "", "", "OLD", old, "NULL"),
    ):
        yield (
            f"CREATE TRIGGER journal_{table.name}_{event.lower()} AFTER {event} ON {table.name} {when} BEGIN "  # noqa: S608
            f"{first} INSERT INTO workaday_journal (action, table_name, key, before, after) VALUES ("
            f"(SELECT max(number) FROM workaday_action), '{table.name}', {_key_json(table, alias)}, "
            f"{before}, {after}); END"
        )


def install(raw: RawConnection, metadata: MetaData) -> None:
    """Start recording: from here on, every change of the world's tables is journaled."""
    for table in recorded(metadata):
        for statement in triggers(table):
            raw.execute(statement)


# --- reading --------------------------------------------------------------------------------------------

_ENTRIES = """
    SELECT table_name, key, before, after, journal.action, name, person_id, door
    FROM workaday_journal AS journal JOIN workaday_action ON number = journal.action
    WHERE sequence > ? ORDER BY sequence
"""


def last_sequence(raw: RawConnection) -> int:
    """The number of the last entry, 0 in an empty journal."""
    return int(raw.execute("SELECT coalesce(max(sequence), 0) FROM workaday_journal").fetchone()[0])


def last_action(raw: RawConnection) -> int:
    """The number of the action that made the last entry, 0 in an empty journal."""
    last = raw.execute("SELECT action FROM workaday_journal ORDER BY sequence DESC LIMIT 1").fetchone()
    return int(last[0]) if last else 0


def before_action(raw: RawConnection, action: int) -> int:
    """The number of the last entry that is not of the journal's last action, ``action``; 0 for none."""
    last = raw.execute(
        "SELECT sequence FROM workaday_journal WHERE action != ? ORDER BY sequence DESC LIMIT 1", (action,)
    ).fetchone()
    return int(last[0]) if last else 0


def net_changes(raw: RawConnection, since: int = 0) -> list[Change]:
    """Entries after ``since`` folded by row, in order of each row's first change.

    A row that was changed and changed back is no change.
    """
    first: dict[tuple[str, str], str | None] = {}
    last: dict[tuple[str, str], tuple[Any, ...]] = {}
    doors: dict[tuple[str, str], set[str]] = {}
    for table, key, before, *entry, door in raw.execute(_ENTRIES, (since,)):
        row = table, key
        first.setdefault(row, before)
        doors.setdefault(row, set()).add(door)
        last[row] = tuple(entry)
    return [
        _change(row, before, last[row], doors[row]) for row, before in first.items() if before != last[row][0]
    ]


def _change(row: tuple[str, str], before: str | None, last: tuple[Any, ...], doors: set[str]) -> Change:
    table, key = row
    after, action, name, person = last
    told = _load(before), _load(after)
    return Change(table, tuple(json.loads(key)), *told, action, name, person, tuple(sorted(doors)))


def _load(text: str | None) -> Row | None:
    return None if text is None else json.loads(text)


# --- the state hash -------------------------------------------------------------------------------------
# The state is a set of rows, so its hash is the sum of the rows' digests: it does not depend on the order in
# which rows are stored, and a change is added to it without reading the rest of the world again.

_MODULUS = 1 << 256
_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def row_digest(table: str, row: Row) -> int:
    """The digest of one row as a number."""
    return int.from_bytes(digest(table, _canonical(row)), "big")


def dump(raw: sqlite3.Connection, metadata: MetaData) -> Iterator[tuple[str, Row]]:
    """Every row of the state, table by table, in order of primary key."""
    for table in recorded(metadata):
        order = ", ".join(f'"{column.name}"' for column in table.primary_key)
        for (text,) in raw.execute(f"SELECT {row_json(table)} FROM {table.name} ORDER BY {order}"):  # noqa: S608
            yield table.name, json.loads(text)


def full_state(raw: RawConnection, metadata: MetaData) -> int:
    """The state's hash as a number, from every row."""
    return sum(row_digest(table, row) for table, row in dump(raw, metadata)) % _MODULUS


def state(raw: RawConnection, changes: Iterable[Change]) -> int:
    """The state's hash as a number, from the baseline's and the net changes since."""
    total = int(raw.execute("SELECT state FROM workaday_baseline WHERE id = 1").fetchone()[0], 16)
    for change in changes:
        if change.before is not None:
            total -= row_digest(change.table, change.before)
        if change.after is not None:
            total += row_digest(change.table, change.after)
    return total % _MODULUS


def spelled(state: int) -> str:
    """The state's hash as 64 hexadecimal digits."""
    return f"{state:064x}"


def settle(raw: RawConnection, state: int) -> None:
    """Make what is now the baseline: the record of how it came to be is dropped."""
    raw.execute("DELETE FROM workaday_journal")
    raw.execute("DELETE FROM workaday_action")
    raw.execute("INSERT OR REPLACE INTO workaday_baseline (id, state) VALUES (1, ?)", (spelled(state),))


# --- going back -----------------------------------------------------------------------------------------


def revert(raw: RawConnection, metadata: MetaData, sequence: int) -> None:
    """Go back to what was after an entry of the journal.  For copies of a world: it is not an action.

    First every row that changed is taken out, then every row that was there is put in: no two rows ever claim
    the same unique value, in whatever order they came by it.
    """
    changes = net_changes(raw, sequence)
    raw.execute("PRAGMA defer_foreign_keys = ON")
    for change in changes:
        if change.after is not None:
            delete_row(raw, metadata.tables[change.table], change.key)
    for change in changes:
        if change.before is not None:
            insert_row(raw, metadata.tables[change.table], change.before)
    raw.execute("PRAGMA defer_foreign_keys = OFF")
    raw.execute("DELETE FROM workaday_journal WHERE sequence > ?", (sequence,))
    raw.execute("DELETE FROM workaday_action WHERE number NOT IN (SELECT action FROM workaday_journal)")


def delete_row(raw: RawConnection, table: Table, key: Sequence[Value]) -> None:
    """Take a row out, by its key."""
    where = " AND ".join(f'"{column.name}" IS ?' for column in table.primary_key)
    raw.execute(f"DELETE FROM {table.name} WHERE {where}", key)  # noqa: S608


def insert_row(raw: RawConnection, table: Table, row: Row) -> None:
    """Put a row in, as the journal tells it."""
    names = ", ".join(f'"{name}"' for name in row)
    values = [_stored(table, name, value) for name, value in row.items()]
    raw.execute(f"INSERT INTO {table.name} ({names}) VALUES ({', '.join('?' * len(values))})", values)  # noqa: S608


def _stored(table: Table, name: str, value: Value) -> Value | bytes:
    if isinstance(value, str) and isinstance(table.columns[name].type, LargeBinary):
        return bytes.fromhex(value)
    return value
