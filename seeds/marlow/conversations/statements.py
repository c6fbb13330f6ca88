"""Facts about clients and the office that somebody states in a post, often after something older that no longer holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.blanks import client_blanks, fits
from workaday.seeds.marlow.hours import SEASON, settle, some_moment
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.people import namesakes
from workaday.seeds.marlow.shapes import Client, Data, Fact, Post
from workaday.seeds.marlow.values import Setting, Value, draw, spell
from workaday.seeds.marlow.wording import Deck, fill, spin, words

LAST = date(2025, 3, 15)
OLDEST = {"tiny": 9, "small": 38}  # days before LAST on which the newest word on something may be said
MATTERS = {"tiny": 8, "small": 16}  # how much is stated of the office itself
FEWEST = 3  # people of a role, so that who it is can be asked
TWIN_WAS_STALE = 0.45


@dataclass(slots=True)
class Statement:
    """What has been said of one matter, the newest word and the older one."""

    topic: str
    subject: str
    client: Client | None
    questions: list[str]
    value: Value
    post: Post
    stale: list[tuple[Value, Post]] = field(default_factory=list)

    @property
    def heard(self) -> list[str | int]:
        """Everything that has been said of it, in canonical form."""
        return [self.value.canonical, *(value.canonical for value, _ in self.stale)]


class Speaker:
    """Says the statements: draws values and lines, finds a place, an author and a time."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.random = office.random("statements")
        self.thanks = Deck(words("replies")["thanks"], self.random)
        self.decks: dict[str, Deck] = {}
        self.made: dict[tuple[str, str], Statement] = {}

    def of_client(self, topic: str, client: Client, alone: bool) -> None:
        """States one matter of a client; what is not stated of a twin too always has something older said of it."""
        spec = words("statements")[topic]
        twin = self.made.get((topic, client.twin or ""))
        twins_values = twin.heard if twin else []
        moment = self._newest_moment(spec)
        stale: list[tuple[Value, Post]] = []
        if alone or self.random.random() < TWIN_WAS_STALE:
            before = self._before(moment, spec)
            stale.append(self._state(topic, "first", client, before, True, twins_values, None))
        heard = [*twins_values, *(value.canonical for value, _ in stale)]
        value, post = self._state(topic, "change" if stale else "first", client, moment, False, heard, stale)
        questions = [
            fill(spin(text, self.random), client_blanks(self.office, client)) for text in spec["question"]
        ]
        self.office.claim(topic, client.id)
        self.made[topic, client.id] = Statement(topic, client.name, client, questions, value, post, stale)

    def of_office(self, matter: dict[str, Any]) -> None:
        """States one matter of the office, the older word first."""
        stale = self._office_word(matter, "old", "first", self._in_february())
        newest = some_moment(date(2025, 3, 5), LAST, self.random)
        value, post = self._office_word(matter, "new", "change", newest)
        key = (matter["topic"], "")
        self.made[key] = Statement(
            matter["topic"], matter["subject"], None, matter["question"], value, post, [stale]
        )

    def _office_word(
        self, matter: dict[str, Any], which: str, line: str, moment: datetime
    ) -> tuple[Value, Post]:
        author = self.office.pick(self.random, matter["where"], moment, matter["authors"])
        assert author is not None, matter
        setting = Setting(self.office, matter["where"], author, moment, which == "old", self.random)
        spec = matter["value"]
        if spec["type"] == "text":
            value = Value(spec[which][0], spec[which][0], "text")
        elif spec["type"] == "person":
            value = draw({"type": "person", "role": spec[which]}, setting)
        else:
            value = spell(spec["type"], spec[which], setting)
        return value, self._say(setting, fill(matter[line], {"value": value.said}), value)

    def _state(
        self,
        topic: str,
        line: str,
        client: Client,
        moment: datetime,
        is_stale: bool,
        unlike: list[str | int],
        older: list[tuple[Value, Post]] | None,
    ) -> tuple[Value, Post]:
        spec = words("statements")[topic]
        where = self._where(spec, client, moment)
        setting = Setting(
            self.office, where, self._author(spec, where, moment, older), moment, is_stale, self.random
        )
        old = older[0][0] if older else Value("", "", "text")
        value = draw(spec["value"], setting, unlike, old.canonical)
        blanks = client_blanks(self.office, client) | {"value": value.said, "old": old.said}
        text = fill(self._line(topic, line), blanks)
        asked = self._ask(setting, topic, client) if line == "first" and self.random.random() < 0.22 else None
        if asked is not None:
            setting = replace(setting, at=settle(asked.at + timedelta(minutes=self.random.randint(2, 50))))
        return value, self._say(setting, text, value, asked)

    def _author(
        self, spec: dict[str, Any], where: str, moment: datetime, older: list[tuple[Value, Post]] | None
    ) -> str:
        """Who takes a word back is mostly the one who gave it."""
        inside = [one.id for one in self.office.present(where, moment)]
        if older and older[0][1].author in inside and self.random.random() < 0.7:
            return older[0][1].author
        chosen = self.office.pick(self.random, where, moment, spec.get("authors", "tax"))
        chosen = chosen or self.office.pick(self.random, where, moment, "boss")
        assert chosen is not None, where
        return chosen

    def _line(self, topic: str, line: str) -> str:
        name = f"{topic}/{line}"
        if name not in self.decks:
            self.decks[name] = Deck(words("statements")[topic][line], self.random)
        return self.decks[name].draw()

    def _ask(self, setting: Setting, topic: str, client: Client) -> Post | None:
        """Somebody asks first, and the statement becomes the answer."""
        asker = self.office.pick(self.random, setting.where, setting.at, "anyone", [setting.author])
        if asker is None:
            return None
        text = fill(self._line(topic, "question"), client_blanks(self.office, client))
        return self.office.say("statement", setting.where, asker, setting.at, text)

    def _say(self, setting: Setting, text: str, value: Value, asked: Post | None = None) -> Post:
        post = self.office.say(
            "statement",
            setting.where,
            setting.author,
            setting.at,
            text,
            reply_to=asked.key if asked else None,
        )
        if value.said not in post.text:
            raise ValueError(f"{post.text!r} does not say {value.said!r}")
        self._thank(post)
        return post

    def _thank(self, post: Post) -> None:
        """Some statements are thanked for, in the thread."""
        moment, said = post.at, [post.author]
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))):
            moment = settle(moment + timedelta(seconds=self.random.randint(60, 2400)))
            author = self.office.pick(self.random, post.where, moment, "anyone", said)
            if author is not None and not self.office.is_over(moment):
                root = post.reply_to or post.key
                text = self.thanks.draw().replace("{X}", self.office.people[post.author].person.given_name)
                self.office.say("statement", post.where, author, moment, text, reply_to=root)
                said.append(author)

    def _where(self, spec: dict[str, Any], client: Client, moment: datetime) -> str:
        places: list[str] = [name for name in spec["where"] if self._there(name, moment)]
        own = [
            name
            for name, room in self.office.rooms.items()
            if room.about == client.id and self._there(name, moment)
        ]
        if own and self.random.random() < 0.4:
            return own[0]
        kept = [name for name in places if self._suits(name, client)]
        return self.random.choice(kept or places)

    def _there(self, name: str, moment: datetime) -> bool:
        return name in self.office.rooms and self.office.rooms[name].channel.created < moment - timedelta(
            days=1
        )

    def _suits(self, name: str, client: Client) -> bool:
        unfit = "individual-returns" if client.kind == "business" else "business-returns"
        return name != unfit

    def _newest_moment(self, spec: dict[str, Any]) -> datetime:
        days = 7 if spec.get("recent") else OLDEST[self.office.size]
        return some_moment(LAST - timedelta(days=days), LAST, self.random)

    def _before(self, moment: datetime, spec: dict[str, Any]) -> datetime:
        back = 6 if spec.get("recent") else 24
        earliest = SEASON + timedelta(days=2) if spec.get("season") else self.office.first_day
        first = max(moment.date() - timedelta(days=back), earliest, self.office.first_day)
        return some_moment(first, moment.date() - timedelta(days=2), self.random)

    def _in_february(self) -> datetime:
        first = max(date(2025, 2, 10), self.office.first_day)
        return some_moment(first, date(2025, 2, 28), self.random)


def statements(office: Office, count: int) -> None:
    """Makes that many statements about clients, and some about the office itself."""
    speaker = Speaker(office)
    for topic, clients in _plan(office, count, office.random("statement plan")):
        for client in clients:
            speaker.of_client(topic, client, alone=len(clients) == 1)
    for matter in words("office_matters")["matter"][: MATTERS[office.size]]:
        if matter["where"] in office.rooms:
            speaker.of_office(matter)
    for statement in speaker.made.values():
        _note(
            office,
            statement,
            speaker.made.get((statement.topic, (statement.client and statement.client.twin) or "-")),
        )


def _plan(office: Office, count: int, random: Random) -> list[tuple[str, tuple[Client, ...]]]:
    """Topics in turn, each with two twins or with one client that has none of that kind, for that many statements."""
    queues = {topic: _units(office, spec, random) for topic, spec in words("statements").items()}
    plan: list[tuple[str, tuple[Client, ...]]] = []
    planned = 0
    while planned < count and any(queues.values()):
        for topic, queue in queues.items():
            if queue and planned < count:
                plan.append((topic, queue.pop()))
                planned += len(plan[-1][1])
    return plan


def _units(office: Office, spec: dict[str, Any], random: Random) -> list[tuple[Client, ...]]:
    role = spec["value"].get("role")
    too_few = role is not None and sum(one.plays(role) for one in office.people.values()) < FEWEST
    if too_few or not any(name in office.rooms for name in spec["where"]):
        return []
    fit = [client for client in office.clients.values() if fits(client, spec.get("client", "any"))]
    units = list(_pairs(fit))
    return random.sample(units, len(units))


def _pairs(clients: list[Client]) -> Iterator[tuple[Client, ...]]:
    ids = {client.id: client for client in clients}
    for client in clients:
        twin = ids.get(client.twin or "")
        if twin is None:
            yield (client,)
        elif client.id < twin.id:
            yield (client, twin)


def _note(office: Office, statement: Statement, twin: Statement | None) -> None:
    value = statement.value
    data: Data = {
        "topic": statement.topic,
        "client": statement.subject,
        "value": value.canonical,
        "value_type": value.kind,
        "said": value.said,
        "channel": statement.post.where,
        "author": statement.post.author,
        "question": statement.questions,
        "rivals": _rivals(statement, twin),
    }
    if value.kind == "money":
        data["cents"] = value.canonical
    stale = tuple(post.key for _, post in statement.stale)
    office.facts.append(Fact("statement", statement.subject, data, (statement.post.key,), stale))


def _rivals(statement: Statement, twin: Statement | None) -> Any:
    """What a careless reader would give: the older word, the twin's value, the namesake of the right person."""
    wrong: list[str | int] = [*statement.heard[1:], *(twin.heard if twin else [])]
    if statement.value.kind == "person":
        wrong.append(namesakes().get(str(statement.value.canonical), statement.value.canonical))
    return [rival for rival in dict.fromkeys(wrong) if rival != statement.value.canonical]
