"""Rate limits and outages of the Web API: none, until a task or the control door asks for them.

They depend on the calls that are made and on the world's time alone, so that the same calls meet the same
faults again (reference 0.7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, delete, insert, or_, select, update

from workaday.apps.slack.models import Fault
from workaday.statement import Statement
from workaday.world import Context

Kind = Literal["ratelimited", "unavailable", "slow"]

_OF_METHOD: Statement[Fault] = Statement(
    select(Fault).where(or_(Fault.method == "*", Fault.method == bindparam("called"))).order_by(Fault.id)
)
_ADD: Statement[Fault] = Statement(insert(Fault).returning(Fault))
_COUNT: Statement[Fault] = Statement(update(Fault).where(Fault.id == bindparam("fault")))
_CLEAR: Statement[Fault] = Statement(delete(Fault))


@dataclass(frozen=True)
class Struck:
    """What a call meets.  ``retry_after`` in seconds, ``delay`` in milliseconds."""

    kind: str
    retry_after: int
    status: int
    delay: int


def add(
    context: Context,
    method: str,
    kind: Kind,
    *,
    skip: int = 0,
    times: int = -1,
    per_minute: int = 0,
    retry_after: int = 30,
    status: int = 503,
    delay: int = 0,
) -> Fault:
    """Let calls of a method (``*`` for any) go wrong: see :class:`Fault`."""
    return _ADD.one(
        context,
        id=context.ids.number("slack_fault"),
        method=method,
        kind=kind,
        skip=skip,
        times=times,
        per_minute=per_minute,
        retry_after=retry_after,
        status=status,
        delay=delay,
    )


def clear(context: Context) -> int:
    """Let everything go right again; how many faults there were."""
    return _CLEAR.run(context)


def waiting(context: Context, method: str) -> Sequence[Fault]:
    """The faults that a call of the method may meet, in order of adding."""
    return _OF_METHOD.all(context, called=method)


def strike(context: Context, method: str) -> list[Struck]:
    """Count a call, and tell what it meets."""
    met = [(fault, _counted(context, fault)) for fault in waiting(context, method)]
    return [Struck(fault.kind, wait, fault.status, fault.delay) for fault, wait in met if wait is not None]


def _counted(context: Context, fault: Fault) -> int | None:
    """The seconds to wait if this call is struck; None if it passes."""
    minute, second = divmod(context.clock.seconds, 60)
    inside = fault.in_minute + 1 if minute == fault.minute else 1
    _COUNT.run(context, fault=fault.id, seen=fault.seen + 1, minute=minute, in_minute=inside)
    past = fault.seen >= fault.skip and (fault.times < 0 or fault.seen < fault.skip + fault.times)
    if not past or inside <= fault.per_minute:
        return None
    return 60 - second if fault.per_minute else fault.retry_after
