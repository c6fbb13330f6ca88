"""Conversations, who is in them, and how far each member has read."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


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
    previous_names: Mapped[str] = mapped_column(Text, default="[]")
    """Names it had before, as a JSON array, oldest first."""

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
    is_starred: Mapped[bool] = mapped_column(default=False)
    is_muted: Mapped[bool] = mapped_column(default=False)
    notify: Mapped[str] = mapped_column(Text, default="default")
    """What to notify about: ``default`` (as in the preferences), ``all``, ``mentions`` or ``nothing``."""
    section_id: Mapped[str | None] = mapped_column(ForeignKey("slack_section.id"))
    """The section of one's own that it stands in; null for the built-in one of its kind."""


class ReadMark(Base):
    """How far somebody has read a conversation: the ``ts`` of the last message seen."""

    __tablename__ = "slack_read_mark"

    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    last_read: Mapped[str] = mapped_column(Text)


class Section(Base):
    """A section that somebody has made in their own sidebar."""

    __tablename__ = "slack_section"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    name: Mapped[str] = mapped_column(Text)
    emoji: Mapped[str] = mapped_column(Text, default="")
    rank: Mapped[int]


class ThreadMark(Base):
    """How far somebody has read a thread."""

    __tablename__ = "slack_thread_mark"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    thread_ts: Mapped[str] = mapped_column(Text, primary_key=True)
    last_read: Mapped[str] = mapped_column(Text)


class ThreadFollow(Base):
    """That somebody has said that they follow a thread, or do not, whatever they wrote in it."""

    __tablename__ = "slack_thread_follow"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    thread_ts: Mapped[str] = mapped_column(Text, primary_key=True)
    follows: Mapped[bool]
