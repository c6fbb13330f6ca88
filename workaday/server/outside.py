"""What leaves worlds that live in files, carried by one process for all."""

from __future__ import annotations

import socket
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit

from workaday.errors import WorldError
from workaday.server.host import Host, NoSuchWorld
from workaday.server.outgoing import Couriers
from workaday.world import World

_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - what is listened to, not what is bound


class Outside:
    """The :class:`~workaday.server.outgoing.Exchange` of a server's couriers."""

    def __init__(self, folder: Path, address: str, listening: socket.socket) -> None:
        self.origin, self.listening = _reachable(address), listening
        self._host = Host(folder, sends=self.wake)
        self._couriers = Couriers(self)

    def wake(self, world: str) -> None:
        """Something may be waiting in a world."""
        self._couriers.wake(world)

    def close(self) -> None:
        """Stop carrying."""
        self._couriers.close()
        self._host.close()

    def borrowed(self, world: str) -> AbstractContextManager[World]:
        """A world for oneself alone; :class:`WorldError` if it is gone."""
        try:
            return self._host.world(world)
        except NoSuchWorld as error:
            raise WorldError(str(error)) from None

    def found(self, token: str) -> tuple[str, str] | None:
        """The world and the actor that a token stands for."""
        return self._host.registry.find(token)

    def token(self, world: str, actor: str) -> str:
        """The token of an actor in a world, made if there is none."""
        registry = self._host.registry
        return registry.seats(world).get(actor) or registry.seat(world, actor)

    def position(self, world: str, line: str) -> int:
        """The number of the last thing that has been carried; 0 for none."""
        return self._host.registry.position(world, line)

    def carried(self, world: str, line: str, number: int, *, after: int) -> None:
        """Remember that the thing after another has been carried."""
        self._host.registry.carried(world, line, number, after=after)


def _reachable(address: str) -> str:
    """An address that listens everywhere is reached on this machine by its own."""
    found = urlsplit(address)
    return f"http://127.0.0.1:{found.port}" if found.hostname in _ANYWHERE else address
