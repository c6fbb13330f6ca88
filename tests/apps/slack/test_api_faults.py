"""Rate limits and outages that a task or the control door asks for (reference 0.7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from tests.apps.slack.wire import Wire
from workaday.apps.slack.controls import all_controls
from workaday.apps.slack.service import faults
from workaday.server.local import LocalServer
from workaday.tool import controls
from workaday.world import Context, World


@contextmanager
def planting(world: World) -> Iterator[Context]:
    with world.action("plant", door="setup", person=None) as context:
        yield context


def test_nothing_goes_wrong_unless_asked_for(wire: Wire) -> None:
    assert all(wire.call("auth.test")["ok"] for _ in range(120))


def test_a_limited_call_answers_429_with_retry_after_and_json(world: World, wire: Wire) -> None:
    """Case 35: beginner-corp/slack#105, python-slack-sdk#169; the calls before and after pass."""
    with planting(world) as context:
        faults.add(context, "users.list", "ratelimited", skip=1, times=2, retry_after=7)
    replies = [wire.post("users.list") for _ in range(4)]
    assert [each.status for each in replies] == [200, 429, 429, 200]
    limited = replies[1]
    assert limited.json == {"ok": False, "error": "ratelimited"}
    assert limited.headers["retry-after"] == "7"
    assert limited.headers["content-type"] == "application/json; charset=utf-8"
    assert wire.call("auth.test")["ok"]


def test_the_real_client_tells_when_to_try_again_and_its_handler_does(world: World, wire: Wire) -> None:
    """Section F: RateLimitErrorRetryHandler."""
    with planting(world) as context:
        faults.add(context, "auth.test", "ratelimited", times=2, retry_after=1)
    client = WebClient(wire.token, base_url=wire.url)
    with pytest.raises(SlackApiError) as caught:
        client.auth_test()
    assert caught.value.response.headers["Retry-After"] == "1"
    client.retry_handlers.append(RateLimitErrorRetryHandler(max_retry_count=1))
    assert client.auth_test()["ok"]


def test_a_limit_by_the_minute_goes_by_the_worlds_time(world: World, wire: Wire) -> None:
    """Reference 0.7: a tier is so many calls a minute; waiting in the world is what helps."""
    with planting(world) as context:
        faults.add(context, "*", "ratelimited", per_minute=3)
    assert [wire.post("auth.test").status for _ in range(5)] == [200, 200, 200, 429, 429]
    wait = int(wire.post("auth.test").headers["retry-after"])
    assert 0 < wait <= 60
    world.advance(wait)
    assert wire.post("auth.test").status == 200


def test_an_outage_is_a_page_and_nothing_is_done(world: World, wire: Wire) -> None:
    """Reference 0.1: a 5xx carries HTML."""
    with planting(world) as context:
        faults.add(context, "chat.postMessage", "unavailable", times=1)
    before = {change.table for change in world.changes()}
    reply = wire.post("chat.postMessage", channel="general", text="x")
    assert (reply.status, reply.headers["content-type"]) == (503, "text/html; charset=utf-8")
    assert {change.table for change in world.changes()} - before <= {"slack_fault"}
    assert wire.call("chat.postMessage", channel="general", text="x")["ok"]


def test_a_slow_answer_is_an_answer_and_takes_no_time_in_the_world(world: World, wire: Wire) -> None:
    with planting(world) as context:
        faults.add(context, "auth.test", "slow", delay=5)
    now = world.clock.now
    assert wire.call("auth.test")["ok"]
    assert world.clock.now == now


def test_faults_depend_on_the_calls_alone(world: World, server: LocalServer) -> None:
    with planting(world) as context:
        faults.add(context, "*", "ratelimited", skip=2, times=1)

    def met(each: World) -> list[int]:
        wire = Wire(server, server.seat(each, "dana.whitfield"))
        return [wire.post(name).status for name in ("auth.test", "users.list", "auth.test", "auth.test")]

    with world.fork() as other:
        assert met(world) == met(other) == [200, 200, 429, 200]
        assert world.state_hash() == other.state_hash()


def test_the_control_door_plants_and_clears_them(world: World, wire: Wire) -> None:
    offered = controls()
    assert {each.name for each in all_controls()} <= set(offered)
    planted = {"method": "auth.test", "kind": "ratelimited"}
    offered["slack_add_fault"].call(world, None, planted, door="control")
    assert wire.post("auth.test").status == 429
    assert offered["slack_clear_faults"].call(world, None, {}, door="control") == {"cleared": 1}
    assert wire.post("auth.test").status == 200
