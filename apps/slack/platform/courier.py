"""Carries what apps are told out of the worlds of a server, and their answers back, each app's in order.

An app over HTTP has three seconds; an event that does not arrive is sent again three times, then it is lost,
as with Slack.  An app in Socket Mode that has no connection is told everything once it has one.
"""

from __future__ import annotations

import logging
import queue
import threading
from contextlib import suppress

from workaday.apps.slack.service import deliveries
from workaday.errors import WorldError
from workaday.server.outgoing import Exchange

from . import answering, letters, posting
from .letters import FILES, HOOKS, Letter, Receiver
from .links import Links

_DOOR = "control"
_LOG = logging.getLogger(__name__)


class Carrier:
    """Slack's courier."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._lines: dict[tuple[str, str], _Line] = {}
        self._woken: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._links = Links(exchange, self.wake)
        self._thread = threading.Thread(target=self._run, name="slack-courier", daemon=True)
        self._thread.start()

    def wake(self, world: str) -> None:
        """Something may be waiting in a world."""
        self._woken.put(world)

    def close(self) -> None:
        """Stop: what has not been carried yet is not carried any more."""
        self._woken.put(None)
        self._thread.join()
        for line in self._lines.values():
            line.stop()
        self._links.close()

    def _run(self) -> None:
        while (world := self._woken.get()) is not None:
            with suppress(WorldError):
                for receiver in self._receivers(world):
                    self._line(world, receiver).wake()

    def _receivers(self, world: str) -> list[Receiver]:
        """The apps for which something waits."""
        with (
            self._exchange.borrowed(world) as opened,
            opened.action("carry", door=_DOOR, person=None, reads=True) as context,
        ):
            return [
                each
                for each in letters.receivers(context)
                if deliveries.last(context, each.app_id) > self._exchange.position(world, each.app_id)
                or (each.event_url and not each.is_socket_mode)
            ]

    def _line(self, world: str, receiver: Receiver) -> _Line:
        place = world, receiver.app_id
        if place not in self._lines:
            self._lines[place] = _Line(self._exchange, self._links, *place)
        return self._lines[place]


class _Line:
    """One app of one world, told one thing after another by a thread that lives while there is something."""

    def __init__(self, exchange: Exchange, links: Links, world: str, app_id: str) -> None:
        self._exchange, self._links = exchange, links
        self._world, self._app_id = world, app_id
        self._lock = threading.Lock()
        self._runs = self._asked = False
        self._stopped = threading.Event()
        self._shaken = ""
        """The address whose owner has been found to listen there."""

    def wake(self) -> None:
        with self._lock:
            self._asked = True
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="slack-line", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while self._goes_on():
            with suppress(WorldError):
                while not self._stopped.is_set() and self._carry_next():
                    pass

    def _goes_on(self) -> bool:
        with self._lock:
            self._runs, self._asked = self._asked and not self._stopped.is_set(), False
            return self._runs

    def _carry_next(self) -> bool:
        """Carry one thing; whether there was one that could be carried."""
        after = self._exchange.position(self._world, self._app_id)
        with (
            self._exchange.borrowed(self._world) as opened,
            opened.action("carry", door=_DOOR, person=None, reads=True) as context,
        ):
            receiver = letters.receiver(context, self._app_id)
            letter = letters.following(context, self._app_id, after)
        if receiver is not None:
            self._shake_hands(receiver)
        if letter is None or not self._carried(letter):
            return False
        self._exchange.carried(self._world, self._app_id, letter.number, after=after)
        return True

    def _shake_hands(self, receiver: Receiver) -> None:
        """Before it hears of anything, an app's new address has to show that it is the app's."""
        url = receiver.event_url
        if url and url != self._shaken and not receiver.is_socket_mode and posting.shakes_hands(receiver):
            self._shaken = url

    def _carried(self, letter: Letter) -> bool:
        """Whether that is done with: told, or given up."""
        text = self._reachable(letter)
        if letter.receiver.is_socket_mode:
            if not self._links.are_open(self._world, self._app_id):
                return False
            ack = self._links.tell(self._world, letter, text)
            if ack is not None:
                self._take(letter, answering.read(ack.payload))
        elif letter.is_event:
            if letter.url and letter.url == self._shaken:
                self._post_event(letter, text)
        elif letter.url:
            reply = posting.post(letter, text)
            if reply.arrived:
                self._take(letter, answering.read_text(reply.text))
        return True

    def _post_event(self, letter: Letter, text: str) -> None:
        reply = posting.post(letter, text)
        for number, pause in enumerate(posting.PAUSES, start=1):
            if reply.arrived or reply.is_final or self._stopped.wait(pause):
                return
            reply = posting.again(letter, text, number, reply.reason)

    def _reachable(self, letter: Letter) -> str:
        """What is told, with this server's addresses in place of Slack's own."""
        if HOOKS not in letter.text and FILES not in letter.text:
            return letter.text
        token = self._exchange.token(self._world, letter.receiver.actor)
        here = f"{self._exchange.origin}/slack"
        return letter.text.replace(HOOKS, f"{here}/hooks/{token}/").replace(FILES, f"{here}/")

    def _take(self, letter: Letter, answer: answering.Answer) -> None:
        """What the app has answered at once becomes an action of the app."""
        if not letter.is_answered:
            return
        with self._exchange.borrowed(self._world) as opened:
            answering.take(opened, letter, answer)
