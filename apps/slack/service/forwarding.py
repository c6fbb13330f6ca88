"""Forwarding a message to other conversations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from workaday.apps.slack import mrkdwn
from workaday.apps.slack.errors import ChannelNotFound
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.service import channels, content, messages, people
from workaday.apps.slack.timestamps import micros
from workaday.clock import at_zone
from workaday.world import Context


def share(
    context: Context, channel_id: str, message_ts: str, to: Sequence[str], comment: str = ""
) -> list[Message]:
    """Write to each of these conversations what somebody else said, quoted, with a comment of one's own."""
    place = channels.get(context, channel_id)
    quoted = quotation(context, place, messages.live(context, place.id, message_ts))
    wanted = list(dict.fromkeys(to))
    if not wanted:
        raise ChannelNotFound(argument="to")
    return [messages.send(context, each, comment, attachments=[quoted]).message for each in wanted]


def quotation(context: Context, place: Channel, message: Message) -> dict[str, Any]:
    """A message as an attachment of another."""
    author = people.named(context, [message.user_id])[message.user_id]
    workspace, address = people.workspace(context), messages.permalink(context, message)
    moment = at_zone(micros(message.ts), context.clock.zone)
    spoken = mrkdwn.plain(message.text or message.words, _names(context))
    name = message.username or author.display_name or author.real_name
    return {
        "from_url": address,
        "original_url": address,
        "ts": message.ts,
        "author_id": author.id,
        "author_name": name,
        "author_subname": author.real_name,
        "author_link": f"https://{workspace.domain}.slack.com/team/{author.id}",
        "channel_id": place.id,
        "channel_team": workspace.id,
        "is_msg_unfurl": True,
        "is_share": True,
        "text": message.text,
        "fallback": f"[{_dated(moment)}] {author.name}: {spoken}",
        "footer": _footer(place, in_thread=message.thread_ts is not None),
        "mrkdwn_in": ["text"],
        **({"message_blocks": _blocks(message, workspace.id)} if message.blocks else {}),
    }


def _blocks(message: Message, team: str) -> list[dict[str, Any]]:
    where = {"team": team, "channel": message.channel_id, "ts": message.ts}
    return [where | {"message": {"blocks": content.loaded(message.blocks)}}]


def _names(context: Context) -> Any:
    known: dict[str, str] = {each.id: each.name for each in people.everyone(context)}
    return lambda name: known.get(name, name)


def _footer(place: Channel, *, in_thread: bool) -> str:
    if place.is_direct:
        return "Direct message" if place.kind == "im" else "Group message"
    return f"{'From a thread' if in_thread else 'Posted'} in #{place.name}"


def _dated(moment: datetime) -> str:
    """``March 18th, 2025 9:00 AM``."""
    last = moment.day % 10 if moment.day not in {11, 12, 13} else 0
    nth = {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
    return f"{moment:%B} {moment.day}{nth}, {moment:%Y} {moment.hour % 12 or 12}:{moment:%M %p}"
