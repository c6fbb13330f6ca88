"""Messages (reference B.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workaday.apps.slack import richtext, shapes
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import Bot, Message
from workaday.apps.slack.service import (
    apps,
    content,
    history,
    messages,
    overview,
    people,
    pins,
    reactions,
    threads,
)
from workaday.world import Context

from . import attachments, bots, files

_BY_PEOPLE = frozenset({None, messages.ME, messages.OVERRIDDEN})
"""The subtypes of what people and apps write; of all others the workspace itself is the author."""


@dataclass(frozen=True)
class _Around:
    """What stands around messages of one conversation, by timestamp; bots by their id."""

    team: str
    threads: Mapping[str, history.Thread]
    followed: Mapping[str, str]
    authors: Mapping[str, str]
    reactions: Mapping[str, reactions.Reactions]
    files: Mapping[str, list[JSON]]
    pinned: frozenset[str]
    bots: Mapping[str, Bot]
    metadata: bool


def several(context: Context, found: Sequence[Message], *, metadata: bool = False) -> list[JSON]:
    """Messages of one conversation.  A reply that was also sent to the channel tells of its root.

    Apps' ``metadata`` is told only to those who ask for it.
    """
    roots = overview.roots(context, [each for each in found if each.broadcast])
    around = _around(context, [*found, *roots.values()], metadata)
    shown = [_message(each, around) for each in found]
    for each, told in zip(found, shown, strict=True):
        if each.broadcast and each.thread_ts in roots:
            told["root"] = _message(roots[each.thread_ts], around)
    return shown


def one(context: Context, found: Message, *, metadata: bool = False) -> JSON:
    """One message."""
    return several(context, [found], metadata=metadata)[0]


def _around(context: Context, found: Sequence[Message], metadata: bool) -> _Around:
    replied = history.threads(context, found)
    return _Around(
        team=people.workspace(context).id,
        threads=replied,
        followed=threads.follows(context, [each for each in found if each.ts in replied]),
        authors=history.authors(context, found),
        reactions=reactions.on(context, found),
        files=files.in_messages(context, found),
        pinned=frozenset(pins.on(context, found)),
        bots=apps.bots(context, [each.bot_id for each in found if each.bot_id]),
        metadata=metadata,
    )


def _message(shown: Message, around: _Around) -> JSON:
    thread = around.threads.get(shown.ts)
    told = _written(shown, around) if shown.subtype in _BY_PEOPLE else _notice(shown)
    if shown.thread_ts is not None:
        told |= {"thread_ts": shown.thread_ts, "parent_user_id": around.authors.get(shown.thread_ts)}
    if thread is not None:
        told |= _thread(shown, thread, around.followed.get(shown.ts))
    if shown.edited_ts:
        told["edited"] = {"user": shown.edited_by, "ts": shown.edited_ts}
    if shown.ts in around.pinned:
        told["pinned_to"] = [shown.channel_id]
    if reacted := around.reactions.get(shown.ts):
        told["reactions"] = shapes.reaction_list(reacted)
    return told


def _written(shown: Message, around: _Around) -> JSON:
    """What somebody wrote: seven keys for a person's plain message."""
    told = _author(shown, around)
    if found := blocks(shown):
        told["blocks"] = found
    if shown.attachments:
        told["attachments"] = attachments.of(shown)
    if held := around.files.get(shown.ts):
        told |= {"files": held, "upload": False, "display_as_bot": False}
    if around.metadata and shown.event_metadata:
        told["metadata"] = content.loaded_object(shown.event_metadata)
    return told


def _author(shown: Message, around: _Around) -> JSON:
    """The text, and who says so: a person, an app, or an app under a name of its choice."""
    told: JSON = {"type": "message", "text": shown.text, "user": shown.user_id, "ts": shown.ts}
    if subtype := "thread_broadcast" if shown.broadcast else shown.subtype:
        told["subtype"] = subtype
    bot = around.bots.get(shown.bot_id or "")
    if bot is not None:
        told |= {"bot_id": bot.id, "app_id": bot.app_id}
    if shown.subtype == messages.OVERRIDDEN:
        del told["user"]
        return told | bots.overridden(shown)
    told["team"] = around.team
    if bot is not None:
        return told | {"bot_profile": bots.profile(bot, around.team)}
    return told if shown.subtype == messages.ME else {"client_msg_id": shown.client_msg_id, **told}


def _notice(shown: Message) -> JSON:
    """What the workspace itself says, with what the notice carries."""
    told: JSON = {"type": "message", "subtype": shown.subtype, "text": shown.text, "user": shown.user_id}
    told |= {"ts": shown.ts, **content.loaded_object(shown.details)}
    if shown.subtype == messages.TOMBSTONE:
        told |= {"parent_user_id": people.SLACKBOT, "hidden": True}
    return told


def _thread(root: Message, thread: history.Thread, last_read: str | None) -> JSON:
    """What a root says of its replies; ``last_read`` is there for those who follow them."""
    told = shapes.thread_keys(root, thread) | {"is_locked": False, "subscribed": last_read is not None}
    if root.subtype == messages.TOMBSTONE:
        told.pop("reply_users_count")
    elif last_read is not None:
        told["last_read"] = last_read
    return told


def blocks(shown: Message) -> list[JSON]:
    """The sender's blocks, each with an id, or the rich text that the message's own text stands for.

    Somebody's own ``/me`` has none.
    """
    place = f"{shown.channel_id}:{shown.ts}"
    if shown.blocks is not None:
        return richtext.identified(content.loaded(shown.blocks), place)
    if shown.subtype == messages.ME:
        return []
    return _rich_text(shown.text, place, shown.is_plain)


@lru_cache(maxsize=4096)
def _rich_text(text: str, place: str, is_plain: bool) -> list[JSON]:
    made = richtext.plain_blocks if is_plain else richtext.blocks
    return [dict(block) for block in made(text, place)]
