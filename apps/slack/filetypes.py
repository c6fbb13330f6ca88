"""What kind of file something is: from its first bytes where they tell, else from its name and its text."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePath

import imagesize


@dataclass(frozen=True, slots=True)
class Kind:
    """What Slack says of a file: ``filetype`` is its own short name, ``pretty_type`` the one people read."""

    filetype: str
    pretty_type: str
    mimetype: str


PLAIN = Kind("text", "Plain Text", "text/plain")
BINARY = Kind("binary", "Binary", "application/octet-stream")
_OFFICE = "application/vnd.openxmlformats-officedocument"
_TABLE = """
    png PNG image/png
    jpg JPEG image/jpeg
    gif GIF image/gif
    webp WebP image/webp
    bmp Bitmap image/bmp
    svg SVG image/svg+xml
    heic HEIC image/heic
    tiff TIFF image/tiff
    pdf PDF application/pdf
    zip Zip application/zip
    tar Tarball application/x-tar
    gzip Gzip application/gzip
    mp3 MP3 audio/mpeg
    m4a MPEG_4_Audio audio/mp4
    wav WAV audio/wav
    mp4 MPEG_4_Video video/mp4
    mov QuickTime_Movie video/quicktime
    webm WebM video/webm
    doc Word_Document application/msword
    docx Word_Document {office}.wordprocessingml.document
    xls Excel_Spreadsheet application/vnd.ms-excel
    xlsx Excel_Spreadsheet {office}.spreadsheetml.sheet
    ppt PowerPoint_Presentation application/vnd.ms-powerpoint
    pptx PowerPoint_Presentation {office}.presentationml.presentation
    rtf Rich_Text_File application/rtf
    odt OpenDocument_Text application/vnd.oasis.opendocument.text
    ods OpenDocument_Sheet application/vnd.oasis.opendocument.spreadsheet
    email Email message/rfc822
"""
_TEXTS = """
    text Plain_Text txt,log,ics text/plain
    markdown Markdown_(raw) md,markdown text/plain
    csv CSV csv text/csv
    tsv TSV tsv text/tab-separated-values
    javascript JavaScript/JSON js,json,mjs text/plain
    typescript TypeScript ts text/plain
    python Python py text/plain
    ruby Ruby rb text/plain
    java Java java text/plain
    kotlin Kotlin kt text/plain
    go Go go text/plain
    rust Rust rs text/plain
    c C c,h text/plain
    cpp C++ cpp,hpp text/plain
    csharp C# cs text/plain
    php PHP php text/plain
    perl Perl pl text/plain
    r R r text/plain
    sql SQL sql text/plain
    shell Shell sh text/plain
    powershell PowerShell ps1 text/plain
    css CSS css text/plain
    html HTML html,htm text/html
    xml XML xml text/plain
    yaml YAML yaml,yml text/plain
    diff Diff diff,patch text/plain
    latex LaTeX/sTeX tex text/plain
    dockerfile Docker dockerfile text/plain
    swift Swift swift text/plain
    lua Lua lua text/plain
    vb VB.NET vb text/plain
"""
_OTHER_ENDINGS = {"jpeg": "jpg", "gz": "gzip", "tgz": "gzip", "tif": "tiff", "eml": "email"}


def _words(line: str) -> list[str]:
    return [word.replace("_", " ") for word in line.format(office=_OFFICE).split(" ")]


_HOSTED = {each[0]: Kind(*each) for each in map(_words, map(str.strip, _TABLE.strip().splitlines()))}
_SPELLED = [_words(line.strip()) for line in _TEXTS.strip().splitlines()]
SNIPPETS = {name: Kind(name, pretty, media) for name, pretty, _, media in _SPELLED}
"""The kinds of text that a snippet can be, by the name that ``snippet_type`` gives."""
_ENDINGS = {
    **_HOSTED,
    **{ending: _HOSTED[name] for ending, name in _OTHER_ENDINGS.items()},
    **{ending: SNIPPETS[name] for name, _, endings, _ in _SPELLED for ending in endings.split(",")},
}

_STARTS = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpg",
    b"GIF87a": "gif",
    b"GIF89a": "gif",
    b"BM": "bmp",
    b"%PDF-": "pdf",
}
IMAGES = frozenset({"png", "jpg", "gif", "webp", "bmp"})
"""The kinds that pages show as a picture, and that have sizes and thumbnails."""


def kind_of(name: str, content: bytes) -> Kind:
    """The kind of a file.

    What claims to be a picture or text and is not is taken for what its bytes are.
    """
    told = _ENDINGS.get(PurePath(name).suffix.removeprefix(".").lower(), BINARY)
    found = _by_start(content)
    if found is not None and (told in {BINARY, PLAIN} or found.filetype in IMAGES or told.filetype in IMAGES):
        return found
    is_text = text_of(content) is not None
    if told.filetype in IMAGES or (told.filetype in SNIPPETS and not is_text):
        return PLAIN if is_text else BINARY
    return PLAIN if told == BINARY and is_text else told


def _by_start(content: bytes) -> Kind | None:
    for start, name in _STARTS.items():
        if content.startswith(start) and (name != "bmp" or size_of(content)):
            return _HOSTED[name]
    is_webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return _HOSTED["webp"] if is_webp else None


def text_of(content: bytes) -> str | None:
    """The text that bytes stand for; None for what is no text."""
    if b"\x00" in content:
        return None
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a picture; None for one that cannot be read."""
    try:
        width, height = imagesize.get(BytesIO(content))
    except (ValueError, struct.error):
        return None
    return (int(width), int(height)) if 0 < width < 1 << 31 and 0 < height < 1 << 31 else None


def named(filetype: str) -> Kind:
    """The kind of that name; an unnamed one for a file of which nothing is known yet."""
    return _HOSTED.get(filetype) or SNIPPETS.get(filetype) or (BINARY if filetype else Kind("", "", ""))


_GROUPS = {
    "images": IMAGES | {"svg", "heic", "tiff"},
    "pdfs": frozenset({"pdf"}),
    "snippets": frozenset(SNIPPETS),
    "documents": frozenset({"doc", "docx", "rtf", "odt", "pdf", "text", "markdown"}),
    "spreadsheets": frozenset({"xls", "xlsx", "ods", "csv", "tsv"}),
    "presentations": frozenset({"ppt", "pptx"}),
    "zips": frozenset({"zip", "tar", "gzip"}),
    "audio": frozenset({"mp3", "m4a", "wav"}),
    "videos": frozenset({"mp4", "mov", "webm"}),
    "emails": frozenset({"email"}),
}
_ALSO = {"docs": "documents", "archives": "zips", "audios": "audio"}


def of_type(value: str) -> frozenset[str]:
    """The kinds of file that ``type:`` means: a group of them, singular or plural, or one."""
    for name in (value, f"{value}s"):
        found = _GROUPS.get(_ALSO.get(name, name))
        if found is not None:
            return found
    kind = _ENDINGS.get(value) or SNIPPETS.get(value) or _HOSTED.get(value)
    return frozenset({kind.filetype}) if kind else frozenset()
