"""Messages that the workspace itself writes into a channel, and the timestamps of all messages."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import insert

from workaday.apps.slack.models import Message
from workaday.apps.slack.timestamps import ts
from workaday.statement import Statement
from workaday.world import Context

_ADD: Statement[Message] = Statement(insert(Message).returning(Message))


def next_ts(context: Context, channel_id: str) -> str:
    """The timestamp of a message that is written now: in order of writing, and never one used before."""
    return ts(context.ids.number(f"slack_ts {channel_id}", least=context.clock.now))


def add(context: Context, channel_id: str, user_id: str, text: str, **columns: object) -> Message:
    """A new message row."""
    number = context.ids.number("slack_message")
    written = {
        "id": number,
        "channel_id": channel_id,
        "ts": next_ts(context, channel_id),
        "user_id": user_id,
        "text": text,
        "client_msg_id": context.ids.uuid("slack_client_msg", number),
    }
    return _ADD.one(context, **written, **columns)


def joined(context: Context, channel_id: str, user_id: str, *, inviter: str | None = None) -> Message:
    """``<@U…> has joined the channel``, as the workspace writes it."""
    text, details = f"<@{user_id}> has joined the channel", {"inviter": inviter} if inviter else {}
    return add(context, channel_id, user_id, text, subtype="channel_join", details=detailed(details))


def left(context: Context, channel_id: str, user_id: str) -> Message:
    """``<@U…> has left the channel``."""
    return add(context, channel_id, user_id, f"<@{user_id}> has left the channel", subtype="channel_leave")


def detailed(details: Mapping[str, object]) -> str | None:
    """What a notice carries beside its text, as it is stored."""
    return json.dumps(details, ensure_ascii=False, separators=(",", ":")) if details else None
