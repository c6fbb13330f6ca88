"""Messages, reactions, and what is not a message yet."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Message(Base):
    """A message, a reply (``thread_ts`` names its root) or a notice of the workspace (``subtype``).

    ``text`` is Slack's mrkdwn with control tokens; ``blocks``, ``attachments`` and ``event_metadata`` are the
    JSON that a sender gave beside it.
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
    bot_id: Mapped[str | None] = mapped_column(ForeignKey("slack_bot.id"))
    """The bot of the app that posted it, for a person (``user_id``) or for itself."""
    username: Mapped[str | None] = mapped_column(Text)
    icon: Mapped[str | None] = mapped_column(Text)
    """The name and the icon (``:emoji:`` or an address) that an app gave itself for this message."""
    attachments: Mapped[str | None] = mapped_column(Text)
    event_metadata: Mapped[str | None] = mapped_column(Text)
    details: Mapped[str | None] = mapped_column(Text)
    """What a notice carries beside its text (``topic``, ``inviter``, ``old_name``, …), as a JSON object."""
    is_plain: Mapped[bool] = mapped_column(default=False)
    """Sent with ``mrkdwn=false``: its text is shown as it is."""
    words: Mapped[str] = mapped_column(Text, default="")
    """What its blocks and attachments say beside the text, as mrkdwn: searches and mentions look here too."""


class Reaction(Base):
    """One person's emoji on a message; ``id`` gives the order in which they came."""

    __tablename__ = "slack_reaction"
    __table_args__ = (UniqueConstraint("channel_id", "message_ts", "name", "user_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    message_ts: Mapped[str] = mapped_column(Text)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    name: Mapped[str] = mapped_column(Text)
    ts: Mapped[str] = mapped_column(Text, default="")
    """When somebody reacted, as messages tell it; empty where that is not known."""


class Ephemeral(Base):
    """A message that one member alone sees, until they dismiss it: no history has it."""

    __tablename__ = "slack_ephemeral"
    __table_args__ = (Index(None, "to_user_id", "channel_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    ts: Mapped[str] = mapped_column(Text)
    to_user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    bot_id: Mapped[str | None] = mapped_column(ForeignKey("slack_bot.id"))
    thread_ts: Mapped[str | None] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    blocks: Mapped[str | None] = mapped_column(Text)
    attachments: Mapped[str | None] = mapped_column(Text)
    username: Mapped[str | None] = mapped_column(Text)
    icon: Mapped[str | None] = mapped_column(Text)


class Scheduled(Base):
    """A message to be sent at ``post_at`` (second); ``event_number`` is the engine's event that sends it."""

    __tablename__ = "slack_scheduled"
    __table_args__ = (Index(None, "user_id", "post_at"),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    bot_id: Mapped[str | None] = mapped_column(ForeignKey("slack_bot.id"))
    post_at: Mapped[int]
    created: Mapped[int]
    event_number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    thread_ts: Mapped[str | None] = mapped_column(Text)
    broadcast: Mapped[bool] = mapped_column(default=False)
    blocks: Mapped[str | None] = mapped_column(Text)
    attachments: Mapped[str | None] = mapped_column(Text)
    event_metadata: Mapped[str | None] = mapped_column(Text)


class Draft(Base):
    """What somebody has begun to write in a conversation (``thread_ts`` empty) or in a thread."""

    __tablename__ = "slack_draft"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    thread_ts: Mapped[str] = mapped_column(Text, primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    updated: Mapped[int]
