"""The agents' door on this machine, in a thread of this process: for tests, rollouts and task authors."""

from __future__ import annotations

import secrets
import threading
from functools import lru_cache
from types import TracebackType

from workaday.server import agent, wsgi
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
        listening = wsgi.listen(HOST, 0)
        self.url = wsgi.address(listening)
        self._server = wsgi.Server({listening: agent.create_app(self._seats)}, threads=threads)
        self._thread = threading.Thread(target=self._server.serve, name="workaday-server", daemon=True)
        self._thread.start()

    def seat(self, world: World, person: str, *, token: str | None = None) -> Seat:
        """A seat for a person of the world, under a new token that nobody can guess."""
        return self._seats.add(Seat(token or secrets.token_hex(16), world, person))

    def leave(self, seat: Seat) -> None:
        """The seat's token stops working.  The world stays open: it is its owner's to close."""
        self._seats.remove(seat)

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

    def release(self, seat: Seat) -> None:
        """Nothing: a world is open for as long as its owner keeps it."""


@lru_cache(maxsize=1)
def local_server() -> LocalServer:
    """This process's own server, started at first use."""
    return LocalServer()
