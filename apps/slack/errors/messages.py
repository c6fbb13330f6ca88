"""What can be wrong with writing, scheduling and changing messages."""

from __future__ import annotations

from . import SlackError


class BlockMismatch(SlackError):
    """Rich text can be replaced only by rich text."""

    code = "block_mismatch"


class CantBroadcastMessage(SlackError):
    """Only a reply that is not in the channel yet can be sent there too."""

    code = "cant_broadcast_message"


class EphemeralNotFound(SlackError):
    """There is no such message for you to dismiss."""

    code = "message_not_found"


class InvalidScheduledMessageId(SlackError):
    """You have scheduled no such message, or it has been sent."""

    code = "invalid_scheduled_message_id"


class InvalidTime(SlackError):
    """That is not a time at which a message can be sent."""

    code = "invalid_time"


class NoDualUpdate(SlackError):
    """A reply cannot be sent to the channel and changed at the same time."""

    code = "no_dual_broadcast_content_update"


class RestrictedTooMany(SlackError):
    """Too many messages are scheduled for this channel within five minutes."""

    code = "restricted_too_many"


class TimeInPast(SlackError):
    """A message can be scheduled only for a time to come."""

    code = "time_in_past"


class TimeTooFar(SlackError):
    """A message can be scheduled at most 120 days ahead."""

    code = "time_too_far"


class UserNotInChannel(SlackError):
    """That person is not in the channel."""

    code = "user_not_in_channel"
