"""Somebody promised something in a channel: tell that person, and not the one with nearly the same name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from workaday.chance import Random
from workaday.grade import Evidence, Verdict
from workaday.task import Hands, TaskFamily
from workaday.tasks.slack import office
from workaday.tasks.slack.office import Known, Place
from workaday.verifiers import slack, text
from workaday.world import World

if TYPE_CHECKING:
    from workaday.browsing import Browser


@dataclass(frozen=True)
class Params:
    """What was promised for whom, who promised it, and what they are to be told."""

    persona: str
    promiser: str
    promiser_user: str
    lookalike: str
    channel_name: str
    client: str
    what: str
    by: str
    news: str
    source: Place


class TellPromiser(TaskFamily[Params]):
    """Find who it was, and send that person a direct message."""

    name: ClassVar[str] = "slack.tell_promiser"
    apps: ClassVar[tuple[str, ...]] = ("slack",)
    variants: ClassVar[int] = 400

    def draw(self, chance: Random, world: World) -> Params:
        """A promise by somebody who has a near-namesake, and a third person who can read it."""
        with world.read() as session:
            fact: Known = chance.choice(office.chosen(office.facts(session, "promise"), "promises"))
            source = fact.places[0]
            taken = {fact.data["promiser"], fact.data["lookalike"]}
            readers = [each for each in office.colleagues(session, source.channel) if each not in taken]
            return Params(
                persona=chance.choice(office.chosen(readers, "third person in the channel")),
                promiser=fact.data["promiser"],
                promiser_user=office.user_id(session, fact.data["promiser"]),
                lookalike=fact.data["lookalike"],
                channel_name=office.channel(session, source.channel).name or "",
                client=fact.data["client"],
                what=fact.data["what"],
                by=fact.data["by"],
                news=_news(chance, fact),
                source=source,
            )

    def persona(self, params: Params) -> str:
        """The third person."""
        return params.persona

    def instruction(self, params: Params) -> str:
        """What was promised, and the message to send."""
        return (
            f"Somebody promised in #{params.channel_name} to {params.what} for {params.client} by "
            f"{spoken(params.by)}. Find out who it was and send that person one direct message with exactly "
            f"this text: “{params.news}” Some of your colleagues have very similar names: make sure that it "
            "is the right one. Tell nobody else, and leave everything else as it is."
        )

    def reference(self, agent: Hands, params: Params) -> str:
        """Find the promise by a search in the channel; its author is the one to tell."""
        query = f'in:#{params.channel_name} "{params.client}"'
        promise = office.sought(agent, query, params.source)
        return _tell(agent, promise["user"], params.news)

    def reference_in_browser(self, browser: Browser, params: Params) -> str:
        """Look at the promise, then write to its author from their profile."""
        office.open_message(browser, params.source)
        browser.click(f"{office.message(params.source)} >> [data-qa='message_sender']")
        browser.click("role=dialog >> role=button[name='Message']")
        browser.click("#footer >> role=textbox")
        browser.type(params.news)
        browser.press("Enter")
        return "Told."

    def verify(self, evidence: Evidence, params: Params) -> Iterable[Verdict]:
        """One direct message to the right person, with the text."""
        with evidence.after() as session:
            author, to = office.user_id(session, params.persona), office.user_id(session, params.promiser)
        yield from slack.direct_message(
            evidence,
            "whoever promised it has one direct message",
            author=author,
            to=to,
            text=("the message has the text that was asked for", text.same(params.news)),
        )

    def equivalents(self, params: Params) -> Iterator[tuple[str, Callable[[Hands], str]]]:
        """Without the full stop and in another case."""
        news = params.news.rstrip(".").lower()
        yield "spelled loosely", lambda agent: _tell(agent, params.promiser_user, news)


def _tell(agent: Hands, user: str, news: str) -> str:
    opened = agent.call("slack_open_conversation", users=user)
    agent.call("slack_post_message", channel=opened["channel"]["id"], text=news)
    return "Told."


def _news(chance: Random, fact: Known) -> str:
    sooner = date.fromisoformat(fact.data["by"]) - timedelta(days=1)
    return chance.choice(
        (
            f"{fact.data['client']} just called: they would like it by {spoken(sooner.isoformat())}.",
            f"Heads up, {fact.data['client']} is asking for an update on this.",
            f"{fact.data['client']} will be out next week, so please reach them by phone.",
            f"Before you send it: {fact.data['client']} moved, the new address is in their file.",
            f"{fact.data['client']} wants a paper copy as well as the PDF.",
        )
    )


def spoken(day: str) -> str:
    """A day as people say it: ``Friday, March 21``."""
    said = date.fromisoformat(day)
    return f"{said:%A}, {said:%B} {said.day}"
