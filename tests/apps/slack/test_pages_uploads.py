"""Files that the composer's form sends leave the rows that the Web API leaves; what is no file leaves none."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest

from tests.apps.slack.screen import send
from tests.apps.slack.test_api_files import begin, transfer
from tests.apps.slack.wire import Wire
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import World

CONTENT = b"Deductions\nand credits\n"


def upload(url: str, content: bytes | None, **fields: str) -> tuple[int, bytes]:
    """Send a form with a file, as a browser does."""
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    if content is not None:
        parts += [
            b'--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
            content,
            b"\r\n",
        ]
    address = urlsplit(url)
    connection = HTTPConnection(address.netloc, timeout=30)
    headers = {"Content-Type": "multipart/form-data; boundary=edge", "Accept": "application/json"}
    connection.request("POST", address.path, b"".join([*parts, b"--edge--\r\n"]), headers)
    answer = connection.getresponse()
    told = answer.status, answer.read()
    connection.close()
    return told


def rows(world: World) -> list[tuple[object, ...]]:
    return [(each.table, each.key, each.before, each.after) for each in world.changes()]


def test_files_sent_with_a_message_leave_the_same_rows_as_over_the_web_api(
    server: LocalServer, world: World, office: Office
) -> None:
    channel, root = office.channels["tax-season"], office.messages["question"]
    with world.fork() as one, world.fork() as other:
        seat = server.seat(one, "dana.whitfield")
        url = server.page_url(seat, "slack")
        status, told = upload(f"{url}upload", CONTENT, name="list.txt", alt_text="", snippet_type="")
        assert status == 200
        uploads = json.dumps([{"id": json.loads(told)["id"], "title": "The list"}])
        fields = {"mrkdwn": "Here it is", "files": uploads, "thread_ts": root}
        form = urlencode(fields).encode()
        assert send(f"{url}client/{office.workspace}/{channel}/post", form).status == 303
        server.leave(seat)
        seat = server.seat(other, "dana.whitfield")
        wire = Wire(server, seat)
        begun = begin(wire, "list.txt", len(CONTENT))
        transfer("POST", begun["upload_url"], CONTENT)
        wire.call(
            "files.completeUploadExternal",
            files=[{"id": begun["file_id"], "title": "The list"}],
            channel_id=channel,
            initial_comment="Here it is",
            thread_ts=root,
        )
        server.leave(seat)
        assert rows(one) == rows(other)
        assert one.state_hash() == other.state_hash()


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        (None, {"name": "x.txt"}),
        (b"", {"name": "x.txt"}),
        (b"x", {}),
        (b"x", {"name": "x.txt", "snippet_type": "no such type"}),
        (b"x", {"name": "x.txt", "alt_text": "a" * 1_001}),
        (b"x" * (9 * 1024 * 1024 + 1), {"name": "x.bin"}),
    ],
    ids=["none", "empty", "nameless", "of no type", "described at length", "large"],
)
def test_what_is_no_file_is_refused_and_leaves_nothing(
    server: LocalServer, seat: Seat, world: World, content: bytes | None, fields: dict[str, str]
) -> None:
    status, told = upload(f"{server.page_url(seat, 'slack')}upload", content, **fields)
    assert status == 400
    assert json.loads(told)["message"]
    assert world.changes() == []


@pytest.mark.parametrize("files", ["[", "7", '["F1"]', '[{"id": "F0NOTHING", "title": "x"}]', "[[]]", '"x"'])
def test_a_message_with_files_that_are_none_is_not_sent(
    server: LocalServer, seat: Seat, world: World, office: Office, files: str
) -> None:
    form = urlencode({"mrkdwn": "Look", "files": files}).encode()
    where = f"client/{office.workspace}/{office.channels['general']}/post"
    assert send(f"{server.page_url(seat, 'slack')}{where}", form).status == 404
    assert world.changes() == []
