"""The worlds that a process has open, each used by one request at a time among all the processes."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workaday.errors import WorldError
from workaday.world import Watcher, World

MOST_OPEN = 100


class Turn:
    """A lock on a file: whoever takes it waits for every other thread and process to give it back.

    A request may do several things in a row (act and let the clock tick, move time through what is due), and
    a transaction of the database covers only one of them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1

    def take(self) -> None:
        """Wait for one's turn."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        self._file = file

    def give_back(self) -> None:
        """Let the next one have its turn."""
        file, self._file = self._file, -1
        os.close(file)


@dataclass
class _Held:
    world: World
    turn: Turn
    users: int = 0


class OpenWorlds:
    """Worlds by id, each opened when it is first asked for.

    Beyond ``most`` open worlds, the idle ones that were used longest ago are closed; one in use never is.
    """

    def __init__(
        self,
        path_of: Callable[[str], Path],
        most: int = MOST_OPEN,
        *,
        watcher_of: Callable[[str], Watcher] | None = None,
    ) -> None:
        self._path_of = path_of
        self._watcher_of = watcher_of
        self._most = most
        self._lock = threading.Lock()
        self._held: dict[str, _Held] = {}
        """In order of last use."""

    def borrow(self, name: str) -> World:
        """The world, for oneself alone until it is given back; :class:`WorldError` if there is none."""
        held = self._hold(name)
        try:
            held.turn.take()
        except OSError:
            self._let_go(name)
            raise WorldError(f"{name} has been deleted") from None
        return held.world

    def give_back(self, world: World) -> None:
        """The borrower is done with the world."""
        with self._lock:
            name = next(name for name, held in reversed(self._held.items()) if held.world is world)
        self._held[name].turn.give_back()
        self._let_go(name)

    @contextmanager
    def borrowed(self, name: str) -> Iterator[World]:
        """The world, for the length of a block."""
        world = self.borrow(name)
        try:
            yield world
        finally:
            self.give_back(world)

    def close(self) -> None:
        """Close every world, in use or not."""
        with self._lock:
            for held in self._held.values():
                held.world.close()
            self._held.clear()

    def _hold(self, name: str) -> _Held:
        with self._lock:
            held = self._held.pop(name, None) or self._opened(name)
            held.users += 1
            self._held[name] = held
            return held

    def _let_go(self, name: str) -> None:
        with self._lock:
            self._held[name].users -= 1
            if self._is_gone(name) or len(self._held) > self._most:
                self._close_idle()

    def _opened(self, name: str) -> _Held:
        self._close_idle(room_for=1)
        path = self._path_of(name)
        world = World.at(path)
        if self._watcher_of is not None:
            world.watch(self._watcher_of(name))
        return _Held(world, Turn(path.with_suffix(".turn")))

    def _close_idle(self, *, room_for: int = 0) -> None:
        """Close idle worlds: those that somebody has deleted, and as many as are too many."""
        idle = [name for name, held in self._held.items() if held.users == 0]
        gone = [name for name in idle if self._is_gone(name)]
        surplus = max(len(self._held) + room_for - len(gone) - self._most, 0)
        for name in [*gone, *[name for name in idle if name not in gone][:surplus]]:
            self._held.pop(name).world.close()

    def _is_gone(self, name: str) -> bool:
        return not self._path_of(name).exists()
