"""Expectations about row changes, and the claims that go with them.

An expectation finds the changed rows that are meant by ``where``, claims them, and checks them: there are as
many as expected, and every column that neither ``where`` nor ``told`` speaks of is what the app itself would
put there.  So a row cannot hide something that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from workaday.app import generated_columns
from workaday.database import Base
from workaday.grade import Check, Claim, Evidence, Verdict
from workaday.journal import Change, Kind, Row, Value

Condition = Value | Callable[[Value], bool]
"""What a column should be: a value, or a question that is to be answered with yes."""


@dataclass(frozen=True)
class Expected:
    """That so many rows of a table are new, changed or gone."""

    name: str
    """The promise, such as ``the reply is in the thread``."""
    table: str
    where: Mapping[str, Condition]
    kind: Kind = "insert"
    count: int = 1
    weight: int = 1
    told: Mapping[str, tuple[str, Condition]] = field(default_factory=dict)
    """Further columns: the promise about each, and what it should be.  Each is a check of its own."""

    def verdicts(self, evidence: Evidence) -> Iterator[Verdict]:
        """A check that the rows are there, one for each of ``told``, and a claim on each row."""
        found = self.matching(evidence)
        yield Check(self.name, len(found) == self.count, _counted(len(found), self.count), self.weight)
        for column, (promise, wanted) in self.told.items():
            wrong = [change.row[column] for change in found if not holds(wanted, change.row[column])]
            yield Check(
                promise, bool(found) and not wrong, f"it says {wrong[0]!r}" if wrong else "", self.weight
            )
        yield from (Claim(change) for change in found)

    def matching(self, evidence: Evidence) -> list[Change]:
        """The changes that are meant."""
        return [change for change in evidence.changes if self._means(change)]

    def _means(self, change: Change) -> bool:
        if (change.table, change.kind) != (self.table, self.kind):
            return False
        named = all(holds(wanted, change.row[column]) for column, wanted in self.where.items())
        return named and not self._oddities(change)

    def _oddities(self, change: Change) -> list[str]:
        """Columns that hold something nobody asked for."""
        spoken = {*self.where, *self.told, *generated_columns(self.table)}
        if change.before is not None:
            return [name for name in change.columns if name not in spoken and change.kind == "update"]
        usual = untouched(self.table)
        return [name for name in change.row if name not in spoken and change.row[name] != usual[name]]


def holds(wanted: Condition, value: Value) -> bool:
    """Whether a column is what it should be."""
    return bool(wanted(value)) if callable(wanted) else wanted == value


def untouched(table: str) -> Row:
    """What each column holds where nothing is said of it: its default, or null."""
    return {column.name: _default(column.default) for column in Base.metadata.tables[table].columns}


def _default(default: object) -> Value:
    value = getattr(default, "arg", None)
    return int(value) if isinstance(value, bool) else value


def _counted(found: int, wanted: int) -> str:
    return "" if found == wanted else f"there are {found}, not {wanted}"
