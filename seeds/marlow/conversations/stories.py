"""What goes on for days: told at its own times, by the same people all the way."""

from workaday.seeds.marlow.blanks import ordinary_blanks
from workaday.seeds.marlow.conversations.chatter import choose_clients
from workaday.seeds.marlow.hours import NOW
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.script import Talk, cast, parse, play
from workaday.seeds.marlow.wording import words

TRIES = 40


def stories(office: Office) -> None:
    """Tells every story that this firm has the places and the people for."""
    for number, text in enumerate(words("stories")["stories"]):
        story = parse(text)
        if story.lines[0].at and story.lines[0].at.date() >= office.first_day and _has_places(office, story):
            _tell(office, story, number)


def _has_places(office: Office, story: Talk) -> bool:
    return all(place in office.rooms for place in story.places)


def _tell(office: Office, story: Talk, number: int) -> None:
    random = office.random("stories", number)
    start = story.lines[0].at
    where = story.lines[0].where
    assert start is not None
    assert where is not None
    clients = choose_clients(office, story, where, random)
    for _ in range(TRIES):
        players = cast(office, story, "general", NOW, random)
        if players and clients is not None and _all_there(office, story, players):
            play(
                office,
                story,
                "story",
                where,
                start,
                players,
                ordinary_blanks(start, random) | clients,
                random,
            )
            return


def _all_there(office: Office, story: Talk, players: dict[str, str]) -> bool:
    """Whether everybody is in every channel when they speak or are spoken of there."""
    moment = story.lines[0].at
    for line in story.lines:
        moment = line.at or moment
        assert moment is not None
        letters = [line.speaker, *(letter for _, group in line.reactions for letter in group)]
        inside = [one.id for one in office.present(line.where or "general", moment)]
        if any(players[letter] not in inside for letter in letters if letter in players):
            return False
    return True
