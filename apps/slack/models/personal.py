"""What each member has set for themselves, groups of members, and the workspace's own emoji."""

from __future__ import annotations

from sqlalchemy import ForeignKey, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Preference(Base):
    """One preference that somebody has changed from its default; ``value`` is JSON."""

    __tablename__ = "slack_preference"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Glance(Base):
    """How far somebody has looked at a view such as ``activity``: the ``ts`` of the last thing seen."""

    __tablename__ = "slack_glance"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    view: Mapped[str] = mapped_column(Text, primary_key=True)
    last_read: Mapped[str] = mapped_column(Text)


class DoNotDisturb(Base):
    """When somebody is not to be notified: each day between two minutes of the day, and while snoozing."""

    __tablename__ = "slack_dnd"

    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    is_scheduled: Mapped[bool] = mapped_column(default=False)
    starts: Mapped[int] = mapped_column(default=22 * 60)
    ends: Mapped[int] = mapped_column(default=8 * 60)
    snoozed_until: Mapped[int] = mapped_column(default=0)
    """Second at which snoozing ends; 0 or past for not snoozing."""
    skipped_until: Mapped[int] = mapped_column(default=0)
    """Second until which the schedule does not count, because it was ended early."""


class UserGroup(Base):
    """People who can be mentioned together; ``deleted`` is the second of disabling, or 0."""

    __tablename__ = "slack_usergroup"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    handle: Mapped[str] = mapped_column(Text, unique=True)
    description: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[int]
    updated: Mapped[int]
    deleted: Mapped[int] = mapped_column(default=0)
    created_by: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    updated_by: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    deleted_by: Mapped[str | None] = mapped_column(ForeignKey("slack_user.id"))
    is_section: Mapped[bool] = mapped_column(default=False)


class UserGroupMember(Base):
    """Somebody in a user group; ``position`` keeps the order in which they were given."""

    __tablename__ = "slack_usergroup_member"

    usergroup_id: Mapped[str] = mapped_column(ForeignKey("slack_usergroup.id"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), primary_key=True)
    position: Mapped[int]


class UserGroupChannel(Base):
    """A channel that members of a user group are added to."""

    __tablename__ = "slack_usergroup_channel"

    usergroup_id: Mapped[str] = mapped_column(ForeignKey("slack_usergroup.id"), primary_key=True)
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"), primary_key=True)
    position: Mapped[int]


class CustomEmoji(Base):
    """An emoji of the workspace's own: a picture, or another name for an emoji (``alias_for``)."""

    __tablename__ = "slack_emoji"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    alias_for: Mapped[str | None] = mapped_column(Text)
    image: Mapped[bytes | None] = mapped_column(LargeBinary)
    mimetype: Mapped[str] = mapped_column(Text, default="")
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    created: Mapped[int]
