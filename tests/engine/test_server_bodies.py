"""What is sent is read as JSON that any world can keep, or refused with the reason."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest
from flask import Flask

from workaday.errors import InvalidArgument
from workaday.server import bodies, refusals


def read(data: bytes) -> object:
    with Flask(__name__).test_request_context(method="POST", data=data):
        return bodies.json_object()


@pytest.mark.parametrize("data", [b"", b" \n", b"{}"])
def test_no_body_is_no_arguments(data: bytes) -> None:
    assert read(data) == {}


def test_json_is_read_whatever_the_content_type_says() -> None:
    assert read('{"a": [1, -2.5, "é", null, true, {"b": "\\ud83d\\ude00"}]}'.encode()) == {
        "a": [1, -2.5, "é", None, True, {"b": "😀"}]
    }


def test_integers_go_up_to_what_every_json_implementation_reads_alike() -> None:
    """RFC 8259, section 6: from -(2**53)+1 to 2**53-1."""
    assert read(b'{"a": 9007199254740991, "b": -9007199254740991}') == {"a": 2**53 - 1, "b": 1 - 2**53}
    for number in (b"9007199254740992", b"-9007199254740992", b"9" * 5000):
        with pytest.raises(InvalidArgument, match="9007199254740991"):
            read(b'{"a": %s}' % number)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "not JSON"),
        (b'{"a": 1e400}', "too large"),
        (b'{"a": -1e400}', "too large"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": [-Infinity]}', "-Infinity is not JSON"),
        (b"[1]", "JSON object"),
        (b"5", "JSON object"),
        (b"null", "JSON object"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"\\udfff": 1}', "surrogate"),
        (b"[" * 200_000, "nested too deeply"),
    ],
)
def test_what_no_world_could_keep_is_refused_with_the_reason(data: bytes, says: str) -> None:
    with pytest.raises(InvalidArgument, match=says):
        read(data)


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (lambda: sqlite3.connect(":memory:").execute("SELECT ?", ["\ud800"]), 400),
        (lambda: sqlite3.connect(":memory:").execute("SELECT ?", [2**70]), 400),
        (lambda: 1 / 0, 500),
    ],
    ids=["a lone surrogate", "a number of 71 bits", "a fault of ours"],
)
@pytest.mark.filterwarnings("ignore:unclosed database")
def test_whatever_goes_wrong_the_answer_is_plain(fault: Callable[[], str], status: int) -> None:
    app = Flask(__name__)
    refusals.install(app)
    app.add_url_rule("/", "fault", fault)
    answer = app.test_client().get("/")
    assert answer.status_code == status
    assert answer.text in {"Bad Request\n", "Internal Server Error\n"}
