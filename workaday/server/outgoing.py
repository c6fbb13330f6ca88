"""What leaves worlds: the couriers of apps, and what a server lends them for their work.

A courier takes what waits in a world to programs outside and brings their answers back as actions.  How far
it has come is kept outside the worlds: nothing that happens on the way changes a world.
"""

from __future__ import annotations

import socket
import time
from contextlib import AbstractContextManager
from typing import Protocol

from flask import current_app, request

from workaday.app import apps
from workaday.world import World

LINK_PORT = "WORKADAY_LINK_PORT"
"""The setting of the agents' door that tells the port of the two-way connections."""


class Courier(Protocol):
    """What carries an app's things out of the worlds of a server."""

    def wake(self, world: str) -> None:
        """Something may be waiting in a world.  Comes back at once: threads of its own do the work."""

    def close(self) -> None:
        """Stop, and let go of every connection."""


class Exchange(Protocol):
    """What a courier is lent.  Worlds have names here; a line is one receiver's things in one world."""

    @property
    def origin(self) -> str:
        """The address of the agents' door, as a program on this machine reaches it."""

    @property
    def listening(self) -> socket.socket:
        """The socket of the two-way connections."""

    def borrowed(self, world: str) -> AbstractContextManager[World]:
        """A world for oneself alone; :class:`~workaday.errors.WorldError` if it is gone."""

    def found(self, token: str) -> tuple[str, str] | None:
        """The world and the actor that a token stands for."""

    def token(self, world: str, actor: str) -> str:
        """The token of an actor in a world, made if there is none."""

    def position(self, world: str, line: str) -> int:
        """The number of the last thing that has been carried; 0 for none."""

    def carried(self, world: str, line: str, number: int, *, after: int) -> None:
        """Remember that the thing after another was carried, unless the world has gone back meanwhile."""


class Couriers:
    """The couriers of all installed apps, as one."""

    def __init__(self, exchange: Exchange) -> None:
        makers = [each.courier for each in apps().values() if each.courier is not None]
        self._couriers = [make(exchange) for make in makers]

    def wake(self, world: str) -> None:
        """Something may be waiting in a world."""
        for each in self._couriers:
            each.wake(world)

    def close(self) -> None:
        """Stop them all."""
        for each in self._couriers:
            each.close()


def real_seconds() -> int:
    """Real seconds since 1970: receivers refuse a signature that is old by their own clock."""
    return int(time.time())


def links() -> str:
    """The address of the two-way connections, on the host by which the caller reached the agents' door."""
    name = request.host.rpartition(":")[0] or request.host
    return f"ws://{name}:{current_app.config[LINK_PORT]}"
