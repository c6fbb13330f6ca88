"""Marlow & Finch, a tax and accounting practice in Columbus, Ohio, in the middle of the season.

:data:`seed` is the recipe of its world; ``firm.firm(size, seed)`` is the same as plain data.
"""

import workaday.people  # noqa: F401 - its tables belong to the world that is built
from workaday.clock import micros
from workaday.seeds.marlow.hours import NOW, TIMEZONE
from workaday.snapshot import Progress, Recipe, Size
from workaday.world import World


def _build(world: World, size: Size, number: int, progress: Progress) -> None:
    from workaday.seeds.marlow.build import build

    build(world, size, number, progress)


seed = Recipe(
    name="marlow",
    package=__name__,
    now=micros(NOW),
    timezone=TIMEZONE,
    sizes=("tiny", "small"),
    build=_build,
)
"""The recipe: ``tiny`` is three weeks of ten people, ``small`` three months of twenty-seven."""
