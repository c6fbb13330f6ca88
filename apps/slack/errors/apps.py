"""What can be wrong with views, triggers and the answers of apps."""

from __future__ import annotations

from . import SlackError


class AppMissing(SlackError):
    """The app that this belongs to is not installed any more."""

    code = "app_missing"


class ActionNotFound(SlackError):
    """There is no such button, menu or field to use."""

    code = "action_not_found"


class CommandNotFound(SlackError):
    """There is no such command."""

    code = "command_not_found"


class DuplicateExternalId(SlackError):
    """Another view of the app has that external_id."""

    code = "duplicate_external_id"


class ExchangedTriggerId(SlackError):
    """That trigger has been used."""

    code = "exchanged_trigger_id"


class ExpiredTriggerId(SlackError):
    """That trigger is more than three seconds old."""

    code = "expired_trigger_id"


class ExpiredUrl(SlackError):
    """That address took answers for half an hour."""

    code = "expired_url"


class HashConflict(SlackError):
    """The view has changed since."""

    code = "hash_conflict"


class InvalidTriggerId(SlackError):
    """There is no such trigger."""

    code = "invalid_trigger_id"


class InvalidValues(SlackError):
    """Values are a JSON object by block_id, of objects by action_id, of texts or arrays of texts."""

    code = "invalid_values"


class NotEnabled(SlackError):
    """The app has no home."""

    code = "not_enabled"


class PushLimitReached(SlackError):
    """No more than three views lie on top of each other."""

    code = "push_limit_reached"


class UsedUrl(SlackError):
    """That address has taken as many answers as it takes."""

    code = "used_url"


class ViewNotFound(SlackError):
    """There is no such view."""

    code = "not_found"
