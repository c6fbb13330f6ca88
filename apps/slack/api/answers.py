"""How an answer looks on the wire (reference 0.1 and 0.2)."""

from __future__ import annotations

import json

from flask import Response
from werkzeug.datastructures import Headers

from workaday.apps.slack.service.faults import Struck
from workaday.chance import digest

from .refusals import JSON, Refused

NOT_FOUND = """<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>There’s been a glitch… | Slack</title>
</head>
<body>
<h1>There’s been a glitch…</h1>
<p>We’re not quite sure what went wrong.</p>
</body>
</html>
"""

UNAVAILABLE = """<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="utf-8"><title>Server Error | Slack</title></head>
<body><h1>Server Error</h1><p>It seems like there’s a problem connecting to our servers.</p></body>
</html>
"""

_CACHE = "private, no-cache, no-store, must-revalidate"
_HEADERS = (
    ("access-control-allow-origin", "*"),
    ("access-control-expose-headers", "x-slack-req-id, retry-after"),
    ("vary", "Accept-Encoding"),
    ("x-slack-backend", "r"),
)


class Answer(Response):
    """A response with Slack's own caching rule, whatever the server says of its pages."""

    def get_wsgi_headers(self, environ: dict[str, object]) -> Headers:
        """The headers as they are sent."""
        headers = super().get_wsgi_headers(environ)
        headers["cache-control"] = _CACHE
        return headers


def encoded(told: JSON) -> bytes:
    """Compact JSON in ASCII, with Slack's ``\\/`` for every slash."""
    return json.dumps(told, separators=(",", ":")).replace("/", "\\/").encode()


def answer(told: JSON, request_id: str, *, scopes: str | None, accepted: str, status: int = 200) -> Answer:
    """The response; ``scopes`` are those of the token, if there is one, ``accepted`` the method's."""
    response = Answer(encoded(told), status, content_type="application/json; charset=utf-8")
    response.headers.extend(_HEADERS)
    response.headers["x-slack-req-id"] = request_id
    if scopes is not None:
        response.headers["x-oauth-scopes"] = scopes
        if accepted:
            response.headers["x-accepted-oauth-scopes"] = accepted
    return response


def struck(by: Struck, request_id: str) -> Answer:
    """What stands in for an answer: 429 with ``retry-after``, or a page with a 5xx."""
    if by.kind != "ratelimited":
        return Answer(UNAVAILABLE, by.status, content_type="text/html; charset=utf-8")
    refused = answer(Refused("ratelimited").answer, request_id, scopes=None, accepted="", status=429)
    refused.headers["retry-after"] = str(by.retry_after)
    return refused


def not_found() -> Answer:
    """The page for an address that cannot be a method's."""
    return Answer(NOT_FOUND, 404, content_type="text/html; charset=utf-8")


def request_id(*parts: str | int) -> str:
    """32 hexadecimal digits that the same call at the same moment always gets."""
    return digest("slack request", *parts).hex()[:32]


def warned(told: JSON, warning: str | None) -> JSON:
    """The answer with its method's own ``warning`` and one about the charset where Slack puts them: last."""
    found = [each for each in (told.pop("warning", None), warning) if each]
    if not found:
        return told
    metadata = told.pop("response_metadata", {})
    return {**told, "warning": ",".join(found), "response_metadata": {**metadata, "warnings": found}}
