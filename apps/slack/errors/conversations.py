"""What goes wrong with channels and who is in them."""

from __future__ import annotations

from . import SlackError


class AlreadyArchived(SlackError):
    """The channel is archived already."""

    code = "already_archived"


class AlreadyInChannel(SlackError):
    """That person is in the channel already."""

    code = "already_in_channel"


class CantArchiveGeneral(SlackError):
    """The channel that everybody is in cannot be archived."""

    code = "cant_archive_general"


class CantInvite(SlackError):
    """That person cannot be added to channels."""

    code = "cant_invite"


class CantInviteSelf(SlackError):
    """You cannot invite yourself; join the channel instead."""

    code = "cant_invite_self"


class CantKickFromGeneral(SlackError):
    """Nobody can be removed from the channel that everybody is in."""

    code = "cant_kick_from_general"


class CantKickSelf(SlackError):
    """You cannot remove yourself; leave the channel instead."""

    code = "cant_kick_self"


class CantLeaveGeneral(SlackError):
    """The channel that everybody is in cannot be left."""

    code = "cant_leave_general"


class InvalidChannelName(SlackError):
    """A channel has a name in lower case, such as tax-season."""

    code = "invalid_name"


class InvalidNameMaxlength(InvalidChannelName):
    """A channel's name has at most 80 characters."""

    code = "invalid_name_maxlength"


class InvalidNamePunctuation(InvalidChannelName):
    """A channel's name needs a letter or a digit."""

    code = "invalid_name_punctuation"


class InvalidNameRequired(InvalidChannelName):
    """A channel needs a name."""

    code = "invalid_name_required"


class InvalidNameSpecials(InvalidChannelName):
    """A channel's name holds lower-case letters, digits, hyphens and underscores, and nothing else."""

    code = "invalid_name_specials"


class LastMember(SlackError):
    """You are the last member of this private channel: nobody would be left; archive it instead."""

    code = "last_member"


class NameTaken(SlackError):
    """There is a channel of that name already."""

    code = "name_taken"


class NoUser(SlackError):
    """Say whom to invite."""

    code = "no_user"


class NotArchived(SlackError):
    """The channel is not archived."""

    code = "not_archived"


class NotAuthorized(SlackError):
    """Only whoever made the channel, or an admin, can rename it."""

    code = "not_authorized"


class RestrictedAction(SlackError):
    """Only whoever made the channel, or an admin, can do this."""

    code = "restricted_action"


class TooLong(SlackError):
    """That is longer than it can be."""

    code = "too_long"


class InviteFailed(SlackError):
    """Some of those people cannot be added; nobody has been."""

    def __init__(self, refused: dict[str, SlackError]) -> None:
        first = next(iter(refused.values()))
        super().__init__(str(first), argument="users")
        self.code = first.code
        self.refused = refused
        """Why not, by user id."""
