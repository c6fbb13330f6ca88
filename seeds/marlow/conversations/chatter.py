"""Everything that is said in channels without being a fact or part of a long story."""

from collections.abc import Iterator

from workaday.chance import Random
from workaday.seeds.marlow.blanks import SECOND_BLANKS, client_blanks, fits, ordinary_blanks, wants_client
from workaday.seeds.marlow.hours import some_moment
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.script import Talk, cast, parse, play
from workaday.seeds.marlow.shapes import Client
from workaday.seeds.marlow.wording import blanks_of, words

FILES = ("banter", "season", "questions", "reviews", "efile", "books", "visits", "leaders", "notices")


def chatter(office: Office, posts: int) -> None:
    """Plays talks, each once before any is played again, until the office has about that many posts."""
    random = office.random("chatter")
    for number, talk in enumerate(_programme(office, random)):
        if len(office.posts) >= posts:
            return
        perform(office, talk, "chatter", office.random("chatter", number))


def talks(file: str) -> Iterator[Talk]:
    """The talks of one file of words."""
    for group in words(file).values():
        for text in group["talks"]:
            yield parse(text, group["where"], group.get("times", 1), group.get("since"))


def perform(office: Office, talk: Talk, kind: str, random: Random) -> None:
    """Plays a talk somewhere, some time; nothing is said where its people or clients cannot be found."""
    moment = some_moment(max(talk.first, office.first_day), talk.last, random)
    places = [
        name for name in talk.where if name in office.rooms and office.rooms[name].channel.created < moment
    ]
    if not places:
        return
    where = random.choice(places)
    players = cast(office, talk, where, moment, random)
    clients = choose_clients(office, talk, where, random)
    if players is None or clients is None:
        return
    play(office, talk, kind, where, moment, players, ordinary_blanks(moment, random) | clients, random)


def choose_clients(office: Office, talk: Talk, where: str, random: Random) -> dict[str, str] | None:
    """The names of the clients a talk is about; None when no client fits."""
    names = blanks_of(talk.text)
    about = office.rooms[where].about if where in office.rooms else None
    chosen: dict[str, str] = {}
    if wants_client(names):
        first = office.choose_client(random, lambda client: _first_fits(client, talk, about), talk.touches)
        if first is None:
            return None
        chosen = client_blanks(office, first) | {"doc": random.choice(words("blanks")["papers"][first.kind])}
        if any(name in SECOND_BLANKS for name in names):
            second = office.choose_client(
                random,
                lambda client: fits(client, talk.client) and client.id not in (first.id, first.twin),
                talk.touches,
            )
            chosen |= client_blanks(office, second, "2") if second else {}
    return chosen


def _first_fits(client: Client, talk: Talk, about: str | None) -> bool:
    return client.id == about if about else fits(client, talk.client)


def _programme(office: Office, random: Random) -> list[Talk]:
    """Every talk that this firm can play, as often as it may be played."""
    known = [talk for file in FILES for talk in talks(file) if _playable(office, talk)]
    rounds = max(talk.times for talk in known)
    programme: list[Talk] = []
    for turn in range(rounds):
        again = [talk for talk in known if talk.times > turn]
        programme += random.sample(again, len(again))
    return programme


def _playable(office: Office, talk: Talk) -> bool:
    return talk.last >= office.first_day and all(place in office.rooms for place in talk.places)
