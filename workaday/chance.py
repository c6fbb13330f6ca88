"""Seeded chance: the only place that random numbers come from.

Python's ``hash`` differs between processes, so a seed is a digest of the words and numbers that name it.
"""

from __future__ import annotations

import hashlib
from random import Random

__all__ = ["Random", "digest", "rng"]


def digest(*parts: str | int) -> bytes:
    """32 bytes that depend on these parts, their order and their types alone."""
    # With its length before each part, no two lists of parts spell the same.  SQLAlchemy's names are a
    # subclass of str: what counts is which of the two kinds a part is.
    texts = ((("i" if isinstance(part, int) else "s"), str(part)) for part in parts)
    named = "".join(f"{kind}{len(text)}:{text}" for kind, text in texts)
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).digest()


def rng(*parts: str | int) -> Random:
    """A generator that gives the same numbers for the same parts in every process and on every machine."""
    return Random(int.from_bytes(digest(*parts), "big"))  # noqa: S311 - reproducible on purpose
