"""Whose token it is, and what a token is good for (reference 0.4)."""

from __future__ import annotations

import pytest

from tests.apps.slack.wire import FORM, Wire
from tests.office import DEACTIVATED, Office
from workaday.world import World

WRITES = ["chat.postMessage", "conversations.open", "reactions.add", "conversations.mark"]


@pytest.mark.parametrize(
    "authorization",
    [None, "Bearer ", "Bearer", "bearer {}", "BEARER {}", "Basic {}", "token {}", "Bearer\t{}", "Bearer{}"],
)
def test_no_credential_is_not_authed(wire: Wire, authorization: str | None) -> None:
    """[MEAS] the scheme's case counts."""
    sent = authorization and authorization.format(wire.token)
    told = wire.request("POST", "auth.test", authorization=sent).json
    assert told == {"ok": False, "error": "not_authed"}


@pytest.mark.parametrize("token", ["xoxp-nonsense", "nonsense", "xoxb-{seat}", "{seat}", "xoxp-", "xoxp-'"])
def test_a_token_that_leads_nowhere_is_invalid(wire: Wire, token: str) -> None:
    """Case 4: brekkylab/backlot#70; malformed and unknown alike."""
    told = wire.request("POST", "auth.test", bearer=token.format(seat=wire.seat.token)).json
    assert told == {"ok": False, "error": "invalid_auth"}


def test_a_forms_token_comes_before_the_header(wire: Wire) -> None:
    """[MEAS] slack-go sends it so: strukto-ai/mirage#1189."""
    good, bad = f"token={wire.token}".encode(), b"token=xoxp-nonsense"
    assert wire.request("POST", "auth.test", good, bearer="xoxp-nonsense", content_type=FORM).json["ok"]
    refused = wire.request("POST", "auth.test", bad, bearer=wire.token, content_type=FORM).json
    assert refused["error"] == "invalid_auth"


def test_an_empty_token_in_a_form_is_none(wire: Wire) -> None:
    """Reference 0.4."""
    assert wire.request("POST", "auth.test", b"token=", content_type=FORM).json["error"] == "not_authed"
    assert wire.request("POST", "auth.test", b"token=", bearer=wire.token, content_type=FORM).json["ok"]


def test_a_token_in_the_query_is_refused_even_if_it_is_good(wire: Wire) -> None:
    """[MEAS]"""
    for bearer in (None, wire.token):
        told = wire.request("GET", "auth.test", query=f"token={wire.token}", bearer=bearer).json
        assert told["error"] == "invalid_auth"
    assert wire.request("GET", "auth.test", query="token=").json["error"] == "not_authed"


def test_a_token_in_json_is_not_read(wire: Wire) -> None:
    """[MEAS 2026-10-22]"""
    body = f'{{"token":"{wire.token}","channel":"C1","text":"x"}}'.encode()
    told = wire.request("POST", "chat.postMessage", body, content_type="application/json; charset=utf-8").json
    assert told["error"] == "not_authed"


@pytest.mark.parametrize("method", ["auth.test", "users.list", *WRITES])
def test_the_token_comes_before_the_arguments(wire: Wire, method: str) -> None:
    """[MEAS] both errors of authentication come before argument checks."""
    assert wire.request("POST", method).json["error"] == "not_authed"
    assert wire.request("POST", method, bearer="xoxp-nonsense").json["error"] == "invalid_auth"


@pytest.mark.parametrize(
    "method", ["auth.test", "api.test", "users.list", "pins.add", "conversations.info", *WRITES]
)
def test_a_deactivated_persons_token_is_inactive(wire: Wire, method: str) -> None:
    """[REF] ``account_inactive``, before the arguments, and without scopes."""
    reply = wire.sitting(DEACTIVATED).post(method)
    assert reply.json == {"ok": False, "error": "account_inactive"}
    assert reply.headers["x-oauth-scopes"] is None


def test_a_token_that_was_given_back_is_invalid(wire: Wire) -> None:
    wire.server.leave(wire.seat)
    assert wire.call("auth.test") == {"ok": False, "error": "invalid_auth"}


def test_a_token_leads_to_one_world_alone(wire: Wire, world: World, office: Office) -> None:
    """What is written with one token is not seen with another's, of another world."""
    with world.fork() as fork:
        other = Wire(wire.server, wire.server.seat(fork, wire.seat.person))
        wire.call("chat.postMessage", channel=office.channels["general"], text="Only here")
        newest = other.call("conversations.history", channel=office.channels["general"], limit=1)
        assert newest["messages"][0]["text"] != "Only here"
        wire.server.leave(other.seat)


def test_auth_test_tells_who_one_is_in_slacks_order(wire: Wire, office: Office) -> None:
    """[VCR, MEAS] a user's token has no ``bot_id``."""
    told = wire.call("auth.test")
    assert list(told) == ["ok", "url", "team", "user", "team_id", "user_id", "is_enterprise_install"]
    assert told["user"] == "dana.whitfield"
    assert told["user_id"] == office.users["dana.whitfield"]
    assert told["team_id"] == office.workspace
    assert told["team"] == "Whitford & Okafor"
    assert told["is_enterprise_install"] is False


def test_auth_tests_url_leads_back_to_this_api(wire: Wire) -> None:
    """Case 56: korotovsky's MCP server sends later calls to ``url`` + ``api/`` (strukto-ai/mirage#1178)."""
    assert wire.call("auth.test")["url"] + "api/" == wire.url


def test_api_test_needs_no_token_and_echoes(wire: Wire) -> None:
    """[SPEC, MEAS] reference 0.4."""
    assert wire.request("GET", "api.test", query="foo=bar").json == {"ok": True, "args": {"foo": "bar"}}
    assert wire.request("GET", "api.test", query="error=x").json == {
        "ok": False,
        "error": "x",
        "args": {"error": "x"},
    }


def test_api_test_refuses_a_bad_token_and_echoes_a_good_one(wire: Wire) -> None:
    """[SPEC, MEAS] reference 0.4."""
    assert wire.request("GET", "api.test", bearer="nonsense", query="error=x").json == {
        "ok": False,
        "error": "invalid_auth",
    }
    assert wire.call("api.test", a="1")["args"] == {"a": "1", "token": wire.token}


@pytest.mark.parametrize(
    ("method", "needed"),
    [
        ("canvases.create", "canvases:write"),
        ("files.remote.list", "remote_files:read"),
        ("admin.users.list", "admin"),
    ],
)
def test_a_method_that_is_not_here_says_which_scope_is_missing(wire: Wire, method: str, needed: str) -> None:
    """Reference 0.4 for the shape, A.3 for the choice: never ``unknown_method``."""
    reply = wire.post(method)
    told = reply.json
    assert list(told) == ["ok", "error", "needed", "provided"]
    assert (told["error"], told["needed"]) == ("missing_scope", needed)
    assert told["provided"] == reply.headers["x-oauth-scopes"]
    assert needed not in told["provided"].split(",")


@pytest.mark.parametrize("method", ["chat.startStream", "oauth.v2.access", "rtm.connect"])
def test_a_method_that_is_not_here_denies_access_where_no_scope_is_missing(wire: Wire, method: str) -> None:
    told = wire.call(method)
    assert told["error"] == "access_denied"
    assert method in told["response_metadata"]["messages"][0]
    assert wire.request("POST", method).json["error"] == "not_authed"
