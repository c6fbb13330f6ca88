"""What goes wrong with the workspace's own emoji."""

from __future__ import annotations

from . import SlackError


class EmojiBadImage(SlackError):
    """An emoji is a PNG, GIF or JPEG of at most 128 KB."""

    code = "error_bad_format"


class EmojiNotFound(SlackError):
    """There is no such emoji."""

    code = "emoji_not_found"


class EmojiNotYours(SlackError):
    """Only whoever added the emoji, or an admin, can remove it."""

    code = "no_permission"


class EmojiTaken(SlackError):
    """There is an emoji of that name already."""

    code = "error_name_taken"


class InvalidEmojiName(SlackError):
    """An emoji's name holds lower-case letters, digits, hyphens and underscores."""

    code = "error_bad_name"
