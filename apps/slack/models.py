"""Slack's tables.

Times are in the units that Slack itself shows: seconds for ``created`` and the like, milliseconds for a
channel's ``updated``, and ``ts`` texts such as ``1742302800.000200`` (seconds, then six digits of
microseconds) that identify a message in its channel.
"""

from __future__ import annotations

from sqlalchemy import DDL, ForeignKey, Index, Text, UniqueConstraint, event
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Workspace(Base):
    """The firm's workspace: one row."""

    __tablename__ = "slack_workspace"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    domain: Mapped[str] = mapped_column(Text)
    created: Mapped[int]


class User(Base):
    """A member of the workspace: a person of the firm, or Slackbot."""

    __tablename__ = "slack_user"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("workaday_person.id"), unique=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    real_name: Mapped[str] = mapped_column(Text)
    display_name: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    email: Mapped[str | None] = mapped_column(Text)
    phone: Mapped[str] = mapped_column(Text)
    tz: Mapped[str] = mapped_column(Text)
    color: Mapped[str] = mapped_column(Text)
    is_admin: Mapped[bool]
    is_owner: Mapped[bool]
    is_primary_owner: Mapped[bool]
    is_bot: Mapped[bool]
    deleted: Mapped[bool]
    updated: Mapped[int]
    status_text: Mapped[str] = mapped_column(Text)
    status_emoji: Mapped[str] = mapped_column(Text)
    status_expiration: Mapped[int]


class Channel(Base):
    """A conversation of any kind: ``public``, ``private``, ``im`` (two people) or ``mpim`` (a few)."""

    __tablename__ = "slack_channel"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(Text, index=True)
    name: Mapped[str | None] = mapped_column(Text, unique=True)
    """Null for a direct message between two people."""
    creator_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    created: Mapped[int]
    updated: Mapped[int]
    topic: Mapped[str] = mapped_column(Text, default="")
    topic_creator_id: Mapped[str] = mapped_column(Text, default="")
    topic_set: Mapped[int] = mapped_column(default=0)
    purpose: Mapped[str] = mapped_column(Text, default="")
    purpose_creator_id: Mapped[str] = mapped_column(Text, default="")
    purpose_set: Mapped[int] = mapped_column(default=0)
    is_general: Mapped[bool] = mapped_column(default=False)
    is_archived: Mapped[bool] = mapped_column(default=False)

    @property
    def is_direct(self) -> bool:
        """Whether it is a direct message, between two people or a few."""
        return self.kind in {"im", "mpim"}


class Membership(Base):
    """That somebody is in a conversation; ``is_open`` is whether a direct one shows in the sidebar."""

    __tablename__ = "slack_membership"
    __table_args__ = (Index(None, "user_id", "channel_id"),)

    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    joined: Mapped[int]
    is_open: Mapped[bool] = mapped_column(default=True)


class ReadMark(Base):
    """How far somebody has read a conversation: the ``ts`` of the last message seen."""

    __tablename__ = "slack_read_mark"

    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    last_read: Mapped[str] = mapped_column(Text)


class Message(Base):
    """A message, a reply (``thread_ts`` names its root) or a notice of the workspace (``subtype``).

    ``text`` is Slack's mrkdwn with control tokens, ``blocks`` the JSON that a sender gave beside it.
    """

    __tablename__ = "slack_message"
    __table_args__ = (
        UniqueConstraint("channel_id", "ts"),
        Index(None, "channel_id", "thread_ts", "ts"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    ts: Mapped[str] = mapped_column(Text)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    text: Mapped[str] = mapped_column(Text)
    thread_ts: Mapped[str | None] = mapped_column(Text)
    broadcast: Mapped[bool] = mapped_column(default=False)
    subtype: Mapped[str | None] = mapped_column(Text)
    client_msg_id: Mapped[str] = mapped_column(Text)
    blocks: Mapped[str | None] = mapped_column(Text)
    edited_ts: Mapped[str | None] = mapped_column(Text)
    edited_by: Mapped[str | None] = mapped_column(Text)


class Reaction(Base):
    """One person's emoji on a message; ``id`` gives the order in which they came."""

    __tablename__ = "slack_reaction"
    __table_args__ = (UniqueConstraint("channel_id", "message_ts", "name", "user_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    message_ts: Mapped[str] = mapped_column(Text)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    name: Mapped[str] = mapped_column(Text)


# --- the search index -----------------------------------------------------------------------------------

_READ = "replace(replace(replace({}.text, '&lt;', '<'), '&gt;', '>'), '&amp;', '&')"
"""What is indexed: the text as people read it, or ``Smith & Sons`` would hold the word ``amp``."""
_FORGET = (
    "INSERT INTO slack_message_index (slack_message_index, rowid, text) "  # noqa: S608
    f"VALUES ('delete', OLD.id, {_READ.format('OLD')});"
)
_LEARN = f"INSERT INTO slack_message_index (rowid, text) VALUES (NEW.id, {_READ.format('NEW')});"  # noqa: S608
_INDEX = (
    "CREATE VIRTUAL TABLE slack_message_index USING fts5"
    "(text, content='slack_message', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')",
    f"CREATE TRIGGER slack_index_insert AFTER INSERT ON slack_message BEGIN {_LEARN} END",
    f"CREATE TRIGGER slack_index_delete AFTER DELETE ON slack_message BEGIN {_FORGET} END",
    f"CREATE TRIGGER slack_index_update AFTER UPDATE OF text ON slack_message BEGIN {_FORGET} {_LEARN} END",
)

for _statement in _INDEX:
    made = DDL(_statement.replace("%", "%%"))  # type: ignore[no-untyped-call]
    event.listen(Message.__table__, "after_create", made)
