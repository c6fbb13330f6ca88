"""The production server: WSGI apps on listening sockets, in a thread or in a process of their own."""

from __future__ import annotations

import logging
import re
import socket
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask  # type: ignore[import-untyped]

from workaday.errors import WorkadayError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LARGEST_BODY = 10 * 1024 * 1024
"""Bytes; a request with a larger body is refused with status 413."""
LARGEST_HEAD = 64 * 1024
THREADS = 8
BACKLOG = 1024
SECONDS_IDLE = 120

# A queue behind the threads is ordinary under load, and waiting in it is all there is to do about it.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise WorkadayError(
            f"cannot listen on {host}, port {port}: {error.strerror}; choose another"
        ) from None


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server:
    """Serves each WSGI app on its socket until it is stopped; then closes the sockets."""

    def __init__(self, apps: Mapping[socket.socket, WSGIApplication], *, threads: int = THREADS) -> None:
        self._map: dict[int, Any] = {}
        self._stopped = threading.Event()
        self._waking = threading.RLock()
        """Held by who wakes the loop: its file may be another one's once it is closed."""
        self._dispatcher = ThreadedTaskDispatcher()
        self._dispatcher.set_thread_count(threads)
        self._servers = [self._serving(app, listening) for listening, app in apps.items()]

    def _serving(self, app: WSGIApplication, listening: socket.socket) -> Any:
        server = create_server(
            app,
            self._map,
            _dispatcher=self._dispatcher,
            sockets=[listening],
            ident=None,
            backlog=BACKLOG,
            connection_limit=1000,
            channel_timeout=SECONDS_IDLE,
            max_request_body_size=LARGEST_BODY,
            max_request_header_size=LARGEST_HEAD,
        )
        server.channel_class = _Channel
        return server

    def serve(self) -> None:
        """Answer requests until :meth:`stop`; those that are being answered then are answered first."""
        try:
            while not self._stopped.is_set():
                wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
        finally:
            with self._waking:
                self._servers.clear()
            self._dispatcher.shutdown()
            wasyncore.close_all(self._map)

    def stop(self) -> None:
        """Have :meth:`serve` return.  May be called by any thread or signal handler, and again."""
        self._stopped.set()
        with self._waking:
            for server in self._servers:
                server.pull_trigger()


class _Dateless:
    """Answers tell no time: the machine's is none of a world's business (RFC 9110, 6.6.1 allows it).

    Their headers' names are in lower case, as those of HTTP/2 are: real clients look them up so.
    """

    def build_response_header(self) -> bytes:
        head: bytes = super().build_response_header()  # type: ignore[misc]
        dateless = re.sub(rb"\r\nDate: [^\r]*", b"", head)
        return re.sub(rb"(?<=\r\n)[A-Za-z-]+(?=:)", lambda name: name[0].lower(), dateless)


class _Task(_Dateless, WSGITask):  # type: ignore[misc]
    pass


class _ErrorTask(_Dateless, ErrorTask):  # type: ignore[misc]
    pass


class _Channel(HTTPChannel):  # type: ignore[misc]
    task_class = _Task
    error_task_class = _ErrorTask
