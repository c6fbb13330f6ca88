"""What people have begun to write, kept as they write it."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from workaday.apps.slack.pages.door import acting, pages
from workaday.apps.slack.pages.writing import address, done, written
from workaday.apps.slack.service import drafts


@pages.post("/client/<team>/<channel>/draft")
def draft(team: str, channel: str) -> Response:
    """Keep a draft; an empty text throws it away."""
    thread_ts = request.form.get("thread_ts", "")
    with acting("draft") as context:
        text = written()
        if text != drafts.of(context, channel, thread_ts):
            drafts.save(context, channel, text, thread_ts)
    return done(address(team, channel, thread_ts))
