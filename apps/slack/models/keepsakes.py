"""What people keep of messages: pins and bookmarks for a channel, saved items and reminders for oneself."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Pin(Base):
    """A message pinned to its conversation."""

    __tablename__ = "slack_pin"

    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    message_ts: Mapped[str] = mapped_column(Text, primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    created: Mapped[int]


class Bookmark(Base):
    """A link in the bar at the top of a channel; ``rank`` orders them."""

    __tablename__ = "slack_bookmark"
    __table_args__ = (Index(None, "channel_id", "rank"),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    title: Mapped[str] = mapped_column(Text)
    link: Mapped[str] = mapped_column(Text)
    emoji: Mapped[str] = mapped_column(Text, default="")
    rank: Mapped[int]
    created: Mapped[int]
    updated: Mapped[int]
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    updated_by: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))


class Saved(Base):
    """A message or a file that somebody has saved for later.

    ``state`` is ``open``, ``archived`` or ``completed``; ``due`` the second of its reminder, 0 for none.
    """

    __tablename__ = "slack_saved"
    __table_args__ = (Index(None, "user_id", "state", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    channel_id: Mapped[str | None] = mapped_column(ForeignKey("slack_channel.id"))
    message_ts: Mapped[str | None] = mapped_column(Text)
    file_id: Mapped[str | None] = mapped_column(ForeignKey("slack_file.id"))
    created: Mapped[int]
    state: Mapped[str] = mapped_column(Text, default="open")
    due: Mapped[int] = mapped_column(default=0)
    event_number: Mapped[int | None]
    """The engine's event that will remind of it."""


class Reminder(Base):
    """Something to be reminded of at ``time`` (second) by Slackbot; ``recurrence`` is JSON."""

    __tablename__ = "slack_reminder"
    __table_args__ = (Index(None, "user_id", "time"),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    creator_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    text: Mapped[str] = mapped_column(Text)
    time: Mapped[int]
    recurrence: Mapped[str | None] = mapped_column(Text)
    complete_ts: Mapped[int] = mapped_column(default=0)
    channel_id: Mapped[str | None] = mapped_column(ForeignKey("slack_channel.id"))
    event_number: Mapped[int | None]
