"""The whole firm, made from its size and a seed number."""

from functools import cache

from workaday.seeds.marlow.conversations.arrivals import arrivals
from workaday.seeds.marlow.conversations.chatter import chatter
from workaday.seeds.marlow.conversations.directs import directs
from workaday.seeds.marlow.conversations.promises import promises
from workaday.seeds.marlow.conversations.requests import requests
from workaday.seeds.marlow.conversations.statements import statements
from workaday.seeds.marlow.conversations.stories import stories
from workaday.seeds.marlow.conversations.touches import touches
from workaday.seeds.marlow.hours import NOW, TIMEZONE
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.people import DOMAIN
from workaday.seeds.marlow.shapes import Firm, Size

NAME = "Marlow & Finch"
STATEMENTS = {"tiny": 20, "small": 164}
PROMISES = {"tiny": (14, 0), "small": (72, 24)}
DIRECTS = {"tiny": 14, "small": 230}
POSTS = {"tiny": 275, "small": 2500}


@cache
def firm(size: Size, seed: int) -> Firm:
    """The same firm for the same size and seed, in any process: people, channels, posts and what is true of them."""
    office = Office(size, seed)
    arrivals(office)
    statements(office, STATEMENTS[size])
    promises(office, *PROMISES[size])
    requests(office)
    stories(office)
    directs(office, DIRECTS[size])
    chatter(office, POSTS[size])
    touches(office)
    return _finished(office)


def _finished(office: Office) -> Firm:
    return Firm(
        name=NAME,
        domain=DOMAIN,
        timezone=TIMEZONE,
        now=NOW,
        people=tuple(one.person for one in office.people.values()),
        clients=tuple(office.clients.values()),
        channels=tuple(room.channel for room in office.rooms.values()),
        directs=tuple(office.directs.values()),
        posts=tuple(sorted(office.posts.values(), key=lambda post: post.at)),
        facts=tuple(office.facts),
    )
