"""Files as a page shows them: plain values, made in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from workaday.apps.slack import filetypes
from workaday.apps.slack.models import File, Message
from workaday.apps.slack.pages.office import Member, Office
from workaday.apps.slack.service import files
from workaday.apps.slack.timestamps import ts
from workaday.clock import SECOND
from workaday.world import Context

LONGEST_SIDE = 360
"""Pixels of a picture in a message, the longer way (reference B.4, ``thumb_360``)."""
PREVIEWED_LINES = 5
_LOOKS = {
    "pdf": "pdf",
    **dict.fromkeys(filetypes.of_type("audio"), "audio"),
    **dict.fromkeys(filetypes.of_type("videos"), "video"),
    **dict.fromkeys(filetypes.SNIPPETS, "text"),
}
_UNITS = ("bytes", "KB", "MB")


@dataclass(frozen=True)
class Attached:
    """One file."""

    id: str
    name: str
    title: str
    look: str
    """How it is shown: ``image``, ``text``, ``pdf``, ``audio``, ``video``, ``other`` or ``deleted``."""
    group: str
    """What its icon stands for: ``image``, ``sheet``, ``slides``, ``doc``, ``pdf``, ``zip`` or ``code``."""
    about: str
    """``PNG · 12 KB``."""
    owner: Member
    when: str
    exact: str
    slug: str
    alt: str
    width: int
    height: int
    """Of a picture as it is shown in a message."""
    lines: tuple[str, ...]
    more: int
    """The first lines of a text, and how many others there are."""
    permalink: str
    public: bool
    deletable: bool

    @property
    def mine(self) -> bool:
        """Whether the viewer uploaded it."""
        return self.owner.is_me

    @cached_property
    def href(self) -> str:
        """The file's own page."""
        return url_for("slack.file_page", user=self.owner.id, file=self.id, name=self.slug)

    @cached_property
    def source(self) -> str:
        """The bytes."""
        return url_for("slack.file_content", file=self.id, name=self.slug)

    @property
    def download(self) -> str:
        """The bytes, to be saved."""
        return f"{self.source}?download=1"


def attached(office: Office, shown: File) -> Attached:
    """One file as the viewer sees it."""
    kind, moment = filetypes.named(shown.filetype), ts(shown.created * SECOND)
    width, height = _fitted(shown)
    first = tuple(shown.text.splitlines()[:PREVIEWED_LINES])
    owner = office.members[shown.user_id]
    return Attached(
        id=shown.id,
        name=shown.name,
        title=shown.title,
        look=_look(shown),
        group=_group(shown.filetype),
        about=f"{kind.pretty_type} · {sized(shown.size)}",
        owner=owner,
        when=office.calendar.brief(moment),
        exact=office.calendar.exact(moment),
        slug=files.slug(shown),
        alt=shown.alt_text or shown.title,
        width=width,
        height=height,
        lines=first,
        more=max(shown.lines - len(first), 0),
        permalink=files.address(office.domain, shown),
        public=shown.is_public_url,
        deletable=owner.is_me or office.is_admin,
    )


def in_messages(
    context: Context, office: Office, found: Sequence[Message]
) -> dict[str, tuple[Attached, ...]]:
    """The files in messages of one conversation, by the messages' timestamps."""
    held = files.on(context, found)
    return {place: tuple(attached(office, each) for each in shown) for place, shown in held.items()}


def sized(size: int) -> str:
    """``812 bytes``, ``12 KB``, ``1.4 MB``."""
    amount, unit = float(size), 0
    while amount >= 1024 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    return f"{amount:.1f}".removesuffix(".0") + f" {_UNITS[unit]}"


def _look(shown: File) -> str:
    if shown.is_deleted:
        return "deleted"
    if shown.filetype in filetypes.IMAGES:
        return "image" if shown.width else "other"
    return _LOOKS.get(shown.filetype, "other")


def _group(filetype: str) -> str:
    groups = {
        "image": "images",
        "pdf": "pdfs",
        "sheet": "spreadsheets",
        "slides": "presentations",
        "doc": "documents",
        "zip": "zips",
        "code": "snippets",
    }
    return next((name for name, of in groups.items() if filetype in filetypes.of_type(of)), "other")


def _fitted(shown: File) -> tuple[int, int]:
    """The size to show a picture in: its own, or as much smaller as fits."""
    if not shown.width or not shown.height:
        return 0, 0
    scale = min(1.0, LONGEST_SIDE / max(shown.width, shown.height))
    return max(1, round(shown.width * scale)), max(1, round(shown.height * scale))
