"""Identifiers that look real, are the same every time, and are never used twice.

Each kind counts 1, 2, 3… in the world's own database.  What the products show is that count, scattered over
the whole space by a one-to-one function of the world's seed: no collisions, no pattern to guess by eye.
"""

from __future__ import annotations

import math
from functools import cached_property

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from workaday.chance import digest
from workaday.database import Base, RawConnection
from workaday.errors import WorldError

BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sequence(Base):
    """How many identifiers of each kind a world has given out."""

    __tablename__ = "workaday_sequence"

    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[int]


class Identifiers:
    """The identifiers of one world."""

    def __init__(self, raw: RawConnection) -> None:
        self._raw = raw

    @cached_property
    def seed(self) -> int:
        """The world's seed."""
        return int(self._raw.execute("SELECT seed FROM workaday_world WHERE id = 1").fetchone()[0])

    def number(self, kind: str, *, least: int = 1) -> int:
        """The next number of a kind: 1, 2, 3…, or from ``least`` on where that is further."""
        row = self._raw.execute(
            "INSERT INTO workaday_sequence (kind, value) VALUES (?, ?) "
            "ON CONFLICT (kind) DO UPDATE SET value = max(value + 1, excluded.value) RETURNING value",
            (kind, least),
        ).fetchone()
        return int(row[0])

    def code(self, prefix: str, *, length: int = 11, alphabet: str = BASE36) -> str:
        """A prefix, ``0``, and letters up to ``length`` characters in all, such as ``C07QK2M9ZTD``."""
        letters = length - len(prefix) - 1
        space = len(alphabet) ** letters
        number = self.number(prefix)
        if number > space:
            raise WorldError(f"the {space} codes of the form {prefix}0… are used up")
        scattered = scatter(number, space, self.seed, prefix)
        return f"{prefix}0{spell(scattered, letters, alphabet)}"

    def uuid(self, kind: str, number: int | None = None) -> str:
        """Text with the shape of a version 4 UUID: for the next number of a kind, or for one given out."""
        bits = bytearray(digest(self.seed, kind, number or self.number(kind))[:16])
        bits[6] = bits[6] & 0x0F | 0x40
        bits[8] = bits[8] & 0x3F | 0x80
        text = bits.hex()
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def scatter(count: int, space: int, seed: int, kind: str) -> int:
    """A one-to-one function of ``count`` onto ``range(space)``."""
    key = digest(seed, kind)
    step = int.from_bytes(key[:12], "big") % space | 1
    while math.gcd(step, space) != 1:
        step += 2
    return (count * step + int.from_bytes(key[12:24], "big")) % space


def spell(number: int, length: int, alphabet: str) -> str:
    """A number in the base of the alphabet, padded to ``length``."""
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        letters.append(alphabet[digit])
    return "".join(reversed(letters))
