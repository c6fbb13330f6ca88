"""The proof of each task (Law 7): what must not pass does not, what must pass does, damage is always noticed.

Four kinds of evidence for a variant: agents without skill score 0; the reference solution scores 1.0 twice
with the same state hash, by every door; single-row damage to its end state fails; other right ways pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from workaday.agents import TRIVIAL, agent
from workaday.episode import Episode
from workaday.grade import Evidence, grade
from workaday.mutants import Mutant, mutants, tampered
from workaday.parallel import side_by_side
from workaday.run import Attempt, play
from workaday.task import DoorName, Hands, Task, task

TWICE = 2


@dataclass(frozen=True)
class Survivor:
    """A damaged end state that was accepted, and why that is right (``why`` is empty where it is not)."""

    kind: str
    row: str
    why: str


@dataclass
class Audit:
    """The evidence for one variant of a task."""

    task: str
    variant: int
    trivial: dict[str, dict[str, Any]] = field(default_factory=dict)
    reference: dict[str, dict[str, Any]] = field(default_factory=dict)
    killed: int = 0
    survived: list[Survivor] = field(default_factory=list)
    passed: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """What is wrong with the task; nothing, if it may be used."""
        return [*self._trivial_faults(), *self._reference_faults(), *self._mutant_faults(), *self.refused]

    def _trivial_faults(self) -> Iterator[str]:
        for name, result in self.trivial.items():
            if result["success"] or (name != "random" and result["reward"] != 0):
                yield f"the {name} agent earns {result['reward']}"

    def _reference_faults(self) -> Iterator[str]:
        for door, result in self.reference.items():
            if result["reward"] != 1.0 or not result["success"]:
                yield f"the reference earns {result['reward']} by {door}: {result['why']}"
            if len(set(result["hashes"])) != 1:
                yield f"the reference ends in different states by {door}"

    def _mutant_faults(self) -> Iterator[str]:
        for survivor in self.survived:
            if not survivor.why:
                yield f"damage passes: {survivor.kind} {survivor.row}"

    def as_dict(self) -> dict[str, Any]:
        """The evidence as JSON, in the shape that the command line prints."""
        return {
            "task": self.task,
            "variant": self.variant,
            "trivial": self.trivial,
            "reference": self.reference,
            "mutants": {"killed": self.killed, "survived": [asdict(each) for each in self.survived]},
            "equivalents": {"passed": self.passed, "refused": self.refused},
            "faults": self.faults,
        }


def audit(name: str, variant: int, doors: tuple[DoorName, ...] | None = None) -> Audit:
    """Gather the evidence for one variant, by these doors or by all that the task offers."""
    audited = task(name, variant)
    found = Audit(name, variant)
    for baseline in TRIVIAL:
        found.trivial[baseline] = _result(Attempt(name, variant, baseline, "tool"))
    for door in doors or audited.family.doors:
        found.reference[door] = _reference(name, variant, door)
    _damage(audited, found)
    _equivalents(audited, found)
    return found


def audit_all(
    wanted: Sequence[tuple[str, int]], doors: tuple[DoorName, ...], parallel: int = 1
) -> Iterator[Audit]:
    """Audit variants in so many processes; each as it is done."""
    yield from (found for _, found in side_by_side(partial(_audit, doors), wanted, parallel))


def _audit(doors: tuple[DoorName, ...], variant: tuple[str, int]) -> Audit:
    return audit(*variant, doors)


def totals(found: Sequence[Audit]) -> dict[str, int]:
    """The evidence added up."""
    return {
        "tasks": len(found),
        "killed": sum(each.killed for each in found),
        "excused": sum(1 for each in found for survivor in each.survived if survivor.why),
        "survived": sum(1 for each in found for survivor in each.survived if not survivor.why),
        "equivalents": sum(each.passed for each in found),
        "faults": sum(len(each.faults) for each in found),
    }


def _result(attempt: Attempt) -> dict[str, Any]:
    rollout = play(attempt)
    return {"reward": rollout.reward, "success": rollout.success}


def _reference(name: str, variant: int, door: DoorName) -> dict[str, Any]:
    rollouts = [play(Attempt(name, variant, "reference", door)) for _ in range(TWICE)]
    worst = min(rollouts, key=lambda rollout: rollout.reward or 0)
    return {
        "reward": worst.reward,
        "success": worst.success,
        "hashes": [rollout.state_hash for rollout in rollouts],
        "why": _why(worst.grade, worst.wall),
    }


def _why(told: Any, wall: Any = None) -> str:
    failed = [check["name"] for check in told.get("checks", ()) if not check["passed"]]
    trace = str((wall or {}).get("traceback", "")).strip().splitlines()
    return "; ".join([*failed, *told.get("collateral", ()), *trace[-1:]])


# --- damage ---------------------------------------------------------------------------------------------


def _damage(audited: Task, found: Audit) -> None:
    with Episode(found.task, found.variant) as episode:
        answer = agent("reference")(episode)
        for mutant in mutants(episode.world):
            with tampered(episode.world, mutant):
                survived = _accepted(audited, episode, answer)
            _count(found, mutant, survived=survived)


def _accepted(audited: Task, episode: Episode, answer: str) -> bool:
    evidence = Evidence(episode.world, answer)
    try:
        return grade(evidence, audited.family.verify(evidence, episode.params)).success
    except SQLAlchemyError:  # what the verifier looks for is gone: it is noticed
        return False


def _count(found: Audit, mutant: Mutant, *, survived: bool) -> None:
    if survived:
        found.survived.append(Survivor(mutant.kind, mutant.row, mutant.excuse))
    else:
        found.killed += 1


# --- other right ways -----------------------------------------------------------------------------------


def _equivalents(audited: Task, found: Audit) -> None:
    with Episode(found.task, found.variant) as episode:
        ways = [("harmless reads", _with_reads), *audited.family.equivalents(episode.params)]
    for name, way in ways:
        refused = _refused(found, way)
        if refused:
            found.refused.append(f"{name}: {refused}")
        else:
            found.passed += 1


def _refused(found: Audit, way: Callable[[Hands], str]) -> str:
    with Episode(found.task, found.variant) as episode:
        result = episode.submit(way(episode))
        return "" if result.success else _why(result.as_dict()) or "not accepted"


def _with_reads(hands: Hands) -> str:
    """The reference solution with looking around before and after."""
    episode = hands
    assert isinstance(episode, Episode)
    _look_around(episode)
    answer = agent("reference")(episode)
    _look_around(episode)
    return answer


def _look_around(episode: Episode) -> None:
    from workaday.doors import ToolDoor

    assert isinstance(episode.door, ToolDoor)
    for name, tool in episode.door.tools.items():
        if tool.reads and not tool.schema["function"]["parameters"].get("required"):
            episode.act(name, {})
