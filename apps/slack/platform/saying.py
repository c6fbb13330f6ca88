"""What apps say without a token: at addresses that the workspace gave them, and as answers at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workaday.apps.slack.api import content
from workaday.apps.slack.api.arguments import Arguments
from workaday.apps.slack.api.content import Content
from workaday.apps.slack.models import ResponseAddress
from workaday.apps.slack.service import channels, ephemeral, messages
from workaday.world import Context

JSON = dict[str, Any]
IN_CHANNEL = "in_channel"


def arguments(given: Mapping[str, Any]) -> Arguments:
    """The members of a JSON object as the arguments that a method would read."""
    return Arguments(
        {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in given.items()
            if value is not None
        }
    )


def object_of(body: bytes) -> JSON | None:
    """The JSON object that was sent; None for anything else."""
    return Arguments({"payload": body.decode(errors="replace")}).object("payload")


def said(context: Context, given: Mapping[str, Any], *, required: bool = True) -> Content:
    """A message as an app gives it there, checked as that of ``chat.postMessage`` is."""
    return content.of(context, arguments(given), too_long="msg_blocks_too_long", required=required)


def respond(context: Context, found: ResponseAddress, given: Mapping[str, Any]) -> None:
    """Answer to what somebody did in a conversation, to them alone unless it says ``in_channel``.

    ``replace_original`` and ``delete_original`` are about the message in which they did it.
    """
    channels.admit(context, found.channel_id)
    if given.get("delete_original"):
        _delete(context, found)
    elif given.get("replace_original") and found.message_ts:
        _replace(context, found, found.message_ts, said(context, given))
    else:
        _add(context, found, given)


def _add(context: Context, found: ResponseAddress, given: Mapping[str, Any]) -> None:
    sent, thread_ts = said(context, given), str(given.get("thread_ts") or "") or None
    if given.get("response_type") == IN_CHANNEL:
        messages.send(
            context,
            found.channel_id,
            sent.text,
            thread_ts=thread_ts,
            blocks=sent.blocks,
            attachments=sent.attachments,
        )
        return
    ephemeral.post(
        context,
        found.channel_id,
        found.user_id,
        sent.text,
        thread_ts=thread_ts,
        blocks=sent.blocks,
        attachments=sent.attachments,
    )


def _replace(context: Context, found: ResponseAddress, ts: str, sent: Content) -> None:
    attached, place = sent.attachments or [], found.channel_id
    if messages.by_ts(context, place, ts) is not None:
        messages.edit(context, place, ts, sent.text or None, blocks=sent.blocks, attachments=attached)
    else:
        shown = {"blocks": sent.blocks, "attachments": attached}
        ephemeral.replace(context, place, found.user_id, ts, sent.text, **shown)


def _delete(context: Context, found: ResponseAddress) -> None:
    ts = found.message_ts or ""
    if messages.by_ts(context, found.channel_id, ts) is not None:
        messages.delete(context, found.channel_id, ts)
    else:
        ephemeral.remove(context, found.channel_id, found.user_id, ts)
