"""An episode: one attempt at one task, from a fresh world to a grade."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import workaday
from workaday.doors import Door, ToolDoor, WireDoor
from workaday.errors import ActionError, WorkadayError
from workaday.grade import Evidence, Grade, Outcome, grade
from workaday.rollout import Rollout, Step
from workaday.snapshot import Size, Store
from workaday.task import DoorName, Task, task
from workaday.tool import JSON
from workaday.wall import Stopwatch
from workaday.world import World

_store = Store()


class Refused(ActionError):
    """An action that was to succeed was refused."""


class EnvironmentFault(WorkadayError):
    """The environment itself broke while it carried out an action."""


class OutOfTime(WorkadayError):
    """The attempt has taken longer than it may."""


class Episode:
    """One attempt.

    ::

        with Episode("slack.answer_in_thread", seed=7) as episode:
            print(episode.instruction)
            episode.call("slack_search_messages", query="from:@dana.whitfield")
            grade = episode.submit("Answered.")

    ``seed`` chooses the variant.  ``door`` is ``tool``, ``wire`` or ``browser``; the last two run a server on
    this machine.  The agent acts as :attr:`persona`, for at most ``patience`` seconds.  ``pictures`` is a
    folder for what a browser showed after each step.
    """

    def __init__(
        self,
        name: str,
        seed: int = 0,
        *,
        door: DoorName = "tool",
        agent: str = "",
        size: Size | None = None,
        patience: float | None = None,
        pictures: Path | None = None,
    ) -> None:
        self.task: Task = task(name, seed)
        if door not in self.task.family.doors:
            raise WorkadayError(f"{name} is not offered by the door {door!r}")
        family = self.task.family
        snapshot = _store.get(family.firm, size or family.size)
        self.world = World.open(snapshot)
        self.params = self.task.set_up(self.world)
        self.persona = family.persona(self.params)
        self.instruction = family.instruction(self.params)
        self._stopwatch, self._pictures = Stopwatch(patience), pictures
        self.rollout = self._recording(agent, door, snapshot.manifest)
        self.door: Door = self._enter(door)
        self._sequence = self.world.sequence()
        self.grade: Grade | None = None

    def _recording(self, agent: str, door: str, manifest: Any) -> Rollout:
        return Rollout(
            task=self.task.name,
            variant=self.task.variant,
            agent=agent,
            door=door,
            firm=manifest.firm,
            size=manifest.size,
            seed=manifest.seed,
            snapshot=manifest.state_hash,
            persona=self.persona,
            instruction=self.instruction,
            start_hash=self.world.state_hash(),
            version=workaday.__version__,
        )

    def _enter(self, door: str) -> Door:
        apps = self.task.family.apps
        if door == "tool":
            return ToolDoor(self.world, self.persona, apps)
        from workaday.server.local import local_server

        server = local_server()
        if door == "wire":
            return WireDoor(self.world, self.persona, apps, server)
        from workaday.browsing import BrowserDoor

        return BrowserDoor(self.world, self.persona, apps, server)

    # --- playing ----------------------------------------------------------------------------------------

    @property
    def tools(self) -> list[JSON]:
        """What the agent can do, as OpenAI function schemas."""
        return self.door.offered

    @property
    def out_of_steps(self) -> bool:
        """Whether the agent has taken all the actions that the task allows."""
        return len(self.rollout.steps) >= self.task.family.steps

    def act(self, name: str, arguments: Mapping[str, Any]) -> JSON:
        """Take one action; the observation, which has a key ``error`` where the action was refused."""
        if self._stopwatch.run_out:
            raise OutOfTime(f"{self.task.name} took longer than it may")
        try:
            observation = self.door.act(name, arguments)
        except Exception as error:
            raise EnvironmentFault(f"{name} broke the environment: {error!r}") from error
        self._record(name, arguments, observation)
        return observation

    def call(self, name: str, /, **arguments: Any) -> JSON:
        """Take one action that has to succeed: a refusal is raised."""
        observation = self.act(name, arguments)
        if observation.get("error"):
            raise Refused(f"{name} was refused: {observation['error']} ({observation.get('message', '')})")
        return observation

    def _record(self, name: str, arguments: Mapping[str, Any], observation: JSON) -> None:
        changes = tuple(str(change) for change in self.world.changes(self._sequence))
        self._sequence = self.world.sequence()
        number = len(self.rollout.steps) + 1
        state, now = self.world.state_hash(), self.world.clock.now
        self.rollout.steps.append(Step(number, name, dict(arguments), observation, state, changes, now))
        if self._pictures is not None and self.door.pictured:
            self._pictures.mkdir(parents=True, exist_ok=True)
            (self._pictures / f"{number:03d}.png").write_bytes(self.door.screenshot())

    # --- ending -----------------------------------------------------------------------------------------

    def submit(self, answer: str = "", outcome: Outcome = Outcome.COMPLETED) -> Grade:
        """End the attempt and grade it.  A second submission changes nothing."""
        if self.grade is None:
            steps = [{"name": step.name, "arguments": step.arguments} for step in self.rollout.steps]
            evidence = Evidence(self.world, answer, steps)
            verdicts = () if outcome.broken else self.task.family.verify(evidence, self.params)
            self.grade = grade(evidence, verdicts, outcome)
            self.rollout.end(answer, self.grade, self.world.state_hash())
            self.rollout.wall = {**self.rollout.wall, **self._stopwatch.as_dict()}
        return self.grade

    def reset(self) -> None:
        """Start again: the same task in the same world, nothing done yet."""
        self.world.reset()
        self.rollout.steps.clear()
        self.grade, self._sequence = None, self.world.sequence()

    def close(self) -> None:
        """Leave the world.  Closing twice is harmless."""
        self.door.close()
        self.world.close()

    def __enter__(self) -> Episode:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
