"""Tasks: what to do, in which world, how it is done, and how to tell that it was done.

A family makes tasks by the hundred: one parameter object, drawn from what is in the world, gives the set-up,
the instruction, the reference solution and the expectations.  Families are found by their entry points in the
group ``workaday.tasks``; each names a list of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar

from workaday.chance import Random, rng
from workaday.errors import TaskError
from workaday.grade import Evidence, Verdict
from workaday.snapshot import Size
from workaday.world import World

if TYPE_CHECKING:
    from workaday.browsing import Browser

Params = TypeVar("Params")
DoorName = Literal["tool", "wire", "browser"]
Split = Literal["train", "test"]


class Hands(Protocol):
    """What a reference solution acts with: the public tools, by whichever door."""

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Do one thing; what the tool answered, or an :class:`~workaday.errors.ActionError`."""


class TaskFamily(ABC, Generic[Params]):
    """Tasks of one kind.

    ``Params`` is a frozen dataclass of texts, numbers and tuples.  Everything about a task follows from it
    and from the world, so that the same variant is the same task everywhere.
    """

    name: ClassVar[str]
    apps: ClassVar[tuple[str, ...]]
    firm: ClassVar[str] = "marlow"
    size: ClassVar[Size] = "small"
    split: ClassVar[Split] = "train"
    variants: ClassVar[int]
    """How many tasks the family makes: variants 0 to this, exclusive."""
    doors: ClassVar[tuple[DoorName, ...]] = ("tool", "wire", "browser")
    steps: ClassVar[int] = 40
    """How many actions an agent may take."""
    tick: ClassVar[int] = 0
    """Microseconds by which each action that changes something moves the clock."""

    @abstractmethod
    def draw(self, chance: Random, world: World) -> Params:
        """Choose a task from what is in the world, only looking at it."""

    @abstractmethod
    def persona(self, params: Params) -> str:
        """The id of the person whom the agent acts as."""

    def set_up(self, world: World, params: Params) -> None:
        """Plant what the task needs, decoys too."""

    @abstractmethod
    def instruction(self, params: Params) -> str:
        """What the agent is asked to do."""

    @abstractmethod
    def reference(self, agent: Hands, params: Params) -> str:
        """Do it through the public tools; gives the final answer."""

    def reference_in_browser(self, browser: Browser, params: Params) -> str:
        """Do it through the pages; gives the final answer.  For families that offer the browser."""
        raise NotImplementedError

    @abstractmethod
    def verify(self, evidence: Evidence, params: Params) -> Iterable[Verdict]:
        """Checks over the end state, and claims on the rows that the task asks to change."""

    def equivalents(self, params: Params) -> Iterator[tuple[str, Callable[[Hands], str]]]:
        """Other right ways to do it, by name, which must be accepted too."""
        yield from ()


@dataclass(frozen=True)
class Task:
    """One task of a family."""

    family: TaskFamily[Any]
    variant: int

    @property
    def name(self) -> str:
        """The family's name."""
        return self.family.name

    def draw(self, world: World) -> Any:
        """The parameters of this variant in that world."""
        return self.family.draw(rng("task", self.name, self.variant), world)

    def set_up(self, world: World) -> Any:
        """Make the world this task's and give its parameters; from here on changes count."""
        params = self.draw(world)
        self.family.set_up(world, params)
        world.settle(tick=self.family.tick)
        return params


@lru_cache(maxsize=1)
def families() -> dict[str, TaskFamily[Any]]:
    """The installed families by name, in order of name."""
    found = sorted(entry_points(group="workaday.tasks"), key=lambda point: point.name)
    listed = [family for point in found for family in point.load()]
    return {family.name: family for family in sorted(listed, key=lambda family: family.name)}


def family(name: str) -> TaskFamily[Any]:
    """The family of that name."""
    try:
        return families()[name]
    except KeyError:
        raise TaskError(f"there is no task called {name!r}; there is {', '.join(families())}") from None


def task(name: str, variant: int) -> Task:
    """One task by family and variant."""
    found = family(name)
    if not 0 <= variant < found.variants:
        raise TaskError(f"{name} has variants 0 to {found.variants - 1}; there is no {variant}")
    return Task(found, variant)
