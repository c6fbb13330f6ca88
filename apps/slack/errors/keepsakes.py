"""What can be wrong with pins, bookmarks, saved items and reminders."""

from __future__ import annotations

from . import SlackError


class AlreadyPinned(SlackError):
    """The message is pinned to this conversation already."""

    code = "already_pinned"


class AlreadyStarred(SlackError):
    """You have saved this already."""

    code = "already_starred"


class BookmarkNotFound(SlackError):
    """There is no such bookmark in this channel."""

    code = "not_found"


class CannotAddBot(SlackError):
    """Reminders are for people, not for bots."""

    code = "cannot_add_bot"


class CannotAddOthersRecurring(SlackError):
    """A reminder that comes again and again can only be for yourself or for a channel."""

    code = "cannot_add_others_recurring"


class CannotAddSlackbot(SlackError):
    """Slackbot reminds others, and needs no reminding."""

    code = "cannot_add_slackbot"


class CannotCompleteOthers(SlackError):
    """Only the person whom a reminder is for can complete it."""

    code = "cannot_complete_others"


class CannotCompleteRecurring(SlackError):
    """A reminder that comes again and again is never complete: delete it."""

    code = "cannot_complete_recurring"


class CannotParse(SlackError):
    """That time cannot be understood; say it like: in 20 minutes, tomorrow at 9am, every Tuesday at 3pm."""

    code = "cannot_parse"


class InvalidBookmarkEmoji(SlackError):
    """There is no emoji of that name."""

    code = "invalid_emoji"


class InvalidLink(SlackError):
    """A bookmark's link begins with http:// or https://."""

    code = "invalid_link"


class NoPin(SlackError):
    """The message is not pinned to this conversation."""

    code = "no_pin"


class NotPinnable(SlackError):
    """What the workspace itself says cannot be pinned."""

    code = "not_pinnable"


class NotStarred(SlackError):
    """You have not saved this."""

    code = "not_starred"


class PermissionDenied(SlackError):
    """Bookmarks are kept by the members of a channel that is open."""

    code = "permission_denied"


class ReminderNotFound(SlackError):
    """There is no such reminder of yours."""

    code = "not_found"


class RestrictedAction(SlackError):
    """The channel is archived: what is pinned there stays as it is."""

    code = "restricted_action"


class SavedNotFound(SlackError):
    """There is no such item among those that you have saved."""

    code = "item_not_found"


class TooManyBookmarks(SlackError):
    """The channel has as many bookmarks as it can have."""

    code = "too_many_bookmarks"


class TooManyPins(SlackError):
    """The channel has as many pins as it can have."""

    code = "too_many_pins"
