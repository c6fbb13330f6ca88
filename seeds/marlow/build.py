"""Builds the world of a firm: its people and what they say on Slack, and the facts for task authors."""

import json

from workaday.people import Fact as FactRow
from workaday.seeds.marlow import slack
from workaday.seeds.marlow.firm import firm
from workaday.seeds.marlow.shapes import Fact
from workaday.snapshot import Progress, Size
from workaday.world import World

SIZES: tuple[Size, ...] = ("tiny", "small")


def build(world: World, size: Size, seed: int, progress: Progress) -> None:
    """Fills an empty world; the clock follows the story. ``full`` is not among the sizes yet and is a ValueError."""
    if size == "full":
        raise ValueError("Marlow & Finch has no full size")
    made = firm(size, seed)
    with slack.furnishing(world, made) as desk:
        for done in slack.steps(desk):
            progress(done)
        for number, fact in enumerate(made.facts, 1):
            desk.context.session.add(_row(desk, number, fact))


def _row(desk: slack.Desk, number: int, fact: Fact) -> FactRow:
    """A fact with the places of its messages: ``places`` for those that state it, ``stale_places`` for older ones."""
    data: dict[str, object] = {
        **fact.data,
        "places": [desk.place(key) for key in fact.posts],
        "stale_places": [desk.place(key) for key in fact.stale],
    }
    if fact.kind == "statement":
        data["said"] = desk.named(str(fact.data["said"]))
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return FactRow(id=number, kind=fact.kind, subject=fact.subject, data=text)
