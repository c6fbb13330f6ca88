"""Files' bytes: what an upload sends, and what the addresses in a file's object lead to (reference B' 23).

The pictures of the workspace's own emoji are here, too.
"""

from __future__ import annotations

from flask import Response, abort, request

from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.errors.files import FileNotFound
from workaday.apps.slack.models import File
from workaday.apps.slack.service import apps, emojis, files, people
from workaday.apps.slack.serving import serve, serve_picture
from workaday.server import seats

from . import tokens
from .arguments import Sent
from .door import DOOR, api
from .refusals import Refused

SCOPE = "files:read"
_FIELDS = ("file", "body", "filename")
"""The names under which clients send an upload in a form."""


@api.route("/upload/v1/<token>/<file_id>/<secret>", methods=["POST", "PUT"])
def upload(file_id: str, secret: str) -> Response:
    """Take the bytes of an upload, bare or in a form; the address alone says whose they are."""
    seat, content = seats.current(), _sent()
    try:
        with seat.world.action("upload", door=DOOR, person=apps.person_of(seat.person)) as context:
            files.receive(context, file_id, secret, content)
    except SlackError as error:
        return Response(error.code, 400, content_type="text/plain; charset=utf-8")
    return Response(f"OK - {len(content)}", content_type="text/plain; charset=utf-8")


def _sent() -> bytes:
    if request.mimetype != "multipart/form-data":
        return request.get_data()
    sent = next((request.files[name] for name in _FIELDS if name in request.files), None)
    return sent.read() if sent else b""


@api.get("/files-pri/<reference>/<name>")
def private_file(reference: str, **_: str) -> Response:
    """A file for whoever has a token of somebody who can see it."""
    return serve(*_seen(reference))


@api.get("/files-pri/<reference>/download/<name>")
def private_download(reference: str, **_: str) -> Response:
    """The same, to be saved."""
    return serve(*_seen(reference), download=True)


@api.get("/files-tmb/<reference>/<name>")
def thumbnail(reference: str, **_: str) -> Response:
    """A picture's thumbnail: the picture."""
    return serve(*_seen(reference))


def _seen(reference: str) -> tuple[File, bytes]:
    """The file that an address refers to, and its bytes; no page for who may not see it."""
    try:
        seat = tokens.seat(Sent({}, {}, None), request.headers.get("Authorization"))
    except Refused:
        seat = None
    if seat is None:
        abort(403)
    with seat.world.action("file", door=DOOR, person=apps.person_of(seat.person), reads=True) as context:
        try:
            if not apps.holds(apps.enter(context, seat.person), SCOPE):
                abort(403)
            team, file_id, *_ = [*reference.split("-"), "", ""]
            if team != people.workspace(context).id:
                raise FileNotFound
            return files.get(context, file_id), files.content(context, file_id)
        except SlackError:
            abort(404)


@api.get("/files-pub/<token>/<reference>")
def public_file(reference: str) -> Response:
    """A file with a public address, for anybody."""
    _, file_id, secret = [*reference.split("-"), "", "", ""][:3]
    seat = seats.current()
    with seat.world.action("public file", door=DOOR, person=None, reads=True) as context:
        try:
            return serve(*files.public(context, file_id, secret))
        except SlackError:
            abort(404)


@api.get("/emoji/<token>/<team>/<name>")
def emoji_picture(team: str, name: str) -> Response:
    """The picture of an emoji, for anybody, as Slack's are."""
    seat = seats.current()
    with seat.world.action("emoji", door=DOOR, person=None, reads=True) as context:
        found = emojis.find(context, name)
        if team != people.workspace(context).id or found is None or found.image is None:
            abort(404)
        return serve_picture(found.image, found.mimetype)
