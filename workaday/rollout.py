"""The recording of one attempt, and its file format.

A file holds JSON lines: first what was attempted (``kind: rollout``), then each step (``kind: step``), at
last how it ended (``kind: end``).  Everything but ``wall`` is the same whenever the same actions are played
again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from workaday.errors import WorkadayError
from workaday.grade import Grade

FORMAT = 1


@dataclass(frozen=True)
class Step:
    """One action and what came of it."""

    number: int
    name: str
    arguments: Mapping[str, Any]
    observation: Mapping[str, Any]
    state_hash: str
    changes: tuple[str, ...]
    """The net row changes since the step before, told as text."""
    now: int
    """World time after the step, in microseconds since 1970."""

    @property
    def observation_hash(self) -> str:
        """SHA-256 of the observation as canonical JSON."""
        told = json.dumps(self.observation, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass
class Rollout:
    """One attempt at a task."""

    task: str
    variant: int
    agent: str
    door: str
    firm: str
    size: str
    seed: int
    snapshot: str
    """The state hash of the snapshot that the world came from."""
    persona: str
    instruction: str
    start_hash: str
    """The state hash once the task was set up."""
    version: str
    sample: int = 0
    steps: list[Step] = field(default_factory=list)
    answer: str = ""
    grade: Mapping[str, Any] = field(default_factory=dict)
    state_hash: str = ""
    wall: Mapping[str, Any] = field(default_factory=dict)
    """When it was played and how long it took: never part of what is compared."""

    @property
    def reward(self) -> float | None:
        """The reward; none where the run was broken."""
        reward: float | None = self.grade.get("reward")
        return reward

    @property
    def success(self) -> bool:
        """Whether everything was as asked."""
        return bool(self.grade.get("success"))

    def end(self, answer: str, grade: Grade, state_hash: str) -> None:
        """Write down how it ended."""
        self.answer, self.grade, self.state_hash = answer, grade.as_dict(), state_hash

    def lines(self) -> list[dict[str, Any]]:
        """The recording as JSON documents, one for each line of its file."""
        told = asdict(self)
        steps, ends = told.pop("steps"), {name: told.pop(name) for name in _ENDS}
        wall = told.pop("wall")
        return [
            {"kind": "rollout", "format": FORMAT, **told},
            *({"kind": "step", **step} for step in steps),
            {"kind": "end", **ends, "wall": wall},
        ]

    def save(self, path: Path) -> Path:
        """Write the file, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".partial")
        fresh.write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines()), "utf-8"
        )
        fresh.replace(path)
        return path


_ENDS = ("answer", "grade", "state_hash")


def recordings(folder: Path) -> list[Path]:
    """The files of the recordings below a folder, in order of path."""
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths:
        raise WorkadayError(f"there are no recordings (*.jsonl) in {folder}")
    return paths


def load(path: Path) -> Rollout:
    """Read a recording."""
    try:
        head, *steps, end = (json.loads(line) for line in path.read_text("utf-8").splitlines())
        if (head.pop("kind"), head.pop("format"), end.pop("kind")) != ("rollout", FORMAT, "end"):
            raise ValueError("it is of another kind or format")
        for step in steps:
            step.pop("kind")
            step["changes"] = tuple(step["changes"])
        return Rollout(**head, **end, steps=[Step(**step) for step in steps])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WorkadayError(f"{path} is not a recording of this format: {error}") from None
