"""Expectations about Slack."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from workaday.apps.slack.models import Channel, Membership, User
from workaday.grade import Claim, Evidence, Verdict
from workaday.journal import Change
from workaday.verifiers.rows import Condition, Expected


def user_id(session: Session, person: str) -> str:
    """The Slack id of a person of the firm."""
    return session.scalars(select(User.id).where(User.person_id == person)).one()


def reply(
    evidence: Evidence, name: str, *, channel: str, thread_ts: str, author: str, text: tuple[str, Condition]
) -> Iterator[Verdict]:
    """That the author replied once in a thread; ``text`` is the promise about what the reply says."""
    where: dict[str, Condition] = {"channel_id": channel, "thread_ts": thread_ts, "user_id": author}
    yield from Expected(name, "slack_message", where, told={"text": text}).verdicts(evidence)


def reaction(
    evidence: Evidence, name: str, *, channel: str, ts: str, author: str, emoji: str
) -> Iterator[Verdict]:
    """That the author reacted to a message with an emoji."""
    where: dict[str, Condition] = {"channel_id": channel, "message_ts": ts, "user_id": author, "name": emoji}
    yield from Expected(name, "slack_reaction", where).verdicts(evidence)


def direct_message(
    evidence: Evidence, name: str, *, author: str, to: str, text: tuple[str, Condition]
) -> Iterator[Verdict]:
    """That the author sent one direct message to a person, in the conversation of just those two.

    Opening that conversation, or showing it again, goes with it.
    """
    channel = _conversation(evidence, author, to)
    where: dict[str, Condition] = {"channel_id": channel, "user_id": author, "thread_ts": None}
    yield from Expected(name, "slack_message", where, told={"text": text}).verdicts(evidence)
    if any((change.table, change.key) == ("slack_channel", (channel,)) for change in evidence.changes):
        yield from _opened(evidence, channel, author, to)
    yield from (Claim(change) for change in evidence.changes if _shows(change, channel))


def _opened(evidence: Evidence, channel: str, author: str, to: str) -> Iterator[Verdict]:
    """That a new conversation is an ordinary one, with both in it."""
    new: dict[str, Condition] = {"id": channel, "kind": "im", "creator_id": author}
    yield from Expected("the conversation is a direct message", "slack_channel", new, weight=0).verdicts(
        evidence
    )
    both: dict[str, Condition] = {
        "channel_id": channel,
        "user_id": lambda user: user in {author, to},
        "is_open": 1,
    }
    seats = Expected(
        "both are in it, and nobody else", "slack_membership", both, count=len({author, to}), weight=0
    )
    yield from seats.verdicts(evidence)


def _conversation(evidence: Evidence, author: str, to: str) -> str:
    """The id of the two people's direct message in the end state; empty if there is none."""
    with evidence.after() as session:
        mine = select(Membership.channel_id).where(Membership.user_id == author)
        theirs = select(Membership.channel_id).where(Membership.user_id == to)
        query = select(Channel.id).where(Channel.kind == "im", Channel.id.in_(mine), Channel.id.in_(theirs))
        return session.scalars(query.order_by(Channel.id)).first() or ""


def _shows(change: Change, channel: str) -> bool:
    """Whether it only shows an old conversation in somebody's sidebar again."""
    seat = change.table == "slack_membership" and change.row["channel_id"] == channel
    return seat and change.kind == "update" and change.columns == ("is_open",) and change.row["is_open"] == 1
