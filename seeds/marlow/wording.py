"""From a written line to a said one: choices, blanks, and the ways people spell money, days and times."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, time
from functools import cache
from pathlib import Path
from typing import Any

from workaday.chance import Random

_CHOICE = re.compile(r"\[(?:#(\d) )?([^\[\]]*\|[^\[\]]*)\]")
_BLANK = re.compile(r"\{([a-z_]+\d?)\}")


@cache
def words(name: str) -> dict[str, Any]:
    """The word material ``words/<name>.toml``."""
    return tomllib.loads((Path(__file__).parent / "words" / f"{name}.toml").read_text(encoding="utf-8"))


def spin(text: str, random: Random, linked: dict[str, int] | None = None) -> str:
    """Chooses one of each ``[this|that]``, the innermost first; ``[#1 this|that]`` goes with the others numbered 1."""
    numbers = {} if linked is None else linked
    while match := _CHOICE.search(text):
        options = match[2].split("|")
        place = random.randrange(len(options))
        if match[1]:
            place = numbers.setdefault(match[1], place) % len(options)
        text = text[: match.start()] + options[place] + text[match.end() :]
    return text


def fill(text: str, blanks: Mapping[str, str]) -> str:
    """Puts words into ``{blanks}``; an unknown one is a mistake in the word material and raises KeyError."""
    return _BLANK.sub(lambda match: blanks[match[1]], text)


def blanks_of(text: str) -> tuple[str, ...]:
    return tuple(_BLANK.findall(text))


class Deck:
    """Lines that are all used once, in a shuffled order, before any is used again."""

    def __init__(self, lines: Iterable[str], random: Random) -> None:
        self._lines = list(lines)
        self._random = random
        self._left: list[str] = []

    def draw(self) -> str:
        """The next line, with its choices made."""
        if not self._left:
            self._left = self._random.sample(self._lines, len(self._lines))
        return spin(self._left.pop(), self._random)


def dollars(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"${whole:,}.{rest:02d}" if rest else f"${whole:,}"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def say_date(day: date, random: Random) -> str:
    """A day as people write it: "Thursday 3/27", "March 27"..."""
    return random.choice((
        f"{day:%A} {day.month}/{day.day}", f"{day:%A}, {day:%B} {day.day}", f"{day:%B} {day.day}",
        f"{day:%a} {day:%b} {day.day}", f"{day:%A} the {ordinal(day.day)} of {day:%B}", f"{day.month}/{day.day}",
    ))  # fmt: skip


def say_time(clock: time, random: Random) -> str:
    """A time as people write it: "2:30pm", "2:30 PM"."""
    hour, half = clock.hour % 12 or 12, "am" if clock.hour < 12 else "pm"
    minutes = f":{clock.minute:02d}"
    return random.choice(
        (f"{hour}{minutes}{half}", f"{hour}{minutes} {half}", f"{hour}{minutes} {half.upper()}")
    )
