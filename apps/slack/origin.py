"""Which addresses Slack's objects have: on this server where a client asks, Slack's own in what is stored.

What a world keeps must not depend on where a server happens to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flask import has_request_context

_SLACKS_OWN: ContextVar[bool] = ContextVar("slacks_own", default=False)


@contextmanager
def slacks_own() -> Iterator[None]:
    """Until the block ends, addresses are Slack's own."""
    was = _SLACKS_OWN.set(True)
    try:
        yield
    finally:
        _SLACKS_OWN.reset(was)


def on_this_server() -> bool:
    """Whether a client asks who can fetch what an address on this server leads to."""
    return has_request_context() and not _SLACKS_OWN.get()
