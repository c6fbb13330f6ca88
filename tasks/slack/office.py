"""What the Slack tasks look up in a world, and how they move about in Slack's pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from workaday.apps.slack.models import Channel, Membership, Message, User
from workaday.apps.slack.mrkdwn import normalise
from workaday.errors import TaskError
from workaday.people import Fact, Person

if TYPE_CHECKING:
    from workaday.browsing import Browser
    from workaday.task import Hands


@dataclass(frozen=True)
class Place:
    """A message: its channel's id and its timestamp."""

    channel: str
    ts: str


@dataclass(frozen=True)
class Known:
    """A fact of the seed, and the messages that it stands in.  It is read when it is looked at."""

    subject: str
    text: str

    @cached_property
    def data(self) -> dict[str, Any]:
        """What is known."""
        told: dict[str, Any] = json.loads(self.text)
        return told

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it is said, the last word last."""
        return tuple(Place(each["channel"], each["ts"]) for each in self.data["places"])


def facts(session: Session, kind: str, *conditions: ColumnElement[bool]) -> list[Known]:
    """The seed's facts of a kind, in order."""
    query = select(Fact.subject, Fact.data).where(Fact.kind == kind, *conditions).order_by(Fact.id)
    return [Known(subject, text) for subject, text in session.execute(query)]


def colleagues(session: Session, channel_id: str) -> list[str]:
    """The ids of the active people in a conversation, in order."""
    query = (
        select(User.person_id)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.channel_id == channel_id, User.deleted.is_(False), User.person_id.is_not(None))
        .order_by(User.person_id)
    )
    return [person for person in session.scalars(query) if person]


def everybody(session: Session) -> list[str]:
    """The ids of all active people, in order."""
    query = select(User.person_id).where(User.deleted.is_(False), User.person_id.is_not(None))
    return [person for person in session.scalars(query.order_by(User.person_id)) if person]


def said(session: Session, channel_id: str, author: str, text: str) -> str:
    """The timestamp of the last message in a conversation with that author and text."""
    query = select(Message.ts).where(
        Message.channel_id == channel_id, Message.user_id == author, Message.text == normalise(text)
    )
    return session.scalars(query.order_by(Message.ts.desc())).first() or ""


def rooms(session: Session) -> list[Channel]:
    """The channels that are in use, public and private, in order of name."""
    query = select(Channel).where(Channel.kind.in_(["public", "private"]), Channel.is_archived.is_(False))
    return list(session.scalars(query.order_by(Channel.name)))


def channel(session: Session, channel_id: str) -> Channel:
    """The conversation with that id."""
    return session.get_one(Channel, channel_id)


def user_id(session: Session, person: str) -> str:
    """The Slack id of a person."""
    return session.scalars(select(User.id).where(User.person_id == person)).one()


def name(session: Session, person: str) -> str:
    """A person's full name."""
    return session.get_one(Person, person).name


def chosen(found: Sequence[Any], what: str) -> Sequence[Any]:
    """The candidates, if there are any."""
    if not found:
        raise TaskError(f"this world has no {what}")
    return found


# --- solutions ------------------------------------------------------------------------------------------


def sought(agent: Hands, query: str, place: Place) -> dict[str, Any]:
    """Search until a message turns up: a reference solution may rest only on what can be found."""
    for page in range(1, 6):
        found = agent.call("slack_search_messages", query=query, count=100, page=page)["messages"]
        for match in found["matches"]:
            if (match["channel"]["id"], match["ts"]) == (place.channel, place.ts):
                return dict(match)
        if page >= found["paging"]["pages"]:
            break
    raise TaskError(f"a search for {query!r} does not find the message at {place.ts}")


def message(place: Place) -> str:
    """The selector of a message on a page."""
    return f'[data-qa="message_container"][data-msg-channel-id="{place.channel}"][data-msg-ts="{place.ts}"]'


def open_message(browser: Browser, place: Place) -> None:
    """Go to a message by its permalink."""
    browser.goto(f"/slack/archives/{place.channel}/p{place.ts.replace('.', '')}")


def reply_in_thread(browser: Browser, place: Place, text: str) -> None:
    """Write a reply in the thread of a message that is on the page."""
    browser.hover(message(place))
    browser.click(f"{message(place)} >> role=button[name='Reply in thread']")
    browser.click("[data-qa='threads_flexpane'] >> role=textbox")
    browser.type(text)
    browser.press("Enter")


def react(browser: Browser, place: Place, emoji: str) -> None:
    """React to a message that is on the page, with an emoji found in the picker."""
    browser.hover(message(place))
    browser.click(f"{message(place)} >> role=button[name='Add reaction']")
    browser.fill("role=searchbox[name='Search emoji']", emoji)
    browser.click(f"role=button[name='{emoji}']")
