"""The ways by which an agent acts on a world in this process: JSON tools, and the products' wire protocols.

(The third, a browser, is :mod:`workaday.browsing`.)  A door answers with the observation as JSON; an answer
with a key ``error`` means that nothing was changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from workaday.app import WireClient, app
from workaday.errors import ActionError, UnknownTool
from workaday.tool import JSON, Tool, find, toolbox
from workaday.world import World

if TYPE_CHECKING:
    from workaday.server.local import LocalServer

ORIGIN = "http://workaday.invalid"
TOKEN = "TOKEN"  # noqa: S105 - a stand-in
"""Stand for the server's address and the agent's token in what is recorded: they differ from run to run."""


class Door(Protocol):
    """One persona's way into one world."""

    name: str
    pictured: bool
    """Whether there is something to take a picture of."""

    def screenshot(self) -> bytes:
        """What it shows, as a PNG."""

    @property
    def offered(self) -> list[JSON]:
        """What can be done here, as OpenAI function schemas."""

    def act(self, name: str, arguments: Mapping[str, Any]) -> JSON:
        """Do one thing and observe what comes of it."""

    def close(self) -> None:
        """Leave."""


class _Unpictured:
    pictured = False

    def screenshot(self) -> bytes:
        """Nothing to see."""
        return b""


class ToolDoor(_Unpictured):
    """JSON tools, called in process."""

    name = "tool"

    def __init__(self, world: World, person: str, apps: tuple[str, ...]) -> None:
        self._world = world
        self._person = person
        self.tools: dict[str, Tool] = toolbox(*apps)

    @property
    def offered(self) -> list[JSON]:
        """The tools' schemas."""
        return [tool.schema for tool in self.tools.values()]

    def act(self, name: str, arguments: Mapping[str, Any]) -> JSON:
        """Call a tool; an error is an observation like any other."""
        try:
            return find(self.tools, name).call(self._world, self._person, arguments)
        except ActionError as error:
            return error.as_dict()

    def close(self) -> None:
        """Nothing to leave."""


class WireDoor(_Unpictured):
    """The products' own HTTP APIs on a running server: a tool's name stands for the product's method."""

    name = "wire"

    def __init__(self, world: World, person: str, apps: tuple[str, ...], server: LocalServer) -> None:
        self._server = server
        self._seat = server.seat(world, person)
        self._clients = {name: self._client(name) for name in apps}
        self.tools = {name: tool for name, tool in toolbox(*apps).items() if tool.wire}

    def _client(self, name: str) -> WireClient:
        product = app(name)
        return product.client(self._server.api_url(name), product.bearer(self._seat.token, self._seat.person))

    @property
    def offered(self) -> list[JSON]:
        """The schemas of the tools that the products have a method for."""
        return [tool.schema for tool in self.tools.values()]

    def act(self, name: str, arguments: Mapping[str, Any]) -> JSON:
        """Send the method and read its answer."""
        try:
            tool = find(self.tools, name)
        except UnknownTool as error:
            return error.as_dict()
        answer = json.loads(self._clients[tool.app].call(str(tool.wire), arguments))
        told: JSON = replaced(answer, {self._server.url: ORIGIN, self._seat.token: TOKEN})
        return told

    def close(self) -> None:
        """Hang up and give the seat back."""
        for client in self._clients.values():
            client.close()
        self._server.leave(self._seat)


def replaced(told: Any, words: Mapping[str, str]) -> Any:
    """JSON with some words replaced wherever they stand in its texts."""
    if isinstance(told, str):
        for word, stand_in in words.items():
            told = told.replace(word, stand_in)
        return told
    if isinstance(told, list):
        return [replaced(each, words) for each in told]
    if isinstance(told, dict):
        return {key: replaced(value, words) for key, value in told.items()}
    return told
