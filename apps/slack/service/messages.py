"""Writing, editing and deleting messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy import delete as delete_rows

from workaday.apps.slack.errors import (
    CantDeleteMessage,
    CantUpdateMessage,
    InvalidThreadTs,
    IsArchived,
    IsInactive,
    MessageNotFound,
    MsgTooLong,
    NoText,
)
from workaday.apps.slack.errors.files import FileNotFound
from workaday.apps.slack.errors.messages import BlockMismatch, CantBroadcastMessage, NoDualUpdate
from workaday.apps.slack.models import (
    Channel,
    File,
    FileShare,
    Membership,
    Message,
    Pin,
    Reaction,
    User,
    Workspace,
)
from workaday.apps.slack.service import apps, channels, content, drafts, marks, notices, people, visibility
from workaday.apps.slack.timestamps import micros, read, ts
from workaday.clock import SECOND
from workaday.statement import Statement, among
from workaday.world import Context

MOST_EDITED = 4_000
TOMBSTONE = "tombstone"
TOMBSTONE_TEXT = "This message was deleted."
ME = "me_message"
OVERRIDDEN = "bot_message"
"""The subtype of what an app posts under another name or icon than its own (reference B.1)."""
FIRST_THREAD = 631_152_000 * SECOND
"""1990-01-01: thread timestamps before it, or more than an hour ahead, are refused (reference B' 3)."""
_NO_THREAD = frozenset({None, "", "0"})
_CHANGEABLE = frozenset({None, ME, OVERRIDDEN})
_BURIED = (
    *("blocks", "attachments", "event_metadata", "edited_by", "edited_ts"),
    *("bot_id", "username", "icon", "details"),
)
"""What a placeholder keeps nothing of."""

Blocks = list[dict[str, Any]]

_AT = (Message.channel_id == bindparam("channel"), Message.ts == bindparam("at"))
_IN_THREAD = (Message.channel_id == bindparam("channel"), Message.thread_ts == bindparam("root"))
_BY_TS: Statement[Message] = Statement(select(Message).where(*_AT))
_ROOT_TS: Statement[str] = Statement(select(func.coalesce(Message.thread_ts, Message.ts)).where(*_AT))
_REPLY_COUNT: Statement[int] = Statement(select(func.count()).where(*_IN_THREAD))
_REPLIED: Statement[tuple[str, str]] = Statement(
    select(Message.channel_id, Message.thread_ts)
    .where(Message.channel_id.in_(among("channels")), Message.thread_ts.in_(among("roots")))
    .distinct()
)
_REWRITE: Statement[Message] = Statement(
    update(Message).where(Message.id == bindparam("message")).returning(Message)
)
_ERASE: Statement[Message] = Statement(delete_rows(Message).where(Message.id == bindparam("message")))
_ERASE_REACTIONS: Statement[Reaction] = Statement(
    delete_rows(Reaction).where(
        Reaction.channel_id == bindparam("channel"), Reaction.message_ts == bindparam("at")
    )
)
_UNPIN: Statement[Pin] = Statement(
    delete_rows(Pin).where(Pin.channel_id == bindparam("channel"), Pin.message_ts == bindparam("at"))
)
_UNSHARE: Statement[FileShare] = Statement(
    delete_rows(FileShare).where(
        FileShare.channel_id == bindparam("channel"), FileShare.message_ts == bindparam("at")
    )
)
_SEEN_FILES: Statement[str] = Statement(
    select(File.id)
    .where(File.id.in_(among("ids")), visibility.FILES, File.is_deleted.is_(False))
    .order_by(File.id)
)
_SHARE: Statement[FileShare] = Statement(insert(FileShare))
_SHOW: Statement[Membership] = Statement(
    update(Membership)
    .where(Membership.channel_id == bindparam("channel"), Membership.is_open.is_(False))
    .values(is_open=True)
)


@dataclass(frozen=True)
class Posted:
    """A new message, and whether its text had to be cut."""

    message: Message
    truncated: bool


class Parts(TypedDict, total=False):
    """What a message may have beside its text: see :func:`send`."""

    thread_ts: str | None
    broadcast: bool
    blocks: Blocks | None
    attachments: Sequence[Mapping[str, Any]] | None
    metadata: Mapping[str, Any] | None
    username: str | None
    icon: str | None
    plain: bool
    file_ids: Sequence[str]


def post(context: Context, channel_id: str, text: str, **parts: Unpack[Parts]) -> Posted:
    """:func:`send` what one has been writing: it is a draft no longer."""
    posted = send(context, channel_id, text, **parts)
    written = posted.message
    drafts.forget(context, written.channel_id, written.user_id, written.thread_ts or "")
    return posted


def send(
    context: Context,
    channel_id: str,
    text: str,
    *,
    thread_ts: str | None = None,
    broadcast: bool = False,
    blocks: Blocks | None = None,
    attachments: Sequence[Mapping[str, Any]] | None = None,
    metadata: Mapping[str, Any] | None = None,
    username: str | None = None,
    icon: str | None = None,
    plain: bool = False,
    file_ids: Sequence[str] = (),
) -> Posted:
    """Write a message, or with ``thread_ts`` a reply.

    A ``thread_ts`` that names a reply goes to its thread; one that names nothing is posted at top level.
    Text over 40,000 characters is cut (reference, notes on tier 1).  ``username`` and ``icon`` are an app's;
    ``plain`` shows the text as it is.
    """
    if not (text or blocks or attachments or file_ids):
        raise NoText(argument="text")
    overridden = {"username": username, "icon": icon} if apps.acting(context) else {}
    return _write(
        context,
        channel_id,
        text,
        thread_ts=thread_ts,
        broadcast=broadcast,
        file_ids=file_ids,
        blocks=content.dumped(blocks),
        attachments=content.attachments(attachments),
        event_metadata=content.dumped(metadata),
        is_plain=plain,
        subtype=OVERRIDDEN if any(overridden.values()) else None,
        **overridden,
    )


def me(context: Context, channel_id: str, text: str) -> Posted:
    """Say what one does: ``/me waves``."""
    if not text:
        raise NoText(argument="text")
    return _write(context, channel_id, text, subtype=ME)


def _write(
    context: Context,
    channel_id: str,
    text: str,
    *,
    thread_ts: str | None = None,
    broadcast: bool = False,
    file_ids: Sequence[str] = (),
    **columns: Any,
) -> Posted:
    user, bot = people.me(context), apps.acting(context)
    channel = _writable(context, channel_id, user)
    root_ts, files = root_of(context, channel.id, thread_ts), _seen_files(context, user, file_ids)
    stored, truncated = content.fitted(text)
    message = notices.add(
        context,
        channel.id,
        user.id,
        stored,
        thread_ts=root_ts,
        broadcast=broadcast and root_ts is not None,
        bot_id=bot.id if bot else None,
        words=content.beside(stored, columns.get("blocks"), columns.get("attachments")),
        **columns,
    )
    _share(context, message, files)
    _seen_and_shown(context, channel, user, message)
    return Posted(message, truncated)


def _writable(context: Context, channel_id: str, user: User) -> Channel:
    """The conversation, if one may write there: a bot that may do so in public need not be in it."""
    may_anywhere = user.is_bot and apps.may(context, "chat:write.public")
    channel = (channels.get if may_anywhere else channels.joined)(context, channel_id, user)
    if channel.is_archived:
        raise IsArchived(argument="channel")
    return channel


def _seen_files(context: Context, user: User, file_ids: Sequence[str]) -> list[str]:
    """The files that somebody puts into a message, each once: any that they can see."""
    wanted = list(dict.fromkeys(file_ids))
    if set(wanted) != set(_SEEN_FILES.column(context, ids=wanted, viewer=user.id) if wanted else ()):
        raise FileNotFound(argument="file_ids")
    return wanted


def _share(context: Context, message: Message, file_ids: Sequence[str]) -> None:
    for position, file_id in enumerate(file_ids):
        place = {"channel_id": message.channel_id, "message_ts": message.ts}
        _SHARE.run(context, file_id=file_id, **place, position=position)


def _seen_and_shown(context: Context, channel: Channel, user: User, message: Message) -> None:
    """Whoever writes has read what is there; a direct message shows up in everybody's sidebar."""
    if message.thread_ts is None or message.broadcast:
        marks.move(context, channel.id, user.id, message.ts)
    if message.thread_ts is not None:
        marks.move_in_thread(context, channel.id, message.thread_ts, user.id, message.ts)
    if channel.is_direct:
        _SHOW.run(context, channel=channel.id)


def root_of(context: Context, channel_id: str, thread_ts: str | None) -> str | None:
    """The root that a ``thread_ts`` argument leads to; None for none, and for one that names nothing."""
    if thread_ts in _NO_THREAD:
        return None
    wanted = read(thread_ts or "")
    moment = micros(wanted) if wanted else 0
    if not FIRST_THREAD <= moment <= context.clock.now + 3600 * SECOND:
        raise InvalidThreadTs(f"{moment} is not a valid thread_ts", argument="thread_ts")
    return _ROOT_TS.value(context, channel=channel_id, at=ts(moment))


def by_ts(context: Context, channel_id: str, message_ts: str) -> Message | None:
    """The message at that timestamp, placeholders of deleted ones too."""
    return _BY_TS.first(context, channel=channel_id, at=message_ts)


def get(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp, placeholders of deleted ones too; else :class:`MessageNotFound`."""
    message = by_ts(context, channel_id, message_ts)
    if message is None:
        raise MessageNotFound(argument="ts")
    return message


def editable(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp, if the person may change it."""
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    message = live(context, channel.id, message_ts)
    if message.user_id != user.id or message.subtype not in _CHANGEABLE:
        raise CantUpdateMessage(argument="ts")
    if channel.is_archived:
        raise IsInactive(argument="channel")
    return message


def edit(
    context: Context,
    channel_id: str,
    message_ts: str,
    text: str | None,
    *,
    blocks: Blocks | None = None,
    attachments: Sequence[Mapping[str, Any]] | None = None,
    metadata: Mapping[str, Any] | None = None,
    file_ids: Sequence[str] | None = None,
    broadcast: bool = False,
) -> Message:
    """Change one's own message.

    A text without blocks removes the blocks and shows the message as edited; blocks do not.  What is None
    stays as it is, what is empty goes (reference B' 9).  ``broadcast`` sends a reply to the channel too.
    """
    message = editable(context, channel_id, message_ts)
    changes_content = bool(text or blocks or attachments or file_ids)
    if broadcast:
        _check_broadcast(message, changes_content)
        return _REWRITE.one(context, message=message.id, broadcast=True)
    if not changes_content:
        raise NoText(argument="text")
    if blocks:
        _check_blocks(message, blocks)
    changed = _rewritten(context, message, text, blocks, attachments, metadata)
    if file_ids is not None:
        files = _seen_files(context, people.me(context), file_ids)
        _UNSHARE.run(context, channel=message.channel_id, at=message.ts)
        _share(context, message, files)
    return _REWRITE.one(context, message=message.id, **changed)


def _rewritten(
    context: Context,
    message: Message,
    text: str | None,
    blocks: Blocks | None,
    attachments: Sequence[Mapping[str, Any]] | None,
    metadata: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """The columns of a message with new content, None for what stays."""
    stored, too_long = content.fitted(text, MOST_EDITED) if text else (message.text, False)
    if too_long:
        raise MsgTooLong(argument="text")
    marked = bool(text) and not blocks
    kept_blocks = None if text else message.blocks
    kinds = {
        "blocks": content.dumped(blocks) if blocks else kept_blocks,
        "attachments": message.attachments if attachments is None else content.attachments(attachments),
    }
    edited_ts = ts(max(context.clock.now, micros(message.ts) + 1))
    return kinds | {
        "text": stored,
        "words": content.beside(stored, kinds["blocks"], kinds["attachments"]),
        "event_metadata": message.event_metadata if metadata is None else content.dumped(metadata),
        "edited_by": message.user_id if marked else message.edited_by,
        "edited_ts": edited_ts if marked else message.edited_ts,
    }


def _check_broadcast(message: Message, changes_content: bool) -> None:
    if message.thread_ts is None or message.broadcast:
        raise CantBroadcastMessage(argument="reply_broadcast")
    if changes_content:
        raise NoDualUpdate(argument="reply_broadcast")


def _check_blocks(message: Message, blocks: Blocks) -> None:
    """Rich text that somebody composed is not to be lost for other blocks."""

    def rich(given: Blocks) -> bool:
        return any(each.get("type") == "rich_text" for each in given)

    if rich(content.loaded(message.blocks)) and not rich(blocks):
        raise BlockMismatch(argument="blocks")


def unfurl(
    context: Context, channel_id: str, message_ts: str, unfurls: Mapping[str, Mapping[str, Any]]
) -> Message:
    """Have an app show what links in a message lead to: an attachment for each, by the link's address."""
    channel = channels.get(context, channel_id)
    message = live(context, channel.id, message_ts)
    shown = [each for each in content.loaded(message.attachments) if each.get("from_url") not in unfurls]
    bot = apps.acting(context)
    by = {"bot_id": bot.id, "app_id": bot.app_id} if bot else {}
    for address, attachment in unfurls.items():
        about = {"from_url": address, "original_url": address, "app_unfurl_url": address}
        shown.append({**attachment, **about, "is_app_unfurl": True, **by})
    attached = content.attachments(shown)
    said = content.beside(message.text, message.blocks, attached)
    return _REWRITE.one(context, message=message.id, attachments=attached, words=said)


def delete(context: Context, channel_id: str, message_ts: str) -> None:
    """Delete one's own message; an admin may delete anybody's.

    A message with replies leaves a placeholder, which goes with its last reply (reference B.1).
    """
    user = people.me(context)
    channel = channels.get(context, channel_id, user)
    message = live(context, channel.id, message_ts)
    if message.user_id != user.id and not user.is_admin:
        raise CantDeleteMessage(argument="ts")
    if reply_count(context, channel.id, message.ts):
        _bury(context, message)
    else:
        _remove(context, message)


def live(context: Context, channel_id: str, message_ts: str) -> Message:
    """The message at that timestamp; a placeholder of a deleted one is not found."""
    message = get(context, channel_id, message_ts)
    if message.subtype == TOMBSTONE:
        raise MessageNotFound(argument="ts")
    return message


def _bury(context: Context, message: Message) -> None:
    _let_go(context, message)
    buried = {"subtype": TOMBSTONE, "text": TOMBSTONE_TEXT, "user_id": people.SLACKBOT, "words": ""}
    _REWRITE.one(context, message=message.id, **buried, **dict.fromkeys(_BURIED))


def _remove(context: Context, message: Message) -> None:
    _erase(context, message)
    if message.thread_ts is None or reply_count(context, message.channel_id, message.thread_ts):
        return
    root = by_ts(context, message.channel_id, message.thread_ts)
    if root is not None and root.subtype == TOMBSTONE:
        _erase(context, root)


def _erase(context: Context, message: Message) -> None:
    _let_go(context, message)
    _ERASE_REACTIONS.run(context, channel=message.channel_id, at=message.ts)
    _ERASE.run(context, message=message.id)


def _let_go(context: Context, message: Message) -> None:
    """What goes with a message even where a placeholder of it stays."""
    for each in (_UNPIN, _UNSHARE):
        each.run(context, channel=message.channel_id, at=message.ts)


def reply_count(context: Context, channel_id: str, root_ts: str) -> int:
    """How many replies a message has."""
    return _REPLY_COUNT.value(context, channel=channel_id, root=root_ts) or 0


def permalink(context: Context, message: Message) -> str:
    """The address of a message; in a thread it names the thread (reference B' 15)."""
    return permalinks(context, [message])[0]


def permalinks(context: Context, found: Sequence[Message]) -> list[str]:
    """The addresses of messages, of one conversation or of many."""
    places, timestamps = sorted({each.channel_id for each in found}), [each.ts for each in found]
    replied = set(_REPLIED.all(context, channels=places, roots=timestamps))
    workspace = people.workspace(context)
    return [_address(workspace, each, (each.channel_id, each.ts) in replied) for each in found]


def _address(workspace: Workspace, message: Message, replied: bool) -> str:
    address = f"https://{workspace.domain}.slack.com/archives/{message.channel_id}"
    link = f"{address}/p{message.ts.replace('.', '')}"
    root_ts = message.thread_ts or (message.ts if replied else None)
    return f"{link}?thread_ts={root_ts}&cid={message.channel_id}" if root_ts else link
