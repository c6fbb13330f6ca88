"""Files: their bytes, the page of each, and the list of all that one can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from workaday.apps.slack import filetypes, mrkdwn
from workaday.apps.slack.models import File
from workaday.apps.slack.pages.attached import Attached, attached
from workaday.apps.slack.pages.door import acting, pages, reading
from workaday.apps.slack.pages.office import Office, Place
from workaday.apps.slack.pages.sidebar import sidebar
from workaday.apps.slack.pages.writing import done
from workaday.apps.slack.service import files, messages, search
from workaday.apps.slack.serving import serve
from workaday.world import Context

LISTED = 30
TYPES = {
    "all": "All types",
    "images": "Images",
    "snippets": "Snippets",
    "pdfs": "PDFs",
    "documents": "Documents",
    "spreadsheets": "Spreadsheets",
    "presentations": "Presentations",
    "zips": "Zips",
    "audio": "Audio",
    "videos": "Videos",
}


@dataclass(frozen=True)
class Where:
    """A message that shares a file."""

    place: Place
    href: str


@pages.get("/files-pri/<file>/<name>")
def file_content(file: str, **_: str) -> Response:
    """The bytes of a file, shown by the browser where that is safe, or with ``download`` saved."""
    with reading("file") as context:
        return serve(
            files.get(context, file), files.content(context, file), download="download" in request.args
        )


@pages.get("/files/<user>/<file>/<name>")
def file_page(file: str, **_: str) -> str:
    """A file by itself, with where it has been shared; ``part`` is what the script shows over a page."""
    with reading("file page") as context:
        office = Office(context)
        found = files.get(context, file)
        text = (
            filetypes.text_of(files.content(context, file)) if found.filetype in filetypes.SNIPPETS else None
        )
        where = _where(context, office, found)
        listing = sidebar(context, office)
    template = "slack/_file_view.html" if request.args.get("part") else "slack/file.html"
    return render_template(
        template,
        office=office,
        sidebar=listing,
        file=attached(office, found),
        text=text,
        where=where,
        public=url_for(
            "slack_api.public_file",
            reference=f"{office.team}-{found.id}-{found.public_secret}",
            _external=True,
        ),
    )


def _where(context: Context, office: Office, found: File) -> list[Where]:
    told = []
    for share in files.shares(context, [found]).get(found.id, []):
        root_ts = share.message.thread_ts
        href = url_for(
            "slack.archives",
            channel=share.channel.id,
            digits=share.message.ts.replace(".", ""),
            thread_ts=root_ts,
            cid=share.channel.id if root_ts else None,
        )
        told.append(Where(office.places[share.channel.id], href))
    return told


# --- the list -------------------------------------------------------------------------------------------


@pages.get("/files")
def file_list() -> str:
    """The files that one can see, the newest first: all or one's own, of one type, or what a search finds."""
    wanted, mine = request.args.get("q", "").strip(), request.args.get("from") == "me"
    kind = request.args.get("type", "all")
    kind = kind if kind in TYPES else "all"
    number = max(request.args.get("page", 1, type=int), 1)
    with reading("files") as context:
        office = Office(context)
        listing = sidebar(context, office)
        found = _found(context, wanted, kind, number, mine=mine)
        shown = [attached(office, each) for each in found.files]
        where = _first_places(context, office, found.files)
    return render_template(
        "slack/files.html",
        office=office,
        sidebar=listing,
        shown=shown,
        where=where,
        total=found.total,
        wanted=wanted,
        mine=mine,
        kind=kind,
        kinds=TYPES,
        number=number,
        numbers=-(-found.total // LISTED),
    )


def _found(context: Context, wanted: str, kind: str, number: int, *, mine: bool) -> files.Found:
    """What a search with these filters finds; without words it is asked by the filters alone."""
    filters = ["has:file", *(["from:me"] if mine else []), *([f"type:{kind}"] if kind != "all" else [])]
    query = " ".join([*filters, wanted])
    return search.files(context, query, count=LISTED, page=number, by_time=not wanted)


def _first_places(context: Context, office: Office, found: Sequence[File]) -> dict[str, Place]:
    """Where each file was shared first, by the file's id."""
    return {
        file_id: office.places[each[0].channel.id] for file_id, each in files.shares(context, found).items()
    }


# --- what can be done with a file -----------------------------------------------------------------------


def _address(office: Office, found: File) -> str:
    shown: Attached = attached(office, found)
    return shown.href


@pages.post("/files/<file>/delete")
def delete_file(file: str) -> Answer:
    """Delete a file."""
    with acting("delete file") as context:
        files.delete(context, file)
    return done(url_for("slack.file_list"))


@pages.post("/files/<file>/publish")
def publish_file(file: str) -> Answer:
    """Give a file a public address."""
    with acting("publish file") as context:
        address = _address(Office(context), files.publish(context, file))
    return done(address)


@pages.post("/files/<file>/unpublish")
def unpublish_file(file: str) -> Answer:
    """Take a file's public address away."""
    with acting("unpublish file") as context:
        address = _address(Office(context), files.unpublish(context, file))
    return done(address)


@pages.post("/files/<file>/share")
def share_file(file: str) -> Answer:
    """Share a file in another conversation."""
    channel, said = request.form.get("channel", ""), mrkdwn.typed(request.form.get("text", ""))
    with acting("share file") as context:
        sent = messages.post(context, channel, said, file_ids=[file])
        digits = sent.message.ts.replace(".", "")
    return done(url_for("slack.archives", channel=channel, digits=digits), ts=sent.message.ts)
