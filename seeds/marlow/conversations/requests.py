"""Things asked for in the channels that are for asking; some are taken on, some are not.

A request is answered by a colleague's reply or by a ``white_check_mark``. What its author adds is no answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from workaday.chance import Random
from workaday.seeds.marlow.blanks import client_blanks, fits, ordinary_blanks
from workaday.seeds.marlow.hours import settle, some_moment
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.shapes import Fact, Post
from workaday.seeds.marlow.wording import Deck, fill, words

KINDS = {"tiny": 4, "small": 6}  # kinds asked for in a channel
ANSWERED = {"tiny": (1, 1), "small": (4, 5)}  # requests of one kind that get an answer, least and most
LEFT_OPEN = 0.66  # the share of kinds of which several wait for an answer
RECENT = date(2025, 3, 5)  # what is unanswered was asked since
LAST = date(2025, 3, 17)


@dataclass(frozen=True, slots=True)
class Request:
    """What is going to be asked for, and what will come of it."""

    where: str
    kind: str
    how: Literal["reply", "reaction", ""]


class Desk:
    """Asks, and answers for those whose job it is."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.random = office.random("requests")
        self.decks: dict[str, Deck] = {}

    def handle(self, request: Request) -> None:
        spec = words("requests")[request.where]
        kind = spec["kinds"][request.kind]
        first = kind.get("since", self.office.first_day) if request.how else RECENT
        moment = some_moment(max(first, self.office.first_day), LAST, self.random)
        author = self._author(request.where, moment, spec)
        if author is None:
            return
        post = self._ask(request, author, moment)
        bumped = self._settle(request, post, spec)
        self._note(request, post, bumped)

    def _author(self, where: str, moment: datetime, spec: dict[str, Any]) -> str | None:
        answering = [one.id for one in self.office.present(where, moment) if one.plays(spec["by"])]
        return self.office.pick(self.random, where, moment, spec["authors"], answering)

    def _ask(self, request: Request, author: str, moment: datetime) -> Post:
        kind = words("requests")[request.where]["kinds"][request.kind]
        text = self._draw(f"{request.where}/{request.kind}", kind["ask"])
        fit = [client for client in self.office.clients.values() if fits(client, kind.get("client", "any"))]
        client = self.random.choice(fit)
        blanks = ordinary_blanks(moment, self.random) | client_blanks(self.office, client)
        blanks["doc"] = self.random.choice(words("blanks")["papers"][client.kind])
        post = self.office.say("request", request.where, author, moment, fill(text, blanks))
        self.office.leave_alone(post.key)
        return post

    def _settle(self, request: Request, post: Post, spec: dict[str, Any]) -> bool:
        """Answers the request as it is to be answered; says whether its author had to ask again."""
        helper = self.office.pick(self.random, request.where, post.at, spec["by"], [post.author])
        if request.how == "reply" and helper is not None:
            self._reply(request, post, helper, spec)
        elif request.how == "reaction" and helper is not None:
            self.office.react(post.key, "white_check_mark", [helper])
        elif self.random.random() < 0.4:
            return self._bump(post)
        return False

    def _reply(self, request: Request, post: Post, helper: str, spec: dict[str, Any]) -> None:
        general = self.random.random() < 0.5
        lines = words("requests")["answers"]["general"] if general else spec["kinds"][request.kind]["done"]
        text = self._draw("general" if general else f"{request.where}/{request.kind}/done", lines)
        moment = settle(post.at + timedelta(seconds=self.random.randint(90, 9000)))
        if self.office.is_over(moment):
            moment = settle(post.at + timedelta(seconds=40))
        blanks = ordinary_blanks(moment, self.random)
        answer = self.office.say("request", post.where, helper, moment, fill(text, blanks), reply_to=post.key)
        if self.random.random() < 0.35:
            self._thank(post, answer)

    def _thank(self, post: Post, answer: Post) -> None:
        moment = settle(answer.at + timedelta(seconds=self.random.randint(30, 900)))
        if not self.office.is_over(moment):
            helper = self.office.people[answer.author].person.given_name
            text = self._draw("thanks", words("requests")["answers"]["thanks"]).replace("{X}", helper)
            self.office.say("request", post.where, post.author, moment, text, reply_to=post.key)

    def _bump(self, post: Post) -> bool:
        moment = settle(post.at + timedelta(hours=self.random.randint(3, 26)))
        if self.office.is_over(moment):
            return False
        text = self._draw("bump", words("requests")["answers"]["bump"])
        self.office.say("request", post.where, post.author, moment, text, reply_to=post.key)
        return True

    def _draw(self, name: str, lines: list[str]) -> str:
        if name not in self.decks:
            self.decks[name] = Deck(lines, self.random)
        return self.decks[name].draw()

    def _note(self, request: Request, post: Post, bumped: bool) -> None:
        self.office.facts.append(
            Fact(
                "request",
                f"#{request.where} {request.kind}",
                {
                    "request_kind": request.kind,
                    "label": words("requests")[request.where]["kinds"][request.kind]["label"],
                    "channel": request.where,
                    "author": post.author,
                    "answered": bool(request.how),
                    "how": request.how,
                    "bumped": bumped,
                },
                (post.key,),
            )
        )


def requests(office: Office) -> None:
    """Everything that is asked for, in every channel for it that this firm has."""
    desk = Desk(office)
    random = office.random("request plan")
    for request in _plan(office, random):
        desk.handle(request)


def _plan(office: Office, random: Random) -> Iterator[Request]:
    channels = [name for name in words("requests") if name in office.rooms]
    for where in channels:
        for kind in list(words("requests")[where]["kinds"])[: KINDS[office.size]]:
            least, most = ANSWERED[office.size]
            for _ in range(random.randint(least, most)):
                yield Request(where, kind, random.choice(("reply", "reply", "reaction")))
            for _ in range(
                random.choice((2, 2, 3, 4)) if random.random() < LEFT_OPEN else random.randint(0, 1)
            ):
                yield Request(where, kind, "")
