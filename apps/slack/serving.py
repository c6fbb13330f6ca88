"""Bytes of files and pictures as a browser or a client gets them: nothing in them can act for who looks."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

from flask import Response
from werkzeug.datastructures import Headers

from workaday.apps.slack.filetypes import IMAGES, SNIPPETS
from workaday.apps.slack.models import File

_SEALED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
_SHOWN = IMAGES | SNIPPETS.keys() | {"pdf", "svg", "mp3", "m4a", "wav", "mp4", "webm"}
"""What a browser shows in its window; everything else it saves."""


class _Sealed(Response):
    """A response with a policy of its own, whatever the server says of its pages."""

    def get_wsgi_headers(self, environ: dict[str, object]) -> Headers:
        headers = super().get_wsgi_headers(environ)
        headers["content-security-policy"] = _SEALED
        return headers


def _called(name: str) -> dict[str, str]:
    """A name as a header can carry it: in ASCII, and where that is not all of it in UTF-8 too (RFC 6266)."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return {"filename": plain} | ({} if plain == name else {"filename*": f"UTF-8''{quote(name, safe='')}"})


def serve(file: File, content: bytes, *, download: bool = False) -> Response:
    """The bytes.  Any text is plain, so that no page in it is drawn; a PDF cannot be read in a sandbox."""
    is_text = file.filetype in SNIPPETS
    media = "text/plain; charset=utf-8" if is_text else file.mimetype
    made = Response if file.filetype == "pdf" else _Sealed
    answer = made(content, content_type=media)
    placed = "attachment" if download or file.filetype not in _SHOWN else "inline"
    answer.headers.set("Content-Disposition", placed, **_called(file.name))
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def serve_picture(content: bytes, mimetype: str) -> Response:
    """A picture that is shown among text."""
    answer = _Sealed(content, content_type=mimetype)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
