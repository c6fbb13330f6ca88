"""What an attempt was worth, and why.

Grading is closed-world: every row that the episode changed is claimed by an expectation of the task, or is
incidental (declared once per app), or is collateral damage, which fails the task.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from workaday.app import incidental_tables
from workaday.journal import Change
from workaday.world import CLOCK_DOOR, World

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

PARTIAL = 0.5
"""The most that an attempt can earn without full success, so that finishing always dominates."""


class Outcome(StrEnum):
    """How an attempt ended.  A broken one has no reward: it is kept apart, and masked from training."""

    COMPLETED = "completed"
    STEP_LIMIT = "step_limit"
    TIMEOUT = "timeout"
    AGENT_ERROR = "agent_error"
    ENVIRONMENT_ERROR = "environment_error"
    JUDGE_ERROR = "judge_error"

    @property
    def broken(self) -> bool:
        """Whether the attempt says nothing about the agent's skill."""
        return self not in {Outcome.COMPLETED, Outcome.STEP_LIMIT}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that should be true at the end.

    ``weight`` is its share of the partial credit; a ``must`` that fails makes the attempt worth nothing.
    """

    name: str
    passed: bool
    why: str = ""
    weight: int = 1
    must: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """That a row change was asked for."""

    change: Change


Verdict = Check | Claim


@dataclass(frozen=True)
class Grade:
    """The result of one attempt: reward from 0 to 1 (none where the run was broken), and what it rests on."""

    reward: float | None
    success: bool
    outcome: Outcome
    checks: tuple[Check, ...] = ()
    collateral: tuple[Change, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The grade as JSON."""
        return {
            "reward": self.reward,
            "success": self.success,
            "outcome": self.outcome.value,
            "checks": [
                {"name": c.name, "passed": c.passed, "why": c.why, "weight": c.weight, "must": c.must}
                for c in self.checks
            ],
            "collateral": [str(change) for change in self.collateral],
        }


@dataclass(frozen=True)
class Evidence:
    """What a verifier may look at: the end state, the net changes by the agent, and its final answer."""

    world: World
    answer: str
    steps: Sequence[Mapping[str, Any]] = field(default=())

    @cached_property
    def changes(self) -> list[Change]:
        """Net row changes since the task was set up, but for those that only the clock made."""
        return [change for change in self.world.changes() if change.doors != (CLOCK_DOOR,)]

    @contextmanager
    def after(self) -> Iterator[Session]:
        """A read-only session on the end state."""
        with self.world.read() as session:
            yield session

    @contextmanager
    def before(self) -> Iterator[Session]:
        """A read-only session on the state in which the agent found the world."""
        with self.world.before() as past, past.read() as session:
            yield session


def grade(evidence: Evidence, verdicts: Iterable[Verdict], outcome: Outcome = Outcome.COMPLETED) -> Grade:
    """Weigh a verifier's verdicts, and hold the rows that nobody claimed against the attempt."""
    if outcome.broken:
        return Grade(None, success=False, outcome=outcome)
    found = list(verdicts)
    checks = tuple(each for each in found if isinstance(each, Check))
    collateral = unclaimed(evidence.changes, [each.change for each in found if isinstance(each, Claim)])
    return Grade(reward(checks, collateral), not collateral and _all(checks), outcome, checks, collateral)


def unclaimed(changes: Iterable[Change], claimed: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that are neither claimed nor incidental."""
    expected = {(change.table, change.key) for change in claimed}
    incidental = incidental_tables()
    return tuple(
        change
        for change in changes
        if change.table not in incidental and (change.table, change.key) not in expected
    )


def reward(checks: Sequence[Check], collateral: Sequence[Change]) -> float:
    """1.0 for everything; nothing with damage or a failed must; else a share of the partial credit."""
    if collateral or any(check.must and not check.passed for check in checks):
        return 0.0
    if _all(checks):
        return 1.0
    total = sum(check.weight for check in checks) or 1
    earned = sum(check.weight for check in checks if check.passed)
    return round(PARTIAL * earned / total, 1)


def _all(checks: Sequence[Check]) -> bool:
    return bool(checks) and all(check.passed for check in checks)
