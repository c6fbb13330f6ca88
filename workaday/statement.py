"""Statements that are made once and run often, on a world's own connection.

What an app does at every call is said this way.  Rows are plain values with the names of their columns, which
change nothing.  Measured, they cost a third of the same entities in an ORM session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import JSON, Executable, Select, bindparam, func, select

if TYPE_CHECKING:
    from sqlalchemy import CursorResult

    from workaday.world import Context

T = TypeVar("T")


class Statement(Generic[T]):
    """SQL with named parameters (``bindparam``).

    ``T`` is what a row looks like (an entity, whose columns it has, or a tuple) or what a first column holds.
    """

    def __init__(self, sql: Executable) -> None:
        self._sql = sql
        self._writes = bool(getattr(sql, "is_dml", False))

    def run(self, context: Context, **values: object) -> int:
        """Run it for its effect; how many rows it concerned."""
        return self._result(context, values).rowcount

    def all(self, context: Context, **values: object) -> Sequence[T]:
        """Every row."""
        found: Any = self._result(context, values).all()
        return found  # type: ignore[no-any-return]

    def first(self, context: Context, **values: object) -> T | None:
        """The first row, if there is one."""
        found: Any = self._result(context, values).first()
        return found  # type: ignore[no-any-return]

    def one(self, context: Context, **values: object) -> T:
        """The only row."""
        found: Any = self._result(context, values).one()
        return found  # type: ignore[no-any-return]

    def column(self, context: Context, **values: object) -> Sequence[T]:
        """The first column of every row."""
        return self._result(context, values).scalars().all()

    def value(self, context: Context, **values: object) -> T | None:
        """The first column of the first row, if there is one."""
        return self._result(context, values).scalars().first()

    def _result(self, context: Context, values: dict[str, object]) -> CursorResult[Any]:
        context.session.flush()
        if self._writes:
            context.session.expire_all()
        return context.world.connection.execute(self._sql, values)


def among(name: str) -> Select[tuple[Any]]:
    """The values of the list that is given as parameter ``name``: ``column.in_(among("ids"))``."""
    values = func.json_each(bindparam(name, type_=JSON)).table_valued("value")
    return select(values.c.value)
