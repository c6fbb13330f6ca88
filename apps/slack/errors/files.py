"""What can be wrong with uploading, sharing and deleting files."""

from __future__ import annotations

from . import SlackError


class AltTxtTooLarge(SlackError):
    """A description of an image has at most 1,000 characters."""

    code = "alt_txt_too_large"


class CantDeleteFile(SlackError):
    """You can delete only files that you have uploaded."""

    code = "cant_delete_file"


class ChannelsLimitExceeded(SlackError):
    """A file can be shared in at most 100 conversations at once."""

    code = "channels_limit_exceeded"


class FileDeleted(SlackError):
    """That file has been deleted."""

    code = "file_deleted"


class FileNotFound(SlackError):
    """There is no such file, or you may not see it."""

    code = "file_not_found"


class FileUploadSizeRestricted(SlackError):
    """The file is too large."""

    code = "file_upload_size_restricted"


class MissingArgument(SlackError):
    """A file needs a name and at least one byte."""

    code = "missing_argument"


class NotAllowed(SlackError):
    """Only whoever uploaded a file can give it a public address."""

    code = "not_allowed"


class PostingToChannelDenied(SlackError):
    """The channel is archived: nothing can be added to it."""

    code = "posting_to_channel_denied"


class SnippetTooLarge(SlackError):
    """A snippet has at most a million bytes of text."""

    code = "snippet_too_large"


class UnknownSnippetType(SlackError):
    """There is no such kind of snippet."""

    code = "unknown_snippet_type"


class UnknownType(SlackError):
    """The types of files are all, spaces, snippets, images, gdocs, zips and pdfs."""

    code = "unknown_type"


class UploadMismatch(SlackError):
    """What was sent is not as long as was said, or the upload is over."""

    code = "file_update_failed"
