"""What two or a few people say among themselves."""

from collections.abc import Iterator

from workaday.chance import Random
from workaday.seeds.marlow.blanks import ordinary_blanks
from workaday.seeds.marlow.conversations.chatter import choose_clients
from workaday.seeds.marlow.hours import some_moment
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.script import Talk, cast, parse, play
from workaday.seeds.marlow.wording import words

EVERYBODY = "general"
TIMES = {"tiny": 1, "small": 2}


def directs(office: Office, posts: int) -> None:
    """Plays direct talks until about that many posts have been said in them."""
    start = len(office.posts)
    for number, talk in enumerate(_programme(office, office.random("directs"))):
        if len(office.posts) - start >= posts:
            return
        _perform(office, talk, office.random("directs", number))


def _perform(office: Office, talk: Talk, random: Random) -> None:
    moment = some_moment(max(talk.first, office.first_day), talk.last, random)
    players = cast(office, talk, EVERYBODY, moment, random)
    clients = choose_clients(office, talk, EVERYBODY, random)
    if players is None or clients is None:
        return
    where = office.direct(players.values())
    play(office, talk, "direct", where, moment, players, ordinary_blanks(moment, random) | clients, random)


def _programme(office: Office, random: Random) -> Iterator[Talk]:
    known = [parse(text) for group in words("directs").values() for text in group["talks"]]
    for _ in range(TIMES[office.size]):
        yield from random.sample(known, len(known))
