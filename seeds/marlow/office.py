"""The firm while its story is written: who is where, what has been said, and what is true."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta

from workaday.chance import Random, rng
from workaday.seeds.marlow.channels import rooms
from workaday.seeds.marlow.clients import clients
from workaday.seeds.marlow.hours import NOW, at, settle
from workaday.seeds.marlow.people import Colleague, staff
from workaday.seeds.marlow.shapes import Client, Direct, Fact, Post, Size
from workaday.seeds.marlow.voices import voiced

FIRST_DAY: dict[Size, date] = {"tiny": date(2025, 2, 25), "small": date(2024, 12, 16)}
NUDGE = timedelta(seconds=7)


class Office:
    """Collects posts and facts. Conversations ask it who is present, and speak through it."""

    def __init__(self, size: Size, seed: int) -> None:
        self.size = size
        self.seed = seed
        self.first_day = FIRST_DAY[size]
        self.people = staff(size)
        self.clients = {client.id: client for client in clients(size)}
        self.rooms = rooms(size, self.people, at(self.first_day, 7, 30), self.random("rooms"))
        self.directs: dict[str, Direct] = {}
        self.posts: dict[str, Post] = {}
        self.facts: list[Fact] = []
        self._settled: set[str] = set()
        self._claims: set[tuple[str, str]] = set()
        self._taken: set[datetime] = set()
        self._numbers: dict[str, int] = {}

    def random(self, *parts: str | int) -> Random:
        """The chance of one part of the story, which no other part disturbs."""
        return rng("marlow", self.size, self.seed, *parts)

    # Who is there

    def present(self, where: str, moment: datetime) -> list[Colleague]:
        """Those who can read and write in a channel or direct conversation at that moment."""
        if where in self.directs:
            inside = list(self.directs[where].members)
        else:
            inside = [one for one, since in self.rooms[where].joined.items() if since < moment]
        return [self.people[one] for one in inside if self.people[one].there(moment.date())]

    def direct(self, members: Iterable[str]) -> str:
        """The key of the direct conversation of these people, opened if need be."""
        direct = Direct(tuple(sorted(members)))
        return self.directs.setdefault(direct.key, direct).key

    def pick(
        self, random: Random, where: str, moment: datetime, role: str, but: Iterable[str] = ()
    ) -> str | None:
        """Somebody present who plays a role, the talkative sooner; None when there is nobody."""
        taken = tuple(but)
        fit = [one for one in self.present(where, moment) if one.plays(role) and one.id not in taken]
        return random.choices(fit, [one.chatty for one in fit])[0].id if fit else None

    # What is said

    def say(
        self,
        kind: str,
        where: str,
        author: str,
        moment: datetime,
        text: str,
        *,
        reply_to: str | None = None,
        broadcast: bool = False,
        subtype: str | None = None,
    ) -> Post:
        """Says something in the author's own voice, at the next free moment of the office's hours."""
        key = self._key(kind)
        if subtype is None:
            text = voiced(self.people[author].voice, text, self.random("voice", key))
        moment = self._free(settle(moment), key)
        post = Post(key, where, author, moment, text, reply_to, broadcast=broadcast, subtype=subtype)
        self.posts[key] = post
        return post

    def react(self, key: str, emoji: str, people: Iterable[str]) -> None:
        post = self.posts[key]
        fresh = tuple(one for one in people if one != post.author)
        if fresh and emoji not in dict(post.reactions):
            self.posts[key] = replace(post, reactions=(*post.reactions, (emoji, fresh)))

    def change(self, key: str, edited_at: datetime) -> None:
        self.posts[key] = replace(self.posts[key], edited_at=edited_at)

    def leave_alone(self, key: str) -> None:
        """This post gets no reaction by chance: what stands at it is part of a fact."""
        self._settled.add(key)

    def may_be_touched(self, key: str) -> bool:
        return key not in self._settled

    def _key(self, kind: str) -> str:
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        return f"{kind}-{self._numbers[kind]:04d}"

    def _free(self, moment: datetime, key: str) -> datetime:
        moment = moment.replace(microsecond=self.random("microsecond", key).randrange(1_000_000))
        while moment.replace(microsecond=0) in self._taken:
            moment = settle(moment + NUDGE)
        self._taken.add(moment.replace(microsecond=0))
        return moment

    # What is true

    def claim(self, topic: str, client: str) -> None:
        """From now on nothing else may be said about this matter of the client."""
        self._claims.add((topic, client))

    def claimed(self, topic: str, client: str) -> bool:
        return (topic, client) in self._claims

    def choose_client(
        self, random: Random, fits: Callable[[Client], bool], touches: Iterable[str] = ()
    ) -> Client | None:
        """A client that fits, and about whom what is to be said has not been settled by a fact."""
        matters = tuple(touches)
        free = [
            client
            for client in self.clients.values()
            if fits(client) and not any(self.claimed(topic, client.id) for topic in matters)
        ]
        return random.choice(free) if free else None

    def is_over(self, moment: datetime) -> bool:
        return moment >= NOW - timedelta(minutes=1)
