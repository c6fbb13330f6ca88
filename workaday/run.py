"""Playing tasks: many attempts, side by side, each recorded in a file of its own; resumable."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from workaday.agents import Agent, agent
from workaday.episode import EnvironmentFault, Episode, OutOfTime
from workaday.grade import Outcome
from workaday.parallel import side_by_side
from workaday.rollout import Rollout, load
from workaday.snapshot import Size
from workaday.task import DoorName, families, task


@dataclass(frozen=True)
class Attempt:
    """What to play: a variant of a task, by an agent, through a door, for the so-manieth time."""

    task: str
    variant: int
    agent: str
    door: DoorName
    sample: int = 0
    size: Size | None = None
    patience: float | None = None
    """Seconds after which it is given up."""

    @property
    def file(self) -> str:
        """Where its recording goes, below the output folder."""
        return f"{self.task}/{self.variant:04d}/{self.agent}-{self.door}-{self.sample}.jsonl"


def play(attempt: Attempt, pictures: Path | None = None) -> Rollout:
    """Play one attempt.  A crash is an outcome of its own, not a reward of zero."""
    with Episode(
        attempt.task,
        attempt.variant,
        door=attempt.door,
        agent=attempt.agent,
        size=attempt.size,
        patience=attempt.patience,
        pictures=pictures,
    ) as episode:
        episode.rollout.sample = attempt.sample
        answer, outcome = _played(agent(attempt.agent), episode)
        episode.submit(answer, outcome)
        return episode.rollout


def _played(chosen: Agent, episode: Episode) -> tuple[str, Outcome]:
    try:
        answer = chosen(episode)
    except Exception as error:
        episode.rollout.wall = {"traceback": traceback.format_exc()}
        return "", _FAULTS.get(type(error), Outcome.AGENT_ERROR)
    return answer, Outcome.STEP_LIMIT if episode.out_of_steps else Outcome.COMPLETED


def pictures_of(path: Path) -> Path:
    """The folder of the pictures that go with a recording."""
    return path.with_suffix(".pictures")


_FAULTS: dict[type[Exception], Outcome] = {
    EnvironmentFault: Outcome.ENVIRONMENT_ERROR,
    OutOfTime: Outcome.TIMEOUT,
}


def recorded(attempt: Attempt, folder: Path | None, *, again: bool = False) -> Rollout:
    """Play one attempt, or read its recording if it is there already, unless it is to be played ``again``."""
    if folder is None:
        return play(attempt)
    path = folder / attempt.file
    if path.is_file() and not again:
        return load(path)
    rollout = play(attempt, pictures_of(path))
    rollout.save(path)
    return rollout


def play_all(
    attempts: list[Attempt], folder: Path | None, parallel: int = 1, *, again: bool = False
) -> Iterator[tuple[Attempt, Rollout]]:
    """Play attempts in so many processes; each as it is done."""
    yield from side_by_side(partial(recorded, folder=folder, again=again), attempts, parallel)


def chosen(names: Iterable[str]) -> list[tuple[str, int | None]]:
    """Families, or single variants as ``name#7``; without names all families."""
    wanted = list(names) or list(families())
    return [_chosen(name) for name in wanted]


def _chosen(name: str) -> tuple[str, int | None]:
    family, _, variant = name.partition("#")
    task(family, int(variant or 0))
    return family, int(variant) if variant else None
