"""How processes tell another one that something waits in a world: names in a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

_SILENCE = ""


class Bell:
    """Made before the processes part.  Any of them rings, one of them listens."""

    def __init__(self) -> None:
        self._heard, self._rung = os.pipe()
        os.set_blocking(self._rung, False)

    def ring(self, world: str) -> None:
        """Something waits in a world.  A bell that nobody listens to keeps nobody waiting."""
        with suppress(BlockingIOError):
            os.write(self._rung, f"{world}\n".encode())

    def silence(self) -> None:
        """Let the one who listens stop."""
        self.ring(_SILENCE)

    def heard(self) -> Iterator[str]:
        """The names of worlds, as they are rung, until there is silence."""
        with os.fdopen(self._heard) as lines:
            for line in lines:
                if line.strip() == _SILENCE:
                    return
                yield line.strip()
