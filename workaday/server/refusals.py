"""Plain refusals: what went wrong in a few words, with no trace, no path and nothing of the world in it."""

from __future__ import annotations

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from workaday.web import page

_KEPT = ("Allow", "Retry-After")
_FILES = frozenset({"static", "fonts"})
_OF_THE_DISK = ("ETag", "Expires", "Last-Modified")


def install(app: Flask) -> None:
    """Answer errors plainly, and give every answer the headers that it must have."""
    app.register_error_handler(HTTPException, _plain)
    app.register_error_handler(UnicodeEncodeError, _unstorable)
    app.register_error_handler(OverflowError, _unstorable)
    app.register_error_handler(Exception, _broken)
    app.after_request(_headers)


def plain(status: int, text: str) -> Response:
    """A refusal as text."""
    return Response(f"{text}\n", status, content_type="text/plain; charset=utf-8")


def _plain(error: HTTPException) -> Response:
    answer = plain(error.code or 500, error.name)
    for name, value in error.get_headers():
        if name in _KEPT:
            answer.headers[name] = value
    return answer


def _unstorable(_: Exception) -> Response:
    """SQLite keeps 64-bit integers and characters; it was sent something else."""
    return plain(400, "Bad Request")


def _broken(error: Exception) -> Response:
    current_app.logger.exception("while serving %s %s", request.method, request.endpoint, exc_info=error)
    return plain(500, "Internal Server Error")


def _headers(answer: Response) -> Response:
    """Nothing that depends on the machine's clock or disk, nothing loaded from elsewhere, no page kept."""
    if _is_file() and answer.status_code < 400:
        answer.headers["Cache-Control"] = "max-age=3600"
        for name in _OF_THE_DISK:
            answer.headers.pop(name, None)
    answer.headers.setdefault("Cache-Control", "no-store")
    answer.headers["Content-Security-Policy"] = page.policy()
    answer.headers["Referrer-Policy"] = "same-origin"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _is_file() -> bool:
    return request.endpoint is not None and request.endpoint.rpartition(".")[2] in _FILES
