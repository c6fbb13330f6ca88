"""An agent that attacks its own door gets plain refusals, reaches nothing, and changes nothing (Law 5)."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import workaday
from workaday.server import agent
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.server.wsgi import LARGEST_BODY
from workaday.snapshot import Snapshot
from workaday.world import World

REFUSALS = {400, 401, 404, 405, 413, 431, 501}
ROOT = Path(workaday.__file__).parents[1]
TELLS_TOO_MUCH = re.compile(
    rb"Traceback|File \"|\.py\b|sqlite|sqlalchemy|werkzeug|/home/|/root/|site-packages", re.IGNORECASE
)


@pytest.fixture
def other(snapshot: Snapshot, server: LocalServer) -> Iterator[Seat]:
    """Somebody else's seat, in another world on the same server."""
    with World.open(snapshot) as world:
        seat = server.seat(world, "marcus.lee")
        yield seat
        server.leave(seat)


@pytest.fixture(autouse=True)
def _nothing_changes(seat: Seat, other: Seat) -> Iterator[None]:
    """Whatever is tried, both worlds are afterwards as they were."""
    before = [each.world.state_hash() for each in (seat, other)]
    yield
    assert [each.world.full_state_hash() for each in (seat, other)] == before


class Raw:
    """An answer to bytes that no well-behaved client sends."""

    def __init__(self, server: LocalServer, sent: bytes) -> None:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(sent)
            self.bytes = b"".join(iter(lambda: self._more(connection), b""))
        self.head, _, self.body = self.bytes.partition(b"\r\n\r\n")
        self.status = int(self.head.split()[1])

    @staticmethod
    def _more(connection: socket.socket) -> bytes:
        try:
            return connection.recv(65536)
        except ConnectionResetError:
            return b""


def send(server: LocalServer, line: bytes, *headers: bytes, body: bytes = b"") -> Raw:
    lines = [line + b" HTTP/1.1", b"Host: workaday.invalid", b"Connection: close", *headers]
    if body:
        lines.append(b"Content-Length: %d" % len(body))
    return Raw(server, b"\r\n".join(lines) + b"\r\n\r\n" + body)


def assert_refused(answer: Raw) -> None:
    assert answer.status in REFUSALS, answer.bytes[:500]
    assert not TELLS_TOO_MUCH.search(answer.bytes), answer.bytes[:500]
    assert len(answer.body) < 400


# --- other worlds ---------------------------------------------------------------------------------------


def altered(token: str) -> list[str]:
    last = "0" if token[-1] != "0" else "1"
    shorter, longer = token[:-1], token + "0"
    return [
        token[:-1] + last,
        shorter,
        longer,
        token.upper() + "a",
        f" {token}",
        f"{token}%00",
        f"{token}%0a",
    ]


def test_an_altered_token_is_not_found(server: LocalServer, seat: Seat) -> None:
    for token in [*altered(seat.token), "0" * 32, "*", "%25", "-1", "1%20OR%201=1", "%27--", ".", ".."]:
        for path in ("slack/", "tools", "feed"):
            assert send(server, f"GET /w/{token}/{path}".encode()).status in {400, 404}, token


def test_a_token_has_no_list(server: LocalServer, seat: Seat) -> None:
    for path in ("/", "/w", "/w/", f"/w/{seat.token}", f"/w/{seat.token}/"):
        answer = send(server, f"GET {path}".encode())
        assert answer.status == 404
        assert seat.token.encode() not in answer.bytes


def test_no_answer_tells_of_another_world(server: LocalServer, seat: Seat, other: Seat) -> None:
    for path in ("slack/", "tools", "feed?since=0"):
        assert other.token.encode() not in send(server, f"GET /w/{seat.token}/{path}".encode()).bytes


# --- paths ----------------------------------------------------------------------------------------------

TRAVERSALS = [
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "..%252f..%252fetc%252fpasswd",
    "....//....//etc/passwd",
    "..\\..\\etc\\passwd",
    "..%5c..%5cetc%5cpasswd",
    "%2fetc%2fpasswd",
    "//etc/passwd",
    "fonts/../../page.py",
    "fonts/..%2f__init__.py",
    "..%2fpage.py",
    "..%2ftemplates%2fbase.html",
    "%00",
    "live.js%00.css",
    "a" * 5000,
]


@pytest.mark.parametrize("path", TRAVERSALS)
@pytest.mark.parametrize("start", ["/static/", "/w/{token}/slack/static/", "/w/{token}/tools/", "/w/"])
def test_no_path_leads_out(server: LocalServer, seat: Seat, start: str, path: str) -> None:
    where = start.format(token=seat.token) + path
    for method in ("GET", "POST"):
        assert_refused(send(server, f"{method} {where}".encode()))


@pytest.mark.parametrize(
    "path",
    [
        "/{token}/w/slack/",
        "/w%252f{token}%252fslack",
        "/w//{token}/slack/",
        "/w/{token}//slack/",
        "/w/{token}/slack/../../other",
        "/w/{token}/nosuchapp/",
        "/w/{token}/__class__/",
        "/w/{token}/tools/__init__",
        "/w/{token}/tools/slack_whoami/x",
    ],
)
def test_a_bent_path_is_not_found(server: LocalServer, seat: Seat, path: str) -> None:
    assert_refused(send(server, f"GET {path.format(token=seat.token)}".encode()))


# --- the control door -----------------------------------------------------------------------------------

CONTROL = [
    "/worlds",
    "/worlds/1",
    "/worlds/1/reset",
    "/worlds/1/snapshot",
    "/worlds/1/advance",
    "/episodes",
    "/episodes/1/grade",
    "/control",
    "/admin",
    "/registry.db",
    "/metrics",
    "/debug",
    "/console",
]


@pytest.mark.parametrize("path", CONTROL)
def test_the_control_door_is_not_behind_the_agents_door(server: LocalServer, seat: Seat, path: str) -> None:
    tricks = [
        [],
        [b"Authorization: Bearer admin"],
        [b"X-Forwarded-Port: 8081", b"X-Forwarded-Host: 127.0.0.1:8081"],
        [b"X-Original-URL: " + path.encode(), b"X-Rewrite-URL: " + path.encode()],
        [b"X-HTTP-Method-Override: DELETE"],
    ]
    for headers in tricks:
        for start in ("", f"/w/{seat.token}", f"/w/{seat.token}/slack"):
            assert_refused(send(server, f"GET {start}{path}".encode(), *headers))
            assert_refused(send(server, f"POST {start}{path}".encode(), *headers, body=b"{}"))


def test_the_agents_door_does_not_even_load_the_control_door_or_what_grades() -> None:
    code = (
        "import sys; from workaday.server.local import LocalServer; LocalServer().close();"
        "print([m for m in sys.modules if m.startswith(('workaday.server.control', 'workaday.server.host',"
        " 'workaday.grade', 'workaday.task', 'workaday.episode', 'workaday.verifiers', 'workaday.seeds'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_agents_door_has_no_route_without_a_token_but_files_and_the_wire(server: LocalServer) -> None:
    class Nobody:
        def find(self, token: str) -> Seat | None:
            return None

        def release(self, seat: Seat) -> None: ...

    rules = [rule.rule for rule in agent.create_app(Nobody()).url_map.iter_rules()]
    assert {rule for rule in rules if "<token>" not in rule} == {
        "/static/<path:filename>",
        "/static/fonts/<path:filename>",
        "/slack/api/<path:name>",
        "/slack/services/<team>/<bot>/<key>",
        "/slack/files-pri/<reference>/<name>",
        "/slack/files-pri/<reference>/download/<name>",
        "/slack/files-tmb/<reference>/<name>",
    }


# --- hosts and ports ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        [b"X-Forwarded-Host: evil.example", b"X-Forwarded-Proto: https", b"X-Forwarded-Port: 1"],
        [b"Forwarded: host=evil.example;proto=https;for=evil.example"],
        [b"X-Forwarded-Prefix: /evil.example", b"X-Script-Name: /evil.example"],
        [b"Server-Port: 1", b"SERVER_PORT: 1", b"Server_Port: 1", b"Script-Name: /evil.example"],
    ],
)
def test_a_forwarded_host_shows_nowhere(server: LocalServer, seat: Seat, headers: list[bytes]) -> None:
    plain = send(server, f"GET /w/{seat.token}/slack/".encode())
    tricked = send(server, f"GET /w/{seat.token}/slack/".encode(), *headers)
    assert plain.status < 400
    assert tricked.bytes == plain.bytes


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8081", "127.0.0.1:1", "[::1]:1", "a b", "\x01", ""]
)
def test_a_host_header_shows_nowhere(server: LocalServer, seat: Seat, host: str) -> None:
    for path in (f"/w/{seat.token}/slack", f"/w/{seat.token}/slack/", f"/w/{seat.token}/tools"):
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", "", ""]
        answer = Raw(server, "\r\n".join(lines).encode())
        assert b"evil" not in answer.bytes
        assert answer.status < 400 or answer.status in REFUSALS


def test_an_absolute_address_of_elsewhere_is_not_fetched(server: LocalServer, seat: Seat) -> None:
    assert_refused(send(server, b"GET http://evil.example/worlds"))
    assert_refused(send(server, b"CONNECT evil.example:443"))


# --- methods and framing --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method", ["TRACE", "OPTIONS", "PUT", "PATCH", "DELETE", "CONNECT", "PROPFIND", "get", "X" * 300]
)
def test_other_methods_are_refused(server: LocalServer, seat: Seat, method: str) -> None:
    for path in (
        f"/w/{seat.token}/tools",
        f"/w/{seat.token}/slack/",
        f"/w/{seat.token}/feed",
        "/static/live.js",
    ):
        assert_refused(send(server, f"{method} {path}".encode(), b"X-Secret: 1"))


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n\r\nGARBAGE\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nA B: c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: -5\r\n\r\nhello",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_broken_http_is_refused(server: LocalServer, sent: bytes) -> None:
    assert_refused(Raw(server, sent))


def test_one_request_cannot_hide_in_another(server: LocalServer, seat: Seat) -> None:
    """Request smuggling: a length and chunks at once."""
    hidden = f"POST /w/{seat.token}/tools/slack_whoami HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    sent = (
        b"POST /w/x/tools/y HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden
    )
    assert Raw(server, sent).bytes.count(b"HTTP/1.1 200") == 0


@pytest.mark.parametrize("injected", ["%0d%0aSet-Cookie:%20a=b", "%0d%0a%0d%0a<script>", "\x0bX:y"])
def test_no_header_can_be_injected(server: LocalServer, seat: Seat, injected: str) -> None:
    for path in (
        f"/w/{seat.token}/slack{injected}",
        f"/static/{injected}",
        f"/w/{seat.token}/feed?since={injected}",
    ):
        answer = send(server, f"GET {path}".encode())
        assert b"set-cookie" not in answer.head.lower()
        assert b"<script>" not in answer.bytes


def test_a_body_that_is_too_large_is_refused_unread(server: LocalServer, seat: Seat) -> None:
    where = f"POST /w/{seat.token}/tools/slack_whoami".encode()
    answer = send(server, where, b"Content-Length: %d" % (LARGEST_BODY + 1))
    assert_refused(answer)
    assert answer.status == 413


def test_a_body_in_chunks_is_held_to_the_same_limit(server: LocalServer, seat: Seat) -> None:
    head = (
        f"POST /w/{seat.token}/tools/slack_whoami HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    host, _, port = server.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(head.encode())
        with pytest.raises(ConnectionError):
            connection.sendall(chunk * (10 * LARGEST_BODY // len(chunk)))


# --- bodies ---------------------------------------------------------------------------------------------

POST = "slack_post_message"
BODIES = [
    b"{",
    b"[]",
    b'"text"',
    b"null",
    b"1",
    b"{'channel': 'general'}",
    b'{"channel": NaN}',
    b'{"channel": "general", "text": Infinity}',
    b"\xff\xfe\x00",
    b'{"channel": "general", "text": "\xff"}',
    b'{"channel": "general", "text": "\\ud800"}',
    b'{"channel": "\\ud83d", "text": "x"}',
    b'{"channel": "general", "\\udfff": "x", "text": "x"}',
    b'{"channel": "general\\u0000", "text": "x"}',
    b'{"channel": ["general"], "text": "x"}',
    b'{"channel": {"$ne": 1}, "text": "x"}',
    b'{"channel": "general", "text": "x", "as_user": "ruth.okafor"}',
    b'{"channel": "general", "text": "x", "__class__": 1}',
    b'{"channel": "general", "text": 5}',
    b'{"channel": "general", "text": "x", "thread_ts": "' + b"9" * 5000 + b'"}',
    b'{"channel": "general", "text": "x", "thread_ts": "1e999"}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"channel": "' + b"9" * 2_000_000 + b'", "text": "x"}',
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_broken_body_is_refused(server: LocalServer, seat: Seat, body: bytes) -> None:
    answer = send(server, f"POST /w/{seat.token}/tools/{POST}".encode(), body=body)
    assert_refused(answer)
    assert json.loads(answer.body)["error"]


@pytest.mark.parametrize(
    "number", ["9" * 400, "-" + "9" * 400, "9223372036854775808", "1e400", "-1e999", "1E5000"]
)
def test_a_number_that_no_database_holds_is_refused(server: LocalServer, seat: Seat, number: str) -> None:
    where = f"POST /w/{seat.token}/tools/slack_search_messages".encode()
    assert_refused(send(server, where, body=f'{{"query": "x", "page": {number}}}'.encode()))
    assert send(server, where, body=f'{{"query": "x", "page": "{number}"}}'.encode()).status < 500


@pytest.mark.parametrize(
    "query", ["%00", "%ff%fe", "%ed%a0%80", "%", "=", "&&&", "a" * 20_000, "%F0%9F", "since=1&since=2"]
)
def test_a_broken_query_breaks_nothing(server: LocalServer, seat: Seat, query: str) -> None:
    for path in ("slack/", "tools", "feed"):
        answer = send(server, f"GET /w/{seat.token}/{path}?{query}".encode())
        assert answer.status < 500
        assert not re.search(b"Traceback", answer.bytes)


# --- what every answer carries --------------------------------------------------------------------------


def test_no_answer_tells_the_machines_time_or_what_serves_it(server: LocalServer, seat: Seat) -> None:
    paths = [
        f"/w/{seat.token}/slack/",
        f"/w/{seat.token}/tools",
        "/static/live.js",
        "/nowhere",
        "/slack/api/api.test",
    ]
    for answer in [send(server, f"GET {path}".encode()) for path in paths] + [
        Raw(server, b"GARBAGE\r\n\r\n")
    ]:
        names = {line.split(b":")[0].lower() for line in answer.head.split(b"\r\n")[1:]}
        assert not names & {
            b"date",
            b"server",
            b"last-modified",
            b"etag",
            b"expires",
            b"age",
            b"via",
            b"set-cookie",
        }


def test_pages_are_not_kept_and_load_nothing_from_elsewhere(server: LocalServer, seat: Seat) -> None:
    head = send(server, f"GET /w/{seat.token}/slack/".encode()).head.decode().lower()
    assert "cache-control: no-store" in head
    policy = re.search("content-security-policy: (.*)", head)
    assert policy
    sources = set(policy[1].replace(";", " ").split()[1::]) - {"'self'"}
    assert not [
        source for source in sources if "http" in source or "*" in source or source == "'unsafe-eval'"
    ]
    assert "default-src 'self'" in policy[1]
    assert "worker-src 'none'" in policy[1]
