"""Files: seeing, uploading, sharing and deleting them."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from workaday.apps.slack import filetypes, shapes
from workaday.apps.slack.models import File
from workaday.apps.slack.service import addresses, files, messages, people
from workaday.apps.slack.timestamps import read
from workaday.errors import InvalidArgument
from workaday.tool import JSON, tool
from workaday.world import Context

from .shared import Text

FileId = Annotated[str, "Id of a file, such as F07QK2M9ZTD"]
Where = Annotated[str, "Id of a channel, a direct message or a person, or a channel's name"]


@tool(reads=True, wire="files.list")
def slack_list_files(
    context: Context,
    *,
    types: Annotated[str, "Comma-separated: all, images, snippets, pdfs, zips"] = "all",
    user: Annotated[str, "Only files that this person uploaded, by id"] = "",
    channel: Annotated[str, "Only files shared in this conversation, by id"] = "",
    ts_from: Annotated[int, "Only files uploaded at this second or later; 0 for all"] = 0,
    ts_to: Annotated[int, "Only files uploaded at this second or earlier; 0 for all"] = 0,
    count: Annotated[int, "How many on a page, at most 1000"] = 100,
    page: Annotated[int, "Which page"] = 1,
) -> JSON:
    """List the files that you can see, the newest first."""
    size, number = min(max(count, 1), 1000), min(max(page, 1), 100)
    found = files.listed(
        context,
        types=types,
        user_id=user,
        channel_id=channel,
        since=max(ts_from, 0),
        until=max(ts_to, 0),
        count=size,
        page=number,
    )
    paging = {"count": size, "total": found.total, "page": number, "pages": -(-found.total // size)}
    return {"files": several(context, list(found.files)), "paging": paging}


@tool(reads=True, wire="files.info")
def slack_read_file(context: Context, *, file: FileId) -> JSON:
    """What is known of a file, and of a text file what it says."""
    found = files.get(context, file)
    told: JSON = {"file": several(context, [found])[0]}
    if found.mode == "snippet":
        told["content"] = filetypes.text_of(files.content(context, file)) or ""
    return told


@tool(reads=True)
def slack_download_file(context: Context, *, file: FileId) -> JSON:
    """The bytes of a file of any kind, in base64."""
    content = base64.b64encode(files.content(context, file)).decode()
    return {"file": several(context, [files.get(context, file)])[0], "content_base64": content}


@tool(reads=False)
def slack_upload_file(
    context: Context,
    *,
    filename: Annotated[str, "Name of the file with its ending, such as letter.txt"],
    content: Annotated[str, "What the file says, if it is text; else empty"],
    content_base64: Annotated[str, "The bytes of a file that is no text, in base64"] = "",
    channel: Annotated[str, "Where to share it; if left out, only you see it"] = "",
    title: Annotated[str, "Title, if not the name"] = "",
    initial_comment: Annotated[str, "Text of the message that shares it"] = "",
    thread_ts: Annotated[str, "Share it in the thread of this message"] = "",
    alt_txt: Annotated[str, "What an image shows, for those who cannot see it"] = "",
) -> JSON:
    """Upload a file, and share it in a message if `channel` says where."""
    given = _decoded(content_base64) if content_base64 else content.encode()
    begun = files.begin(context, filename, len(given), alt_text=alt_txt)
    files.receive(context, begun.id, begun.upload_secret, given)
    places = [addresses.destination(context, channel)] if channel else []
    done = files.complete(
        context, [(begun.id, title)], channel_ids=places, thread_ts=thread_ts or None, comment=initial_comment
    )
    return {"file": several(context, done)[0]}


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidArgument("content_base64 is not base64") from None


@tool(reads=False)
def slack_share_file(
    context: Context,
    *,
    file: FileId,
    channel: Where,
    text: Text = "",
    thread_ts: Annotated[str, "Share it in the thread of this message"] = "",
) -> JSON:
    """Share a file that you can see in one more conversation."""
    found = files.get(context, file)
    place = addresses.destination(context, channel)
    posted = messages.post(
        context, place, text, thread_ts=read(thread_ts) or thread_ts or None, file_ids=[found.id]
    )
    written = posted.message
    return {"channel": place, "ts": written.ts, "message": shapes.messages(context, [written])[0]}


@tool(reads=False, wire="files.delete")
def slack_delete_file(context: Context, *, file: FileId) -> JSON:
    """Delete a file that you have uploaded, wherever it has been shared."""
    files.delete(context, file)
    return {}


@tool(reads=False, wire="files.sharedPublicURL")
def slack_publish_file(context: Context, *, file: FileId) -> JSON:
    """Let everybody who has its public address see a file of yours, outside the workspace too."""
    return {"file": several(context, [files.publish(context, file)])[0]}


@tool(reads=False, wire="files.revokePublicURL")
def slack_unpublish_file(context: Context, *, file: FileId) -> JSON:
    """Take the public address of a file of yours away."""
    return {"file": several(context, [files.unpublish(context, file)])[0]}


def several(context: Context, found: list[File]) -> list[JSON]:
    """Files with what everybody needs to know of them."""
    domain = people.workspace(context).domain
    return [shapes.file(domain, each) for each in found]
