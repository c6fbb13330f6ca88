"""Expectations about rows: what they claim, and what they do not let pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.office import Office
from workaday.grade import Check, Claim, Evidence, Grade, grade
from workaday.tool import toolbox
from workaday.verifiers import slack
from workaday.verifiers.rows import Expected
from workaday.verifiers.text import same
from workaday.world import World

DANA, MARCUS = "dana.whitfield", "marcus.lee"


def act(world: World, name: str, **arguments: Any) -> dict[str, Any]:
    return toolbox("slack")[name].call(world, DANA, arguments)


def graded(world: World, expected: Expected) -> Grade:
    evidence = Evidence(world, "")
    return grade(evidence, expected.verdicts(evidence))


@pytest.fixture
def posting(office: Office) -> Expected:
    where = {"channel_id": office.channels["general"], "user_id": office.users[DANA], "thread_ts": None}
    return Expected("posted", "slack_message", where, told={"text": ("it greets", same("hello"))})


def test_what_is_expected_is_claimed(world: World, office: Office, posting: Expected) -> None:
    act(world, "slack_post_message", channel=office.channels["general"], text="Hello")
    assert graded(world, posting).success
    verdicts = list(posting.verdicts(Evidence(world, "")))
    assert [each.change.table for each in verdicts if isinstance(each, Claim)] == ["slack_message"]


def test_nothing_done_fails_every_check(world: World, posting: Expected) -> None:
    verdicts = list(posting.verdicts(Evidence(world, "")))
    assert [each.passed for each in verdicts if isinstance(each, Check)] == [False, False]


def test_the_right_row_with_the_wrong_text_is_no_damage_but_a_failed_check(
    world: World, office: Office, posting: Expected
) -> None:
    act(world, "slack_post_message", channel=office.channels["general"], text="Goodbye")
    result = graded(world, posting)
    assert [(each.name, each.passed) for each in result.checks] == [("posted", True), ("it greets", False)]
    assert (result.success, result.collateral, result.reward) == (False, (), 0.2)


def test_a_row_too_many_fails_the_count(world: World, office: Office, posting: Expected) -> None:
    for _ in range(2):
        act(world, "slack_post_message", channel=office.channels["general"], text="hello")
    assert graded(world, posting).checks[0].why == "there are 2, not 1"
    assert not graded(world, posting).success


def test_the_same_row_elsewhere_is_damage(world: World, office: Office, posting: Expected) -> None:
    act(world, "slack_post_message", channel=office.channels["general"], text="hello")
    act(world, "slack_post_message", channel=office.channels["tax-season"], text="hello")
    result = graded(world, posting)
    assert (result.reward, [change.table for change in result.collateral]) == (0.0, ["slack_message"])


def test_a_row_cannot_hide_what_nobody_asked_for(world: World, office: Office, posting: Expected) -> None:
    posted = act(world, "slack_post_message", channel=office.channels["general"], text="hello")
    with world.tampering("test"):
        world.raw.execute("UPDATE slack_message SET subtype = 'me_message' WHERE ts = ?", (posted["ts"],))
        result = graded(world, posting)
    assert not result.success
    assert [change.table for change in result.collateral] == ["slack_message"]


def test_done_and_undone_is_not_done(world: World, office: Office, posting: Expected) -> None:
    posted = act(world, "slack_post_message", channel=office.channels["general"], text="hello")
    act(world, "slack_delete_message", channel=posted["channel"], ts=posted["ts"])
    result = graded(world, posting)
    assert (result.reward, result.collateral) == (0.0, ())


def test_reading_is_never_damage(world: World, office: Office, posting: Expected) -> None:
    act(world, "slack_post_message", channel=office.channels["general"], text="hello")
    act(world, "slack_mark_read", channel=office.channels["general"], ts="0")
    assert graded(world, posting).success


def direct(world: World, office: Office, to: str = MARCUS) -> Grade:
    evidence = Evidence(world, "")
    text = ("it greets", same("hello"))
    verdicts = slack.direct_message(
        evidence, "told", author=office.users[DANA], to=office.users[to], text=text
    )
    return grade(evidence, verdicts)


@pytest.mark.parametrize("to", [MARCUS, "tom.alvarez"])
def test_a_direct_message_may_open_the_conversation(world: World, office: Office, to: str) -> None:
    opened = act(world, "slack_open_conversation", users=office.users[to])
    act(world, "slack_post_message", channel=opened["channel"]["id"], text="hello")
    assert direct(world, office, to).success
    new = {change.table for change in world.changes()} >= {"slack_channel", "slack_membership"}
    assert new == (to != MARCUS)


def test_a_direct_message_to_somebody_else_or_to_a_group_is_damage(world: World, office: Office) -> None:
    for users in (office.users["tom.alvarez"], f"{office.users[MARCUS]},{office.users['tom.alvarez']}"):
        opened = act(world, "slack_open_conversation", users=users)
        act(world, "slack_post_message", channel=opened["channel"]["id"], text="hello")
        result = direct(world, office)
        assert (result.success, result.reward) == (False, 0.0)
        world.reset()
