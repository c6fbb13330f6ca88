"""How each person writes: one never shifts, one signs, one trails off..."""

import re
from collections.abc import Callable

from workaday.chance import Random
from workaday.seeds.marlow.wording import words

_START = re.compile(r"(^|[.!?:]\s+|\n)([A-Z][A-Za-z']*)")
_FULL_STOP = re.compile(r"(?<=[a-z])\. (?=[A-Z])")


def lower(text: str, _random: Random) -> str:
    """No capitals, except in names; no last full stop."""
    common = frozenset(words("voices")["common"].split())

    def small(match: re.Match[str]) -> str:
        word = match[2]
        return match[1] + (word.lower() if word.lower() in common else word)

    text = re.sub(r"\bI(?='|\b)", "i", _START.sub(small, text))
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def signs(name: str) -> Callable[[str, Random], str]:
    """Puts a name under some of what is said, as in a letter."""
    return lambda text, random: f"{text}\n{name}" if len(text) > 60 and random.random() < 0.4 else text


def pictures(*emoji: str) -> Callable[[str, Random], str]:
    def add(text: str, random: Random) -> str:
        if text.endswith((":", "`", ">")) or random.random() > 0.35:
            return text
        return f"{text} :{random.choice(emoji)}:"

    return add


def exclaims(text: str, random: Random) -> str:
    return text[:-1] + "!" if text.endswith(".") and random.random() < 0.55 else text


def trails(text: str, random: Random) -> str:
    return _FULL_STOP.sub(lambda _: "... " if random.random() < 0.6 else ". ", text)


def clipped(text: str, random: Random) -> str:
    return text[:-1] if text.endswith(".") and random.random() < 0.7 else text


def plain(text: str, _random: Random) -> str:
    return text


VOICES: dict[str, Callable[[str, Random], str]] = {
    "plain": plain,
    "lower": lower,
    "clipped": clipped,
    "exclaims": exclaims,
    "trails": trails,
    "gene": signs("- Gene"),
    "ruth": signs("RF"),
    "sunny": pictures("blush", "sunflower", "relaxed", "sparkles", "raised_hands"),
    "rocket": pictures("rocket", "fire", "tada", "chart_with_upwards_trend"),
}


def voiced(voice: str, text: str, random: Random) -> str:
    """The text as that voice would write it."""
    return VOICES[voice](text, random)
