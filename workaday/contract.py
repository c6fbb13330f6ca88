"""The contract of an app, checked by using it: ``workaday check APP``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import Float, Numeric, select

from workaday import journal
from workaday.agents.chance import Dice
from workaday.app import app as find_app
from workaday.chance import rng
from workaday.database import Base
from workaday.doors import Door, ToolDoor, WireDoor
from workaday.grade import Check
from workaday.journal import Row
from workaday.people import Person
from workaday.server.local import local_server
from workaday.snapshot import Snapshot
from workaday.tool import JSON, toolbox
from workaday.world import World

ACTIONS = 60
Played = list[tuple[str, JSON, JSON]]
"""Names, arguments and observations."""


def check(name: str, snapshot: Snapshot) -> list[Check]:
    """Every promise of the contract, kept or not."""
    find_app(name)
    promises: list[Callable[[str, Snapshot], Check]] = [
        _tells_what_it_does,
        _keeps_whole_numbers,
        _stands_still,
        _same_bytes,
        _reads_do_not_write,
        _refusals_change_nothing,
        _doors_agree,
        _coverage_is_true,
    ]
    return [promise(name, snapshot) for promise in promises]


def _check(name: str, faults: Iterator[str]) -> Check:
    found = list(faults)
    return Check(name, not found, "; ".join(found[:5]))


# --- playing at random ----------------------------------------------------------------------------------


def _somebody(world: World) -> str:
    """Somebody for whom the app's tools work."""
    with world.read() as session:
        people = list(session.scalars(select(Person.id).order_by(Person.id)))
    return people[0]


def _play(door: Door, offered: Sequence[JSON]) -> Played:
    """Random valid actions; the same ones for the same answers."""
    chance = rng("contract")
    dice, played = Dice(chance), []
    for _ in range(ACTIONS):
        function = chance.choice(offered)["function"]
        arguments = dice.arguments(function["parameters"])
        observation = door.act(function["name"], arguments)
        dice.remember(observation)
        played.append((function["name"], arguments, observation))
    return played


def _tool_door(world: World, name: str) -> ToolDoor:
    return ToolDoor(world, _somebody(world), (name,))


# --- promises -------------------------------------------------------------------------------------------


def _tells_what_it_does(name: str, _: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        for tool in toolbox(name).values():
            if not tool.description:
                yield f"{tool.name} has no description"
            for argument, schema in tool.schema["function"]["parameters"].get("properties", {}).items():
                if not schema.get("description"):
                    yield f"{argument} of {tool.name} has no description"

    return _check("every tool and every argument says what it is", faults())


def _keeps_whole_numbers(name: str, _: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        for table in journal.recorded(Base.metadata):
            for column in table.columns:
                if table.name.startswith(f"{name}_") and isinstance(column.type, (Float, Numeric)):
                    yield f"{table.name}.{column.name} holds fractions"

    return _check("no column holds a floating-point number", faults())


def _stands_still(name: str, snapshot: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        with snapshot.open() as world:
            before = world.clock.now
            _play(door := _tool_door(world, name), door.offered)
            if world.clock.now != before:
                yield "acting moved the clock"

    return _check("time stands still until it is moved", faults())


def _same_bytes(name: str, snapshot: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        with snapshot.open() as world, snapshot.open() as other:
            told, again = ([*_play(door := _tool_door(each, name), door.offered)] for each in (world, other))
            if told != again:
                yield "the same actions were answered differently"
            if world.state_hash() != other.state_hash():
                yield "the same actions ended in different states"
            if world.state_hash() != world.full_state_hash():
                yield "the journal missed a change"

    return _check("the same actions give the same bytes", faults())


def _reads_do_not_write(name: str, snapshot: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        with snapshot.open() as world:
            door = _tool_door(world, name)
            reading = [tool.schema for tool in door.tools.values() if tool.reads]
            _play(door, reading)
            if world.full_state_hash() != snapshot.manifest.state_hash or world.sequence():
                yield "a tool that reads has written"

    return _check("reads do not write", faults())


def _refusals_change_nothing(name: str, snapshot: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        with snapshot.open() as world:
            door = _tool_door(world, name)
            for tool in door.offered:
                function = tool["function"]
                for nonsense in ("", "'", "<script>", "x" * 40_000, "\x00", "\ud800"):
                    required = function["parameters"].get("required", [])
                    before = world.state_hash()
                    observation = door.act(function["name"], dict.fromkeys(required, nonsense))
                    if "error" in observation and world.state_hash() != before:
                        yield f"{function['name']} was refused and changed something"

    return _check("a refused action changes nothing", faults())


def _doors_agree(name: str, snapshot: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        with snapshot.open() as world, snapshot.open() as other:
            wire = WireDoor(other, _somebody(other), (name,), local_server())
            for action, arguments, observation in _play(tool := _tool_door(world, name), wire.offered):
                answer = wire.act(action, arguments)
                if bool(observation.get("error")) != bool(answer.get("error")):
                    yield f"{action} with {arguments} is refused by one door alone"
            wire.close()
            tool.close()
            if _rows(world) != _rows(other):
                yield "the doors left different rows"

    return _check("tools and wire leave the same rows", faults())


def _rows(world: World) -> list[tuple[str, Row]]:
    return list(journal.dump(world.raw, Base.metadata))


def _coverage_is_true(name: str, _: Snapshot) -> Check:
    def faults() -> Iterator[str]:
        product = find_app(name)
        served = set(product.endpoints())
        listed: dict[str, Any] = {each["name"]: each for each in _coverage(product.models)}
        for endpoint in sorted(served - {e for e, told in listed.items() if told["status"] != "absent"}):
            yield f"{endpoint} is served but not listed as supported or partial"
        for endpoint, told in listed.items():
            if told["status"] != "absent" and endpoint not in served:
                yield f"{endpoint} is listed as {told['status']} but not served"
            if told["status"] == "supported" and not told.get("tests"):
                yield f"{endpoint} is listed as supported without a test"

    return _check("the coverage list is true", faults())


def _coverage(models: str) -> list[dict[str, Any]]:
    folder = Path(import_module(models.rpartition(".")[0]).__file__ or "").parent
    endpoints: list[dict[str, Any]] = tomllib.loads((folder / "coverage.toml").read_text("utf-8"))["endpoint"]
    return endpoints
