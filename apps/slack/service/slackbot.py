"""What Slackbot tells people, each in their own conversation with it."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from workaday.apps.slack.models import Membership, Message, User
from workaday.apps.slack.service import channels, notices, people
from workaday.statement import Statement
from workaday.world import Context

_SHOW: Statement[Membership] = Statement(
    update(Membership)
    .where(Membership.channel_id == bindparam("channel"), Membership.user_id == bindparam("viewer"))
    .where(Membership.is_open.is_(False))
    .values(is_open=True)
)


def tell(context: Context, user: User, text: str) -> Message:
    """Write to somebody as Slackbot, in a conversation that is made if there is none."""
    place = channels.between(context, {people.SLACKBOT}, user)
    if place is None:
        place = channels.create_direct(context, user, [people.SLACKBOT])
    _SHOW.run(context, channel=place.id, viewer=user.id)
    return notices.add(context, place.id, people.SLACKBOT, text)
