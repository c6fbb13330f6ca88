"""An agent that does valid things at random: what is left of a task's reward once skill is taken away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workaday.browsing import BrowserDoor
from workaday.chance import Random, rng
from workaday.episode import Episode
from workaday.tool import JSON

ACTIONS = 15
WORDS = (
    "Thanks!",
    "On it.",
    "I will look into it.",
    "Done.",
    "Could you say more?",
    "eyes",
    "white_check_mark",
)


def at_random(episode: Episode) -> str:
    """Call random tools, with arguments that were seen in earlier answers."""
    chance = rng("random agent", episode.task.name, episode.task.variant, episode.rollout.sample)
    if isinstance(episode.door, BrowserDoor):
        return _in_browser(episode, episode.door, chance)
    seen: dict[str, list[Any]] = {}
    for _ in range(min(ACTIONS, episode.task.family.steps)):
        function = chance.choice(episode.tools)["function"]
        answer = episode.act(function["name"], _arguments(function["parameters"], seen, chance))
        _remember(answer, seen)
    return chance.choice(WORDS)


def _arguments(parameters: JSON, seen: Mapping[str, list[Any]], chance: Random) -> JSON:
    required = parameters.get("required", [])
    return {
        name: _value(name, schema, seen, chance)
        for name, schema in parameters.get("properties", {}).items()
        if name in required
    }


_KEPT = 200
_ALIASES = {
    "ts": "ts",
    "timestamp": "ts",
    "message_ts": "ts",
    "channel": "channel_id",
    "users": "user_id",
    "user": "user_id",
}


def _value(name: str, schema: JSON, seen: Mapping[str, list[Any]], chance: Random) -> Any:
    if schema.get("type") == "boolean":
        return chance.random() < 0.5
    if schema.get("type") == "integer":
        return chance.randint(1, 20)
    known = seen.get(_ALIASES.get(name, name)) or seen.get(name)
    return chance.choice(known) if known else chance.choice(WORDS)


def _remember(answer: Any, seen: dict[str, list[Any]]) -> None:
    """Keep texts under the name of their key; an ``id`` under the name of what it identifies."""
    for key, value in _texts(answer, ""):
        held = seen.setdefault(key, [])
        if len(held) < _KEPT and value not in held:
            held.append(value)


def _texts(told: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(told, str):
        yield key, told
    elif isinstance(told, list):
        for each in told:
            yield from _texts(each, key)
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from _texts(value, _owned(key) if name == "id" else name)


def _owned(key: str) -> str:
    """What an ``id`` inside this key identifies: ``channels`` and ``channel`` hold a ``channel_id``."""
    return f"{'user' if key == 'members' else key.removesuffix('s')}_id"


_CONTROLS = (
    "button:visible, a[href]:visible, [role=button]:visible, [role=treeitem]:visible, [role=tab]:visible"
)


def _in_browser(episode: Episode, door: BrowserDoor, chance: Random) -> str:
    """Click random controls, and write something wherever there is a place to write."""
    for _ in range(min(ACTIONS, episode.task.family.steps)):
        number = door.page.locator(_CONTROLS).count()
        if chance.random() < 0.25 and door.page.locator("[role=textbox]:visible").count():
            episode.act("click", {"target": "[role=textbox]:visible"})
            episode.act("type", {"text": chance.choice(WORDS)})
            episode.act("press", {"key": "Enter"})
        elif number:
            episode.act("click", {"target": f"{_CONTROLS} >> nth={chance.randrange(number)}"})
    return chance.choice(WORDS)
