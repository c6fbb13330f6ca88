"""A colleague asks for a fact that stands elsewhere in Slack: answer in the question's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sqlalchemy import func
from sqlalchemy.orm import Session

from workaday.apps.slack.mrkdwn import normalise
from workaday.apps.slack.service import messages
from workaday.chance import Random
from workaday.errors import TaskError
from workaday.grade import Evidence, Verdict
from workaday.people import Fact
from workaday.task import Hands, TaskFamily
from workaday.tasks.slack import office
from workaday.tasks.slack.office import Known, Place
from workaday.verifiers import slack, text
from workaday.world import SETUP_DOOR, World

if TYPE_CHECKING:
    from workaday.browsing import Browser


@dataclass(frozen=True)
class Params:
    """Who asks whom, where, for which fact."""

    persona: str
    asker: str
    asker_name: str
    channel: str
    channel_name: str
    question: str
    client: str
    said: str
    kind: text.Kind
    value: str
    rivals: tuple[str, ...]
    source: Place
    distraction: str
    """Another question, by the same colleague, that is nobody's business here."""


class AnswerInThread(TaskFamily[Params]):
    """Find what was agreed, and say it where it was asked."""

    name: ClassVar[str] = "slack.answer_in_thread"
    apps: ClassVar[tuple[str, ...]] = ("slack",)
    variants: ClassVar[int] = 400

    def draw(self, chance: Random, world: World) -> Params:
        """A statement, and a channel in which two people meet who may both read it."""
        with world.read() as session:
            known = office.chosen(_statements(session), "statements to ask for")
            for _ in range(1000):
                fact, other = chance.sample(known, 2)
                params = _asked(chance, session, fact, other)
                if params is not None:
                    return params
        raise TaskError("this world has nobody to ask a question of")

    def persona(self, params: Params) -> str:
        """Whoever is asked."""
        return params.persona

    def set_up(self, world: World, params: Params) -> None:
        """Ask something else first, then the question."""
        self._post(world, params.asker, params.channel, params.distraction)
        self._post(world, params.asker, params.channel, params.question)

    @staticmethod
    def _post(world: World, person: str, channel: str, said: str) -> None:
        with world.action("ask", door=SETUP_DOOR, person=person) as context:
            messages.post(context, channel, said)

    def instruction(self, params: Params) -> str:
        """Where the question is, and how to answer."""
        return (
            f"{params.asker_name} has just asked in #{params.channel_name}: “{params.question}” "
            "Find the answer: it was said somewhere in Slack. If it was changed later, what was said last "
            "counts; mind clients with similar names. Reply in the thread of the question, not in the "
            "channel, with just the answer and nothing else. Leave everything else as it is."
        )

    def reference(self, agent: Hands, params: Params) -> str:
        """Find the statement by a search for the client, and the question by reading the channel."""
        office.sought(agent, f'"{params.client}"', params.source)
        agent.call(
            "slack_post_message", channel=params.channel, text=params.said, thread_ts=_question(agent, params)
        )
        return "Answered in the thread."

    def reference_in_browser(self, browser: Browser, params: Params) -> str:
        """The same in the channel's page."""
        browser.goto(f"/slack/archives/{params.channel}")
        asked = f'[data-qa="message_container"]:has-text("{params.question}")'
        ts = browser.attribute(f"{asked} >> nth=-1", "data-msg-ts")
        office.reply_in_thread(browser, Place(params.channel, ts), params.said)
        return "Answered in the thread."

    def verify(self, evidence: Evidence, params: Params) -> Iterable[Verdict]:
        """One reply in the thread, which states the value and no other."""
        with evidence.after() as session:
            author, asker = office.user_id(session, params.persona), office.user_id(session, params.asker)
            asked = office.said(session, params.channel, asker, params.question)
        states = text.states(params.kind, params.value, params.rivals)
        yield from slack.reply(
            evidence,
            "there is one reply in the thread of the question",
            channel=params.channel,
            thread_ts=asked,
            author=author,
            text=("the reply states the answer and no other", states),
        )

    def equivalents(self, params: Params) -> Iterator[tuple[str, Callable[[Hands], str]]]:
        """A sentence around the answer; the answer in another spelling."""
        yield "in a sentence", lambda agent: _answer(agent, params, f"Hi! It is {params.said}.")
        spelled = _respelled(params)
        if spelled:
            yield "spelled differently", lambda agent: _answer(agent, params, spelled)


def _statements(session: Session) -> list[Known]:
    """Statements of anything but a person, who can be named in too many ways."""
    return office.facts(session, "statement", func.json_extract(Fact.data, "$.value_type") != "person")


def _asked(chance: Random, session: Session, fact: Known, other: Known) -> Params | None:
    source = fact.places[-1]
    readers = set(_readers(session, source.channel))
    room = chance.choice(office.rooms(session))
    present = [person for person in office.colleagues(session, room.id) if person in readers]
    if room.id == source.channel or len(present) < 2:
        return None
    persona, asker = chance.sample(present, 2)
    if fact.data["author"] in {persona, asker}:
        return None
    return Params(
        persona=persona,
        asker=asker,
        asker_name=office.name(session, asker),
        channel=room.id,
        channel_name=room.name or "",
        question=chance.choice(fact.data["question"]),
        client=fact.data["client"],
        said=_short(fact),
        kind=fact.data["value_type"],
        value=str(fact.data["value"]),
        rivals=tuple(str(rival) for rival in fact.data["rivals"]),
        source=source,
        distraction=chance.choice(other.data["question"]),
    )


def _short(fact: Known) -> str:
    """Just the answer: as it was said, without the words around a number or a text."""
    plain = fact.data["value_type"] in {"number", "text"}
    return str(fact.data["value"] if plain else fact.data["said"])


def _readers(session: Session, channel_id: str) -> list[str]:
    if office.channel(session, channel_id).kind == "public":
        return office.everybody(session)
    return office.colleagues(session, channel_id)


def _question(agent: Hands, params: Params) -> str:
    read = agent.call("slack_read_channel", channel=params.channel, limit=20)
    return next(str(each["ts"]) for each in read["messages"] if each["text"] == normalise(params.question))


def _answer(agent: Hands, params: Params, said: str) -> str:
    agent.call("slack_post_message", channel=params.channel, text=said, thread_ts=_question(agent, params))
    return ""


def _respelled(params: Params) -> str:
    if params.kind == "money":
        return f"{int(params.value) / 100:,.2f} dollars"
    return params.value if params.kind in {"date", "time"} else ""
