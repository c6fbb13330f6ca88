"""What goes wrong with profiles, statuses, pauses and user groups."""

from __future__ import annotations

from . import SlackError


class BadHandle(SlackError):
    """A handle holds lower-case letters, digits, dots, hyphens and underscores."""

    code = "bad_handle"


class CannotUpdateAdminUser(SlackError):
    """Only an owner can change the profile of an owner."""

    code = "cannot_update_admin_user"


class DescriptionTooLong(SlackError):
    """The description is too long."""

    code = "description_too_long"


class EmailTaken(SlackError):
    """Somebody else has that address."""

    code = "email_taken"


class ForbiddenHandle(SlackError):
    """That handle calls everybody, or somebody else."""

    code = "forbidden_handle"


class HandleAlreadyExists(SlackError):
    """There is a user group, a person or a channel called that."""

    code = "handle_already_exists"


class InvalidChannelProvided(SlackError):
    """A user group's channels are channels that you can see."""

    code = "invalid_channel_provided"


class InvalidPresence(SlackError):
    """Presence is auto or away."""

    code = "invalid_presence"


class InvalidProfile(SlackError):
    """A profile is a JSON object, and says only what profiles say."""

    code = "invalid_profile"


class InvalidStartsWithAt(SlackError):
    """A display name does not begin with @."""

    code = "invalid_starts_with_at"


class InvalidUsers(SlackError):
    """Some of those people are not members of the workspace."""

    code = "invalid_users"


class MissingSubteamName(SlackError):
    """A user group needs a name."""

    code = "missing_subteam_name"


class MustClearBoth(SlackError):
    """To clear a status clear its text and its emoji."""

    code = "must_clear_both_status_text_and_status_emoji"


class NameAlreadyExists(SlackError):
    """There is a user group of that name."""

    code = "name_already_exists"


class NameTooLong(SlackError):
    """The name is too long."""

    code = "name_too_long"


class NoSuchSubteam(SlackError):
    """There is no such user group."""

    code = "no_such_subteam"


class NoUsersProvided(SlackError):
    """A user group needs at least one member; disable it instead."""

    code = "no_users_provided"


class NotAdmin(SlackError):
    """Only an admin can change that."""

    code = "not_admin"


class NotInDnd(SlackError):
    """Notifications are not paused."""

    code = "not_in_dnd"


class ProfileSetFailed(SlackError):
    """The profile cannot be that."""

    code = "profile_set_failed"


class ReservedName(SlackError):
    """That name stands for something else in Slack."""

    code = "reserved_name"


class SnoozeEndFailed(SlackError):
    """Notifications are not paused."""

    code = "snooze_end_failed"


class SnoozeTooLong(SlackError):
    """Notifications can be paused for so long only."""

    code = "too_long"


class SnoozeFailed(SlackError):
    """Notifications are paused for at least a minute."""

    code = "snooze_failed"
