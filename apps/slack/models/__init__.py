"""Slack's tables, by noun.

Times are in the units that Slack itself shows: seconds for ``created`` and the like, milliseconds for a
channel's ``updated``, and ``ts`` texts such as ``1742302800.000200`` (seconds, then six digits of
microseconds) that identify a message in its channel.
"""

from . import indexes
from .apps import (
    Bot,
    Command,
    Delivery,
    InstalledApp,
    ResponseAddress,
    Shortcut,
    Suggestion,
    Trigger,
    View,
    Webhook,
)
from .conversations import Channel, Membership, ReadMark, Section, ThreadFollow, ThreadMark
from .faults import Fault
from .files import File, FileContent, FileShare
from .keepsakes import Bookmark, Pin, Reminder, Saved
from .messages import Draft, Ephemeral, Message, Reaction, Scheduled
from .people import ProfileField, User, Workspace
from .personal import (
    CustomEmoji,
    DoNotDisturb,
    Glance,
    Preference,
    UserGroup,
    UserGroupChannel,
    UserGroupMember,
)

__all__ = [
    "Bookmark",
    "Bot",
    "Channel",
    "Command",
    "CustomEmoji",
    "Delivery",
    "DoNotDisturb",
    "Draft",
    "Ephemeral",
    "Fault",
    "File",
    "FileContent",
    "FileShare",
    "Glance",
    "InstalledApp",
    "Membership",
    "Message",
    "Pin",
    "Preference",
    "ProfileField",
    "Reaction",
    "ReadMark",
    "Reminder",
    "ResponseAddress",
    "Saved",
    "Scheduled",
    "Section",
    "Shortcut",
    "Suggestion",
    "ThreadFollow",
    "ThreadMark",
    "Trigger",
    "User",
    "UserGroup",
    "UserGroupChannel",
    "UserGroupMember",
    "View",
    "Webhook",
    "Workspace",
    "indexes",
]
