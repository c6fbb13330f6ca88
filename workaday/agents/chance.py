"""An agent that does valid things at random: what is left of a task's reward once skill is taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workaday.browsing import BrowserDoor
from workaday.chance import Random, rng
from workaday.episode import Episode
from workaday.tool import JSON

ACTIONS = 15
WORDS = ("Thanks!", "On it.", "I will look into it.", "Could you say more?", "eyes", "white_check_mark")


def at_random(episode: Episode) -> str:
    """Call random tools, with arguments that were seen in earlier answers; or click at random."""
    chance = rng("random agent", episode.task.name, episode.task.variant, episode.rollout.sample)
    actions = min(ACTIONS, episode.task.family.steps)
    if isinstance(episode.door, BrowserDoor):
        return _in_browser(episode, episode.door, chance, actions)
    dice = Dice(chance)
    for _ in range(actions):
        function = chance.choice(episode.tools)["function"]
        dice.remember(episode.act(function["name"], dice.arguments(function["parameters"])))
    return chance.choice(WORDS)


class Dice:
    """Makes up arguments for tools, from the texts that earlier answers held under the same name."""

    KEPT = 200
    ALIASES = {  # noqa: RUF012 - never changed
        "timestamp": "ts",
        "message_ts": "ts",
        "thread_ts": "ts",
        "channel": "channel_id",
        "users": "user_id",
        "user": "user_id",
    }

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._seen: dict[str, list[str]] = {}

    def arguments(self, parameters: JSON) -> JSON:
        """A value for each required argument of a schema."""
        required = parameters.get("required", [])
        properties = parameters.get("properties", {})
        return {name: self._value(name, properties[name]) for name in properties if name in required}

    def _value(self, name: str, schema: JSON) -> Any:
        if schema.get("type") == "boolean":
            return self._chance.random() < 0.5
        if schema.get("type") == "integer":
            return self._chance.randint(1, 20)
        known = self._seen.get(self.ALIASES.get(name, name)) or self._seen.get(name)
        return self._chance.choice(known or WORDS)

    def remember(self, answer: Any) -> None:
        """Keep an answer's texts."""
        for key, value in _texts(answer, ""):
            held = self._seen.setdefault(key, [])
            if len(held) < self.KEPT and value not in held:
                held.append(value)


def _texts(told: Any, key: str) -> Iterator[tuple[str, str]]:
    """The texts of an answer, each under its key; an ``id`` under the name of what it identifies."""
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


_CONTROLS = "button:visible, a[href]:visible, [role=button]:visible, [role=treeitem]:visible"
_FIELDS = "[role=textbox]:visible"


def _in_browser(episode: Episode, door: BrowserDoor, chance: Random, actions: int) -> str:
    """Click random controls, and now and then write something where there is a place to write."""
    for _ in range(actions):
        number = door.page.locator(_CONTROLS).count()
        if chance.random() < 0.25 and door.page.locator(_FIELDS).count():
            episode.act("click", {"target": _FIELDS})
            episode.act("type", {"text": chance.choice(WORDS)})
            episode.act("press", {"key": "Enter"})
        elif number:
            episode.act("click", {"target": f"{_CONTROLS} >> nth={chance.randrange(number)}"})
    return chance.choice(WORDS)
