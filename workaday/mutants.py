"""Damage to an end state, one row at a time: what a verifier has to notice.

Each row that the episode changed is dropped, altered in each of its columns, and duplicated; and in every
table an unrelated row is inserted, updated and deleted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, LargeBinary, Table, UniqueConstraint

from workaday import journal
from workaday.app import generated_columns, incidental_tables
from workaday.clock import WorldTime
from workaday.database import Base
from workaday.journal import Change, Row, Value
from workaday.world import World

DOOR = "mutant"


@dataclass(frozen=True)
class Mutant:
    """One damaged row: what it becomes (none: it is gone) in place of what it was (none: it is new).

    ``excuse`` says why it would be right to accept the damage, where it would be.
    """

    kind: str
    table: str
    before: Row | None
    after: Row | None
    excuse: str = ""

    @property
    def row(self) -> str:
        """The row and what was done to it, as text."""
        shown = self.before or self.after or {}
        key = [shown[name] for name in _key(Base.metadata.tables[self.table])]
        return f"{self.table}{key}{self._altered()}"

    def _altered(self) -> str:
        if self.before is None or self.after is None:
            return ""
        changed = [name for name in self.after if self.after[name] != self.before[name]]
        return ": " + ", ".join(f"{name}={json.dumps(self.after[name])}" for name in changed)


@contextmanager
def tampered(world: World, mutant: Mutant) -> Iterator[None]:
    """The world with that damage, until the end of the block."""
    table = Base.metadata.tables[mutant.table]
    with world.tampering(DOOR):
        world.raw.execute("PRAGMA defer_foreign_keys = ON")
        if mutant.before is not None:
            journal.delete_row(world.raw, table, [mutant.before[name] for name in _key(table)])
        if mutant.after is not None:
            journal.insert_row(world.raw, table, mutant.after)
        yield


def mutants(world: World) -> list[Mutant]:
    """Every single-row damage to the world's present state."""
    changes = world.changes()
    touched = {(change.table, change.key) for change in changes}
    rows: dict[str, list[Row]] = {table.name: [] for table in journal.recorded(Base.metadata)}
    for name, row in journal.dump(world.raw, Base.metadata):
        rows[name].append(row)
    found = [mutant for change in changes for mutant in _of_change(change, rows[change.table])]
    for table in journal.recorded(Base.metadata):
        if table.name == WorldTime.__tablename__:  # a world without its one clock is none
            continue
        untouched = [row for row in rows[table.name] if (table.name, _values(table, row)) not in touched]
        found += _unrelated(table, rows[table.name], untouched)
    return found


def _of_change(change: Change, rows: list[Row]) -> Iterator[Mutant]:
    excuse = _excuse(change.table)
    if change.after is None:
        yield Mutant("restored", change.table, None, change.before, excuse)
        return
    yield Mutant("dropped", change.table, change.after, change.before, excuse)
    table = Base.metadata.tables[change.table]
    yield Mutant("duplicated", change.table, None, _twin(table, change.after, rows), excuse)
    for name in sorted(change.after):
        for value in _others(table, name, change.after[name]):
            altered = _freed(
                table, {**change.after, name: value}, name, [row for row in rows if row != change.after]
            )
            yield Mutant(
                "altered", change.table, change.after, altered, excuse or _column_excuse(change.table, name)
            )


def _unrelated(table: Table, rows: list[Row], untouched: list[Row]) -> Iterator[Mutant]:
    excuse = _excuse(table.name)
    model = untouched[0] if untouched else (rows[0] if rows else _invented(table))
    yield Mutant("unrelated insert", table.name, None, _twin(table, model, rows), excuse)
    if untouched:
        row, name = untouched[-1], _plainest(table)
        yield Mutant(
            "unrelated update", table.name, row, {**row, name: _other(table, name, row[name])}, excuse
        )
        yield Mutant("unrelated delete", table.name, row, None, excuse)


def _excuse(table: str) -> str:
    return (
        f"{table} is incidental: it records only having looked, or counts"
        if table in incidental_tables()
        else ""
    )


def _column_excuse(table: str, column: str) -> str:
    made_up = column in generated_columns(table)
    return f"{column} is made up by the app; the agent does not choose it" if made_up else ""


# --- other rows -----------------------------------------------------------------------------------------


def _key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _values(table: Table, row: Row) -> tuple[Value, ...]:
    return tuple(row[name] for name in _key(table))


def _is_number(table: Table, name: str) -> bool:
    return isinstance(table.columns[name].type, Integer) or table.columns[name].type.python_type is bool


def _other(table: Table, name: str, value: Value) -> Value:
    """A different value of the column's kind."""
    if table.columns[name].type.python_type is bool:
        return 0 if value else 1
    if _is_number(table, name):
        return int(value or 0) + 1
    if isinstance(table.columns[name].type, LargeBinary):
        return f"{value or ''}00"
    return f"{value}x" if value else "x"


def _others(table: Table, name: str, value: Value) -> list[Value]:
    """Different values: a text is also taken back, and replaced altogether."""
    other = _other(table, name, value)
    if not isinstance(value, str) or not isinstance(other, str):
        return [other]
    return [other, f"Not true: {value}", "x"]


def _plainest(table: Table) -> str:
    """A column that is not part of the key; of the key if there is no other."""
    plain = [column.name for column in table.columns if not column.primary_key and not column.foreign_keys]
    unique = {name for names in _unique(table) for name in names}
    made_up = generated_columns(table.name) if not table.name.startswith("workaday_") else frozenset()
    best = [name for name in plain if name not in unique and name not in made_up]
    return (best or plain or _key(table))[0]


def _unique(table: Table) -> list[list[str]]:
    constraints = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    return [_key(table), *([column.name for column in each.columns] for each in constraints)]


def _twin(table: Table, row: Row, rows: list[Row]) -> Row:
    """A copy of a row with as few columns changed as its keys and unique columns need."""
    twin = dict(row)
    for names in sorted(_unique(table), key=len):
        if any(_values_of(names, each) == _values_of(names, twin) for each in rows):
            twin = _freed(table, twin, names[-1], rows)
    return twin


def _freed(table: Table, row: Row, name: str, rows: list[Row]) -> Row:
    """The row with that column changed until it is not in the way of another row."""
    freed, concerned = dict(row), [names for names in _unique(table) if name in names]
    taken = {(tuple(names), _values_of(names, each)) for names in concerned for each in rows}
    while any((tuple(names), _values_of(names, freed)) in taken for names in concerned):
        freed[name] = _other(table, name, freed[name])
    return freed


def _values_of(names: list[str], row: Row) -> tuple[Value, ...]:
    return tuple(row[name] for name in names)


def _invented(table: Table) -> dict[str, Any]:
    return {column.name: _other(table, column.name, None) for column in table.columns}
