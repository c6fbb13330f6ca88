"""The workspace and its members."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Text
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
    """Second at which the status goes; 0 for never."""
    pronouns: Mapped[str] = mapped_column(Text, default="")
    presence: Mapped[str] = mapped_column(Text, default="auto")
    """``auto``, or ``away`` for somebody who has set themselves away."""
    is_online: Mapped[bool] = mapped_column(default=False)
    """Whether they have Slack open: somebody who acts always has."""
    fields: Mapped[str] = mapped_column(Text, default="{}")
    """Values of the workspace's own profile fields by id, as JSON."""


class ProfileField(Base):
    """A field that the workspace has added to everybody's profile."""

    __tablename__ = "slack_profile_field"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    ordering: Mapped[int]
    label: Mapped[str] = mapped_column(Text)
    hint: Mapped[str] = mapped_column(Text, default="")
    kind: Mapped[str] = mapped_column(Text, default="text")
    """``text``, ``link``, ``date``, ``user`` or ``options_list``."""
    options: Mapped[str] = mapped_column(Text, default="[]")
    """What can be chosen, as a JSON array; none where anything can be written."""
    is_hidden: Mapped[bool] = mapped_column(default=False)
