"""Estimates from many attempts."""

from __future__ import annotations

from itertools import combinations

import pytest

from workaday.report import lines, pass_all, pass_at, summary, wilson
from workaday.rollout import Rollout


def rollout(*, reward: float | None, variant: int = 0, agent: str = "a") -> Rollout:
    made = Rollout("t", variant, agent, "tool", "marlow", "tiny", 1, "", "p", "do it", "", "0")
    outcome = "completed" if reward is not None else "timeout"
    made.grade = {"reward": reward, "success": reward == 1.0, "outcome": outcome}
    made.wall = {"seconds": 2.0}
    return made


@pytest.mark.parametrize(
    ("attempts", "successes", "k"), [(8, 6, 4), (5, 0, 2), (5, 5, 3), (6, 1, 1), (7, 3, 7)]
)
def test_pass_at_k_and_pass_all_k_are_the_shares_of_samples_without_replacement(
    attempts: int, successes: int, k: int
) -> None:
    results = [True] * successes + [False] * (attempts - successes)
    samples = list(combinations(results, k))
    assert pass_at(k, attempts, successes) == pytest.approx(sum(map(any, samples)) / len(samples))
    assert pass_all(k, attempts, successes) == pytest.approx(sum(map(all, samples)) / len(samples))


def test_the_interval_is_wilsons() -> None:
    # 8 of 10 at 95%: Wilson's score interval as published, 0.490 to 0.943.
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_a_broken_attempt_is_counted_apart_and_is_no_zero() -> None:
    (line,) = lines([rollout(reward=1.0), rollout(reward=None), rollout(reward=0.0)])
    assert (line.attempts, line.successes, line.broken, line.reward) == (2, 1, 1, 0.5)


def test_the_summary_keeps_every_attempt_in_order() -> None:
    told = summary(
        [rollout(reward=0.0, variant=2), rollout(reward=None, variant=1), rollout(reward=1.0)], 1.5
    )
    assert told["rewards"] == {"t": [1.0, None, 0.0]}
    assert told["success"] == {"t": [True, False, False]}
    assert told["outcomes"] == {"completed": 2, "timeout": 1}
    assert (told["rollouts"], told["seconds"]) == (3, 1.5)


def test_pass_at_k_and_pass_all_k_are_means_over_the_variants() -> None:
    results = {0: [1.0, 1.0, 0.0], 1: [0.0, 0.0], 2: [1.0, 0.5]}
    attempts = [
        rollout(reward=reward, variant=variant) for variant, each in results.items() for reward in each
    ]
    (line,) = lines(attempts)
    assert (line.k, line.successes, line.tries) == (2, 3, ((3, 2), (2, 0), (2, 1)))
    # Of two attempts at variant 0 one succeeds always, both in one of three pairs; at 1 never; at 2 one of the two.
    assert line.any_of_k == pytest.approx((1 + 0 + 1) / 3)
    assert line.all_of_k == pytest.approx((1 / 3 + 0 + 0) / 3)


def test_where_every_attempt_broke_there_is_nothing_to_estimate() -> None:
    (line,) = lines([rollout(reward=None)])
    assert (line.attempts, line.k, line.interval, line.reward) == (0, 0, None, None)
