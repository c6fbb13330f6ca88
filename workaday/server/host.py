"""The worlds of a server: in files, so that any of its processes can serve any of them at any time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from workaday.app import apps
from workaday.errors import WorkadayError, WorldError
from workaday.grade import Evidence, Grade, Outcome, grade
from workaday.people import Person
from workaday.server.opened import MOST_OPEN, OpenWorlds
from workaday.server.registry import Record, Registry, new_id
from workaday.server.seats import Seat
from workaday.snapshot import Size, Snapshot, Store
from workaday.task import Task, task
from workaday.world import Watcher, World


class NoSuchWorld(WorkadayError):
    """There is no world of that id."""


class EpisodeOver(WorkadayError):
    """The episode has been graded: it is not played on."""


def _nobody(_world: str) -> None:
    """There is nobody who carries anything out of the worlds."""


@dataclass(frozen=True)
class _Watcher:
    """Tells of a world by its name."""

    name: str
    sends: Callable[[str], None]
    registry: Registry

    def sent(self, _world: World) -> None:
        self.sends(self.name)

    def rewound(self, _world: World) -> None:
        self.registry.rewind(self.name)


class Host:
    """One process's view of the server's folder: the registry, and the worlds it has open.

    It is the :class:`~workaday.server.seats.Seats` of the agents' door, and does what the control door asks.
    """

    def __init__(
        self,
        folder: Path,
        *,
        store: Store | None = None,
        most_open: int = MOST_OPEN,
        sends: Callable[[str], None] = _nobody,
    ) -> None:
        """``sends`` is told the name of each world in which something waits to be sent out of it."""
        self._folder = folder / "worlds"
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._store = store or Store()
        self.registry = Registry(folder / "registry.db")
        self._sends = sends
        self._worlds = OpenWorlds(self._path, most_open, watcher_of=self._watcher)

    def close(self) -> None:
        """Close what is open; the worlds stay in their files."""
        self._worlds.close()
        self.registry.close()

    def _watcher(self, name: str) -> Watcher:
        return _Watcher(name, self._sends, self.registry)

    # --- seats ------------------------------------------------------------------------------------------

    def find(self, token: str) -> Seat | None:
        """The seat of a token, when its turn comes.  The registry is asked each time: any process revokes."""
        found = self.registry.find(token)
        if found is None:
            return None
        name, person = found
        try:
            seat = Seat(token, self._worlds.borrow(name), person)
        except WorldError:
            return None
        if self.registry.find(token) == found:
            return seat
        self.release(seat)
        return None

    def release(self, seat: Seat) -> None:
        """A request is done with a seat."""
        self._worlds.give_back(seat.world)

    def seat(self, name: str, persons: Sequence[str]) -> None:
        """Give people of the world a seat each, under a new token."""
        with self.world(name) as world:
            self._check(world, persons)
        for person in persons:
            self.registry.seat(name, person)

    # --- worlds -----------------------------------------------------------------------------------------

    def world(self, name: str) -> AbstractContextManager[World]:
        """A world, for oneself alone for the length of a block."""
        self.record(name)
        return self._worlds.borrowed(name)

    def record(self, name: str) -> Record:
        """What is known of a world."""
        found = self.registry.get(name)
        if found is None:
            raise NoSuchWorld(f"there is no world {name!r}; GET /worlds lists them")
        return found

    def create(self, firm: str, size: Size, seed: int, persons: Sequence[str]) -> Record:
        """A new world of a firm, with seats for these people."""
        snapshot = self._store.get(firm, size, seed)
        record = Record(new_id(), firm, size, seed, snapshot.manifest.state_hash)
        return self._add(record, World.open(snapshot, path=self._place(record)), persons)

    def fork(self, name: str) -> Record:
        """A copy of a world as it is, with seats for the same people."""
        origin = self.record(name)
        copy = Record(new_id(), origin.firm, origin.size, origin.seed, origin.snapshot, forked_from=name)
        world = World.from_image(self.image(name), path=self._place(copy))
        return self._add(copy, world, list(self.registry.seats(name)))

    def image(self, name: str) -> bytes:
        """The world's database as a file's bytes, all of it in that one file."""
        with self.world(name) as world:
            return world.image()

    def delete(self, name: str) -> None:
        """Strike a world out and remove its files, or what is left of them; nobody gets in any more."""
        self.record(name)
        self.registry.remove(name)
        folder = self._path(name).parent
        try:
            with self._worlds.borrowed(name):
                shutil.rmtree(folder)
        except WorldError:
            shutil.rmtree(folder, ignore_errors=True)

    def _add(self, record: Record, world: World, persons: Sequence[str]) -> Record:
        """Enter a new world; its files are removed again if it cannot be entered."""
        try:
            with world:
                self._check(world, persons)
            self.registry.add(record)
        except BaseException:
            shutil.rmtree(self._path(record.id).parent, ignore_errors=True)
            raise
        for person in persons:
            self.registry.seat(record.id, person)
        return self.record(record.id)

    @staticmethod
    def _check(world: World, persons: Sequence[str]) -> None:
        with world.read() as session:
            known = set(session.scalars(select(Person.id)))
            known.update(actor for app in apps().values() for actor in app.actors(session))
        for person in persons:
            if person not in known:
                raise WorkadayError(f"there is nobody called {person!r}; ids look like {min(known)!r}")

    def _path(self, name: str) -> Path:
        return self._folder / name / "world.db"

    def _place(self, record: Record) -> Path:
        path = self._path(record.id)
        path.parent.mkdir(mode=0o700)
        return path

    # --- episodes ---------------------------------------------------------------------------------------

    def start(self, name: str, variant: int, size: Size | None = None) -> Record:
        """A new world made ready for a task, with a seat for the one who is to do it."""
        chosen = task(name, variant)
        snapshot = self._snapshot(chosen, size)
        manifest = snapshot.manifest
        record = Record(
            new_id(), manifest.firm, manifest.size, manifest.seed, manifest.state_hash, name, variant
        )
        world = World.open(snapshot, path=self._place(record))
        params = chosen.set_up(world)
        return self._add(record, world, [chosen.family.persona(params)])

    def brief(self, record: Record) -> str:
        """What the agent of an episode is asked to do."""
        chosen = self._task(record)
        return chosen.family.instruction(self._params(record, chosen))

    def grade(self, name: str, answer: str, outcome: Outcome) -> dict[str, Any]:
        """End an episode and grade it; once graded, it keeps its grade.

        Its tokens stop working first, and what is graded is a copy: nobody acts on it any more.
        """
        record = self.record(name)
        chosen = self._task(record)
        if record.grade is None:
            params = self._params(record, chosen)
            with self.world(name) as world:
                self.registry.revoke(name)
                image = world.image()
            with World.from_image(image) as end:
                found = _graded(chosen, params, Evidence(end, answer), outcome)
            self.registry.keep_grade(name, found.as_dict())
        return self.record(name).grade or {}

    def _task(self, record: Record) -> Task:
        if record.task is None or record.variant is None:
            raise NoSuchWorld(f"{record.id!r} is a world without a task; POST /episodes starts one")
        return task(record.task, record.variant)

    def _params(self, record: Record, chosen: Task) -> Any:
        """The task's parameters again: they follow from the task and the snapshot."""
        snapshot = self._snapshot(chosen, record.size)  # type: ignore[arg-type]
        if snapshot.manifest.state_hash != record.snapshot:
            raise WorkadayError(
                f"{record.id!r} was started from a snapshot of another version; start it anew"
            )
        with World.open(snapshot) as world:
            return chosen.draw(world)

    def _snapshot(self, chosen: Task, size: Size | None) -> Snapshot:
        return self._store.get(chosen.family.firm, size or chosen.family.size)


def _graded(chosen: Task, params: Any, evidence: Evidence, outcome: Outcome) -> Grade:
    verdicts = () if outcome.broken else chosen.family.verify(evidence, params)
    return grade(evidence, verdicts, outcome)
