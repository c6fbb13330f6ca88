"""Files over the Web API (reference A.1, A.2, B.4, B' 23)."""

from __future__ import annotations

import asyncio
import re
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient

from tests.apps.slack.screen import send
from tests.apps.slack.test_api_search import share
from tests.apps.slack.test_service_files import png
from tests.apps.slack.wire import JSON, Reply, Wire, messages_of
from tests.office import NOTES, Office
from workaday.apps.slack.service import files, setup
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.tool import toolbox
from workaday.world import World


def transfer(
    verb: str, url: str, body: bytes | None = None, *, token: str = "", content_type: str = ""
) -> Reply:
    """One request to an address that the API gave."""
    address = urlsplit(url)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if content_type:
        headers["Content-Type"] = content_type
    connection = HTTPConnection(address.netloc, timeout=30)
    try:
        connection.request(verb, address.path + (f"?{address.query}" if address.query else ""), body, headers)
        answer = connection.getresponse()
        return Reply(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def begin(wire: Wire, name: str = "notes.txt", length: int = 3, **more: object) -> JSON:
    return wire.call("files.getUploadURLExternal", filename=name, length=length, **more)


def complete(wire: Wire, *ids: str, **more: object) -> JSON:
    return wire.call("files.completeUploadExternal", files=[{"id": each} for each in ids], **more)


# --- uploading ------------------------------------------------------------------------------------------

MULTIPART = (
    b'--x\r\nContent-Disposition: form-data; name="body"; filename="Untitled"\r\n'
    b"Content-Type: application/octet-stream\r\n\r\nabc\r\n--x--\r\n"
)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"abc", "application/x-www-form-urlencoded"),
        (b"abc", "application/octet-stream"),
        (b"abc", ""),
        (MULTIPART, "multipart/form-data; boundary=x"),
        (MULTIPART.replace(b'"body"', b'"file"'), "multipart/form-data; boundary=x"),
    ],
)
def test_bytes_are_sent_bare_or_in_a_form(wire: Wire, body: bytes, content_type: str) -> None:
    """[WIRE, VCR] B' 23: ``OK - <bytes>``, as plain text."""
    begun = begin(wire)
    assert list(begun) == ["ok", "upload_url", "file_id"]
    assert re.fullmatch(r"F[A-Z0-9]{8,}", begun["file_id"])
    reply = transfer("POST", begun["upload_url"], body, content_type=content_type)
    assert (reply.status, reply.body) == (200, b"OK - 3")
    assert str(reply.headers["content-type"]).startswith("text/plain")
    done = complete(wire, begun["file_id"])
    assert transfer("GET", done["files"][0]["url_private"], token=wire.token).body == b"abc"


def test_an_upload_is_as_long_as_was_said(wire: Wire) -> None:
    begun = begin(wire)
    for body in (b"", b"ab", b"abcd"):
        assert transfer("POST", begun["upload_url"], body, content_type="text/plain").status == 400
    elsewhere = begun["upload_url"][:-1] + ("0" if begun["upload_url"][-1] != "0" else "1")
    assert transfer("POST", elsewhere, b"abc", content_type="text/plain").status == 400
    assert complete(wire, begun["file_id"])["error"] == "file_not_found"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"filename": "a", "length": 0}, "missing_argument"),
        ({"filename": "a", "length": "-1"}, "missing_argument"),
        ({"filename": "", "length": 1}, "missing_argument"),
        ({"filename": "a", "length": 10**12}, "file_upload_size_restricted"),
        ({"filename": "a", "length": 1, "alt_txt": "x" * 1001}, "alt_txt_too_large"),
        ({"filename": "a", "length": 1, "snippet_type": "cuneiform"}, "unknown_snippet_type"),
        ({"filename": "a", "length": 1_000_001, "snippet_type": "text"}, "snippet_too_large"),
    ],
)
def test_what_cannot_be_uploaded_is_refused_at_once(
    wire: Wire, arguments: dict[str, object], error: str
) -> None:
    """[REF]; length 0 is B' 23."""
    assert wire.call("files.getUploadURLExternal", **arguments)["error"] == error


def test_an_upload_needs_a_length_and_a_name(wire: Wire) -> None:
    """Reference A.1: the required arguments, in its order."""
    assert messages_of(wire.call("files.getUploadURLExternal")) == [
        "[ERROR] missing required field: length",
        "[ERROR] missing required field: filename",
    ]
    assert messages_of(begin(wire, length="many")) == [  # type: ignore[arg-type]
        "[ERROR] must provide a number [json-pointer:/length]"
    ]


def test_without_a_channel_a_file_stays_private(wire: Wire) -> None:
    """Case 28 (python-slack-sdk#1520)."""
    begun = begin(wire)
    transfer("POST", begun["upload_url"], b"abc")
    (file,) = complete(wire, begun["file_id"])["files"]
    assert (file["is_public"], file["shares"], file["channels"]) == (False, {}, [])
    marcus = wire.sitting("marcus.lee")
    assert marcus.call("files.info", file=file["id"])["error"] == "file_not_found"
    assert transfer("GET", file["url_private"], token=marcus.token).status == 404


def test_files_are_shared_in_one_message_of_each_channel(wire: Wire, office: Office) -> None:
    """B' 23: its text is the comment, its files in the order given."""
    general, season = office.channels["general"], office.channels["tax-season"]
    ids = []
    for name in ("b.txt", "a.txt"):
        opened = begin(wire, name)
        transfer("POST", opened["upload_url"], b"abc")
        ids.append(opened["file_id"])
    told = wire.call(
        "files.completeUploadExternal",
        files=[{"id": ids[0], "title": "Second letter"}, {"id": ids[1]}],
        channels=f"{general},{season}",
        initial_comment="Both *letters*",
    )
    assert [(each["id"], each["title"]) for each in told["files"]] == [
        (ids[0], "Second letter"),
        (ids[1], "a.txt"),
    ]
    assert set(told["files"][0]["shares"]["public"]) == {general, season}
    for channel in (general, season):
        (message,) = wire.call("conversations.history", channel=channel, limit=1)["messages"]
        assert message["text"] == "Both *letters*"
        assert [each["name"] for each in message["files"]] == ["b.txt", "a.txt"]
        assert (message["upload"], message["display_as_bot"]) == (False, False)


def test_a_file_is_shared_in_a_thread_and_in_a_direct_message(wire: Wire, office: Office) -> None:
    season, question = office.channels["tax-season"], office.messages["question"]
    begun = begin(wire)
    transfer("POST", begun["upload_url"], b"abc")
    (file,) = complete(wire, begun["file_id"], channel_id=season, thread_ts=question)["files"]
    ((shared,),) = file["shares"]["public"].values()
    assert (shared["thread_ts"], shared["channel_name"]) == (question, "tax-season")
    assert shared["share_user_id"] == office.users["dana.whitfield"]
    share(wire, "b.txt", b"abc", office.channels["dm"])
    newest = wire.call("files.list", count=1)["files"][0]
    assert (newest["ims"], newest["is_public"], list(newest["shares"])) == (
        [office.channels["dm"]],
        False,
        ["private"],
    )


@pytest.mark.parametrize(
    ("channel", "error"),
    [
        ("{partners}", "channel_not_found"),
        ("C0NOBODY", "channel_not_found"),
        ("{old-software}", "posting_to_channel_denied"),
    ],
)
def test_files_are_shared_only_where_one_may_write(
    wire: Wire, office: Office, channel: str, error: str
) -> None:
    begun = begin(wire)
    transfer("POST", begun["upload_url"], b"abc")
    before = wire.seat.world.sequence()
    for name, place in office.channels.items():
        channel = channel.replace(f"{{{name}}}", place)
    assert complete(wire, begun["file_id"], channel_id=channel)["error"] == error
    assert wire.seat.world.sequence() == before


def test_a_channel_that_one_is_not_in_takes_no_files(wire: Wire, office: Office) -> None:
    tom = wire.sitting("tom.alvarez")
    begun = begin(tom)
    transfer("POST", begun["upload_url"], b"abc")
    told = complete(tom, begun["file_id"], channel_id=office.channels["tax-season"])
    assert told["error"] == "not_in_channel"


@pytest.mark.parametrize("given", ["", "{}", "[]", "[1]", '[{"title":"x"}]', '[{"id":1}]', "x" * 50, "[[]]"])
def test_a_list_of_files_has_a_form(wire: Wire, given: str) -> None:
    told = wire.call("files.completeUploadExternal", files=given)
    assert told["error"] == "invalid_arguments"
    assert "[json-pointer:/files" in messages_of(told)[0]


def test_an_upload_leaves_the_same_rows_by_every_door(
    world: World, server: LocalServer, office: Office
) -> None:
    """Law 1: the Web API's three steps, the page's two and the tool's one."""
    general, dana, content = office.channels["general"], "dana.whitfield", b"a,b\n1,2\n"
    asked = {"filename": "sums.csv", "content": content.decode(), "channel": general}
    with world.fork() as by_tool, world.fork() as by_wire, world.fork() as by_page:
        toolbox("slack")["slack_upload_file"].call(by_tool, dana, {**asked, "initial_comment": "Sums"})
        share(Wire(server, server.seat(by_wire, dana)), "sums.csv", content, general, comment="Sums")
        _by_page(server, server.seat(by_page, dana), office, content)
        assert left(by_tool) == left(by_wire) == left(by_page)


def left(world: World) -> list[tuple[str, str]]:
    """The rows that have changed, in whatever order."""
    return sorted((change.table, str(change.after)) for change in world.changes())


def _by_page(server: LocalServer, seat: Seat, office: Office, content: bytes) -> None:
    url = server.page_url(seat, "slack")
    part = b'--x\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
    body = (
        part % (b"name", b"", b"sums.csv")
        + part % (b"file", b'; filename="sums.csv"', content)
        + b"--x--\r\n"
    )
    reply = transfer("POST", f"{url}upload", body, content_type="multipart/form-data; boundary=x")
    listed = f'[{{"id":"{reply.json["id"]}","title":""}}]'
    address = f"{url}client/{office.workspace}/{office.channels['general']}/post"
    assert send(address, f"mrkdwn=Sums&files={listed}".encode()).status == 303


# --- what a file tells ----------------------------------------------------------------------------------


def test_a_text_shows_its_first_lines(wire: Wire, office: Office) -> None:
    """B.4; what it says is beside it in files.info."""
    text = "".join(f"line {number} <b>\n" for number in range(1, 9))
    file_id = share(wire, "work.py", text.encode(), office.channels["general"])
    told = wire.call("files.info", file=file_id)
    file = told["file"]
    assert (told["content"], told["comments"]) == (text, [])
    assert (file["filetype"], file["pretty_type"], file["mimetype"]) == ("python", "Python", "text/plain")
    assert (file["mode"], file["editable"], file["lines"], file["lines_more"]) == ("snippet", True, 8, 3)
    assert file["preview"] == "\n".join(text.splitlines()[:5])
    assert "line 1 &lt;b&gt;" in file["preview_highlight"]
    assert file["preview_is_truncated"] is True
    assert file["permalink"].endswith(f"/files/{file['user']}/{file_id}/work.py")
    assert file["edit_link"] == f"{file['permalink']}/edit"


def test_a_picture_has_thumbnails_that_fit(wire: Wire, office: Office) -> None:
    """B.4: none larger than the picture but the one of 360."""
    begun = begin(wire, "Lake at dawn.PNG", len(png(600, 300)), alt_txt="A lake")
    transfer("POST", begun["upload_url"], png(600, 300))
    (file,) = complete(wire, begun["file_id"], channel_id=office.channels["general"])["files"]
    assert (file["original_w"], file["original_h"], file["alt_txt"]) == (600, 300, "A lake")
    assert (file["thumb_360_w"], file["thumb_360_h"]) == (360, 180)
    assert (file["thumb_480_w"], file["thumb_480_h"]) == (480, 240)
    assert {key for key in file if re.fullmatch(r"thumb_\d+", key)} == {
        f"thumb_{size}" for size in (64, 80, 160, 360, 480)
    }
    for size in (64, 360):
        reply = transfer("GET", file[f"thumb_{size}"], token=wire.token)
        assert (reply.status, reply.headers["content-type"]) == (200, "image/png")


def test_files_are_listed_newest_first_and_narrowed(wire: Wire, office: Office) -> None:
    general = office.channels["general"]
    wire.seat.world.advance(60)
    picture = share(wire, "a.png", png(2, 2), general)
    wire.seat.world.advance(60)
    share(wire.sitting("marcus.lee"), "b.pdf", b"%PDF-1", general)

    def names(**how: object) -> list[str]:
        return [each["name"] for each in wire.call("files.list", **how)["files"]]

    created = wire.call("files.info", file=picture)["file"]["created"]
    assert names() == ["b.pdf", "a.png", "notes.txt"]
    assert names(types="images,pdfs") == ["b.pdf", "a.png"]
    assert names(channel=general, user=office.users["marcus.lee"]) == ["b.pdf"]
    assert names(ts_from=created) == names(ts_from=f"{created}.000000") == ["b.pdf", "a.png"]
    assert names(ts_to=created) == ["a.png", "notes.txt"]
    assert names(ts_from=created + 1, ts_to="now") == ["b.pdf"]
    assert names(count=2, page=2) == ["notes.txt"]
    assert names(channel="C0NOBODY") == names(channel=office.channels["partners"]) == []
    assert wire.call("files.list", count=2)["paging"] == {"count": 2, "total": 3, "page": 1, "pages": 2}
    assert wire.call("files.list", types="pictures")["error"] == "unknown_type"
    assert wire.call("files.list", user="U0NOBODY")["error"] == "user_not_found"
    assert messages_of(wire.call("files.list", count="x", page="y")) == [
        "[ERROR] must provide a number [json-pointer:/count]",
        "[ERROR] must provide a number [json-pointer:/page]",
    ]
    assert messages_of(wire.call("files.list", ts_from="soon"))


def test_a_saved_file_is_starred(wire: Wire, office: Office) -> None:
    file = office.files["notes.txt"]
    assert wire.call("files.info", file=file)["file"]["is_starred"] is False
    assert wire.call("stars.add", file=file)["ok"] is True
    assert wire.call("files.info", file=file)["file"]["is_starred"] is True


# --- deleting and publishing ----------------------------------------------------------------------------


def test_a_deleted_file_leaves_a_tombstone(wire: Wire, office: Office) -> None:
    general = office.channels["general"]
    file = share(wire, "a.txt", b"abc", general)
    address = wire.call("files.info", file=file)["file"]["url_private"]
    assert wire.sitting("marcus.lee").call("files.delete", file=file)["error"] == "cant_delete_file"
    assert wire.json("files.delete", {"file": file}).json == {"ok": True}
    for method in ("files.info", "files.delete", "files.sharedPublicURL"):
        assert wire.call(method, file=file)["error"] in {"file_deleted", "file_not_found"}
    (message,) = wire.call("conversations.history", channel=general, limit=1)["messages"]
    assert message["files"] == [{"id": file, "mode": "tombstone"}]
    assert transfer("GET", address, token=wire.token).status == 404


def test_a_public_address_needs_no_token_until_it_is_revoked(wire: Wire, office: Office) -> None:
    file = office.files["notes.txt"]
    address = wire.call("files.info", file=file)["file"]["permalink_public"]
    assert transfer("GET", address).status == 404
    published = wire.call("files.sharedPublicURL", file=file)["file"]
    assert (published["public_url_shared"], published["permalink_public"]) == (True, address)
    assert transfer("GET", address).body == NOTES
    assert transfer("GET", address[:-1]).status == 404
    assert wire.call("files.revokePublicURL", file=file)["file"]["public_url_shared"] is False
    assert transfer("GET", address).status == 404


def test_only_the_uploader_publishes_a_file(wire: Wire, office: Office) -> None:
    file = share(wire, "a.txt", b"abc", office.channels["general"])
    marcus = wire.sitting("marcus.lee")
    assert marcus.call("files.sharedPublicURL", file=file)["error"] == "not_allowed"
    assert marcus.call("files.revokePublicURL", file=file)["error"] == "file_not_found"


def test_uploading_in_one_step_is_retired(wire: Wire) -> None:
    """[GK] reference A.3."""
    assert wire.call("files.upload", content="x")["error"] == "method_deprecated"


# --- bytes ----------------------------------------------------------------------------------------------


def test_bytes_are_for_whoever_can_see_the_file(wire: Wire, office: Office) -> None:
    file = wire.call("files.info", file=office.files["notes.txt"])["file"]
    for key in ("url_private", "url_private_download"):
        assert transfer("GET", file[key], token=wire.token).body == NOTES
        assert transfer("GET", file[key]).status == 403
        assert transfer("GET", file[key], token="xoxp-nonsense").status == 403
        assert transfer("GET", file[key], token=wire.sitting("marcus.lee").token).status == 404
        assert transfer("GET", file[key].replace("T0", "T9"), token=wire.token).status == 404
    for bogus in ("x", "T-F", "--", office.files["notes.txt"]):
        address = f"{wire.url.removesuffix('api/')}files-pri/{bogus}/x"
        assert transfer("GET", address, token=wire.token).status == 404


@pytest.mark.parametrize(
    ("name", "content", "media", "placed"),
    [
        ("a.png", png(1, 1), "image/png", "inline"),
        ("a.txt", b"x", "text/plain; charset=utf-8", "inline"),
        ("a.html", b"<script>alert(1)</script>", "text/plain; charset=utf-8", "inline"),
        ("a.svg", b"<svg/>", "image/svg+xml", "inline"),
        ("a.pdf", b"%PDF-1", "application/pdf", "inline"),
        ("a.zip", b"PK\x03\x04", "application/zip", "attachment"),
        ("a.xyz", b"\x00\x01", "application/octet-stream", "attachment"),
        ('Dana\'s "best" \u00e9.txt', b"x", "text/plain; charset=utf-8", "inline"),
    ],
)
def test_nothing_in_a_file_can_act_for_whoever_looks_at_it(
    wire: Wire, office: Office, name: str, content: bytes, media: str, placed: str
) -> None:
    file = wire.call("files.info", file=share(wire, name, content, office.channels["general"]))["file"]
    page = wire.server.page_url(wire.seat, "slack") + f"files-pri/{file['id']}/x"
    for reply in (transfer("GET", file["url_private"], token=wire.token), transfer("GET", page)):
        assert reply.body == content
        assert reply.headers["content-type"] == media
        assert str(reply.headers["content-disposition"]).startswith(placed)
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in str(reply.headers["content-security-policy"]) or name.endswith("pdf")
    saved = transfer("GET", file["url_private_download"], token=wire.token)
    assert str(saved.headers["content-disposition"]).startswith("attachment")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.text(min_size=1, max_size=300), content=st.binary(min_size=1, max_size=200))
def test_a_file_may_be_called_anything(wire: Wire, name: str, content: bytes) -> None:
    """Never a 500, and what was sent comes back."""
    begun = begin(wire, name.encode(errors="replace").decode(), len(content))
    assert transfer("POST", begun["upload_url"], content).body == b"OK - %d" % len(content)
    (file,) = complete(wire, begun["file_id"])["files"]
    for key in ("url_private", "url_private_download"):
        reply = transfer("GET", file[key], token=wire.token)
        assert (reply.status, reply.body) == (200, content)


def test_an_app_uploads_and_reads_with_its_scopes(
    wire: Wire, world: World, server: LocalServer, office: Office
) -> None:
    """A bot's file is the bot's; without files:read there are no bytes for it."""
    with world.action("install", door="setup", person=None) as context:
        scopes = ("chat:write", "files:read", "files:write")
        general = office.channels["general"]
        bot = setup.install(context, "Ledger", bot_scopes=scopes, user_scopes=scopes, channels=[general])
        poor = setup.install(context, "Poor", bot_scopes=("files:write",), user_scopes=(), channels=[general])
        mine, other, behalf = bot.user_id, f"slack:{poor.user_id}", f"slack:{bot.app_id}:marcus.lee"
    app = Wire(server, server.seat(world, f"slack:{mine}"))
    file = app.call("files.info", file=share(app, "a.txt", b"abc", general))["file"]
    assert (file["user"], file["is_public"]) == (mine, True)
    for each in (app, wire, Wire(server, server.seat(world, behalf))):
        assert transfer("GET", file["url_private"], token=each.token).body == b"abc"
    poor_token = Wire(server, server.seat(world, other)).token
    assert transfer("GET", file["url_private"], token=poor_token).status == 403


# --- Slack's own client ---------------------------------------------------------------------------------


def test_the_client_uploads(server: LocalServer, seat: Seat, office: Office, tmp_path: Path) -> None:
    """Reference F: files_upload_v2, of text, of bytes and of a file on disk."""
    client = WebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))
    general = office.channels["general"]
    one = client.files_upload_v2(content="hello", filename="a.txt", channel=general, initial_comment="Hi")
    assert one["file"]["name"] == "a.txt"
    path = tmp_path / "photo.png"
    path.write_bytes(png(3, 3))
    uploads: list[dict[str, Any]] = [
        {"file": str(path), "title": "A photo"},
        {"content": b"x,y\n", "filename": "t.csv"},
    ]
    two = client.files_upload_v2(
        file_uploads=uploads, channel=general, thread_ts=office.messages["welcome"], initial_comment="Two"
    )
    assert [each["title"] for each in two["files"]] == ["A photo", "t.csv"]
    replies = client.conversations_replies(channel=general, ts=office.messages["welcome"])["messages"]
    assert [each["filetype"] for each in replies[-1]["files"]] == ["png", "csv"]
    assert client.files_list(channel=general, types="images")["files"][0]["title"] == "A photo"
    assert client.files_info(file=one["file"]["id"])["content"] == "hello"
    assert client.files_sharedPublicURL(file=one["file"]["id"])["file"]["public_url_shared"]
    assert client.files_revokePublicURL(file=one["file"]["id"])["ok"]
    assert client.search_files(query="photo")["files"]["total"] == 1
    assert client.files_delete(file=one["file"]["id"])["ok"]


def test_the_asynchronous_client_uploads(server: LocalServer, seat: Seat, office: Office) -> None:
    """[WIRE] it completes an upload by POST with everything in the query."""

    async def work() -> None:
        client = AsyncWebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))
        general = office.channels["general"]
        done = await client.files_upload_v2(content=b"abc", filename="a.txt", channel=general)
        assert done["files"][0]["shares"]["public"][general]
        assert (await client.files_list(channel=general))["files"][0]["id"] == done["files"][0]["id"]
        assert (await client.search_all(query="a.txt"))["files"]["total"] == 1

    asyncio.run(work())


def test_a_file_as_large_as_is_allowed_goes_through(wire: Wire) -> None:
    begun = begin(wire, "large.bin", files.LARGEST)
    content = bytes(range(256)) * (files.LARGEST // 256)
    assert transfer("POST", begun["upload_url"], content).body == b"OK - %d" % files.LARGEST
