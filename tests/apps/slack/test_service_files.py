"""Files: who sees them, what they are, and what is left of them (reference B.4, B' 23)."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, RUTH, TOM, by, seen_by
from tests.office import Office
from workaday.apps.slack import filetypes
from workaday.apps.slack.errors import ChannelNotFound, NotInChannel, SlackError
from workaday.apps.slack.errors.files import (
    AltTxtTooLarge,
    CantDeleteFile,
    FileDeleted,
    FileNotFound,
    FileUploadSizeRestricted,
    MissingArgument,
    NotAllowed,
    PostingToChannelDenied,
    SnippetTooLarge,
    UnknownSnippetType,
    UnknownType,
    UploadMismatch,
)
from workaday.apps.slack.models import File
from workaday.apps.slack.service import files, messages
from workaday.world import World


def png(width: int, height: int) -> bytes:
    """A white picture, as the PNG specification says (chunks with a CRC each)."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\x00" + b"\xff" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def uploaded(
    world: World, *channels: str, name: str = "notes.txt", content: bytes = b"one\ntwo\n", person: str = DANA
) -> File:
    """A file in a message of each channel."""
    with by(world, person) as context:
        begun = files.begin(context, name, len(content))
        files.receive(context, begun.id, begun.upload_secret, content)
        return files.complete(context, [(begun.id, "")], channel_ids=channels)[0]


def sees(world: World, file: File, person: str) -> bool:
    with seen_by(world, person) as context:
        try:
            return files.get(context, file.id).id == file.id
        except FileNotFound:
            return False


# --- who sees it ----------------------------------------------------------------------------------------


def test_a_file_is_private_until_a_message_shares_it(world: World, office: Office) -> None:
    """Case 28 (python-slack-sdk#1520)."""
    file = uploaded(world)
    assert (sees(world, file, DANA), sees(world, file, MARCUS)) == (True, False)
    with by(world) as context:
        messages.post(context, office.channels["dm"], "here", file_ids=[file.id])
    assert (sees(world, file, MARCUS), sees(world, file, PRIYA)) == (True, False)


def test_whoever_can_see_the_channel_sees_the_file(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["partners"], person=MARCUS)
    assert (sees(world, file, RUTH), sees(world, file, DANA)) == (True, False)
    public = uploaded(world, office.channels["tax-season"])
    assert sees(world, public, TOM)


def test_a_file_is_hidden_again_when_its_message_is_deleted(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["general"])
    with by(world) as context:
        (share,) = files.shares(context, [file])[file.id]
        messages.delete(context, office.channels["general"], share.message.ts)
    assert (sees(world, file, DANA), sees(world, file, MARCUS)) == (True, False)


def test_whoever_sees_a_file_can_share_it_on(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["tax-season"])
    with by(world, MARCUS) as context:
        messages.post(context, office.channels["partners"], "look", file_ids=[file.id])
        where = {each.channel.name for each in files.shares(context, [file])[file.id]}
    assert where == {"tax-season", "partners"}
    with by(world) as context:
        assert [each.channel.name for each in files.shares(context, [file])[file.id]] == ["tax-season"]
    hidden = uploaded(world)
    with by(world, MARCUS) as context, pytest.raises(FileNotFound):
        messages.post(context, office.channels["partners"], "look", file_ids=[hidden.id])


def test_an_upload_that_is_not_complete_is_nobodys(world: World) -> None:
    with by(world) as context:
        begun = files.begin(context, "a.txt", 3)
    assert not sees(world, begun, DANA)


# --- uploading ------------------------------------------------------------------------------------------


def test_one_message_shares_all_files_in_the_order_given(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        begun = [files.begin(context, f"{name}.txt", 1) for name in "ba"]
        for each in begun:
            files.receive(context, each.id, each.upload_secret, b"x")
        done = files.complete(
            context, [(begun[0].id, "B"), (begun[1].id, "")], channel_ids=[general], comment="Both"
        )
        (message,) = [files.shares(context, [each])[each.id][0].message for each in done[:1]]
        assert [each.title for each in files.on(context, [message])[message.ts]] == ["B", "a.txt"]
        assert message.text == "Both"


def test_a_file_can_go_to_several_places_and_into_a_thread(world: World, office: Office) -> None:
    with by(world) as context:
        begun = files.begin(context, "a.txt", 1)
        files.receive(context, begun.id, begun.upload_secret, b"x")
        where = [office.channels["tax-season"], office.channels["general"]]
        (file,) = files.complete(
            context, [(begun.id, "")], channel_ids=where, thread_ts=office.messages["question"]
        )
        told = {each.channel.name: each.message.thread_ts for each in files.shares(context, [file])[file.id]}
    assert told == {"tax-season": office.messages["question"], "general": None}


@pytest.mark.parametrize(
    ("channel", "person", "error"),
    [
        ("partners", DANA, ChannelNotFound),
        ("tax-season", TOM, NotInChannel),
        ("old-software", DANA, PostingToChannelDenied),
    ],
)
def test_files_are_shared_only_where_one_may_write(
    world: World, office: Office, channel: str, person: str, error: type[SlackError]
) -> None:
    before = world.state_hash()
    with pytest.raises(error):
        uploaded(world, office.channels[channel], person=person)
    assert world.state_hash() == before


def test_only_the_announced_number_of_bytes_is_taken(world: World) -> None:
    with by(world) as context:
        begun = files.begin(context, "a.txt", 3)
        for secret, content in ((begun.upload_secret, b"four"), ("x", b"abc")):
            with pytest.raises(UploadMismatch):
                files.receive(context, begun.id, secret, content)
        with pytest.raises(FileNotFound):
            files.complete(context, [(begun.id, "")])
        files.receive(context, begun.id, begun.upload_secret, b"abc")
        files.receive(context, begun.id, begun.upload_secret, b"xyz")
        files.complete(context, [(begun.id, "")])
        assert files.content(context, begun.id) == b"xyz"
        with pytest.raises(UploadMismatch):
            files.receive(context, begun.id, begun.upload_secret, b"abc")


def test_nobody_completes_the_upload_of_another(world: World) -> None:
    with by(world) as context:
        begun = files.begin(context, "a.txt", 1)
        files.receive(context, begun.id, begun.upload_secret, b"a")
    with by(world, MARCUS) as context, pytest.raises(FileNotFound):
        files.complete(context, [(begun.id, "")])


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": "", "length": 1}, MissingArgument),
        ({"name": "a", "length": 0}, MissingArgument),
        ({"name": "a", "length": -1}, MissingArgument),
        ({"name": "a", "length": files.LARGEST + 1}, FileUploadSizeRestricted),
        ({"name": "a", "length": 1, "alt_text": "x" * 1001}, AltTxtTooLarge),
        ({"name": "a", "length": 1, "snippet_type": "cuneiform"}, UnknownSnippetType),
        ({"name": "a", "length": 1_000_001, "snippet_type": "python"}, SnippetTooLarge),
    ],
)
def test_what_cannot_be_uploaded_is_refused_at_once(
    world: World, arguments: dict[str, object], error: type[SlackError]
) -> None:
    with by(world) as context, pytest.raises(error):
        files.begin(context, **arguments)  # type: ignore[arg-type]


# --- what it is -----------------------------------------------------------------------------------------

GIF = b"GIF89a" + struct.pack("<HH", 7, 9) + b"\x00\x00\x00;"


@pytest.mark.parametrize(
    ("name", "content", "filetype", "mimetype"),
    [
        ("logo.png", png(3, 2), "png", "image/png"),
        ("logo", png(3, 2), "png", "image/png"),
        ("logo.jpg", png(3, 2), "png", "image/png"),
        ("photo.JPEG", b"\xff\xd8\xff\xe0rest", "jpg", "image/jpeg"),
        ("a.gif", GIF, "gif", "image/gif"),
        ("letter.pdf", b"%PDF-1.7 x", "pdf", "application/pdf"),
        ("letter", b"%PDF-1.7 x", "pdf", "application/pdf"),
        ("notes.txt", b"hello", "text", "text/plain"),
        ("notes", "caf\u00e9".encode(), "text", "text/plain"),
        ("list.csv", b"a,b\n1,2", "csv", "text/csv"),
        ("work.py", b"print()", "python", "text/plain"),
        ("page.html", b"<h1>", "html", "text/html"),
        ("list.csv", b"\xff\x00\xfe", "binary", "application/octet-stream"),
        ("liar.png", b"not a picture", "text", "text/plain"),
        ("what.xyz", b"\x00\x01", "binary", "application/octet-stream"),
        ("BMO statement", b"BM is no picture", "text", "text/plain"),
        (
            "sheet.xlsx",
            b"PK\x03\x04",
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    ],
)
def test_a_file_is_what_its_name_and_bytes_say(
    world: World, name: str, content: bytes, filetype: str, mimetype: str
) -> None:
    file = uploaded(world, name=name, content=content)
    assert (file.filetype, file.mimetype) == (filetype, mimetype)


def test_a_picture_has_a_size_and_a_text_has_lines(world: World) -> None:
    picture, text = uploaded(world, name="a.png", content=png(30, 20)), uploaded(world)
    assert (picture.width, picture.height, picture.mode) == (30, 20, "hosted")
    assert (text.lines, text.text, text.mode, text.width) == (2, "one\ntwo\n", "snippet", None)


@given(
    st.binary(max_size=300),
    st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"BM", b"RIFF0000WEBP", b"<svg"]),
    st.sampled_from(["a.png", "a.svg", "a", "a.webp", "a.txt", ".", ""]),
)
def test_no_bytes_are_an_error(content: bytes, start: bytes, name: str) -> None:
    kind = filetypes.kind_of(name, start + content)
    size = filetypes.size_of(start + content)
    assert kind.mimetype
    assert size is None or min(size) > 0


# --- what is left of it ---------------------------------------------------------------------------------


def test_a_deleted_file_leaves_a_tombstone_and_no_bytes(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["general"])
    with by(world) as context:
        files.delete(context, file.id)
        with pytest.raises(FileDeleted):
            files.get(context, file.id)
        with pytest.raises(FileDeleted):
            files.delete(context, file.id)
        (share,) = files.shares(context, [file])[file.id]
        assert [each.is_deleted for each in files.on(context, [share.message])[share.message.ts]] == [True]
        assert files.listed(context).total == 1
        assert not files.in_channel(context, office.channels["general"])
    kept = world.raw.execute("SELECT count(*) FROM slack_file_content WHERE file_id = ?", (file.id,))
    assert kept.fetchone() == (0,)


def test_one_deletes_ones_own_files_and_an_admin_those_of_others(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["general"])
    with by(world, MARCUS) as context, pytest.raises(CantDeleteFile):
        files.delete(context, file.id)
    private = uploaded(world)
    with by(world, RUTH) as context:
        files.delete(context, file.id)
        with pytest.raises(FileNotFound):
            files.delete(context, private.id)


def test_only_the_uploader_gives_a_file_a_public_address(world: World, office: Office) -> None:
    file = uploaded(world, office.channels["general"])
    with by(world, MARCUS) as context, pytest.raises(NotAllowed):
        files.publish(context, file.id)
    with by(world) as context:
        with pytest.raises(FileNotFound):
            files.public(context, file.id, file.public_secret)
        files.publish(context, file.id)
        assert files.public(context, file.id, file.public_secret)[1] == b"one\ntwo\n"
        with pytest.raises(FileNotFound):
            files.public(context, file.id, "other")
        files.unpublish(context, file.id)
        with pytest.raises(FileNotFound):
            files.public(context, file.id, file.public_secret)


# --- lists ----------------------------------------------------------------------------------------------


def test_lists_are_newest_first_and_narrowed(world: World, office: Office) -> None:
    general, partners = office.channels["general"], office.channels["partners"]
    made = {}
    for name, content, where, person in (
        ("a.txt", b"a", (general,), DANA),
        ("b.png", png(1, 1), (general,), MARCUS),
        ("c.pdf", b"%PDF-", (), DANA),
        ("d.txt", b"d", (partners,), MARCUS),
    ):
        world.advance(60)
        made[name] = uploaded(world, *where, name=name, content=content, person=person)

    def listed(**how: object) -> list[str]:
        with seen_by(world) as context:
            found = files.listed(context, **how).files  # type: ignore[arg-type]
            return [each.name for each in found if each.name != "notes.txt"]

    assert listed() == ["c.pdf", "b.png", "a.txt"]
    assert listed(types="images") == ["b.png"]
    assert listed(types="images,snippets") == ["b.png", "a.txt"]
    assert listed(types="pdfs, all") == ["c.pdf", "b.png", "a.txt"]
    assert listed(types="gdocs") == []
    assert listed(user_id=office.users[MARCUS]) == ["b.png"]
    assert listed(channel_id=general) == ["b.png", "a.txt"]
    assert listed(since=made["b.png"].created) == ["c.pdf", "b.png"]
    assert listed(until=made["b.png"].created) == ["b.png", "a.txt"]
    assert listed(count=1, page=2) == ["b.png"]
    with seen_by(world) as context, pytest.raises(UnknownType):
        files.listed(context, types="pictures")
