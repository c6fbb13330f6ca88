"""Apps that are installed in the workspace: their bots and addresses, and what they are told."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class InstalledApp(Base):
    """An app.  Scopes and event types are words with a space between."""

    __tablename__ = "slack_app"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[int]
    client_id: Mapped[str] = mapped_column(Text)
    client_secret: Mapped[str] = mapped_column(Text)
    signing_secret: Mapped[str] = mapped_column(Text)
    verification_token: Mapped[str] = mapped_column(Text)
    bot_scopes: Mapped[str] = mapped_column(Text, default="")
    user_scopes: Mapped[str] = mapped_column(Text, default="")
    bot_events: Mapped[str] = mapped_column(Text, default="")
    event_url: Mapped[str] = mapped_column(Text, default="")
    interaction_url: Mapped[str] = mapped_column(Text, default="")
    options_url: Mapped[str] = mapped_column(Text, default="")
    is_socket_mode: Mapped[bool] = mapped_column(default=False)
    has_home: Mapped[bool] = mapped_column(default=False)
    unfurl_domains: Mapped[str] = mapped_column(Text, default="")
    """Domains of which the app is told when somebody shares a link, words with a space between."""


class Bot(Base):
    """The bot of an app, with a member of its own (``user_id``)."""

    __tablename__ = "slack_bot"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"), unique=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"), unique=True)
    name: Mapped[str] = mapped_column(Text)
    icon: Mapped[str] = mapped_column(Text, default="")
    """An ``:emoji:``, or empty for the initial."""
    updated: Mapped[int]
    deleted: Mapped[bool] = mapped_column(default=False)


class Command(Base):
    """A slash command of an app."""

    __tablename__ = "slack_command"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
    """With its slash: ``/expense``."""
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    url: Mapped[str] = mapped_column(Text, default="")
    description: Mapped[str] = mapped_column(Text, default="")
    usage: Mapped[str] = mapped_column(Text, default="")


class Shortcut(Base):
    """An action of an app in menus: ``global``, or ``message`` for one on a message."""

    __tablename__ = "slack_shortcut"

    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"), primary_key=True)
    callback_id: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, default="")


class Webhook(Base):
    """An address at which whoever knows it may post into one channel."""

    __tablename__ = "slack_webhook"

    secret: Mapped[str] = mapped_column(Text, primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    created: Mapped[int]
    is_disabled: Mapped[bool] = mapped_column(default=False)


class Trigger(Base):
    """What lets an app open a view for somebody, once, within three seconds of what they did."""

    __tablename__ = "slack_trigger"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    at: Mapped[int]
    """Microsecond of the world's clock."""
    view_id: Mapped[str | None] = mapped_column(Text)
    """The view that it came from, if it came from one."""
    is_used: Mapped[bool] = mapped_column(default=False)


class ResponseAddress(Base):
    """A ``response_url``: for half an hour, and five times, an app may answer there."""

    __tablename__ = "slack_response"

    secret: Mapped[str] = mapped_column(Text, primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    channel_id: Mapped[str] = mapped_column(ForeignKey("slack_channel.id"))
    message_ts: Mapped[str | None] = mapped_column(Text)
    at: Mapped[int]
    uses: Mapped[int] = mapped_column(default=0)


class View(Base):
    """A modal, or an app's home, that is open for somebody.  ``content`` and ``state`` are JSON."""

    __tablename__ = "slack_view"
    __table_args__ = (Index(None, "user_id", "app_id"),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    kind: Mapped[str] = mapped_column(Text)
    external_id: Mapped[str] = mapped_column(Text, default="")
    root_id: Mapped[str] = mapped_column(Text)
    previous_id: Mapped[str | None] = mapped_column(Text)
    depth: Mapped[int] = mapped_column(default=1)
    """1 for a home and for the view at the bottom of a stack."""
    hash: Mapped[str] = mapped_column(Text)
    content: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, default="{}")
    """What has been filled in: values by block and action."""
    errors: Mapped[str] = mapped_column(Text, default="{}")
    """What the app found wrong with it, by block."""
    is_submitted: Mapped[bool] = mapped_column(default=False)
    """Whether the app has yet to say what becomes of what was submitted."""
    updated: Mapped[int]


class Suggestion(Base):
    """The options that an app offers for what somebody is typing; null until it has answered."""

    __tablename__ = "slack_suggestion"

    id: Mapped[int] = mapped_column(primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    user_id: Mapped[str] = mapped_column(ForeignKey("slack_user.id"))
    options: Mapped[str | None] = mapped_column(Text)


class Delivery(Base):
    """Something that an app is told, in order of ``id``: an event, a command, an interaction."""

    __tablename__ = "slack_delivery"
    __table_args__ = (Index(None, "app_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    app_id: Mapped[str] = mapped_column(ForeignKey("slack_app.id"))
    kind: Mapped[str] = mapped_column(Text)
    """``events_api``, ``slash_commands`` or ``interactive``."""
    about: Mapped[str] = mapped_column(Text, default="")
    """What the answer is about: the secret of a response address, a view's id, a suggestion's number."""
    payload: Mapped[str] = mapped_column(Text)
    at: Mapped[int]
