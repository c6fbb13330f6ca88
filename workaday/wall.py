"""The real clock, for a recording's metadata and for giving up on an attempt; a world never reads it."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Stopwatch:
    """How long something has taken, and whether that is longer than anybody's patience (in seconds)."""

    def __init__(self, patience: float | None = None) -> None:
        self._started = datetime.now(UTC)
        self._from = time.monotonic()
        self._patience = patience

    @property
    def seconds(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self._from

    @property
    def run_out(self) -> bool:
        """Whether it has taken longer than it may."""
        return self._patience is not None and self.seconds > self._patience

    def as_dict(self) -> dict[str, str | float]:
        """When it was started and how long it has taken, as JSON."""
        return {"started": self._started.isoformat(timespec="seconds"), "seconds": round(self.seconds, 3)}
