"""The agents' door on this machine, in a thread of this process: for tests, rollouts and task authors."""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from types import TracebackType
from weakref import WeakKeyDictionary, WeakValueDictionary

from workaday.errors import WorldError
from workaday.server import agent, wsgi
from workaday.server.outgoing import Couriers
from workaday.server.seats import Seat
from workaday.world import World

HOST = "127.0.0.1"


class LocalServer:
    """Serves seats of worlds that live in this process::

    with LocalServer() as server:
        seat = server.seat(world, "dana.whitfield")
        server.page_url(seat, "slack")
    """

    def __init__(self, *, threads: int = wsgi.THREADS) -> None:
        self._seats = _Seats()
        listening, links = wsgi.listen(HOST, 0), wsgi.listen(HOST, 0)
        self.url = wsgi.address(listening)
        self._outside = _Outside(self._seats, self.url, links)
        door = agent.create_app(self._seats, link_port=links.getsockname()[1])
        self._server = wsgi.Server({listening: door}, threads=threads)
        self._thread = threading.Thread(target=self._server.serve, name="workaday-server", daemon=True)
        self._thread.start()

    def seat(self, world: World, person: str, *, token: str | None = None) -> Seat:
        """A seat for a person of the world, under a new token that nobody can guess."""
        self._outside.enter(world)
        return self._seats.add(Seat(token or secrets.token_hex(16), world, person))

    def leave(self, seat: Seat) -> None:
        """The seat's token stops working.  The world stays open: it is its owner's to close."""
        self._seats.remove(seat)
        self._outside.leave(seat.world)

    def page_url(self, seat: Seat, app: str) -> str:
        """Where an app's pages start for this seat."""
        return f"{self.url}/w/{seat.token}/{app}/"

    def api_url(self, app: str) -> str:
        """Where clients of an app's own protocol point their base URL; their token says which seat."""
        return f"{self.url}/{app}/api/"

    def tools_url(self, seat: Seat) -> str:
        """Where the JSON tools are for this seat."""
        return f"{self.url}/w/{seat.token}/tools"

    def close(self) -> None:
        """Stop answering.  Closing twice is harmless."""
        self._server.stop()
        self._thread.join()
        self._outside.close()

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Seats:
    """Seats by token, in a dictionary: the worlds are somebody else's to open and close."""

    def __init__(self) -> None:
        self._by_token: dict[str, Seat] = {}

    def add(self, seat: Seat) -> Seat:
        self._by_token[seat.token] = seat
        return seat

    def remove(self, seat: Seat) -> None:
        self._by_token.pop(seat.token, None)

    def find(self, token: str) -> Seat | None:
        return self._by_token.get(token)

    def of(self, world: World) -> list[Seat]:
        return [seat for seat in list(self._by_token.values()) if seat.world is world]

    def release(self, seat: Seat) -> None:
        """Nothing: a world is open for as long as its owner keeps it."""


class _Outside:
    """What leaves the worlds of this process: the couriers' :class:`~workaday.server.outgoing.Exchange`."""

    def __init__(self, seats: _Seats, origin: str, listening: socket.socket) -> None:
        self.origin, self.listening = origin, listening
        self._seats = seats
        self._numbers = count(1)
        self._names: WeakKeyDictionary[World, str] = WeakKeyDictionary()
        self._worlds: WeakValueDictionary[str, World] = WeakValueDictionary()
        self._positions: dict[tuple[str, str], int] = {}
        self._lent: set[str] = set()
        """The tokens that no owner of a world has asked for."""
        self._couriers = Couriers(self)

    def enter(self, world: World) -> None:
        """Carry what waits in a world from now on."""
        if world not in self._names:
            name = self._names[world] = str(next(self._numbers))
            self._worlds[name] = world
            world.watch(self)
            self._couriers.wake(name)

    def leave(self, world: World) -> None:
        """Let go of a world in which nobody has a seat any more, but for what was lent to couriers."""
        seats = self._seats.of(world)
        if all(seat.token in self._lent for seat in seats):
            for seat in seats:
                self._seats.remove(seat)

    def sent(self, world: World) -> None:
        self._couriers.wake(self._names[world])

    def rewound(self, world: World) -> None:
        for place in [each for each in self._positions if each[0] == self._names[world]]:
            self._positions[place] = 0

    @contextmanager
    def borrowed(self, world: str) -> Iterator[World]:
        found = self._worlds.get(world)
        if found is None:
            raise WorldError(f"there is no world {world!r} any more")
        yield found

    def found(self, token: str) -> tuple[str, str] | None:
        seat = self._seats.find(token)
        return (self._names[seat.world], seat.person) if seat else None

    def token(self, world: str, actor: str) -> str:
        with self.borrowed(world) as found:
            for seat in self._seats.of(found):
                if seat.person == actor:
                    return seat.token
            made = self._seats.add(Seat(secrets.token_hex(16), found, actor))
        self._lent.add(made.token)
        return made.token

    def position(self, world: str, line: str) -> int:
        return self._positions.get((world, line), 0)

    def carried(self, world: str, line: str, number: int, *, after: int) -> None:
        if self.position(world, line) == after:
            self._positions[world, line] = number

    def close(self) -> None:
        self._couriers.close()
        self.listening.close()


@lru_cache(maxsize=1)
def local_server() -> LocalServer:
    """This process's own server, started at first use."""
    return LocalServer()
