"""What goes wrong with the Web API on purpose."""

from __future__ import annotations

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Fault(Base):
    """Calls of a method (``*`` for any) that are refused or delayed, counted in the order they come.

    The first ``skip`` calls pass and the next ``times`` are struck (all further ones, if it is -1).  With
    ``per_minute`` only calls beyond so many in one minute of the world's time are struck.
    """

    __tablename__ = "slack_fault"

    id: Mapped[int] = mapped_column(primary_key=True)
    method: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    """``ratelimited`` (429 with ``retry_after``), ``unavailable`` (5xx) or ``slow`` (by ``delay``)."""
    skip: Mapped[int] = mapped_column(default=0)
    times: Mapped[int] = mapped_column(default=-1)
    per_minute: Mapped[int] = mapped_column(default=0)
    retry_after: Mapped[int] = mapped_column(default=30)
    """Seconds."""
    status: Mapped[int] = mapped_column(default=503)
    delay: Mapped[int] = mapped_column(default=0)
    """Milliseconds of real time; no time passes in the world."""
    seen: Mapped[int] = mapped_column(default=0)
    minute: Mapped[int] = mapped_column(default=0)
    """The minute that is being counted, in minutes since 1970, and the calls in it."""
    in_minute: Mapped[int] = mapped_column(default=0)
