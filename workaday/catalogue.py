"""What there is, in figures: task families, and the rows of a snapshot."""

from __future__ import annotations

from typing import Any

from workaday import journal
from workaday.database import Base
from workaday.run import Attempt, play
from workaday.snapshot import Snapshot
from workaday.task import TaskFamily


def described(family: TaskFamily[Any]) -> dict[str, Any]:
    """A family in the shape that ``workaday tasks --json`` prints; variant 0 gives the last two figures."""
    rollout = play(Attempt(family.name, 0, "reference", "tool"))
    return {
        "name": family.name,
        "apps": list(family.apps),
        "split": family.split,
        "variants": family.variants,
        "doors": list(family.doors),
        "checks": len(rollout.grade["checks"]),
        "reference_steps": len(rollout.steps),
    }


def row_counts(snapshot: Snapshot) -> dict[str, int]:
    """How many rows each table has, in order of name."""
    counts = {table.name: 0 for table in journal.recorded(Base.metadata)}
    with snapshot.open() as world:
        for name, _ in journal.dump(world.raw, Base.metadata):
            counts[name] += 1
    return counts
