"""Making conversations, changing them, and saying who is in them."""

from __future__ import annotations

from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.errors.conversations import InviteFailed
from workaday.apps.slack.models import Channel
from workaday.apps.slack.service import channels, management
from workaday.world import Context

from .arguments import Arguments
from .methods import writing
from .objects import conversations
from .refusals import JSON, Refused

WRITE = ("channels:write", "groups:write", "im:write", "mpim:write")
INVITE = (*WRITE, "channels:write.invites", "groups:write.invites")
TOPIC = (
    *WRITE,
    *("channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"),
)
_NOT_TOLD = frozenset({"parent_conversation", "properties"})
"""What only lists and conversations.info tell of a channel."""


def _told(context: Context, channel: Channel) -> JSON:
    shown = conversations.named(context, channel, member=channels.is_member(context, channel.id))
    return {"channel": {key: value for key, value in shown.items() if key not in _NOT_TOLD}}


@writing("conversations.create", *WRITE, required="name")
def create(context: Context, arguments: Arguments) -> JSON:
    """A new channel."""
    name, private = arguments.text("name"), arguments.flag("is_private")
    return _told(context, management.create(context, name, private=private))


@writing("conversations.rename", *WRITE, required="channel name")
def rename(context: Context, arguments: Arguments) -> JSON:
    """Give a channel another name."""
    return _told(context, management.rename(context, arguments.text("channel"), arguments.text("name")))


@writing("conversations.setTopic", *TOPIC, required="channel topic")
def set_topic(context: Context, arguments: Arguments) -> JSON:
    """Say what a conversation is about; the answer has all of it [VCR]."""
    return _told(context, management.set_topic(context, arguments.text("channel"), arguments.text("topic")))


@writing("conversations.setPurpose", *TOPIC, required="channel purpose")
def set_purpose(context: Context, arguments: Arguments) -> JSON:
    """Say what a conversation is for."""
    return _told(
        context, management.set_purpose(context, arguments.text("channel"), arguments.text("purpose"))
    )


@writing("conversations.invite", *INVITE, required="channel users")
def invite(context: Context, arguments: Arguments) -> JSON:
    """Add people.  If some cannot be, the answer says why not of each, and nobody is, unless forced."""
    users = [each.strip() for each in arguments.text("users").split(",")]
    try:
        done = management.invite(context, arguments.text("channel"), users, force=arguments.flag("force"))
    except InviteFailed as failed:
        raise Refused(failed.code, errors=_refused(failed.refused)) from None
    return _told(context, done.channel) | ({"errors": _refused(done.refused)} if done.refused else {})


def _refused(refused: dict[str, SlackError]) -> list[JSON]:
    return [{"ok": False, "error": why.code, "user": user_id} for user_id, why in refused.items()]


@writing("conversations.kick", "channels:write", "groups:write", required="channel user")
def kick(context: Context, arguments: Arguments) -> JSON:
    """Remove somebody."""
    management.kick(context, arguments.text("channel"), arguments.text("user"))
    return {}


@writing("conversations.leave", *WRITE, required="channel")
def leave(context: Context, arguments: Arguments) -> JSON:
    """Leave; of a channel that one is not in, Slack says so without an error (notes on tier 1)."""
    left = management.leave(context, arguments.text("channel"))
    return {} if left else {"ok": False, "not_in_channel": True}


@writing("conversations.archive", *WRITE, required="channel")
def archive(context: Context, arguments: Arguments) -> JSON:
    """Put a channel away."""
    management.archive(context, arguments.text("channel"))
    return {}


@writing("conversations.unarchive", *WRITE, required="channel")
def unarchive(context: Context, arguments: Arguments) -> JSON:
    """Take a channel up again."""
    management.unarchive(context, arguments.text("channel"))
    return {}


@writing("conversations.close", *WRITE, required="channel")
def close(context: Context, arguments: Arguments) -> JSON:
    """Take a direct message out of the sidebar."""
    closed = management.close(context, arguments.text("channel"))
    return {} if closed else {"no_op": True, "already_closed": True}
