"""How Slack's Web API reads requests and spells answers (reference, section 0).

[MEAS] marks what was measured against slack.com, [VCR] what was recorded from it.
"""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from tests.apps.slack.wire import FORM, Wire, messages_of
from tests.office import Office

MULTIPART = "multipart/form-data; boundary=XX"


def _part(name: str, value: str) -> bytes:
    return f'--XX\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()


# --- addresses and verbs --------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_every_method_answers_get_and_post_alike(wire: Wire, office: Office, verb: str) -> None:
    """[MEAS 2026-09-06] the published methods answer both."""
    arguments = {"channel": office.channels["general"], "text": "By either verb", "name": "eyes"}
    for method in ("auth.test", "users.list", "chat.postMessage"):
        told = (wire.get if verb == "GET" else wire.post)(method, **arguments).json
        assert told["ok"] is True


def test_an_application_error_has_status_200(wire: Wire) -> None:
    """Reference 0.1."""
    reply = wire.post("conversations.info", channel="C0NOBODY")
    assert (reply.status, reply.json["ok"]) == (200, False)


@pytest.mark.parametrize("bearer", [None, "xoxp-nonsense"])
@pytest.mark.parametrize("method", ["chat.nonsense", "auth.scopes", "channels.list", "im.open"])
def test_an_unknown_method_says_so_whatever_the_credential(
    wire: Wire, bearer: str | None, method: str
) -> None:
    """[MEAS 2026-10-20]; case 49 for auth.scopes: openclaw/openclaw#44692."""
    told = wire.request("GET", method, bearer=bearer).json
    assert told == {"ok": False, "error": "unknown_method", "req_method": method}


@pytest.mark.parametrize("name", ["chat-postMessage", "chat_postMessage", "chat.postMessage/", "caf%C3%A9"])
def test_a_name_that_no_method_can_have_gets_a_page(wire: Wire, name: str) -> None:
    """[MEAS] other bytes than letters, digits and points: a 404 page in HTML."""
    reply = wire.request("GET", name)
    assert reply.status == 404
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "method", ["channels.mark", "groups.mark", "im.mark", "mpim.mark", "im.list", "mpim.list"]
)
def test_a_retired_method_says_what_to_use_instead(wire: Wire, method: str) -> None:
    """[MEAS] ``method_deprecated`` with a message, for anybody who sends no bad token."""
    for told in (wire.request("GET", method).json, wire.call(method)):
        assert told["error"] == "method_deprecated"
        assert messages_of(told)[0].startswith("[ERROR] This method is retired")
    assert wire.request("GET", method, bearer="xoxp-nonsense").json["error"] == "invalid_auth"


# --- answers --------------------------------------------------------------------------------------------


def test_an_answer_is_compact_json_with_escaped_slashes(wire: Wire) -> None:
    """[VCR]"""
    body = wire.post("api.test", place="a/b", name="é").body
    assert body == b'{"ok":true,"args":{"place":"a\\/b","name":"\\u00e9","token":"' + (
        wire.token.encode() + b'"}}'
    )


def test_an_answer_has_the_headers_of_slack(wire: Wire) -> None:
    """[VCR] reference 0.2."""
    headers = wire.post("auth.test").headers
    assert headers["content-type"] == "application/json; charset=utf-8"
    assert headers["access-control-allow-origin"] == "*"
    assert headers["access-control-expose-headers"] == "x-slack-req-id, retry-after"
    assert headers["cache-control"] == "private, no-cache, no-store, must-revalidate"
    assert headers["vary"] == "Accept-Encoding"
    assert headers["x-slack-backend"] == "r"
    assert len(headers["x-slack-req-id"]) == 32
    assert int(headers["x-slack-req-id"], 16) >= 0
    for name in ("date", "etag", "last-modified"):
        assert headers[name] is None


def test_the_request_id_depends_on_the_call_and_the_worlds_time_alone(wire: Wire) -> None:
    """Law 3: responses are the same bytes; another token for the same person changes nothing."""
    other = wire.sitting(wire.seat.person)
    first = wire.post("users.list", limit=2).headers["x-slack-req-id"]
    assert other.post("users.list", limit=2).headers["x-slack-req-id"] == first
    assert wire.post("users.list", limit=3).headers["x-slack-req-id"] != first
    wire.seat.world.advance(1)
    assert wire.post("users.list", limit=2).headers["x-slack-req-id"] != first


def test_every_authenticated_answer_tells_the_scopes(wire: Wire) -> None:
    """Failing ones too: case 50, zulip/zulip#16788."""
    for reply in (wire.post("chat.postMessage", channel="C0NOBODY"), wire.post("chat.postMessage")):
        assert reply.json["ok"] is False
        assert "chat:write" in reply.headers["x-oauth-scopes"].split(",")
        assert reply.headers["x-accepted-oauth-scopes"] == "chat:write"


def test_a_method_that_wants_no_scope_names_none(wire: Wire) -> None:
    """Reference 0.2: ``x-accepted-oauth-scopes`` is absent on auth.test."""
    headers = wire.post("auth.test").headers
    assert headers["x-oauth-scopes"]
    assert headers["x-accepted-oauth-scopes"] is None


@pytest.mark.parametrize("bearer", [None, "xoxp-nonsense"])
def test_nobodys_answer_tells_no_scopes(wire: Wire, bearer: str | None) -> None:
    """Reference 0.2: neither scope header on ``not_authed``."""
    headers = wire.request("POST", "chat.postMessage", bearer=bearer).headers
    assert headers["x-oauth-scopes"] is None
    assert headers["x-accepted-oauth-scopes"] is None


# --- where arguments come from --------------------------------------------------------------------------


def test_arguments_come_in_a_query_a_form_multipart_and_json(wire: Wire) -> None:
    """Reference 0.3."""
    multipart = _part("a", "1") + b"--XX--\r\n"
    replies = [
        wire.request("GET", "api.test", query="a=1"),
        wire.request("POST", "api.test", b"", query="a=1"),
        wire.request("POST", "api.test", b"a=1", content_type=FORM),
        wire.request("POST", "api.test", multipart, content_type=MULTIPART),
        wire.request("POST", "api.test", b'{"a":"1"}', content_type="application/json; charset=utf-8"),
    ]
    assert [reply.json for reply in replies] == [{"ok": True, "args": {"a": "1"}}] * 5


def test_the_body_wins_over_the_query_and_the_last_of_a_name_over_the_others(wire: Wire) -> None:
    """[MEAS 2026-10-20]"""
    told = wire.request("POST", "api.test", b"a=3&a=4", query="b=5&a=1&a=2", content_type=FORM).json
    assert told["args"] == {"b": "5", "a": "4"}


def test_a_form_is_decoded_as_browsers_encode_it(wire: Wire) -> None:
    """Plus signs are blanks, ``%XX`` bytes of UTF-8; a piece without ``=`` is nothing [MEAS]."""
    told = wire.request("POST", "api.test", b"a=x+y%2Bz%F0%9F%99%82&b&c=%zz", content_type=FORM).json
    assert told["args"] == {"a": "x y+z🙂", "c": "%zz"}


def test_a_json_body_is_ignored_by_methods_that_do_not_read_json(wire: Wire, office: Office) -> None:
    """[MEAS] chat.getPermalink, whose documentation has no JSON."""
    told = wire.json("chat.getPermalink", {"channel": office.channels["general"], "message_ts": "1"}).json
    assert told["error"] == "invalid_arguments"
    assert "[ERROR] missing required field: channel" in messages_of(told)


def test_json_carries_real_types(wire: Wire) -> None:
    """Reference 0.3: they are read as the texts that a form would carry; null is absent [MEAS]."""
    content = {"yes": True, "number": 7, "list": [1, {"a": "b"}], "nothing": None, "text": "x"}
    told = wire.request(
        "POST", "api.test", json.dumps(content).encode(), content_type="application/json; charset=utf-8"
    ).json
    assert told["args"] == {"yes": "true", "number": "7", "list": '[1,{"a":"b"}]', "text": "x"}


@pytest.mark.parametrize("body", ["[1]", "7", '"text"', "{", "", '{"a":NaN}', "[" * 5000])
def test_json_that_is_no_object_has_no_arguments(wire: Wire, body: str) -> None:
    """A method misses what it needs rather than break."""
    told = wire.request(
        "POST",
        "chat.postMessage",
        body.encode(),
        bearer=wire.token,
        content_type="application/json; charset=utf-8",
    ).json
    assert told["error"] == "invalid_arguments"
    assert messages_of(told) == ["[ERROR] missing required field: channel"]


@pytest.mark.parametrize(
    ("sent", "inclusive"),
    [("", False), ("0", False), ("false", False), ("FALSE", False), ("no", True), ("00", True), ("1", True)],
)
def test_only_empty_zero_and_false_say_no(wire: Wire, office: Office, sent: str, inclusive: bool) -> None:
    """[MEAS 2026-10-18] on ``inclusive``."""
    ts = office.messages["welcome"]
    told = wire.call(
        "conversations.history", channel=office.channels["general"], latest=ts, oldest=ts, inclusive=sent
    )
    assert [each["ts"] for each in told["messages"]] == ([ts] if inclusive else [])


@pytest.mark.parametrize("limit", ["2.9", "2", "20e-1", "0.2e1", "2\n"])
def test_a_limit_is_a_number_cut_to_a_whole_one(wire: Wire, limit: str) -> None:
    """[MEAS] decimals and exponents are read, and truncated."""
    assert len(wire.call("users.list", limit=limit)["members"]) == 2


@pytest.mark.parametrize("limit", ["", "abc", "+1", "2.", "1_0", "0x10", "１", " 1", "1e+2", "nan", "inf"])
def test_a_limit_that_is_no_number_is_named(wire: Wire, limit: str) -> None:
    """[MEAS] ``invalid_arguments`` naming the field, before the cursor is looked at."""
    told = wire.call("users.list", limit=limit, cursor="bogus")
    assert told["error"] == "invalid_arguments"
    assert messages_of(told) == ["[ERROR] must provide a number [json-pointer:/limit]"]


def test_a_limit_of_zero_or_beyond_all_numbers_is_as_if_absent(wire: Wire) -> None:
    """[MEAS] ``limit=0``, ``00`` and ``1e400`` give everything."""
    everybody = wire.call("users.list")["members"]
    for limit in ("0", "00", "1e400", "9" * 5000):
        assert wire.call("users.list", limit=limit)["members"] == everybody


# --- what is refused before anybody looks at the token --------------------------------------------------


def test_an_array_as_php_spells_it_is_refused(wire: Wire) -> None:
    """[VCR] ``request[timeout]=180``."""
    for name in ("request[timeout]", "a[]", "a[b][c]"):
        told = wire.request("POST", "auth.test", f"{quote(name)}=180".encode(), content_type=FORM).json
        assert told == {"ok": False, "error": "invalid_array_arg"}
    assert wire.request("GET", "auth.test", query="a%5Bb%5D=1").json["error"] == "invalid_array_arg"


@pytest.mark.parametrize("name", ["bad name", "a{b}", "é", "a" * 101, "a%00b"])
def test_a_name_that_no_argument_can_have_is_refused(wire: Wire, name: str) -> None:
    """[MEAS] names are ``[-0-9:A-Za-z_]{1,100}``; that comes before arrays."""
    body = f"a[b]=1&{quote(name, safe='%')}=1".encode()
    told = wire.request("POST", "auth.test", body, content_type=FORM).json
    assert told == {"ok": False, "error": "invalid_arg_name"}


def test_a_body_without_a_type_is_refused(wire: Wire) -> None:
    """[MEAS] ``missing_post_type``; with no body there is nothing to miss."""
    assert wire.request("POST", "auth.test", b"a=1").json["error"] == "missing_post_type"
    assert wire.request("POST", "auth.test").json["error"] == "not_authed"


@pytest.mark.parametrize("content_type", ["text/html", "application/xml", "nonsense", "application/jsonx"])
def test_a_body_of_another_type_is_refused(wire: Wire, content_type: str) -> None:
    """[VCR, MEAS] ``invalid_post_type``."""
    told = wire.request("POST", "auth.test", b"a=1", content_type=content_type).json
    assert told == {"ok": False, "error": "invalid_post_type"}


def test_plain_text_is_a_type_that_carries_nothing(wire: Wire) -> None:
    """Reference 0.3: ``text/plain`` is among the valid types [MEAS: its body is not read]."""
    told = wire.request("POST", "api.test", b"a=1", content_type="text/plain; charset=utf-8").json
    assert told == {"ok": True, "args": {}}


@pytest.mark.parametrize("content_type", [FORM, MULTIPART, "multipart/form-data"])
@pytest.mark.parametrize("body", [b"{}", b"nonsense", b"--YY\r\n"])
def test_a_form_that_cannot_be_read_is_refused(wire: Wire, content_type: str, body: bytes) -> None:
    """[VCR, MEAS] ``invalid_form_data``."""
    told = wire.request("POST", "auth.test", body, content_type=content_type).json
    assert told == {"ok": False, "error": "invalid_form_data"}


def test_json_in_another_charset_is_refused(wire: Wire) -> None:
    """[MEAS] valid are utf-8, utf8 and iso-8859-1, in any case."""
    for charset, error in (
        ("utf-16", "invalid_charset"),
        ("UTF-8", "not_authed"),
        ('"utf8"', "not_authed"),
        ("ISO-8859-1", "not_authed"),
    ):
        told = wire.request(
            "POST", "auth.test", b"{}", content_type=f"application/json; charset={charset}"
        ).json
        assert told["error"] == error


def test_what_cannot_be_read_is_refused_before_the_method_is_looked_up(wire: Wire) -> None:
    """[MEAS] a body that is refused is refused for methods that do not exist, too."""
    told = wire.request("POST", "chat.nonsense", b"a=1", content_type="text/html").json
    assert told["error"] == "invalid_post_type"


# --- warnings -------------------------------------------------------------------------------------------


def test_a_form_with_a_charset_is_warned(wire: Wire) -> None:
    """[MEAS 2026-10-10] python-slack-sdk#692 for the shape; the warning comes last."""
    reply = wire.request("POST", "api.test", b"a=1", bearer=wire.token, content_type=f"{FORM}; charset=utf-8")
    told = reply.json
    assert told["warning"] == "superfluous_charset"
    assert told["response_metadata"] == {"warnings": ["superfluous_charset"]}
    assert list(told) == ["ok", "args", "warning", "response_metadata"]


def test_json_without_a_charset_is_warned_failing_answers_too(wire: Wire) -> None:
    """[MEAS 2026-10-10] what @modelcontextprotocol/server-slack sends [WIRE]."""
    told = wire.request(
        "POST", "chat.postMessage", b'{"text":"x"}', bearer=wire.token, content_type="application/json"
    ).json
    assert told["error"] == "invalid_arguments"
    assert told["warning"] == "missing_charset"
    assert told["response_metadata"] == {
        "messages": ["[ERROR] missing required field: channel"],
        "warnings": ["missing_charset"],
    }


def test_a_warning_stands_beside_a_cursor(wire: Wire) -> None:
    """[MEAS 2026-10-10] ``warnings`` comes after whatever ``response_metadata`` holds."""
    told = wire.request(
        "POST", "users.list", b"limit=1", bearer=wire.token, content_type=f"{FORM}; charset=utf-8"
    ).json
    assert list(told["response_metadata"]) == ["next_cursor", "warnings"]


def test_a_request_that_says_all_it_should_is_not_warned(wire: Wire) -> None:
    assert "warning" not in wire.post("api.test", a="1").json
    assert "warning" not in wire.json("api.test", {"a": "1"}).json
    assert "warning" not in wire.get("api.test", a="1").json


# --- missing, empty and wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "conversations.history"])
def test_an_argument_that_was_not_sent_is_named(wire: Wire, method: str) -> None:
    """Case 1: brekkylab/backlot#84."""
    told = wire.call(method)
    assert told == {
        "ok": False,
        "error": "invalid_arguments",
        "response_metadata": {"messages": ["[ERROR] missing required field: channel"]},
    }


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "conversations.history"])
def test_an_empty_argument_was_sent(wire: Wire, method: str) -> None:
    """Case 2: brekkylab/backlot#84."""
    assert wire.call(method, channel="")["error"] == "channel_not_found"


def test_replies_miss_the_channel_before_the_timestamp(wire: Wire, office: Office) -> None:
    """Reference 0.5."""
    assert messages_of(wire.call("conversations.replies")) == [
        "[ERROR] missing required field: channel",
        "[ERROR] missing required field: ts",
    ]
    told = wire.call("conversations.replies", channel=office.channels["general"], ts="")
    assert told["error"] == "thread_not_found"


def test_reacting_misses_its_arguments_in_slacks_order(wire: Wire) -> None:
    """Reference 0.5: name, timestamp, channel; getting and removing say that no item was specified."""
    assert messages_of(wire.call("reactions.add")) == [
        "[ERROR] missing required field: name",
        "[ERROR] missing required field: timestamp",
        "[ERROR] missing required field: channel",
    ]
    assert wire.call("reactions.get")["error"] == "no_item_specified"
    assert wire.call("reactions.remove", name="eyes")["error"] == "no_item_specified"
