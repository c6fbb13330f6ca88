"""Files, their content, and the messages that share them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class File(Base):
    """A file; until ``is_complete`` an upload that has begun."""

    __tablename__ = "slack_file"
    __table_args__ = (Index(None, "user_id", "created"),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    """Counts the files in the order in which they were begun: the index knows a file by it."""
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    name: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    mimetype: Mapped[str] = mapped_column(Text, default="")
    filetype: Mapped[str] = mapped_column(Text, default="")
    mode: Mapped[str] = mapped_column(Text, default="hosted")
    """``hosted`` or ``snippet``."""
    size: Mapped[int]
    created: Mapped[int]
    alt_text: Mapped[str] = mapped_column(Text, default="")
    width: Mapped[int | None]
    height: Mapped[int | None]
    text: Mapped[str] = mapped_column(Text, default="")
    """What a file of text says, as far as previews and searches read it."""
    lines: Mapped[int] = mapped_column(default=0)
    """How many lines a file of text has."""
    upload_secret: Mapped[str] = mapped_column(Text)
    public_secret: Mapped[str] = mapped_column(Text)
    is_public_url: Mapped[bool] = mapped_column(default=False)
    is_complete: Mapped[bool] = mapped_column(default=False)
    is_deleted: Mapped[bool] = mapped_column(default=False)
    """A tombstone: its messages still say that there was a file."""


class FileContent(Base):
    """A file's bytes."""

    __tablename__ = "slack_file_content"

    file_id: Mapped[str] = mapped_column(ForeignKey("slack_file.id"), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class FileShare(Base):
    """A file in a message; ``position`` orders a message's files."""

    __tablename__ = "slack_file_share"
    __table_args__ = (Index(None, "channel_id", "message_ts"),)

    file_id: Mapped[str] = mapped_column(ForeignKey("slack_file.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    message_ts: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int] = mapped_column(default=0)
