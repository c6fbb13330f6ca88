"""A world: one office in one SQLite database, with its own clock, people and apps."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from workaday import journal
from workaday.app import reactions
from workaday.chance import digest
from workaday.clock import SECOND, Clock
from workaday.database import Base, RawConnection, open_session, override_sql_time
from workaday.errors import WorldError
from workaday.identifiers import Identifiers
from workaday.journal import Change
from workaday.storage import File, Memory, Storage, image_of, loaded

if TYPE_CHECKING:
    from workaday.snapshot import Snapshot

CLOCK_DOOR = "clock"
SETUP_DOOR = "setup"


_WRITE_ERRORS = (sqlite3.IntegrityError, IntegrityError)
"""What only a write can raise, such as one that no action stands for in the journal."""


class ReadOnly(WorldError):
    """An action that was to read only wrote something."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} was to read only, and changed something: nothing of it is kept")


class Watcher(Protocol):
    """Somebody outside who carries away what waits in a world.  Called while it acts: not to act itself."""

    def sent(self, world: World) -> None:
        """An action has left something that waits to be sent out of the world."""

    def rewound(self, world: World) -> None:
        """The world has gone back: what was sent from it never was."""


@dataclass(frozen=True, slots=True)
class Context:
    """One person acting in one world, through one door, for the length of one action."""

    world: World
    person: str | None
    door: str
    memo: dict[str, Any] = field(default_factory=dict)
    """What an app has looked up already and will need again before the action ends."""

    @property
    def session(self) -> Session:
        """The world's ORM session."""
        return self.world.session

    @property
    def clock(self) -> Clock:
        """The world's clock."""
        return self.world.clock

    @property
    def ids(self) -> Identifiers:
        """The world's identifiers."""
        return self.world.ids

    def schedule(self, kind: str, payload: dict[str, Any], *, at: int) -> int:
        """Have an app handle an event when the clock reaches ``at`` (microseconds); the event's number."""
        from workaday.events import schedule

        return schedule(self, kind, payload, at=at)


class World:
    """One office.  Many worlds live in one process, each used by one thread at a time; none sees another."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.RLock()
        self._acting = self._writing = False
        self._action = self._drawn = 0
        self._watchers: tuple[Watcher, ...] = ()
        self.raw: RawConnection = storage.raw
        self.clock = Clock(self.raw)
        self.ids = Identifiers(self.raw)
        override_sql_time(self.raw, lambda: self.clock.now, self._chance)
        self.connection, self.session = open_session(self.raw)
        self._open = True

    # --- opening and closing ----------------------------------------------------------------------------

    @classmethod
    def open(cls, snapshot: Snapshot, *, path: Path | None = None) -> World:
        """A new world from a snapshot: in memory, or in a file at ``path`` (which must not exist)."""
        return cls._made(snapshot.image, path)

    @classmethod
    def from_image(cls, image: bytes, *, path: Path | None = None) -> World:
        """A new world with the content of a database, given as the bytes of its file."""
        with closing(loaded(image)) as source:
            return cls._made(source, path)

    @classmethod
    def _made(cls, source: sqlite3.Connection, path: Path | None) -> World:
        return cls(Memory(source) if path is None else File.create(path, source))

    @classmethod
    def at(cls, path: Path) -> World:
        """The world that lives in a file."""
        if not path.is_file():
            raise WorldError(f"there is no world at {path}")
        return cls(File(path))

    def close(self) -> None:
        """Let go of the database.  Closing twice is harmless."""
        with self._lock:
            if self._open:
                self._open = False
                self.session.close()
                self.connection.close()
                self._storage.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- acting -----------------------------------------------------------------------------------------

    @contextmanager
    def action(self, name: str, *, door: str, person: str | None, reads: bool = False) -> Iterator[Context]:
        """One action: it happens whole or not at all.

        With ``reads`` it may only look: a write inside it is an error.  An action that changed something is
        numbered and recorded, and moves the clock by the world's tick.
        """
        with self._exclusive(writing=not reads):
            changed = yield from self._acted(name, door, person, reads=reads)
            if changed and self.clock.tick:
                self._tick()

    @contextmanager
    def _exclusive(self, *, writing: bool = True) -> Iterator[None]:
        with self._held():
            if self._acting:
                raise WorldError("an action cannot start inside another action of the same world")
            self._acting, self._writing = True, writing
            try:
                yield
            finally:
                self._acting = self._writing = False

    @contextmanager
    def _looking(self) -> Iterator[None]:
        """One moment of the database, even while other processes write; inside an action, its own."""
        with self._held():
            if self._acting:
                yield
                return
            self._storage.begin(reads=True)
            try:
                yield
            finally:
                self._storage.drop()

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self._lock:
            if not self._open:
                raise WorldError("this world is closed")
            yield

    def _acted(
        self, name: str, door: str, person: str | None, *, reads: bool
    ) -> Generator[Context, None, bool]:
        """Yields the context; returns whether the action changed the world."""
        self._storage.begin(reads=reads)
        try:
            self.clock.refresh()
            self._action = self._drawn = 0
            started = self.raw.total_changes if reads else self._start(name, door, person)
            context = Context(self, person, door)
            yield context
            self.session.flush()
            wrote = self.raw.total_changes > started
            if reads and wrote:
                raise ReadOnly(name)
            changed = wrote and self._recorded()
            sends = changed and self._react(context)
        except BaseException as error:
            self._forget(failed=True)
            self._storage.drop()
            self.clock.refresh()
            if reads and isinstance(error, _WRITE_ERRORS):
                raise ReadOnly(name) from error
            raise
        (self._storage.keep if wrote else self._storage.drop)()
        self._forget(failed=False)
        if sends:
            for watcher in self._watchers:
                watcher.sent(self)
        return changed

    def _start(self, name: str, door: str, person: str | None) -> int:
        numbered = self.raw.execute(
            "INSERT INTO workaday_action (name, door, person_id, at) VALUES (?, ?, ?, ?)",
            (name, door, person, self.clock.now),
        )
        self._action = int(numbered.lastrowid or 0)
        return self.raw.total_changes

    def _recorded(self) -> bool:
        """Whether the action has entries in the journal; one that wrote what was there leaves no trace."""
        if journal.last_action(self.raw) == self._action:
            return True
        self.raw.execute("DELETE FROM workaday_action WHERE number = ?", (self._action,))
        return False

    def _react(self, context: Context) -> bool:
        """Let the apps take up what the action has changed; whether something waits to be sent."""

        def changes() -> Sequence[Change]:
            return journal.net_changes(self.raw, journal.before_action(self.raw, self._action))

        sends = [react(context, changes) for react in reactions()]
        self.session.flush()
        return any(sends)

    def watch(self, watcher: Watcher) -> None:
        """Tell somebody, from now on, when something waits to be sent out of the world."""
        if watcher not in self._watchers:
            self._watchers += (watcher,)

    def _forget(self, *, failed: bool) -> None:
        """Objects do not outlive their action: another process, or a reset, may change their rows."""
        if failed:
            self.session.rollback()
        self.session.expunge_all()

    def _chance(self) -> int:
        self._drawn += 1
        drawn = digest("random", self.ids.seed, self._action, self._drawn)
        return int.from_bytes(drawn[:8], "big", signed=True)

    # --- time -------------------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Move the clock forward, firing what is due on the way in order of time, then of scheduling."""
        if seconds < 0:
            raise WorldError("time does not run backwards")
        with self._exclusive():
            self.clock.refresh()
            self._move_to(self.clock.now + round(seconds * SECOND))

    def _tick(self) -> None:
        self._move_to(self.clock.now + self.clock.tick)

    def _move_to(self, moment: int) -> None:
        from workaday import events

        for event in events.due(self, moment):
            with self._step("event", event.person) as context:
                events.fire(context, event)
        if moment > self.clock.now:
            with self._step("advance") as context:
                context.clock.move(max(moment, context.clock.now))

    @contextmanager
    def _step(self, name: str, person: str | None = None) -> Iterator[Context]:
        yield from self._acted(name, CLOCK_DOOR, person, reads=False)

    # --- the state --------------------------------------------------------------------------------------

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A look at the database for graders and control: a write inside it is an error."""
        with self.action("read", door="control", person=None, reads=True) as context:
            yield context.session

    def changes(self, since: int = 0) -> list[Change]:
        """Net row changes since the journal's entry ``since``; by default since the world was settled."""
        with self._looking():
            return journal.net_changes(self.raw, since)

    def sequence(self) -> int:
        """The number of the journal's last entry."""
        with self._looking():
            return journal.last_sequence(self.raw)

    def state_hash(self) -> str:
        """64 hexadecimal digits that depend on every row of the state and on nothing else."""
        with self._looking():
            return journal.spelled(journal.state(self.raw, journal.net_changes(self.raw)))

    def full_state_hash(self) -> str:
        """The same by reading every row: the proof that :meth:`state_hash` keeps count."""
        with self._looking():
            return journal.spelled(journal.full_state(self.raw, Base.metadata))

    def settle(self, *, tick: int | None = None) -> None:
        """Make the present state the one that :meth:`reset` goes back to and that changes count from.

        From here on each action that changes something moves the clock by ``tick`` microseconds, if given.
        """
        with self._rebased():
            if tick is not None:
                self._start("settle", SETUP_DOOR, None)
                self.clock.set_tick(tick)
            journal.settle(self.raw, journal.state(self.raw, journal.net_changes(self.raw)))

    @contextmanager
    def _rebased(self) -> Iterator[None]:
        """What the block leaves is what a reset goes back to; if it fails, nothing has happened."""
        with self._exclusive():
            self._storage.begin(reads=False)
            try:
                yield
            except BaseException:
                self._storage.drop()
                raise
            else:
                self._storage.keep()
                self._storage.settle()
            finally:
                self.clock.refresh()

    def reset(self) -> None:
        """Go back to what was settled last, exactly."""
        with self._exclusive():
            self._forget(failed=True)
            self._storage.reset()
            self.clock.refresh()
            for watcher in self._watchers:
                watcher.rewound(self)

    @contextmanager
    def tampering(self, door: str) -> Iterator[None]:
        """Change rows behind the apps' backs, in the raw connection, until the block ends: for audits."""
        with self._exclusive():
            self._storage.begin(reads=False)
            self._start("tamper", door, None)
        try:
            yield
        finally:
            with self._exclusive():
                self._forget(failed=True)
                self._storage.drop()

    # --- copies -----------------------------------------------------------------------------------------

    def fork(self, *, path: Path | None = None) -> World:
        """An independent copy with its own clock, whose changes count from where this world's do.

        Its reset comes back to the moment of the fork, until it is settled.
        """
        return World.from_image(self.image(), path=path)

    def image(self) -> bytes:
        """The world's database as the bytes of one file."""
        with self._looking():
            if self._writing:
                raise WorldError("a world cannot be copied in the middle of an action")
            return image_of(self.raw)

    def before(self, sequence: int = 0) -> World:
        """A copy of the world after the journal's entry ``sequence``, by default as it was settled."""
        past = self.fork()
        with past._rebased():
            journal.revert(past.raw, Base.metadata, sequence)
        return past

    @cached_property
    def seed(self) -> int:
        """The number that the world's identifiers and chances come from."""
        return self.ids.seed
