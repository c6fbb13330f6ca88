"""Files: uploading, sharing, seeing and deleting them.

A file belongs to whoever uploaded it.  Nobody else sees it until it stands in a message of a conversation
that they can see (reference B' 23).  A deleted file leaves a tombstone in the messages that shared it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from sqlalchemy import ColumnElement, Integer, and_, bindparam, func, insert, or_, select, update
from sqlalchemy import delete as delete_rows
from sqlalchemy.dialects.sqlite import insert as upsert

from workaday.apps.slack import filetypes
from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.errors.files import (
    AltTxtTooLarge,
    CantDeleteFile,
    ChannelsLimitExceeded,
    FileDeleted,
    FileNotFound,
    FileUploadSizeRestricted,
    MissingArgument,
    NotAllowed,
    PostingToChannelDenied,
    SnippetTooLarge,
    UnknownSnippetType,
    UnknownType,
    UploadMismatch,
)
from workaday.apps.slack.models import Channel, File, FileContent, FileShare, Message, Saved
from workaday.apps.slack.service import channels, history, messages, people, visibility
from workaday.statement import Statement, among
from workaday.world import Context

LARGEST = 9 * 1024 * 1024
"""Bytes of a file: what fits into one request to this server, with what stands around it."""
LARGEST_SNIPPET = 1_000_000
LONGEST_ALT_TEXT = 1_000
LONGEST_NAME = 255
MOST_CHANNELS = 100
_KEPT_TEXT = 20_000
"""Characters of a text file that previews and searches read."""

_ADD: Statement[File] = Statement(insert(File).returning(File))
_CHANGE: Statement[File] = Statement(update(File).where(File.id == bindparam("file")).returning(File))
_SEEN: Statement[File] = Statement(select(File).where(visibility.FILES, File.id == bindparam("file")))
_BEGUN: Statement[File] = Statement(
    select(File).where(File.id == bindparam("file"), File.is_complete.is_(False))
)
_BY_SECRET: Statement[File] = Statement(
    select(File).where(
        File.id == bindparam("file"), File.upload_secret == bindparam("secret"), File.is_complete.is_(False)
    )
)
_PUBLIC: Statement[File] = Statement(
    select(File).where(
        File.id == bindparam("file"),
        File.public_secret == bindparam("secret"),
        File.is_public_url,
        File.is_deleted.is_(False),
    )
)
_KEEP: Statement[FileContent] = Statement(
    upsert(FileContent).on_conflict_do_update(
        index_elements=["file_id"], set_={"content": upsert(FileContent).excluded.content}
    )
)
_CONTENT: Statement[bytes] = Statement(
    select(FileContent.content).where(FileContent.file_id == bindparam("file"))
)
_FORGET: Statement[FileContent] = Statement(
    delete_rows(FileContent).where(FileContent.file_id == bindparam("file"))
)
_ON: Statement[Any] = Statement(
    select(FileShare.message_ts, File)
    .join(File, File.id == FileShare.file_id)
    .where(FileShare.channel_id == bindparam("channel"), FileShare.message_ts.in_(among("messages")))
    .order_by(FileShare.message_ts, FileShare.position, FileShare.file_id)
)
_SHARES: Statement[Any] = Statement(
    select(FileShare.file_id, Message)
    .join(Message, and_(Message.channel_id == FileShare.channel_id, Message.ts == FileShare.message_ts))
    .where(FileShare.file_id.in_(among("files")), FileShare.channel_id.in_(channels.VISIBLE))
    .order_by(FileShare.file_id, FileShare.message_ts, FileShare.channel_id)
)
_IN_CHANNEL: Statement[File] = Statement(
    select(File)
    .join(FileShare, FileShare.file_id == File.id)
    .where(FileShare.channel_id == bindparam("channel"), File.is_deleted.is_(False))
    .group_by(File.id)
    .order_by(func.max(FileShare.message_ts).desc(), File.number.desc())
)
_SAVED: Statement[str] = Statement(
    select(Saved.file_id)
    .where(Saved.user_id == bindparam("viewer"), Saved.file_id.in_(among("files")), Saved.state == "open")
    .order_by(Saved.file_id)
)


@dataclass(frozen=True)
class Share:
    """A message that shares a file, where it is, and its replies."""

    channel: Channel
    message: Message
    thread: history.Thread | None


@dataclass(frozen=True)
class Found:
    """One page of files, and how many there are in all."""

    files: Sequence[File]
    total: int


# --- uploading ------------------------------------------------------------------------------------------


def begin(context: Context, name: str, length: int, *, alt_text: str = "", snippet_type: str = "") -> File:
    """Say what will be uploaded: a name, and how many bytes.  Nobody sees the file before it is complete."""
    called = "".join(letter if letter.isprintable() else "_" for letter in name[:LONGEST_NAME])
    if not called or length < 1:
        raise MissingArgument(argument="length" if called else "filename")
    if length > LARGEST:
        raise FileUploadSizeRestricted(argument="length")
    if len(alt_text) > LONGEST_ALT_TEXT:
        raise AltTxtTooLarge(argument="alt_txt")
    if snippet_type and snippet_type not in filetypes.SNIPPETS:
        raise UnknownSnippetType(argument="snippet_type")
    if snippet_type and length > LARGEST_SNIPPET:
        raise SnippetTooLarge(argument="length")
    return _ADD.one(
        context,
        id=context.ids.code("F"),
        number=context.ids.number("slack_file"),
        user_id=people.me(context).id,
        name=called,
        title=called,
        filetype=snippet_type,
        mode="snippet" if snippet_type else "hosted",
        size=length,
        created=context.clock.seconds,
        alt_text=alt_text,
        upload_secret=_secret(context, "slack_upload"),
        public_secret=_secret(context, "slack_public_file")[:10],
    )


def _secret(context: Context, kind: str) -> str:
    return context.ids.uuid(kind).replace("-", "")


def receive(context: Context, file_id: str, secret: str, content: bytes) -> File:
    """Take the bytes of an upload that has begun; sent again, they take the place of those sent before."""
    file = _BY_SECRET.first(context, file=file_id, secret=secret)
    if file is None or file.size != len(content):
        raise UploadMismatch(argument="length")
    _KEEP.run(context, file_id=file.id, content=content)
    return _CHANGE.one(context, file=file.id, **_described(file, content))


def _described(file: File, content: bytes) -> dict[str, Any]:
    """What the bytes say of the file."""
    snippet = filetypes.SNIPPETS.get(file.filetype) if file.mode == "snippet" else None
    kind = snippet or filetypes.kind_of(file.name, content)
    size = filetypes.size_of(content) if kind.filetype in filetypes.IMAGES else None
    text = (filetypes.text_of(content) or "") if kind.filetype in filetypes.SNIPPETS else ""
    is_snippet = bool(snippet) or (bool(text) and len(content) <= LARGEST_SNIPPET)
    return {
        "filetype": kind.filetype,
        "mimetype": kind.mimetype,
        "width": size[0] if size else None,
        "height": size[1] if size else None,
        "text": text[:_KEPT_TEXT],
        "lines": len(text.splitlines()),
        "mode": "snippet" if is_snippet else "hosted",
    }


def complete(
    context: Context,
    uploads: Sequence[tuple[str, str]],
    *,
    channel_ids: Sequence[str] = (),
    thread_ts: str | None = None,
    comment: str = "",
    blocks: messages.Blocks | None = None,
) -> list[File]:
    """Finish uploads of one's own (id and title; an empty title leaves the name), and share them.

    In each conversation one message has them all, with the comment as its text; without a conversation they
    stay private (reference B' 23, case 28).  ``blocks`` are for want of a comment.
    """
    wanted = list(dict.fromkeys(channel_ids))
    if len(wanted) > MOST_CHANNELS:
        raise ChannelsLimitExceeded(argument="channels")
    for channel_id in wanted:
        if channels.joined(context, channel_id).is_archived:
            raise PostingToChannelDenied(argument="channel_id")
    finished = [_finished(context, file_id, title) for file_id, title in dict(uploads).items()]
    if not finished:
        raise FileNotFound(argument="files")
    for channel_id in wanted:
        messages.post(
            context,
            channel_id,
            comment,
            thread_ts=thread_ts,
            blocks=None if comment else blocks,
            file_ids=[each.id for each in finished],
        )
    return finished


def _finished(context: Context, file_id: str, title: str) -> File:
    file = _BEGUN.first(context, file=file_id)
    received = file is not None and _CONTENT.value(context, file=file.id) is not None
    if file is None or not received or file.user_id != people.me(context).id:
        raise FileNotFound(argument="files")
    return _CHANGE.one(context, file=file.id, title=title[:LONGEST_NAME] or file.name, is_complete=True)


def upload(
    context: Context,
    name: str,
    content: bytes,
    *,
    title: str = "",
    snippet_type: str = "",
    alt_text: str = "",
) -> File:
    """Upload a file in one step.  It is private until a message shares it."""
    begun = begin(context, name, len(content), snippet_type=snippet_type, alt_text=alt_text)
    receive(context, begun.id, begun.upload_secret, content)
    return complete(context, [(begun.id, title)])[0]


# --- seeing ---------------------------------------------------------------------------------------------


def get(context: Context, file_id: str) -> File:
    """The file with that id, if the person may see it; :class:`FileDeleted` for what is left of one."""
    file = _SEEN.first(context, file=file_id, viewer=people.me(context).id)
    if file is None:
        raise FileNotFound(argument="file")
    if file.is_deleted:
        raise FileDeleted(argument="file")
    return file


def content(context: Context, file_id: str) -> bytes:
    """The bytes of a file that the person may see."""
    return _bytes(context, get(context, file_id))


def _bytes(context: Context, file: File) -> bytes:
    kept = _CONTENT.value(context, file=file.id)
    assert kept is not None
    return kept


def public(context: Context, file_id: str, secret: str) -> tuple[File, bytes]:
    """A file whose uploader has given it a public address, and its bytes: whoever has the address sees it."""
    file = _PUBLIC.first(context, file=file_id, secret=secret)
    if file is None:
        raise FileNotFound(argument="file")
    return file, _bytes(context, file)


def permalink(context: Context, file_id: str) -> str:
    """The address of a file's page in the workspace."""
    file = get(context, file_id)
    return address(people.workspace(context).domain, file)


def address(domain: str, file: File) -> str:
    """The same for a file that is at hand."""
    return f"https://{domain}.slack.com/files/{file.user_id}/{file.id}/{quote(slug(file), safe='')}"


def slug(file: File) -> str:
    """The name in a file's addresses: in lower case, an underscore for what would have to be escaped."""
    stem, dot, ending = file.name.lower().rpartition(".")
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in stem or ending)
    return f"{kept}.{ending}" if dot and stem and ending.isalnum() else kept


def on(context: Context, found: Iterable[Message]) -> dict[str, list[File]]:
    """The files in messages of one conversation, by the messages' timestamps; deleted ones too."""
    shown = list(found)
    held: dict[str, list[File]] = {}
    if shown:
        timestamps = [each.ts for each in shown]
        for row in _ON.all(context, channel=shown[0].channel_id, messages=timestamps):
            held.setdefault(row.message_ts, []).append(row)
    return held


def shares(context: Context, found: Iterable[File]) -> dict[str, list[Share]]:
    """The messages that share files, as far as the person may see them, oldest first, by file."""
    viewer = people.me(context).id
    rows = _SHARES.all(context, files=[each.id for each in found], viewer=viewer)
    places = channels.by_ids(context, {row.channel_id for row in rows})
    threads = {
        place: history.threads(context, [row for row in rows if row.channel_id == place]) for place in places
    }
    told: dict[str, list[Share]] = {}
    for row in rows:
        share = Share(places[row.channel_id], row, threads[row.channel_id].get(row.ts))
        told.setdefault(row.file_id, []).append(share)
    return told


def saved(context: Context, found: Iterable[File]) -> frozenset[str]:
    """The ids of those of the files that the person has saved for later."""
    wanted = [each.id for each in found]
    return frozenset(_SAVED.column(context, viewer=people.me(context).id, files=wanted))


def in_channel(context: Context, channel_id: str) -> Sequence[File]:
    """The files that a conversation's messages share, the last shared first."""
    return _IN_CHANNEL.all(context, channel=channels.get(context, channel_id).id)


# --- lists ----------------------------------------------------------------------------------------------

TYPES: dict[str, frozenset[str]] = {
    **{name: filetypes.of_type(name) for name in ("images", "zips", "pdfs")},
    **dict.fromkeys(("spaces", "gdocs"), frozenset()),
}
"""Slack's groups of files by the ``filetype`` of those in them; ``snippets`` goes by the mode."""

CONDITIONS: dict[str, ColumnElement[bool]] = {
    "owner": File.user_id == bindparam("owner"),
    "channel": select(FileShare.file_id)
    .where(FileShare.file_id == File.id, FileShare.channel_id == bindparam("channel"))
    .where(FileShare.channel_id.in_(channels.VISIBLE))
    .correlate(File)
    .exists(),
    "kinds": File.filetype.in_(among("kinds")),
    "snippets": or_(File.mode == "snippet", File.filetype.in_(among("kinds"))),
    "since": File.created >= bindparam("since"),
    "until": File.created <= bindparam("until"),
}


def listed(
    context: Context,
    *,
    types: str = "all",
    user_id: str = "",
    channel_id: str = "",
    since: int = 0,
    until: int = 0,
    count: int = 100,
    page: int = 1,
) -> Found:
    """Files that the person may see, the newest first.

    ``types`` are Slack's names with commas between them; ``since`` and ``until`` are seconds, both included.
    """
    wanted = {each.strip() for each in types.split(",") if each.strip()} or {"all"}
    if wanted - TYPES.keys() - {"all", "snippets"}:
        raise UnknownType(argument="types")
    values: dict[str, object] = {}
    if "all" not in wanted:
        kinds = sorted(set().union(*(TYPES.get(each, frozenset()) for each in wanted)))
        values |= {"snippets" if "snippets" in wanted else "kinds": kinds}
    if user_id:
        values["owner"] = people.get(context, user_id).id
    if channel_id:
        values["channel"] = channel_id
    values |= {name: value for name, value in (("since", since), ("until", until)) if value}
    counting, showing = _listing(tuple(sorted(values)))
    values["kinds"] = values.pop("snippets", values.get("kinds"))
    asked = {**values, "viewer": people.me(context).id}
    shown = showing.all(context, **asked, count=count, skipped=(page - 1) * count)
    return Found(shown, counting.value(context, **asked) or 0)


@cache
def _listing(given: tuple[str, ...]) -> tuple[Statement[int], Statement[File]]:
    conditions = [visibility.FILES, File.is_deleted.is_(False), *(CONDITIONS[name] for name in given)]
    shown = select(File).where(*conditions).order_by(File.created.desc(), File.number.desc())
    page = shown.limit(bindparam("count", type_=Integer)).offset(bindparam("skipped", type_=Integer))
    return Statement(select(func.count()).select_from(File).where(*conditions)), Statement(page)


# --- changing -------------------------------------------------------------------------------------------


def delete(context: Context, file_id: str) -> None:
    """Delete a file of one's own; an admin may delete any that they see."""
    file, viewer = get(context, file_id), people.me(context)
    if file.user_id != viewer.id and not viewer.is_admin:
        raise CantDeleteFile(argument="file")
    _FORGET.run(context, file=file.id)
    _CHANGE.one(context, file=file.id, is_deleted=True, is_public_url=False, text="")


def publish(context: Context, file_id: str) -> File:
    """Give a file of one's own an address that anybody can open who has it."""
    return _CHANGE.one(context, file=_own(context, file_id, NotAllowed).id, is_public_url=True)


def unpublish(context: Context, file_id: str) -> File:
    """Take a file's public address away."""
    return _CHANGE.one(context, file=_own(context, file_id, FileNotFound).id, is_public_url=False)


def _own(context: Context, file_id: str, of_another: type[SlackError]) -> File:
    """A file of one's own that is still there; the error says what those of others that one sees are."""
    viewer = people.me(context).id
    file = _SEEN.first(context, file=file_id, viewer=viewer)
    if file is None or file.is_deleted:
        raise FileNotFound(argument="file")
    if file.user_id != viewer:
        raise of_another(argument="file")
    return file
