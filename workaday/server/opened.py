"""The worlds that a process has open: those that nobody uses are closed first, and only those."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workaday.world import World

MOST_OPEN = 100


@dataclass
class _Held:
    world: World
    users: int = 0


class OpenWorlds:
    """Worlds by id, each opened when it is first asked for.

    Beyond ``most`` open worlds, the idle ones that were used longest ago are closed.
    """

    def __init__(self, path_of: Callable[[str], Path], most: int = MOST_OPEN) -> None:
        self._path_of = path_of
        self._most = most
        self._lock = threading.Lock()
        self._held: dict[str, _Held] = {}
        """In order of last use."""

    def borrow(self, name: str) -> World:
        """The world, open until it is given back; :class:`~workaday.errors.WorldError` if there is none."""
        with self._lock:
            held = self._held.pop(name, None) or self._opened(name)
            held.users += 1
            self._held[name] = held
            return held.world

    def give_back(self, world: World) -> None:
        """A borrower is done with the world."""
        with self._lock:
            name, held = next(item for item in reversed(self._held.items()) if item[1].world is world)
            held.users -= 1
            if self._is_gone(name) or len(self._held) > self._most:
                self._close_idle()

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

    def _opened(self, name: str) -> _Held:
        self._close_idle(room_for=1)
        return _Held(World.at(self._path_of(name)))

    def _close_idle(self, *, room_for: int = 0) -> None:
        """Close idle worlds: those that somebody has deleted, and as many as are too many."""
        idle = [name for name, held in self._held.items() if held.users == 0]
        gone = [name for name in idle if self._is_gone(name)]
        surplus = max(len(self._held) + room_for - len(gone) - self._most, 0)
        for name in [*gone, *[name for name in idle if name not in gone][:surplus]]:
            self._held.pop(name).world.close()

    def _is_gone(self, name: str) -> bool:
        return not self._path_of(name).exists()
