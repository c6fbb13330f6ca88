"""Slack's ``ts``: seconds, a point, six digits of microseconds.  As text it sorts like the time it stands for."""

from __future__ import annotations

import re

from workaday.clock import SECOND

NEVER = "0000000000.000000"
"""The read mark of somebody who has not read a conversation at all."""
LAST = "9999999999.999999"
"""No message is later."""

_NUMBER = re.compile(r"\d+")


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
    five); a third part is ignored (reference B' 2).  What is later than any message reads as the last moment.
    """
    parts = text.split(".")
    whole, fraction = _leading(parts[0]), _leading(parts[1]) if len(parts) > 1 else 0
    return ts(min(whole * SECOND + fraction, micros(LAST))) if whole or fraction else None


def _leading(text: str) -> int:
    found = _NUMBER.match(text)
    return int(found[0][:16]) if found else 0


def is_ts(text: str) -> bool:
    """Whether this is how a message's ``ts`` is written."""
    return re.fullmatch(r"\d{10}\.\d{6}", text, re.ASCII) is not None
