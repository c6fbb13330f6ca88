"""How verdicts become a reward."""

from __future__ import annotations

import pytest

from workaday.grade import PARTIAL, Check, Outcome, reward
from workaday.journal import Change


def passed(weight: int = 1, *, must: bool = False) -> Check:
    return Check("passed", passed=True, weight=weight, must=must)


def failed(weight: int = 1, *, must: bool = False) -> Check:
    return Check("failed", passed=False, weight=weight, must=must)


DAMAGE = Change("slack_message", (1,), {"id": 1}, None, 1, "delete", "ana", ("tool",))


def test_everything_done_earns_one() -> None:
    assert reward([passed(), passed(2)], []) == 1.0


def test_nothing_done_earns_nothing() -> None:
    assert reward([failed(), failed()], []) == 0.0
    assert reward([], []) == 0.0


def test_a_part_earns_its_share_of_at_most_half() -> None:
    assert reward([passed(), passed(), passed(), failed(), failed()], []) == pytest.approx(0.3)
    assert reward([passed(9), failed(1)], []) <= PARTIAL


def test_a_failed_must_earns_nothing_whatever_else_was_done() -> None:
    assert reward([passed(9), failed(must=True)], []) == 0.0


def test_collateral_damage_earns_nothing_whatever_else_was_done() -> None:
    assert reward([passed(), passed()], [DAMAGE]) == 0.0


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_attempts_that_ended_by_themselves_have_a_reward(outcome: Outcome) -> None:
    assert outcome.broken == (outcome.value not in {"completed", "step_limit"})
