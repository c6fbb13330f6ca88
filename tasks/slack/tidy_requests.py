"""Requests of one kind have piled up in a channel: take on each that nobody has answered, and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from workaday.apps.slack.timestamps import micros
from workaday.chance import Random
from workaday.clock import at_zone
from workaday.errors import TaskError
from workaday.grade import Evidence, Verdict
from workaday.task import Hands, TaskFamily
from workaday.tasks.slack import office
from workaday.tasks.slack.office import Known, Place
from workaday.tasks.slack.tell_promiser import spoken
from workaday.verifiers import slack, text
from workaday.world import World

if TYPE_CHECKING:
    from workaday.browsing import Browser

EMOJI = ("eyes", "raised_hands", "hand", "memo", "hourglass", "pushpin")
FOLLOW_UPS = (
    "Taking this one now.",
    "I have this, you will hear from me today.",
    "Picked up. I will reply here when it is done.",
    "On my list for this afternoon.",
    "Got it, working through these in order.",
)


@dataclass(frozen=True)
class Params:
    """Which requests, and what to do about them."""

    persona: str
    channel: str
    channel_name: str
    request: str
    since: str
    emoji: str
    follow_up: str
    open: tuple[Place, ...]


class TidyRequests(TaskFamily[Params]):
    """React to and follow up every unanswered request of a kind; touch nothing else."""

    name: ClassVar[str] = "slack.tidy_requests"
    apps: ClassVar[tuple[str, ...]] = ("slack",)
    variants: ClassVar[int] = 400
    steps: ClassVar[int] = 80

    def draw(self, chance: Random, world: World) -> Params:
        """A kind of request in a channel, of which at least two have been left since some day."""
        with world.read() as session:
            known = office.facts(session, "request")
            for _ in range(1000):
                params = _drawn(chance, session, known, world.clock.zone)
                if params is not None:
                    return params
        raise TaskError("this world has no requests that were left unanswered")

    def persona(self, params: Params) -> str:
        """Somebody in the channel who has asked for none of them."""
        return params.persona

    def instruction(self, params: Params) -> str:
        """Which requests count, and what to do about each."""
        return (
            f"In #{params.channel_name} people ask for things. Go through the requests for {params.request} "
            f"since {spoken(params.since)} (that day included) and find those that nobody has answered: "
            "nobody but the person asking has replied in the thread, and nobody has put a :white_check_mark: "
            f"on it. To each of them, add the reaction :{params.emoji}: and reply in its thread with exactly "
            f"this: “{params.follow_up}” Do nothing about the other messages."
        )

    def reference(self, agent: Hands, params: Params) -> str:
        """React to each and reply to it."""
        for place in params.open:
            agent.call("slack_read_thread", channel=place.channel, ts=place.ts)
            agent.call("slack_add_reaction", channel=place.channel, timestamp=place.ts, name=params.emoji)
            agent.call("slack_post_message", channel=place.channel, text=params.follow_up, thread_ts=place.ts)
        return f"{len(params.open)} requests taken on."

    def reference_in_browser(self, browser: Browser, params: Params) -> str:
        """Go to each by its permalink, react and reply."""
        for place in params.open:
            office.open_message(browser, place)
            office.react(browser, place, params.emoji)
            office.reply_in_thread(browser, place, params.follow_up)
        return f"{len(params.open)} requests taken on."

    def verify(self, evidence: Evidence, params: Params) -> Iterable[Verdict]:
        """For each open request one reaction and one reply."""
        with evidence.after() as session:
            author = office.user_id(session, params.persona)
        for number, place in enumerate(params.open, 1):
            which = f"request {number} of {len(params.open)}"
            yield from slack.reaction(
                evidence,
                f"{which} has the reaction",
                channel=place.channel,
                ts=place.ts,
                author=author,
                emoji=params.emoji,
            )
            yield from slack.reply(
                evidence,
                f"{which} has one reply in its thread",
                channel=place.channel,
                thread_ts=place.ts,
                author=author,
                text=(f"the reply to {which} has the text", text.same(params.follow_up)),
            )

    def equivalents(self, params: Params) -> Iterator[tuple[str, Callable[[Hands], str]]]:
        """All replies first, newest first, then all reactions."""
        yield "another order", lambda agent: _backwards(agent, params)


def _backwards(agent: Hands, params: Params) -> str:
    for place in reversed(params.open):
        agent.call("slack_post_message", channel=place.channel, text=params.follow_up, thread_ts=place.ts)
    for place in reversed(params.open):
        agent.call("slack_add_reaction", channel=place.channel, timestamp=place.ts, name=params.emoji)
    return ""


def _drawn(chance: Random, session: Session, known: list[Known], zone: ZoneInfo) -> Params | None:
    kind, channel = chance.choice(
        sorted({(each.data["request_kind"], each.places[0].channel) for each in known})
    )
    alike = [each for each in known if (each.data["request_kind"], each.places[0].channel) == (kind, channel)]
    since = _day(chance.choice(alike), zone) - timedelta(days=chance.randrange(3))
    left = [each for each in alike if not each.data["answered"] and _day(each, zone) >= since]
    authors = {each.data["author"] for each in alike}
    people = [person for person in office.colleagues(session, channel) if person not in authors]
    if not 2 <= len(left) <= 6 or not people:
        return None
    return Params(
        persona=chance.choice(people),
        channel=channel,
        channel_name=office.channel(session, channel).name or "",
        request=alike[0].data["label"],
        since=since.date().isoformat(),
        emoji=chance.choice(EMOJI),
        follow_up=chance.choice(FOLLOW_UPS),
        open=tuple(sorted((each.places[0] for each in left), key=lambda place: place.ts)),
    )


def _day(fact: Known, zone: ZoneInfo) -> datetime:
    return at_zone(micros(fact.places[0].ts), zone).replace(hour=0, minute=0, second=0, microsecond=0)
