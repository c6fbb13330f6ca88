"""Facts about clients and the office that somebody states in a post, often after something older that no longer holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.blanks import fits, suits
from workaday.seeds.marlow.conversations.telling import Teller
from workaday.seeds.marlow.hours import SEASON, some_moment
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.people import namesakes
from workaday.seeds.marlow.shapes import Client, Data, Fact, Post
from workaday.seeds.marlow.values import Setting, Value, draw, spell
from workaday.seeds.marlow.wording import fill, words

LAST = date(2025, 3, 15)
OLDEST = {"tiny": 9, "small": 38}  # days before LAST on which the newest word on something may be said
MATTERS = {"tiny": 8, "small": 16}  # how much is stated of the office itself
FEWEST = 3  # people of a role, so that who it is can be asked
TWIN_WAS_STALE = 0.45
SAME_AUTHOR = 0.7  # how often who takes a word back is the one who gave it
OWN_CHANNEL = 0.4

Spec = Mapping[str, Any]
Told = tuple[Value, Post]


@dataclass(slots=True)
class Statement:
    """What has been said of one matter, the newest word and the older ones."""

    topic: str
    subject: str
    client: Client | None
    questions: list[str]
    newest: Told
    stale: list[Told] = field(default_factory=list)

    @property
    def heard(self) -> list[str | int]:
        """Everything that has been said of it, in canonical form, the newest first."""
        return [value.canonical for value, _ in (self.newest, *self.stale)]


class Speaker:
    """Decides what is stated of whom, where, when and by whom."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.random = office.random("statements")
        self.teller = Teller(office, self.random)
        self.made: dict[tuple[str, str], Statement] = {}

    def of_client(self, topic: str, client: Client, alone: bool) -> None:
        """States one matter of a client; what is not stated of a twin too always has something older said of it."""
        twin = self.made.get((topic, client.twin or ""))
        unlike = twin.heard if twin else []
        moment = self._newest_moment(words("statements")[topic])
        stale: list[Told] = []
        if alone or self.random.random() < TWIN_WAS_STALE:
            stale = [
                self._told(
                    topic, client, self._before(moment, words("statements")[topic]), unlike, stale=True
                )
            ]
        unlike = unlike + [value.canonical for value, _ in stale]
        newest = self._told(topic, client, moment, unlike, older=stale[0] if stale else None)
        questions = self.teller.questions(topic, client)
        self.office.claim(topic, client.id)
        self.made[topic, client.id] = Statement(topic, client.name, client, questions, newest, stale)

    def of_office(self, matter: Spec) -> None:
        """States one matter of the office, the older word first."""
        first = max(date(2025, 2, 10), self.office.first_day)
        stale = self._office_word(matter, "old", "first", some_moment(first, date(2025, 2, 28), self.random))
        newest = self._office_word(matter, "new", "change", some_moment(date(2025, 3, 5), LAST, self.random))
        topic, subject, questions = matter["topic"], matter["subject"], list(matter["question"])
        self.made[topic, ""] = Statement(topic, subject, None, questions, newest, [stale])

    def _office_word(self, matter: Spec, which: str, line: str, moment: datetime) -> Told:
        author = self.office.pick(self.random, matter["where"], moment, matter["authors"])
        assert author is not None, matter
        setting = Setting(self.office, matter["where"], author, moment, which == "old", self.random)
        value = _office_value(matter["value"], which, setting)
        return value, self.teller.say(setting, fill(matter[line], {"value": value.said}), value)

    def _told(
        self,
        topic: str,
        client: Client,
        moment: datetime,
        unlike: list[str | int],
        *,
        stale: bool = False,
        older: Told | None = None,
    ) -> Told:
        spec = words("statements")[topic]
        where = self._where(spec, client, moment)
        author = self._author(spec, where, moment, older)
        old = older[0] if older else Value("", "", "text")
        setting = Setting(self.office, where, author, moment, stale, self.random, old.canonical)
        value = draw(spec["value"], setting, unlike)
        line = "change" if older else "first"
        return value, self.teller.tell(topic, line, client, setting, value, old.said)

    def _author(self, spec: Spec, where: str, moment: datetime, older: Told | None) -> str:
        inside = [one.id for one in self.office.present(where, moment)]
        if older and older[1].author in inside and self.random.random() < SAME_AUTHOR:
            return older[1].author
        chosen = self.office.pick(self.random, where, moment, spec.get("authors", "tax"))
        chosen = chosen or self.office.pick(self.random, where, moment, "boss")
        assert chosen is not None, where
        return chosen

    def _where(self, spec: Spec, client: Client, moment: datetime) -> str:
        rooms = self.office.rooms
        there = [name for name in rooms if rooms[name].channel.created < moment - timedelta(days=1)]
        own = [name for name in there if rooms[name].about == client.id]
        if own and self.random.random() < OWN_CHANNEL:
            return own[0]
        fit: list[str] = [name for name in spec["where"] if name in there and suits(name, client)]
        return self.random.choice(fit)

    def _newest_moment(self, spec: Spec) -> datetime:
        days = 7 if spec.get("recent") else OLDEST[self.office.size]
        return some_moment(LAST - timedelta(days=days), LAST, self.random)

    def _before(self, moment: datetime, spec: Spec) -> datetime:
        back = 6 if spec.get("recent") else 24
        earliest = SEASON + timedelta(days=2) if spec.get("season") else self.office.first_day
        first = max(moment.date() - timedelta(days=back), earliest, self.office.first_day)
        return some_moment(first, moment.date() - timedelta(days=2), self.random)


def statements(office: Office, count: int) -> None:
    """Makes about that many statements about clients, and some about the office itself."""
    speaker = Speaker(office)
    for topic, clients in _plan(office, count, office.random("statement plan")):
        for client in clients:
            speaker.of_client(topic, client, alone=len(clients) == 1)
    for matter in words("office_matters")["matter"][: MATTERS[office.size]]:
        if matter["where"] in office.rooms:
            speaker.of_office(matter)
    for statement in speaker.made.values():
        twin = statement.client.twin if statement.client else None
        _note(office, statement, speaker.made.get((statement.topic, twin or "nobody")))


def _office_value(spec: Spec, which: str, setting: Setting) -> Value:
    if spec["type"] == "text":
        return Value(spec[which][0], spec[which][0], "text")
    if spec["type"] == "person":
        return draw({"type": "person", "role": spec[which]}, setting)
    return spell(spec["type"], spec[which], setting)


# --- planning -----------------------------------------------------------------------------------------------


def _plan(office: Office, count: int, random: Random) -> list[tuple[str, tuple[Client, ...]]]:
    """Topics in turn, each with two twins or with one client that has none of that kind."""
    queues = {topic: _units(office, spec, random) for topic, spec in words("statements").items()}
    plan: list[tuple[str, tuple[Client, ...]]] = []
    planned = 0
    while planned < count and any(queues.values()):
        for topic, queue in queues.items():
            if queue and planned < count:
                plan.append((topic, queue.pop()))
                planned += len(plan[-1][1])
    return plan


def _units(office: Office, spec: Spec, random: Random) -> list[tuple[Client, ...]]:
    """Twins together and others alone, in a shuffled order; none when the firm is too small for the topic."""
    role = spec["value"].get("role")
    too_few = role is not None and sum(one.plays(role) for one in office.people.values()) < FEWEST
    fit = [
        client
        for client in office.clients.values()
        if fits(client, spec.get("client", "any"))
        and any(name in office.rooms and suits(name, client) for name in spec["where"])
    ]
    units = [] if too_few else list(_pairs(fit))
    return random.sample(units, len(units))


def _pairs(clients: list[Client]) -> Iterator[tuple[Client, ...]]:
    ids = {client.id: client for client in clients}
    for client in clients:
        twin = ids.get(client.twin or "")
        if twin is None:
            yield (client,)
        elif client.id < twin.id:
            yield (client, twin)


# --- facts --------------------------------------------------------------------------------------------------


def _note(office: Office, statement: Statement, twin: Statement | None) -> None:
    value, post = statement.newest
    data: Data = {
        "topic": statement.topic,
        "client": statement.subject,
        "value": value.canonical,
        "value_type": value.kind,
        "said": value.said,
        "channel": post.where,
        "author": post.author,
        "question": statement.questions,
        "rivals": _rivals(statement, twin),
    }
    if value.kind == "money":
        data["cents"] = value.canonical
    stale = tuple(post.key for _, post in statement.stale)
    office.facts.append(Fact("statement", statement.subject, data, (post.key,), stale))


def _rivals(statement: Statement, twin: Statement | None) -> Any:
    """What a careless reader would give: the older word, the twin's value, the namesake of the right person."""
    right = statement.newest[0]
    wrong: list[str | int] = [*statement.heard[1:], *(twin.heard if twin else [])]
    if right.kind == "person":
        wrong.append(namesakes().get(str(right.canonical), right.canonical))
    return [rival for rival in dict.fromkeys(wrong) if rival != right.canonical]
