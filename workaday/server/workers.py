"""Several processes behind the same two ports: one that is killed is replaced, and no world is harmed."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import ForkProcess
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from workaday.app import apps
from workaday.errors import WorkadayError
from workaday.server import agent, control, wsgi
from workaday.server.bell import Bell
from workaday.server.host import Host
from workaday.server.outside import Outside

SECONDS_TO_END = 10
SECONDS_TO_LIVE = 1
"""A process that ends sooner than this is replaced only after this long."""


@dataclass(frozen=True)
class Doors:
    """What the processes serve: listening sockets over one folder of worlds."""

    agents: socket.socket
    control: socket.socket
    links: socket.socket
    """Where programs outside keep two-way connections with the worlds' apps."""
    folder: Path
    admin_token: str
    bell: Bell


def serve(
    host: str,
    port: int,
    control_port: int,
    *,
    workers: int,
    folder: Path,
    admin_token: str | None = None,
) -> None:
    """Serve both doors until SIGTERM or SIGINT.  Worlds stay in ``folder``, and outlive the server.

    Without an admin token one is made up.  Port 0 takes a free one.
    """
    if workers < 1:
        raise WorkadayError("a server needs at least one worker")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    token = admin_token or secrets.token_urlsafe(24)
    with (
        wsgi.listen(host, port) as agents,
        wsgi.listen(host, control_port) as controls,
        wsgi.listen(host, 0) as links,
    ):
        print(f"agents' door  {wsgi.address(agents)}", flush=True)
        print(f"control door  {wsgi.address(controls)}", flush=True)
        if not admin_token:
            print(f"admin token   {token}", flush=True)
        Workers(Doors(agents, controls, links, folder, token, Bell()), workers).run()


Job = Callable[[Doors], None]
"""What a process does."""


class Workers:
    """Keeps processes running: a number of them that answer, and one that carries what leaves the worlds."""

    def __init__(self, doors: Doors, number: int) -> None:
        self._doors = doors
        self._vacant: list[Job] = [carry, *[work] * number]
        self._started: dict[ForkProcess, tuple[Job, float]] = {}
        self._stopping = False

    def run(self) -> None:
        """Until a signal says to stop."""
        apps()  # what the processes share is loaded before there are many of them
        with _signals(self._stop):
            while not self._stopping:
                self._fill()
                self._await_an_end()
            self._end()

    def _fill(self) -> None:
        while self._vacant and not self._stopping:
            job = self._vacant.pop()
            process = get_context("fork").Process(target=job, args=(self._doors,))
            process.start()
            self._started[process] = job, monotonic()

    def _await_an_end(self) -> None:
        connection.wait([process.sentinel for process in self._started])
        for process in [each for each in self._started if not each.is_alive()]:
            job, started = self._started.pop(process)
            self._vacant.append(job)
            lived = monotonic() - started
            if lived < SECONDS_TO_LIVE and not self._stopping:
                sleep(SECONDS_TO_LIVE)

    def _stop(self, *_: object) -> None:
        self._stopping = True
        for process in self._started:
            process.terminate()

    def _end(self) -> None:
        """Let each process finish what it is answering; one that does not end is killed."""
        self._stop()
        for process in self._started:
            process.join(SECONDS_TO_END)
            process.kill()
            process.join()


@contextmanager
def _signals(handler: Any) -> Iterator[None]:
    former = {number: signal.signal(number, handler) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handled in former.items():
            signal.signal(number, handled)


# --- one process ----------------------------------------------------------------------------------------


def work(doors: Doors) -> None:
    """Serve both doors in this process until SIGTERM, or until the parent is no more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host = Host(doors.folder, sends=doors.bell.ring)
    port, link_port = doors.agents.getsockname()[1], doors.links.getsockname()[1]
    server = wsgi.Server(
        {
            doors.agents: agent.create_app(host, link_port=link_port),
            doors.control: control.create_app(host, doors.admin_token, port),
        }
    )
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    threading.Thread(target=_outlive_nobody, args=(server.stop,), daemon=True).start()
    server.serve()
    host.close()


def carry(doors: Doors) -> None:
    """Carry what leaves the worlds, in this process, until SIGTERM, or until the parent is no more."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outside = Outside(doors.folder, wsgi.address(doors.agents), doors.links)
    signal.signal(signal.SIGTERM, lambda *_: doors.bell.silence())
    threading.Thread(target=_outlive_nobody, args=(doors.bell.silence,), daemon=True).start()
    for world in doors.bell.heard():
        outside.wake(world)
    outside.close()


def _outlive_nobody(stop: Callable[[], None]) -> None:
    """A killed parent cannot tell its children to stop."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        stop()
