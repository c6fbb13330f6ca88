"""The demonstration: every task, by every door, by agents of which it is known what they should earn."""

from __future__ import annotations

from collections.abc import Sequence

from workaday.report import Line, lines
from workaday.rollout import Rollout
from workaday.run import Attempt
from workaday.task import families

AGENTS = ("reference", "random", "do-nothing")


def attempts(variants: int) -> list[Attempt]:
    """What is played."""
    return [
        Attempt(family.name, variant, agent, door)
        for family in families().values()
        for agent in AGENTS
        for door in family.doors
        for variant in range(min(variants, family.variants))
    ]


def complaints(rollouts: Sequence[Rollout]) -> list[str]:
    """What did not come out as it has to; nothing, if all is well."""
    found = [(line, _expected(line)) for line in lines(rollouts)]
    return [
        f"{line.task}: {line.agent} by {line.door} earned {line.reward}, which is not {wanted}"
        for line, wanted in found
        if wanted
    ]


def _expected(line: Line) -> str:
    """What the line should have earned, where it did not."""
    if line.broken or line.reward is None:
        return "a reward: attempts broke"
    if line.agent == "reference":
        return "" if line.reward == 1.0 else "1.0"
    if line.agent == "do-nothing":
        return "" if line.reward == 0 else "0"
    return "" if line.reward < 1 else "below 1"
