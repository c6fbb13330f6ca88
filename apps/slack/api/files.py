"""Uploading, sharing, listing and deleting files (reference B.4, B' 23)."""

from __future__ import annotations

from typing import Any

from workaday.apps.slack import filetypes
from workaday.apps.slack.errors import InvalidBlocksFormat, InvalidThreadTs
from workaday.apps.slack.models import File
from workaday.apps.slack.service import files
from workaday.apps.slack.timestamps import micros, read
from workaday.clock import SECOND
from workaday.world import Context

from . import blocks
from .arguments import Arguments, not_a_number
from .methods import reading, writing
from .objects.files import highlighted, one, several, upload_address
from .refusals import JSON, Refused, invalid_arguments
from .schema import array, record, text

READS = "files:read"
WRITES = "files:write"
LISTED = 100
MOST_LISTED = 1000
MOST_PAGES = 100
_UPLOADS = array(record({"id": text()}, title=text(least=0)), least=1)


@writing("files.getUploadURLExternal", WRITES, json=False, required="length filename")
def begin(context: Context, arguments: Arguments) -> JSON:
    """Where to send the bytes of a file, and the id that it will have."""
    length = arguments.integer("length", 0)
    if length is None:
        raise invalid_arguments(not_a_number("length"))
    begun = files.begin(
        context,
        arguments.text("filename"),
        length,
        alt_text=arguments.text("alt_txt"),
        snippet_type=arguments.text("snippet_type"),
    )
    return {"upload_url": upload_address(begun), "file_id": begun.id}


@writing("files.completeUploadExternal", WRITES, required="files")
def complete(context: Context, arguments: Arguments) -> JSON:
    """Finish uploads, and share them in one message of each conversation."""
    try:
        finished = files.complete(
            context,
            _uploads(arguments),
            channel_ids=_channels(arguments),
            thread_ts=arguments.text("thread_ts") or None,
            comment=arguments.text("initial_comment"),
            blocks=blocks.of(arguments, too_long="invalid_blocks"),
        )
    except InvalidBlocksFormat:
        raise Refused("invalid_blocks") from None
    except InvalidThreadTs as error:
        raise invalid_arguments(f"{error} [json-pointer:/thread_ts]") from None
    return {"files": several(context, finished)}


def _uploads(arguments: Arguments) -> list[tuple[str, str]]:
    given: list[dict[str, Any]] | None = arguments.array("files")
    if given is None:
        raise invalid_arguments("must provide an array [json-pointer:/files]")
    if faults := list(_UPLOADS(given, "/files")):
        raise invalid_arguments(*faults)
    return [(each["id"], each.get("title") or "") for each in given]


def _channels(arguments: Arguments) -> list[str]:
    """Where to share: ``channels`` are ids with commas between them, ``channel_id`` is one."""
    together = f"{arguments.text('channel_id')},{arguments.text('channels')}"
    return [each.strip() for each in together.split(",") if each.strip()]


@reading("files.info", READS, required="file")
def info(context: Context, arguments: Arguments) -> JSON:
    """One file; of a text what it says."""
    found = files.get(context, arguments.text("file"))
    paging = {"count": LISTED, "total": 0, "page": 1, "pages": 0}
    return {"file": one(context, found), **_content(context, found), "comments": [], "paging": paging}


def _content(context: Context, shown: File) -> JSON:
    if shown.mode != "snippet":
        return {}
    said = filetypes.text_of(files.content(context, shown.id)) or ""
    return {
        "content": said,
        "is_truncated": False,
        "content_highlight_html": highlighted(said.splitlines()),
        "content_highlight_css": "",
    }


@reading("files.list", READS)
def listed(context: Context, arguments: Arguments) -> JSON:
    """Files that one can see, the newest first."""
    count, page = arguments.integer("count", LISTED), arguments.integer("page", 1)
    faults = [not_a_number(name) for name, value in (("count", count), ("page", page)) if value is None]
    if faults or count is None or page is None:
        raise invalid_arguments(*faults)
    count, page = min(max(count, 1), MOST_LISTED), min(max(page, 1), MOST_PAGES)
    found = files.listed(
        context,
        types=arguments.text("types"),
        user_id=arguments.text("user"),
        channel_id=arguments.text("channel"),
        since=_second(arguments, "ts_from", up=True),
        until=_second(arguments, "ts_to", up=False),
        count=count,
        page=page,
    )
    paging = {"count": count, "total": found.total, "page": page, "pages": -(-found.total // count)}
    return {"files": several(context, found.files), "paging": paging}


def _second(arguments: Arguments, name: str, *, up: bool) -> int:
    """A bound of time in whole seconds; 0 for none, and for ``now``."""
    sent = arguments.text(name)
    bound = read(sent)
    if bound is None:
        if sent in {"", "0", "now"}:
            return 0
        raise invalid_arguments(not_a_number(name))
    return -(-micros(bound) // SECOND) if up else micros(bound) // SECOND


@writing("files.delete", WRITES, required="file")
def delete(context: Context, arguments: Arguments) -> JSON:
    """Delete a file."""
    files.delete(context, arguments.text("file"))
    return {}


@writing("files.sharedPublicURL", WRITES, required="file", kinds=("user",))
def publish(context: Context, arguments: Arguments) -> JSON:
    """Let everybody see a file who has its address."""
    return {"file": one(context, files.publish(context, arguments.text("file")))}


@writing("files.revokePublicURL", WRITES, required="file")
def unpublish(context: Context, arguments: Arguments) -> JSON:
    """Take that back."""
    return {"file": one(context, files.unpublish(context, arguments.text("file")))}
