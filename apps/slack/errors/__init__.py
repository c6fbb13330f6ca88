"""Each failure, with Slack's own code.  The docstring is what a tool or a page says about it."""

from __future__ import annotations

from workaday.errors import ActionError


class SlackError(ActionError):
    """Slack refused."""


class AccountInactive(SlackError):
    """This person has no active account in the workspace."""

    code = "account_inactive"


class AlreadyReacted(SlackError):
    """You have already reacted to this message with that emoji."""

    code = "already_reacted"


class BadTimestamp(SlackError):
    """That is not the timestamp of a message."""

    code = "bad_timestamp"


class CantDeleteMessage(SlackError):
    """You can delete only your own messages."""

    code = "cant_delete_message"


class CantUpdateMessage(SlackError):
    """You can edit only your own messages."""

    code = "cant_update_message"


class ChannelNotFound(SlackError):
    """There is no such conversation, or you may not see it."""

    code = "channel_not_found"


class InvalidBlocksFormat(SlackError):
    """Blocks must be a JSON array of objects."""

    code = "invalid_blocks_format"


class InvalidCursor(SlackError):
    """That cursor was not given out for this list."""

    code = "invalid_cursor"


class InvalidName(SlackError):
    """There is no emoji of that name; give the name without colons, such as white_check_mark."""

    code = "invalid_name"


class InvalidThreadTs(SlackError):
    """That cannot be the timestamp of a thread."""

    code = "invalid_thread_ts"


class InvalidTimestamp(SlackError):
    """That is not a timestamp."""

    code = "invalid_timestamp"


class InvalidTsLatest(SlackError):
    """The upper bound is not a timestamp."""

    code = "invalid_ts_latest"


class InvalidTsOldest(SlackError):
    """The lower bound is not a timestamp."""

    code = "invalid_ts_oldest"


class InvalidTypes(SlackError):
    """Types are public_channel, private_channel, mpim and im."""

    code = "invalid_types"


class IsArchived(SlackError):
    """The channel is archived: nothing can be added to it."""

    code = "is_archived"


class IsInactive(SlackError):
    """The channel is archived: its messages can no longer be edited."""

    code = "is_inactive"


class MessageNotFound(SlackError):
    """There is no such message in that conversation."""

    code = "message_not_found"


class MethodNotSupported(SlackError):
    """That does not go with this kind of conversation."""

    code = "method_not_supported_for_channel_type"


class MsgTooLong(SlackError):
    """The text is too long."""

    code = "msg_too_long"


class NoAccess(SlackError):
    """The channel is archived: what people reacted with stays."""

    code = "no_access"


class NoItemSpecified(SlackError):
    """Say which message is meant: its channel and its timestamp."""

    code = "no_item_specified"


class NoQuery(SlackError):
    """Say what to search for."""

    code = "no_query"


class NoReaction(SlackError):
    """You have not reacted to this message with that emoji."""

    code = "no_reaction"


class NoText(SlackError):
    """A message needs a text."""

    code = "no_text"


class NotInChannel(SlackError):
    """You are not a member of this channel; join it first."""

    code = "not_in_channel"


class ThreadNotFound(SlackError):
    """There is no such message to show the thread of."""

    code = "thread_not_found"


class TooManyUsers(SlackError):
    """A group conversation has at most eight other people."""

    code = "too_many_users"


class UserDisabled(SlackError):
    """That person's account is deactivated."""

    code = "user_disabled"


class UserNotFound(SlackError):
    """There is no such person in the workspace."""

    code = "user_not_found"


class UsersListNotSupplied(SlackError):
    """Say whom to open the conversation with."""

    code = "users_list_not_supplied"


class UsersNotFound(SlackError):
    """Nobody in the workspace has that email address."""

    code = "users_not_found"
