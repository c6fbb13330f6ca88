"""Messages (reference B.1)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workaday.apps.slack import richtext, shapes
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import history, messages, overview, people, reactions, threads
from workaday.world import Context


@dataclass(frozen=True)
class _Around:
    """What stands around messages of one conversation, by timestamp."""

    team: str
    threads: Mapping[str, history.Thread]
    followed: Mapping[str, str]
    authors: Mapping[str, str]
    reactions: Mapping[str, reactions.Reactions]


def several(context: Context, found: Sequence[Message]) -> list[JSON]:
    """Messages of one conversation.  A reply that was also sent to the channel tells of its root."""
    roots = overview.roots(context, [each for each in found if each.broadcast])
    around = _around(context, [*found, *roots.values()])
    shown = [_message(each, around) for each in found]
    for each, told in zip(found, shown, strict=True):
        if each.broadcast and each.thread_ts in roots:
            told["root"] = _message(roots[each.thread_ts], around)
    return shown


def one(context: Context, found: Message) -> JSON:
    """One message."""
    return several(context, [found])[0]


def _around(context: Context, found: Sequence[Message]) -> _Around:
    replied = history.threads(context, found)
    return _Around(
        team=people.workspace(context).id,
        threads=replied,
        followed=threads.follows(context, [each for each in found if each.ts in replied]),
        authors=history.authors(context, found),
        reactions=reactions.on(context, found),
    )


def _message(shown: Message, around: _Around) -> JSON:
    thread = around.threads.get(shown.ts)
    told = _written(shown, around.team)
    if shown.thread_ts is not None:
        told |= {"thread_ts": shown.thread_ts, "parent_user_id": around.authors.get(shown.thread_ts)}
    if thread is not None:
        told |= _thread(shown, thread, around.followed.get(shown.ts))
    if shown.edited_ts:
        told["edited"] = {"user": shown.edited_by, "ts": shown.edited_ts}
    if reacted := around.reactions.get(shown.ts):
        told["reactions"] = shapes.reaction_list(reacted)
    return told


def _written(shown: Message, team: str) -> JSON:
    """The message itself: seven keys where a person wrote it, fewer where the workspace did."""
    if shown.subtype == messages.TOMBSTONE:
        return _notice(shown) | {"parent_user_id": people.SLACKBOT, "hidden": True}
    if shown.subtype == "channel_join":
        return _notice(shown)
    told: JSON = {"client_msg_id": shown.client_msg_id, "type": "message"}
    if subtype := "thread_broadcast" if shown.broadcast else shown.subtype:
        told["subtype"] = subtype
    told |= {"text": shown.text, "user": shown.user_id, "ts": shown.ts, "team": team}
    if found := blocks(shown):
        told["blocks"] = found
    return told


def _notice(shown: Message) -> JSON:
    return {
        "type": "message",
        "subtype": shown.subtype,
        "text": shown.text,
        "user": shown.user_id,
        "ts": shown.ts,
    }


def _thread(root: Message, thread: history.Thread, last_read: str | None) -> JSON:
    """What a root says of its replies; ``last_read`` is there for those who follow them."""
    told = shapes.thread_keys(root, thread) | {"is_locked": False, "subscribed": last_read is not None}
    if root.subtype == messages.TOMBSTONE:
        told.pop("reply_users_count")
    elif last_read is not None:
        told["last_read"] = last_read
    return told


def blocks(shown: Message) -> list[JSON]:
    """The sender's blocks, each with an id, or the rich text that the message's own text stands for."""
    place = f"{shown.channel_id}:{shown.ts}"
    if shown.blocks is None:
        return _rich_text(shown.text, place)
    found: list[JSON] = json.loads(shown.blocks)
    return [
        {**each, "block_id": each.get("block_id") or richtext.block_id(f"{place}:{position}")}
        for position, each in enumerate(found)
    ]


@lru_cache(maxsize=4096)
def _rich_text(text: str, place: str) -> list[JSON]:
    return [dict(block) for block in richtext.blocks(text, place)]
