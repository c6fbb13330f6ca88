"""Socket Mode: apps that keep a WebSocket open are told everything there (reference B' 26)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from workaday.apps.slack.service import people
from workaday.chance import digest
from workaday.server.outgoing import Exchange

from .letters import Letter

PATIENCE = 5.0
"""Seconds in which an app has to have acknowledged what it was told."""
ATTEMPTS = 3
LARGEST = 1024 * 1024
_POLICY = 1008
"""The code of a connection that is closed because nobody may have it (RFC 6455, 7.4.1)."""

JSON = dict[str, Any]
Place = tuple[str, str]
"""A world and an app."""


@dataclass
class _Ack:
    """Waits for an app to acknowledge one envelope."""

    came: threading.Event = field(default_factory=threading.Event)
    payload: Any = None


class _Link:
    """One connection."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._acks: dict[str, _Ack] = {}

    def send(self, told: JSON) -> None:
        self._connection.send(json.dumps(told, ensure_ascii=False, separators=(",", ":")))

    def tell(self, envelope: JSON) -> _Ack | None:
        """Send an envelope and wait; None if it was not acknowledged."""
        ack = self._acks.setdefault(envelope["envelope_id"], _Ack())
        try:
            self.send(envelope)
        except ConnectionClosed:
            return None
        return ack if ack.came.wait(PATIENCE) else None

    def listen(self) -> None:
        """Take acknowledgements until the connection ends."""
        for frame in self._connection:
            told = _read(frame)
            ack = self._acks.pop(str(told.get("envelope_id")), None)
            if ack is not None:
                ack.payload = told.get("payload")
                ack.came.set()

    def close(self) -> None:
        """Tell the app to go, and hang up."""
        try:
            self.send({"type": "disconnect", "reason": "link_disabled"})
        except ConnectionClosed:
            return
        self._connection.close()


def _read(frame: str | bytes) -> JSON:
    try:
        told = json.loads(frame)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


class Links:
    """Every app's open connections, each app's in order of opening."""

    def __init__(self, exchange: Exchange, opened: Callable[[str], None]) -> None:
        self._exchange = exchange
        self._opened = opened
        self._open: dict[Place, list[_Link]] = {}
        self._lock = threading.Lock()
        self._server = serve(self._handle, sock=exchange.listening, max_size=LARGEST, compression=None)
        self._thread = threading.Thread(target=self._server.serve_forever, name="slack-links", daemon=True)
        self._thread.start()

    def are_open(self, world: str, app_id: str) -> bool:
        """Whether an app has a connection."""
        return bool(self._open.get((world, app_id)))

    def tell(self, world: str, letter: Letter, text: str) -> _Ack | None:
        """Tell an app something on one of its connections; None if it was not acknowledged on any."""
        place = world, letter.receiver.app_id
        envelope: JSON = {
            "envelope_id": _envelope_id(*place, letter.number),
            "payload": json.loads(text),
            "type": letter.kind,
            "accepts_response_payload": letter.is_answered,
        }
        for attempt in range(ATTEMPTS if letter.is_event else 1):
            if letter.is_event:
                envelope |= {"retry_attempt": attempt, "retry_reason": "timeout" if attempt else ""}
            link = self._chosen(place, letter.number + attempt)
            if link is None:
                return None
            if (ack := link.tell(envelope)) is not None:
                return ack
        return None

    def _chosen(self, place: Place, turn: int) -> _Link | None:
        """Several connections of an app take turns."""
        with self._lock:
            links = self._open.get(place, [])
            return links[turn % len(links)] if links else None

    def _handle(self, connection: ServerConnection) -> None:
        place = self._place(connection)
        if place is None:
            connection.close(_POLICY, "invalid ticket")
            return
        link = _Link(connection)
        with self._lock:
            links = self._open.setdefault(place, [])
            links.append(link)
            number = len(links)
        try:
            link.send(_hello(place[1], number))
            self._opened(place[0])
            link.listen()
        except ConnectionClosed:
            pass
        finally:
            with self._lock:
                links.remove(link)

    def _place(self, connection: ServerConnection) -> Place | None:
        """The world and the app of the ticket in the address."""
        assert connection.request is not None
        asked = parse_qs(urlsplit(connection.request.path).query)
        found = self._exchange.found(asked.get("ticket", [""])[0])
        actor = found[1].removeprefix(people.BOT) if found else ""
        return (found[0], actor) if found and actor.startswith("A") and ":" not in actor else None

    def close(self) -> None:
        """Hang up everywhere."""
        with self._lock:
            links = [link for several in self._open.values() for link in several]
        for link in links:
            link.close()
        self._server.shutdown()
        self._thread.join()


def _hello(app_id: str, number: int) -> JSON:
    return {
        "type": "hello",
        "num_connections": number,
        "debug_info": {"host": "applink-1", "build_number": 1, "approximate_connection_time": 18060},
        "connection_info": {"app_id": app_id},
    }


def _envelope_id(world: str, app_id: str, number: int) -> str:
    text = digest("slack envelope", world, app_id, number).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:32]}"
