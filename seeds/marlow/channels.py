"""The channels, and who came into each when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.hours import ZONE, at, settle, some_moment
from workaday.seeds.marlow.people import Colleague
from workaday.seeds.marlow.shapes import Channel, Size
from workaday.seeds.marlow.wording import words


@dataclass(frozen=True, slots=True)
class Room:
    """A channel with the moment at which each member came in; ``about`` is the id of the client it is for."""

    channel: Channel
    about: str | None
    joined: dict[str, datetime]


def rooms(size: Size, people: dict[str, Colleague], opens: datetime, random: Random) -> dict[str, Room]:
    """The channels of a firm of that size, by name; ``opens`` is when the written history begins."""
    rows = [row for row in words("channels")["channel"] if size in row["sizes"]]
    return {row["name"]: _room(row, people, opens, random) for row in rows}


def _room(row: dict[str, Any], people: dict[str, Colleague], opens: datetime, random: Random) -> Room:
    created = row["created"].replace(tzinfo=ZONE)
    creator = row["creator"] if row["creator"] in people else "gene.marlow"
    inside = [one for one in people.values() if _belongs(one, row, creator)]
    joined = {one.id: _joins(one, created, opens, random) for one in inside}
    joined[creator] = created
    if "everyone" not in row["members"]:
        _make_late(joined, creator, opens, random)
    return Room(_channel(row, creator, created, tuple(joined)), row.get("about"), joined)


def _belongs(one: Colleague, row: dict[str, Any], creator: str) -> bool:
    was_there = one.leaves is None or one.leaves > row["created"].date()
    return one.id == creator or (was_there and any(one.plays(role) for role in row["members"]))


def _joins(one: Colleague, created: datetime, opens: datetime, random: Random) -> datetime:
    start = at(one.starts, 9)
    if start > created:
        return start + timedelta(minutes=random.randint(5, 180), seconds=random.randint(0, 59))
    if created > opens:
        return created + timedelta(seconds=random.randint(20, 2400))
    return created


def _make_late(joined: dict[str, datetime], creator: str, opens: datetime, random: Random) -> None:
    """Somebody is added to most channels while the story runs, in its first days."""
    old = sorted(one for one, since in joined.items() if since < opens and one != creator)
    if len(old) > 6 and random.random() < 0.7:
        first = opens.date()
        joined[random.choice(old)] = settle(some_moment(first, first + timedelta(days=4), random))


def _channel(row: dict[str, Any], creator: str, created: datetime, members: tuple[str, ...]) -> Channel:
    return Channel(
        name=row["name"],
        kind=row.get("kind", "public"),
        topic=row["topic"],
        purpose=row["purpose"],
        creator=creator,
        created=created,
        members=members,
        is_general=row["name"] == "general",
        is_archived=row.get("archived", False),
    )
