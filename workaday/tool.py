"""A typed function becomes a JSON tool: its schema is made from its signature, its answers are plain JSON.

A tool takes a :class:`~workaday.world.Context` and keyword arguments, whose ``Annotated`` texts tell the
agent what they mean::

    @tool(reads=True, wire="conversations.info")
    def slack_get_channel(context: Context, *, channel: Annotated[str, "Id of a channel"]) -> JSON:
        \"\"\"What a channel is for and who made it.\"\"\"
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from workaday.app import app as find_app
from workaday.app import apps
from workaday.errors import InvalidArgument, UnknownTool
from workaday.world import World

JSON = dict[str, Any]
DOOR = "tool"
LARGEST = 2**63 - 1
"""The largest number that a database can hold."""


@dataclass(frozen=True)
class Tool:
    """One thing that an agent can do by name."""

    name: str
    function: Callable[..., JSON]
    reads: bool
    """It only looks; the world holds it to that."""
    wire: str | None
    """The product's own method with the same arguments and the same keys in its answer, if there is one."""

    @property
    def app(self) -> str:
        """The app that it belongs to: the first word of its name."""
        return self.name.partition("_")[0]

    @property
    def description(self) -> str:
        """What the agent is told: the function's docstring."""
        return inspect.getdoc(self.function) or ""

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """A pydantic model of the arguments."""
        fields = {name: _field(hint, default) for name, hint, default in _parameters(self.function)}
        made: type[BaseModel] = cast(Any, create_model)(
            self.name, __config__=ConfigDict(extra="forbid"), **fields
        )
        return made

    @cached_property
    def schema(self) -> JSON:
        """The tool as an OpenAI function schema."""
        parameters = self.arguments.model_json_schema()
        parameters.pop("title", None)
        for argument in parameters.get("properties", {}).values():
            argument.pop("title", None)
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.description, "parameters": parameters},
        }

    def parse(self, arguments: Mapping[str, Any]) -> JSON:
        """The arguments with their types and defaults; :class:`InvalidArgument` names the one at fault."""
        try:
            parsed = self.arguments.model_validate(_writable(arguments))
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            name = ".".join(str(part) for part in first["loc"]) or "arguments"
            raise InvalidArgument(f"{name}: {first['msg']}", argument=name) from None
        values = {name: getattr(parsed, name) for name in type(parsed).model_fields}
        for name, value in values.items():
            if isinstance(value, int) and not -LARGEST - 1 <= value <= LARGEST:
                raise InvalidArgument(f"{name}: this number is too large", argument=name)
        return values

    def call(
        self, world: World, person: str | None, arguments: Mapping[str, Any], *, door: str = DOOR
    ) -> JSON:
        """Do it, as that person.  On :class:`~workaday.errors.ActionError` nothing has changed."""
        parsed = self.parse(arguments)
        with world.action(self.name, door=door, person=person, reads=self.reads) as context:
            return self.function(context, **parsed)


def tool(*, reads: bool, wire: str | None = None) -> Callable[[Callable[..., JSON]], Tool]:
    """Make a function a tool; its name starts with its app's."""

    def made(function: Callable[..., JSON]) -> Tool:
        return Tool(function.__name__, function, reads, wire)

    return made


def toolbox(*names: str) -> dict[str, Tool]:
    """The tools of these apps, or of all of them, by name."""
    chosen = [find_app(name) for name in names] if names else list(apps().values())
    return {each.name: each for app in chosen for each in app.tools()}


def controls() -> dict[str, Tool]:
    """What whoever runs a world can ask of its apps, by name."""
    return {each.name: each for app in apps().values() for each in app.controls()}


def find(tools: Mapping[str, Tool], name: str) -> Tool:
    """The tool of that name among those offered."""
    try:
        return tools[name]
    except KeyError:
        raise UnknownTool(f"there is no tool called {name!r}") from None


def _writable(arguments: Mapping[str, Any]) -> JSON:
    """The arguments, unless a text holds half a character (a lone surrogate), which nothing can store."""
    for name, value in arguments.items():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except (UnicodeEncodeError, TypeError, ValueError):
            raise InvalidArgument(f"{name}: this cannot be written as JSON", argument=name) from None
    return dict(arguments)


def _parameters(function: Callable[..., JSON]) -> list[tuple[str, Any, Any]]:
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return [(each.name, hints[each.name], each.default) for each in parameters]


def _field(hint: Any, default: Any) -> tuple[Any, Any]:
    text = get_args(hint)[1] if get_origin(hint) is Annotated else None
    required = default is inspect.Parameter.empty
    kind = get_args(hint)[0] if text is not None else hint
    return kind, Field(... if required else default, description=text)
