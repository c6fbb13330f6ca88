"""The register of methods: what each is called, what it reads, and the scopes that Slack wants for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from workaday.world import Context

from .arguments import Arguments
from .refusals import JSON

Handler = Callable[[Context, Arguments], JSON]


@dataclass(frozen=True, slots=True)
class Method:
    """One method.  ``scopes`` lists those of which one is enough; ``bot_scopes`` where a bot needs others."""

    name: str
    scopes: tuple[str, ...] = ()
    reads_json: bool = False
    kinds: tuple[str, ...] = ("user", "bot")
    """Which tokens may call it: ``user``, ``bot``, ``app``."""
    bot_scopes: tuple[str, ...] = ()


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


def reading(
    name: str,
    *scopes: str,
    json: bool = False,
    required: str = "",
    kinds: tuple[str, ...] = ("user", "bot"),
    bot_scopes: tuple[str, ...] = (),
) -> Callable[[Handler], Handler]:
    """Make a function the method of that name, which only looks.  ``required`` names arguments, in order."""
    return _registered(Method(name, scopes, json, kinds, bot_scopes), required, reads=True)


def writing(
    name: str,
    *scopes: str,
    json: bool = True,
    required: str = "",
    kinds: tuple[str, ...] = ("user", "bot"),
    bot_scopes: tuple[str, ...] = (),
) -> Callable[[Handler], Handler]:
    """Make a function the method of that name, which may change something."""
    return _registered(Method(name, scopes, json, kinds, bot_scopes), required, reads=False)


def _registered(method: Method, required: str, *, reads: bool) -> Callable[[Handler], Handler]:
    def registered(handler: Handler) -> Handler:
        METHODS[method.name] = Action(
            method.name,
            method.scopes,
            method.reads_json,
            method.kinds,
            method.bot_scopes,
            handler=handler,
            reads=reads,
            required=tuple(required.split()),
        )
        return handler

    return registered
