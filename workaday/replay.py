"""Playing a recording again: the same state, observations and grade, or where they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workaday.episode import Episode
from workaday.grade import Outcome
from workaday.rollout import Rollout, Step, load


@dataclass(frozen=True)
class Replayed:
    """What came of playing one recording again; no differences mean that all was the same."""

    path: str
    task: str
    variant: int
    door: str
    steps: int
    state_hash: str
    differences: tuple[str, ...]


def replay(path: Path) -> Replayed:
    """Play a recording's actions again, in a fresh world, and compare."""
    told = load(path)
    again = _play(told)
    differences = tuple(_differences(told, again))
    return Replayed(
        str(path), told.task, told.variant, told.door, len(told.steps), again.state_hash, differences
    )


def _play(told: Rollout) -> Rollout:
    with Episode(told.task, told.variant, door=told.door, agent=told.agent, size=told.size) as episode:  # type: ignore[arg-type]
        for step in told.steps:
            episode.act(step.name, step.arguments)
        episode.submit(told.answer, Outcome(told.grade["outcome"]))
        return episode.rollout


def _differences(told: Rollout, again: Rollout) -> Iterator[str]:
    for name in ("snapshot", "persona", "instruction", "start_hash"):
        yield from _compared(name, getattr(told, name), getattr(again, name))
    for step, repeated in zip(told.steps, again.steps, strict=False):
        yield from _step_differences(step, repeated)
    yield from _compared("number of steps", len(told.steps), len(again.steps))
    yield from _compared("grade", _plain(told.grade), _plain(again.grade))
    yield from _compared("final state hash", told.state_hash, again.state_hash)


def _step_differences(told: Step, again: Step) -> Iterator[str]:
    where = f"step {told.number} ({told.name})"
    yield from _compared(f"{where}: observation", told.observation_hash, again.observation_hash)
    yield from _compared(f"{where}: state hash", told.state_hash, again.state_hash)
    yield from _compared(f"{where}: world time", told.now, again.now)


def _compared(name: str, told: object, again: object) -> Iterator[str]:
    if told != again:
        yield f"{name} was {told!r}, is {again!r}"


def _plain(grade: Any) -> Any:
    """A grade as it reads back from a file."""
    return {**grade, "checks": [dict(check) for check in grade.get("checks", ())]}
