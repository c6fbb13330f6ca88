"""Slack's ``ts``: seconds, a point, six digits of microseconds.  As text it sorts like the time it means."""

from __future__ import annotations

import re

from workaday.clock import SECOND

NEVER = "0000000000.000000"
"""The read mark of somebody who has not read a conversation at all."""
LAST = "9999999999.999999"
"""No message is later."""

_NO_DIGIT = re.compile(r"[^0-9]")


def ts(micros: int) -> str:
    """Microseconds since 1970 as a ``ts``."""
    return f"{micros // SECOND:010d}.{micros % SECOND:06d}"


def micros(ts: str) -> int:
    """A well-formed ``ts`` as microseconds since 1970."""
    seconds, _, fraction = ts.partition(".")
    return int(seconds) * SECOND + int(fraction)


def shifted(ts_text: str, by: int) -> str:
    """A well-formed ``ts`` some microseconds later, or earlier."""
    return ts(micros(ts_text) + by)


def read(text: str) -> str | None:
    """A ``ts`` argument as Slack reads it, or None where it reads as zero.

    The digits before the first point are seconds, those after it an integer number of microseconds (``.5`` is
    five), whatever stands between them; a third part is ignored (reference B' 2).  What is later than any
    message reads as the last moment.
    """
    seconds, fraction, *_ = [*(_digits(part) for part in text.split(".")), 0]
    return ts(min(seconds * SECOND + fraction, micros(LAST))) if seconds or fraction else None


def _digits(text: str) -> int:
    digits = _NO_DIGIT.sub("", text).lstrip("0")
    return int(digits[:20] or "0")


def is_ts(text: str) -> bool:
    """Whether this is how a message's ``ts`` is written."""
    return re.fullmatch(r"\d{10}\.\d{6}", text, re.ASCII) is not None
