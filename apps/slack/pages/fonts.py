"""The emoji that a package carries and that Slack's pages show."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from flask import Response, send_from_directory

from workaday.apps.slack.pages.door import pages


@pages.get("/fonts/emoji.ttf")
def fonts() -> Response:
    """Noto Emoji, so that emoji look the same on every machine."""
    found = find_spec("manimgx_fonts")
    assert found is not None
    assert found.origin is not None
    return send_from_directory(Path(found.origin).parent, "NotoEmoji[wght].ttf", mimetype="font/ttf")
