"""What many attempts say together: rewards, pass@k, pass^k, intervals, and where agents fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb, sqrt
from pathlib import Path
from typing import Any

from workaday.rollout import Rollout, load, recordings


@dataclass(frozen=True)
class Line:
    """The attempts at one task, by one agent, through one door."""

    task: str
    agent: str
    door: str
    rewards: tuple[float, ...]
    tries: tuple[tuple[int, int], ...]
    """For each variant how many attempts counted, and how many of them succeeded."""
    broken: int
    steps: float
    seconds: float

    @property
    def attempts(self) -> int:
        """Attempts that count: broken ones do not."""
        return len(self.rewards)

    @property
    def successes(self) -> int:
        """Attempts in which everything was as asked."""
        return sum(successes for _, successes in self.tries)

    @property
    def k(self) -> int:
        """How many attempts there are at every variant: what ``pass@k`` and ``pass^k`` can be told for."""
        return min((attempts for attempts, _ in self.tries), default=0)

    @property
    def any_of_k(self) -> float:
        """``pass@k``, the mean over the variants."""
        return _mean(pass_at(self.k, *tries) for tries in self.tries)

    @property
    def all_of_k(self) -> float:
        """``pass^k``, the mean over the variants."""
        return _mean(pass_all(self.k, *tries) for tries in self.tries)

    @property
    def reward(self) -> float | None:
        """The mean reward; none without attempts that count."""
        return sum(self.rewards) / len(self.rewards) if self.rewards else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% Wilson interval of the success rate."""
        return wilson(self.successes, self.attempts) if self.attempts else None


def wilson(successes: int, attempts: int, z: float = 1.959964) -> tuple[float, float]:
    """The interval that holds a success rate, with the confidence that ``z`` stands for."""
    rate = successes / attempts
    scale = 1 + z * z / attempts
    middle = rate + z * z / (2 * attempts)
    spread = z * sqrt(rate * (1 - rate) / attempts + z * z / (4 * attempts * attempts))
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def pass_at(k: int, attempts: int, successes: int) -> float:
    """The unbiased chance that at least one of ``k`` attempts succeeds."""
    return 1 - comb(attempts - successes, k) / comb(attempts, k)


def pass_all(k: int, attempts: int, successes: int) -> float:
    """The unbiased chance that all of ``k`` attempts succeed."""
    return comb(successes, k) / comb(attempts, k)


def lines(rollouts: Iterable[Rollout]) -> list[Line]:
    """Rollouts grouped by task, agent and door, in that order."""
    ordered = sorted(rollouts, key=_group)
    return [_line(*group, list(each)) for group, each in groupby(ordered, key=_group)]


def _group(rollout: Rollout) -> tuple[str, str, str]:
    return rollout.task, rollout.agent, rollout.door


def _line(task: str, agent: str, door: str, rollouts: Sequence[Rollout]) -> Line:
    counted = [rollout for rollout in rollouts if rollout.reward is not None]
    return Line(
        task,
        agent,
        door,
        rewards=tuple(rollout.reward for rollout in counted if rollout.reward is not None),
        tries=_tries(counted),
        broken=len(rollouts) - len(counted),
        steps=_mean(len(rollout.steps) for rollout in rollouts),
        seconds=_mean(float(rollout.wall.get("seconds", 0)) for rollout in rollouts),
    )


def _tries(counted: Sequence[Rollout]) -> tuple[tuple[int, int], ...]:
    variants = sorted({rollout.variant for rollout in counted})
    alike = ([each for each in counted if each.variant == variant] for variant in variants)
    return tuple((len(each), sum(rollout.success for rollout in each)) for each in alike)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def summary(rollouts: Sequence[Rollout], seconds: float) -> dict[str, Any]:
    """The shape that ``workaday run --json`` prints; broken attempts have the reward null."""
    rewards: dict[str, list[float | None]] = {}
    successes: dict[str, list[bool]] = {}
    for rollout in sorted(rollouts, key=lambda each: (*_group(each), each.variant, each.sample)):
        rewards.setdefault(rollout.task, []).append(rollout.reward)
        successes.setdefault(rollout.task, []).append(rollout.success)
    outcomes = Counter(str(rollout.grade["outcome"]) for rollout in rollouts)
    return {
        "rollouts": len(rollouts),
        "rewards": rewards,
        "success": successes,
        "outcomes": dict(sorted(outcomes.items())),
        "seconds": round(seconds, 3),
    }


def read(folder: Path) -> list[Rollout]:
    """Every recording below a folder, in order of path."""
    return [load(path) for path in recordings(folder)]
