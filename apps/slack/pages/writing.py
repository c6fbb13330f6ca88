"""What a person does on the pages: forms that work alone, and that the page's script sends for them."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from workaday.apps.slack import mrkdwn
from workaday.apps.slack.errors.files import FileNotFound
from workaday.apps.slack.pages.door import acting, pages, reading, wants_json
from workaday.apps.slack.pages.editor import Called, editable
from workaday.apps.slack.service import (
    channels,
    files,
    history,
    management,
    marks,
    messages,
    people,
    reactions,
)
from workaday.apps.slack.service.history import Window
from workaday.apps.slack.timestamps import NEVER
from workaday.world import Context


def written() -> str:
    """The text of a message form.

    The script sends ``mrkdwn``: what was typed, escaped, with the chosen mentions as tokens.  A browser
    without it sends ``text``: what was typed.
    """
    if "mrkdwn" in request.form:
        return request.form["mrkdwn"].replace("\r\n", "\n")
    return mrkdwn.typed(request.form.get("text", ""))


@pages.post("/client/<team>/<channel>/post")
def post(team: str, channel: str) -> Answer:
    """Send a message, or a reply; ``files`` are the uploads that go out with it, as JSON."""
    thread_ts = request.form.get("thread_ts") or None
    with acting("post") as context:
        uploads = _uploads()
        finished = files.complete(context, uploads) if uploads else []
        sent = messages.post(
            context,
            channel,
            written(),
            thread_ts=thread_ts,
            broadcast="broadcast" in request.form,
            file_ids=[each.id for each in finished],
        )
        ts, root_ts = sent.message.ts, sent.message.thread_ts
    return done(address(team, channel, root_ts), ts=ts, truncated=sent.truncated)


def _uploads() -> list[tuple[str, str]]:
    given = request.form.get("files", "[]")
    try:
        return [(str(each["id"]), str(each["title"])) for each in json.loads(given)]
    except (ValueError, TypeError, KeyError):
        raise FileNotFound(argument="files") from None


@pages.post("/upload")
def upload() -> Answer:
    """Take in a file that will go out with a message."""
    given = request.files.get("file")
    content = given.read() if given else b""
    form = request.form
    with acting("upload") as context:
        begun = files.begin(
            context,
            form.get("name", ""),
            len(content),
            alt_text=form.get("alt_text", ""),
            snippet_type=form.get("snippet_type", ""),
        )
        files.receive(context, begun.id, begun.upload_secret, content)
        number = begun.id
    return jsonify(id=number)


@pages.post("/client/<team>/<channel>/edit/<ts>")
def edit(team: str, channel: str, ts: str) -> Answer:
    """Change one's own message."""
    with acting("edit") as context:
        root_ts = messages.edit(context, channel, ts, written()).thread_ts
    return done(address(team, channel, root_ts), ts=ts)


@pages.get("/client/<team>/<channel>/edit/<ts>")
def editor(team: str, channel: str, ts: str) -> str:
    """The form that edits a message."""
    with reading("edit") as context:
        text = messages.get(context, channels.get(context, channel).id, ts).text
        filled = editable(text, Called(context))
    return render_template("slack/_editor.html", team=team, channel=channel, ts=ts, filled=filled)


@pages.post("/client/<team>/<channel>/delete/<ts>")
def delete(team: str, channel: str, ts: str) -> Answer:
    """Delete a message."""
    with acting("delete") as context:
        messages.delete(context, channel, ts)
    return done(address(team, channel))


@pages.post("/client/<team>/<channel>/react/<ts>")
def react(team: str, channel: str, ts: str) -> Answer:
    """Put an emoji on a message, or take one's own back."""
    with acting("react") as context:
        name = request.form.get("name", "")
        change = reactions.remove if _holds(context, channel, ts, name) else reactions.add
        change(context, channel, ts, name)
    return done(address(team, channel))


def _holds(context: Context, channel: str, ts: str, name: str) -> bool:
    message = messages.get(context, channels.get(context, channel).id, ts)
    return people.me(context).id in reactions.on(context, [message]).get(ts, {}).get(name, [])


@pages.post("/client/<team>/<channel>/mark")
def mark(team: str, channel: str) -> Answer:
    """Say that one has read up to ``ts``; with ``before`` up to the message before it, so that it is new."""
    ts = request.form.get("ts", NEVER)
    if "before" in request.form:
        with reading("look") as context:
            earlier = history.top_level(context, channel, Window(1, latest=ts)).messages
            ts = earlier[0].ts if earlier else NEVER
    with acting("mark") as context:
        marks.mark(context, channel, ts)
    return done(address(team, channel), ts=ts)


@pages.post("/client/<team>/<channel>/join")
def join(team: str, channel: str) -> Answer:
    """Join a public channel."""
    with acting("join") as context:
        channels.join(context, channel)
    return done(address(team, channel))


@pages.post("/client/<team>/<channel>/invite-mentioned")
def invite_mentioned(team: str, channel: str) -> Answer:
    """Add those whom a message mentioned and who are not there; ``users`` are ids with commas between."""
    with acting("invite") as context:
        management.invite(context, channel, request.form.get("users", "").split(","))
    return done(address(team, channel))


@pages.post("/open")
def open_direct() -> Answer:
    """Open the direct conversation with the people chosen."""
    chosen = [user for given in request.form.getlist("users") for user in given.split(",") if user]
    with acting("open") as context:
        channel = channels.open_direct(context, chosen).channel.id
        team = people.workspace(context).id
    return done(address(team, channel), channel=channel)


def address(team: str, channel: str, root_ts: str | None = None) -> str:
    """Where a conversation, or a thread of it, is read."""
    if root_ts:
        return url_for("slack.thread", team=team, channel=channel, key=f"{channel}-{root_ts}")
    return url_for("slack.conversation", team=team, channel=channel)


def done(where: str, **told: Any) -> Answer:
    """Tell the script what came of it, or send the browser to where it shows."""
    if wants_json():
        answer: Response = jsonify(url=where, **told)
        return answer
    return redirect(where, 303)
