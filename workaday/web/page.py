"""What the base page tells the browser: when it is in the world, and what the page was made from."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import lru_cache
from pathlib import Path

from flask import Flask, g, url_for
from markupsafe import Markup

from workaday.server import seats

CLOCK = Path(__file__).parent / "static" / "page_clock.js"


def install(app: Flask) -> None:
    """Let this door's templates extend ``base.html``."""
    app.jinja_env.globals.update(page_clock=page_clock, page_sequence=page_sequence, feed_url=feed_url)


def page_clock() -> Markup:
    """The script element that makes the page's time the world's: it comes before every other script."""
    clock = seats.current().world.clock
    opening = Markup('<script data-now="{}" data-zone="{}">').format(clock.now, clock.zone.key)
    return opening + Markup(clock_script()) + Markup("</script>")  # noqa: S704 - our own file


def note_sequence() -> None:
    """Remember how far the journal went before the page was made: what comes later, the page has not seen."""
    g.workaday_sequence = seats.current().world.sequence()


def page_sequence() -> int:
    """How far the journal went before the page was made."""
    return int(g.workaday_sequence)


def feed_url() -> str:
    """Where the page asks what has changed since."""
    return url_for("feed")


@lru_cache(maxsize=1)
def clock_script() -> str:
    """The page clock's source."""
    return CLOCK.read_text("utf-8")


@lru_cache(maxsize=1)
def policy() -> str:
    """The Content-Security-Policy of a page: nothing from elsewhere, no script but our files.

    Workers are refused because the page clock does not reach them.
    """
    digest = b64encode(hashlib.sha256(clock_script().encode()).digest()).decode()
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' 'sha256-{digest}'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "worker-src 'none'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        ]
    )
