"""The register of methods: what each is called, what it reads, and the scopes that Slack wants for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from workaday.world import Context

from .arguments import Arguments
from .refusals import JSON

Handler = Callable[[Context, Arguments], JSON]

HELD = (
    "identify",
    *("channels:history", "groups:history", "im:history", "mpim:history"),
    *("channels:read", "groups:read", "im:read", "mpim:read"),
    *("channels:write", "groups:write", "im:write", "mpim:write"),
    *("chat:write", "reactions:read", "reactions:write", "search:read", "users:read", "users:read.email"),
)
"""The scopes of every token: those that the methods here want, and no others."""
SCOPES = ",".join(HELD)


@dataclass(frozen=True, slots=True)
class Method:
    """One method.  ``scopes`` lists those of which one is enough."""

    name: str
    scopes: tuple[str, ...] = ()
    reads_json: bool = False


@dataclass(frozen=True, slots=True)
class Action(Method):
    """A method that somebody with a token calls.  Without one of ``required`` it is not even tried."""

    handler: Handler = field(kw_only=True)
    reads: bool = True
    required: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open(Method):
    """A method that anybody may call; a token that is sent has to be good all the same."""

    handler: Callable[[Arguments], JSON] = field(kw_only=True)


METHODS: dict[str, Action | Open] = {}


def reading(name: str, *scopes: str, json: bool = False, required: str = "") -> Callable[[Handler], Handler]:
    """Make a function the method of that name, which only looks.  ``required`` names arguments, in order."""
    return _action(name, scopes, json, required, reads=True)


def writing(name: str, *scopes: str, json: bool = True, required: str = "") -> Callable[[Handler], Handler]:
    """Make a function the method of that name, which may change something."""
    return _action(name, scopes, json, required, reads=False)


def _action(
    name: str, scopes: tuple[str, ...], json: bool, required: str, *, reads: bool
) -> Callable[[Handler], Handler]:
    def registered(handler: Handler) -> Handler:
        METHODS[name] = Action(
            name, scopes, json, handler=handler, reads=reads, required=tuple(required.split())
        )
        return handler

    return registered
