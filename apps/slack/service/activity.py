"""What has happened that concerns somebody: mentions, replies, reactions, invitations, what apps say."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Integer, bindparam, func, or_, select
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.models import Channel, Glance, Message, Reaction
from workaday.apps.slack.service import channels, mentions, people, threads
from workaday.apps.slack.timestamps import LAST, NEVER
from workaday.statement import Statement
from workaday.world import Context

VIEW = "activity"
"""What a glance at it is kept under."""
MENTION, GROUP, THREAD, REACTION = "mention", "usergroup", "thread", "reaction"
INVITATION, APP = "invitation", "app"
KINDS = (MENTION, GROUP, THREAD, REACTION, INVITATION, APP)


@dataclass(frozen=True)
class Item:
    """One thing that has happened: when (``ts``), who did it, and the message that it is about."""

    kind: str
    ts: str
    user_id: str
    message: Message
    emoji: str = ""
    """The emoji of a reaction."""

    @property
    def key(self) -> tuple[str, str, str, str, str, str]:
        """What orders items of one moment."""
        place = (self.message.channel_id, self.message.ts)
        return (self.ts, self.kind, *place, self.user_id, self.emoji)


_VIEWER: Any = bindparam("viewer")
_MOST = bindparam("most", type_=Integer)
_UNSEEN = 100
"""Nobody counts further."""


def _messages(*conditions: ColumnElement[bool]) -> Statement[Message]:
    """The newest messages like that, in conversations that the person is in."""
    return Statement(
        select(Message)
        .where(Message.channel_id.in_(channels.MINE), *conditions)
        .where(Message.ts > bindparam("after"), Message.ts < bindparam("before"))
        .order_by(Message.ts.desc(), Message.channel_id)
        .limit(_MOST)
    )


_OTHERS = Message.user_id != _VIEWER
_MENTIONED = or_(mentions.BY_NAME, mentions.TO_ALL)
_DIRECT = select(Channel.id).where(Channel.kind == "im")
_SAID: Mapping[str, Statement[Message]] = {
    MENTION: _messages(_OTHERS, _MENTIONED),
    GROUP: _messages(_OTHERS, mentions.BY_GROUP, ~_MENTIONED),
    APP: _messages(_OTHERS, Message.bot_id.is_not(None), Message.channel_id.in_(_DIRECT), ~_MENTIONED),
}
_INVITED = _messages(
    Message.subtype == "channel_join",
    Message.user_id == _VIEWER,
    func.json_extract(Message.details, "$.inviter").is_not(None),
)
_REACTED: Statement[Any] = Statement(
    select(
        Message,
        Reaction.name.label("emoji"),
        Reaction.user_id.label("reactor"),
        Reaction.ts.label("reacted"),
    )
    .join(Reaction, (Reaction.channel_id == Message.channel_id) & (Reaction.message_ts == Message.ts))
    .where(Message.user_id == _VIEWER, Reaction.user_id != _VIEWER, Message.channel_id.in_(channels.MINE))
    .where(Reaction.ts > bindparam("after"), Reaction.ts < bindparam("before"))
    .order_by(Reaction.ts.desc(), Reaction.id.desc())
    .limit(_MOST)
)
_SEEN: Statement[str] = Statement(
    select(Glance.last_read).where(Glance.user_id == _VIEWER, Glance.view == VIEW)
)
_NEW = insert(Glance)
_SEE: Statement[Glance] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[Glance.user_id, Glance.view], set_={"last_read": _NEW.excluded.last_read}
    )
)

Source = Callable[[Context, dict[str, Any]], Iterator[Item]]


def _said(kind: str) -> Source:
    def items(context: Context, window: dict[str, Any]) -> Iterator[Item]:
        for each in _SAID[kind].all(context, **window):
            yield Item(kind, each.ts, each.user_id, each)

    return items


def _replies(context: Context, window: dict[str, Any]) -> Iterator[Item]:
    """The newest reply of each thread, unless it is a mention."""
    for each in threads.newest_replies(context, **window):
        yield Item(THREAD, each.ts, each.user_id, each)


def _reactions(context: Context, window: dict[str, Any]) -> Iterator[Item]:
    for each in _REACTED.all(context, **window):
        yield Item(REACTION, each.reacted, each.reactor, each, each.emoji)


def _invitations(context: Context, window: dict[str, Any]) -> Iterator[Item]:
    for each in _INVITED.all(context, **window):
        yield Item(INVITATION, each.ts, json.loads(each.details or "{}")["inviter"], each)


_SOURCES: Mapping[str, Source] = {
    **{kind: _said(kind) for kind in _SAID},
    THREAD: _replies,
    REACTION: _reactions,
    INVITATION: _invitations,
}


def listed(
    context: Context,
    *,
    kinds: Collection[str] | None = None,
    limit: int = 50,
    before: str | None = None,
    after: str = NEVER,
) -> list[Item]:
    """What has happened, the newest first; of these kinds, or of all (:data:`KINDS`).

    ``before`` is the ``ts`` of the last item of the page before, ``after`` that of one that is too old.
    """
    viewer = mentions.of(people.me(context).id)
    window = {**viewer, "before": before or LAST, "after": after, "most": limit}
    wanted = [kind for kind in KINDS if kinds is None or kind in kinds]
    found = [item for kind in wanted for item in _SOURCES[kind](context, window)]
    return sorted(found, key=lambda item: item.key, reverse=True)[:limit]


def unseen(context: Context) -> int:
    """How much has happened since one last looked, up to a hundred."""
    since = _SEEN.value(context, viewer=people.me(context).id) or NEVER
    return len(listed(context, limit=_UNSEEN, after=since))


def seen(context: Context) -> None:
    """Say that one has looked at all that has happened."""
    newest = listed(context, limit=1)
    if newest:
        viewer = people.me(context).id
        _SEE.run(context, user_id=viewer, view=VIEW, last_read=newest[0].ts)
