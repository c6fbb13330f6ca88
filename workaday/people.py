"""The directory: each person once, for every app.  An agent acts as one of them, its persona."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.database import Base


class Person(Base):
    """Somebody who works at the firm, or with whom it deals."""

    __tablename__ = "workaday_person"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    given_name: Mapped[str] = mapped_column(Text)
    family_name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text, unique=True)
    title: Mapped[str] = mapped_column(Text)
    team: Mapped[str] = mapped_column(Text)
    manager_id: Mapped[str | None] = mapped_column(ForeignKey("workaday_person.id"))
    timezone: Mapped[str] = mapped_column(Text)

    @property
    def name(self) -> str:
        """Given and family name."""
        return f"{self.given_name} {self.family_name}"


class Fact(Base):
    """What the seed knows to be true of its own content, as JSON: for task authors, shown by no door."""

    __tablename__ = "workaday_fact"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text, index=True)
    subject: Mapped[str] = mapped_column(Text)
    data: Mapped[str] = mapped_column(Text)
