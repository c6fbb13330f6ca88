"""The contract that an app fulfils, and the register of the apps that are installed.

An app is found by its entry point in the group ``workaday.apps``; built-in apps use the same way in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol

from workaday.errors import WorkadayError

if TYPE_CHECKING:
    from flask import Blueprint
    from sqlalchemy.orm import Session

    from workaday.journal import Change
    from workaday.server.outgoing import Courier, Exchange
    from workaday.tool import Tool
    from workaday.world import Context


class WireClient(Protocol):
    """A client of one product's own API."""

    def call(self, method: str, arguments: Mapping[str, Any]) -> str:
        """Send a method; the answer's text, which is JSON."""

    def close(self) -> None:
        """Hang up."""


Handler = Callable[["Context", dict[str, Any]], None]
Reaction = Callable[["Context", Callable[[], "Sequence[Change]"]], bool]


def _nobody(_session: Session) -> Collection[str]:
    return ()


@dataclass(frozen=True)
class App:
    """A replica of one product.

    ``generated`` names the columns whose values the app makes up itself (identifiers, timestamps): a task
    does not have to foresee them.  ``incidental`` names the tables that record merely having looked (read
    marks): changes there are never collateral damage.  Both are declared once, here, not by tasks.
    """

    name: str
    title: str
    models: str
    """The module with the app's tables."""
    tools: Callable[[], list[Tool]]
    pages: Callable[[], Blueprint]
    """Serves ``/w/<token>/<name>/…``."""
    api: Callable[[], Blueprint]
    """The product's own wire protocol; serves ``/<name>/…``."""
    endpoints: Callable[[], Collection[str]]
    """The names of what the wire protocol serves, as ``coverage.toml`` lists them."""
    client: Callable[[str, str], WireClient]
    """Speaks the wire protocol: base URL, bearer token."""
    bearer: Callable[[str, str], str]
    """What the product's clients give as their token, made from an agent's token and who the agent is."""
    actors: Callable[[Session], Collection[str]] = _nobody
    """Who can act in a world beside the firm's people: bots, and apps on people's behalf."""
    controls: Callable[[], list[Tool]] = list
    """What the control door offers besides: never an agent's."""
    incidental: frozenset[str] = frozenset()
    generated: Mapping[str, frozenset[str]] = field(default_factory=dict)
    events: Mapping[str, Handler] = field(default_factory=dict)
    reacts: Reaction | None = None
    """Called at the end of every action that changed something, with a function that tells the net changes.

    What it writes is part of the action.  Returns whether something now waits to be sent out of the world."""
    courier: Callable[[Exchange], Courier] | None = None
    """Makes what carries such things to programs outside, and their answers back, while a server runs."""


@lru_cache(maxsize=1)
def apps() -> dict[str, App]:
    """The installed apps by name, in order of name; their tables are loaded."""
    found = sorted(entry_points(group="workaday.apps"), key=lambda point: point.name)
    loaded: dict[str, App] = {point.name: point.load() for point in found}
    for models in ("workaday.people", *(app.models for app in loaded.values())):
        import_module(models)
    return loaded


def app(name: str) -> App:
    """The app of that name."""
    try:
        return apps()[name]
    except KeyError:
        known = ", ".join(apps())
        raise WorkadayError(f"there is no app called {name!r}; there is {known}") from None


def reactions() -> list[Reaction]:
    """What apps do at the end of each action that changed something."""
    return [each.reacts for each in apps().values() if each.reacts is not None]


def event_handler(kind: str) -> Handler:
    """What handles events of a kind such as ``slack.send_later``: the app named before the dot."""
    return app(kind.partition(".")[0]).events[kind]


INCIDENTAL = frozenset({"workaday_sequence", "workaday_world", "workaday_event"})
"""The engine's own tables that an action may change by the way."""


def incidental_tables() -> frozenset[str]:
    """Tables whose changes nobody has to account for."""
    return INCIDENTAL.union(*(each.incidental for each in apps().values()))


def generated_columns(table: str) -> frozenset[str]:
    """The columns of a table that its app makes up itself."""
    return app(table.partition("_")[0]).generated.get(table, frozenset())
