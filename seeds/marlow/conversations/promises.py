"""Deliverables that somebody promised by a day, while somebody with nearly the same name promised something like it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.blanks import client_blanks, fits, suits
from workaday.seeds.marlow.hours import NOW, settle, some_moment, weekday_after
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.people import namesakes
from workaday.seeds.marlow.shapes import Client, Fact, Post
from workaday.seeds.marlow.wording import Deck, fill, words

OPEN = date(2025, 3, 5), date(2025, 3, 17)  # when what is still to be delivered was promised
PAST = date(2025, 2, 3), date(2025, 2, 27)  # when what should have been delivered by now was promised


Deliverable = tuple[str, Client]


@dataclass(frozen=True, slots=True)
class Promise:
    """What one person is about to promise."""

    promiser: str
    lookalike: str
    where: str
    what: str
    client: Client
    moment: datetime
    by: date


class Promiser:
    """Says promises, alone or as an answer, and notes them."""

    def __init__(self, office: Office, random: Random) -> None:
        self.office = office
        self.random = random
        self.decks = {name: Deck(lines, random) for name, lines in words("promises")["lines"].items()}
        self.hopes = Deck(words("replies")["hope"], random)
        self.made: list[tuple[str, str]] = []

    def duel(self, left: str, right: str, when: tuple[date, date]) -> None:
        """Both of a pair promise in one channel: the same thing for another client, or another thing for the same."""
        pair: dict[str, Any] = words("promises")["pairs"][left]
        where = self._place(pair, left, right)
        first = some_moment(*when, self.random)
        second = some_moment(max(first.date() - timedelta(days=3), when[0]), when[1], self.random)
        what, client = self._take(self._options(pair["things"], where))
        other_what, other_client = self._take(self._near(pair["things"], where, what, client))
        if self.random.random() < 0.5:
            left, right = right, left
        self._promise(left, right, where, what, client, first)
        self._promise(right, left, where, other_what, other_client, second)

    def _place(self, pair: dict[str, Any], left: str, right: str) -> str:
        """A channel that both are in, and in which there is something left to promise."""
        both: list[str] = [
            name
            for name in pair["where"]
            if name in self.office.rooms and {left, right} <= self.office.rooms[name].joined.keys()
        ]
        return self.random.choice([name for name in both if len(self._options(pair["things"], name)) > 2])

    def _options(self, things: str, where: str) -> list[Deliverable]:
        """Things and clients that may be spoken of there, and about which nothing has been promised."""
        about = self.office.rooms[where].about
        return [
            (thing["what"], client)
            for thing in words("promises")["things"][things]
            for client in self.office.clients.values()
            if fits(client, thing["client"]) and suits(where, client) and about in (None, client.id)
            if (thing["what"], client.id) not in self.made
        ]

    def _near(self, things: str, where: str, what: str, client: Client) -> list[Deliverable]:
        """What the other one may promise: for the client's twin, else for the same client, or the same for anybody."""
        options = self._options(things, where)
        twins = [each for each in options if each[0] == what and each[1].id == client.twin]
        same_client = [each for each in options if each[1] == client]
        same_thing = [each for each in options if each[0] == what]
        return twins or self.random.choice([some for some in (same_client, same_thing) if some])

    def _take(self, options: list[Deliverable]) -> Deliverable:
        what, client = self.random.choice(options)
        self.made.append((what, client.id))
        return what, client

    def _promise(
        self, who: str, lookalike: str, where: str, what: str, client: Client, moment: datetime
    ) -> None:
        promise = Promise(who, lookalike, where, what, client, moment, moment.date())
        asked = self._ask(promise)
        if asked is not None:
            moment = settle(asked[0].at + timedelta(seconds=self.random.randint(120, 2700)))
        still_open = moment.date() >= OPEN[0]
        by = weekday_after(
            NOW.date() if still_open else moment.date(), self.random.choice((1, 2, 2, 3, 3, 4, 5, 6))
        )
        promise = replace(promise, moment=moment, by=by)
        post = self._say(promise, asked)
        self._hope(post)
        if not still_open:
            return
        data = {
            "what": f"deliver {what}",
            "client": client.name,
            "by": by.isoformat(),
            "promiser": who,
            "channel": where,
            "lookalike": lookalike,
        }
        self.office.facts.append(Fact("promise", client.name, dict(data), (post.key,)))

    def _ask(self, promise: Promise) -> tuple[Post, str] | None:
        """Somebody may have asked for it, sometimes the wrong one of the two; gives the kind of answer that calls for."""
        kind = self.random.choice((None, "ask", "ask", "mixed_up"))
        asker = self.office.pick(
            self.random, promise.where, promise.moment, "anyone", (promise.promiser, promise.lookalike)
        )
        if kind is None or asker is None:
            return None
        text = self._fill(self.decks[kind].draw(), promise)
        post = self.office.say("promise", promise.where, asker, promise.moment, text)
        return post, "answer" if kind == "ask" else "not_the_other"

    def _say(self, promise: Promise, asked: tuple[Post, str] | None) -> Post:
        line, reply_to = (asked[1], asked[0].key) if asked else ("alone", None)
        text = self._fill(self.decks[line].draw(), promise)
        return self.office.say(
            "promise", promise.where, promise.promiser, promise.moment, text, reply_to=reply_to
        )

    def _fill(self, text: str, promise: Promise) -> str:
        lookalike = self.office.people[promise.lookalike].person
        text = text.replace("@L", f"{{@{promise.lookalike}}}").replace("{L}", lookalike.given_name)
        blanks = client_blanks(self.office, promise.client) | {"what": promise.what, "by": self._by(promise)}
        return _sentences(fill(text, blanks))

    def _by(self, promise: Promise) -> str:
        """A day as one says it to colleagues, so that the post's own date gives the day."""
        day, said = promise.by, promise.moment.date()
        dated = f"{day.month}/{day.day}"
        choices = [
            f"by {day:%A} {dated}",
            f"by {day:%B} {day.day}",
            f"by end of day {dated}",
            f"on {day:%a} {dated}",
        ]
        if (day - said).days < 6 and day.weekday() > said.weekday():
            choices += [f"by {day:%A}", f"by end of day {day:%A}", f"{day:%A} at the latest"]
        if (day - said).days == 1:
            choices += ["tomorrow", "by tomorrow night"]
        return self.random.choice(choices)

    def _hope(self, post: Post) -> None:
        moment = settle(post.at + timedelta(seconds=self.random.randint(60, 1500)))
        author = self.office.pick(self.random, post.where, moment, "anyone", [post.author])
        if author is not None and self.random.random() < 0.45 and not self.office.is_over(moment):
            self.office.say(
                "promise", post.where, author, moment, self.hopes.draw(), reply_to=post.reply_to or post.key
            )


def promises(office: Office, count: int, past: int) -> None:
    """Makes that many promises whose day is yet to come, and some whose day is over, two at a time."""
    promiser = Promiser(office, office.random("promises"))
    pairs = list(_pairs(office))
    for number in range((count + past) // 2):
        promiser.duel(*pairs[number % len(pairs)], OPEN if number < count // 2 else PAST)


def _pairs(office: Office) -> Iterator[tuple[str, str]]:
    for left in words("promises")["pairs"]:
        right = namesakes()[left]
        if left in office.people and right in office.people:
            yield left, right


def _sentences(text: str) -> str:
    """A sentence that begins with the thing begins with a capital."""
    for stop in (". ", "? ", ":slightly_smiling_face: "):
        text = text.replace(f"{stop}the ", f"{stop}The ")
    return text[0].upper() + text[1:]
