"""Seeded chance: the same for the same names in every process, and different for different ones."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.chance import digest, rng

PARTS = st.lists(
    st.text(max_size=8) | st.integers() | st.sampled_from(["1", "i1:1", "s1:1", "\x1f", "a\x1fb"])
)


@given(PARTS, PARTS)
def test_different_parts_have_different_digests(one: list[str | int], other: list[str | int]) -> None:
    same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
    assert (digest(*one) == digest(*other)) == same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab",), ("a", "b")),
        (("a\x1fstr:b",), ("a", "b")),
        ((1,), ("1",)),
        (("a", "b"), ("b", "a")),
        ((), ("",)),
    ],
)
def test_parts_cannot_be_run_together(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> None:
    assert digest(*one) != digest(*other)


def test_a_digest_is_a_sha_256_of_the_parts_with_their_lengths() -> None:
    assert digest("ñ", 12) == hashlib.sha256("s1:ñi2:12".encode()).digest()


def test_half_a_surrogate_pair_has_a_digest() -> None:
    assert digest("\ud83d") != digest("?")


DRAW = """
from workaday.chance import rng
random = rng("marlow", 7)
print(random.random(), random.choice(range(1000)), random.sample("abcdef", 3), random.gauss(0, 1))
"""


def test_the_same_seed_gives_the_same_chance_in_every_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", DRAW],
            env={"PYTHONHASHSEED": seed, "TZ": zone, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "012"
        for zone in ("UTC", "Asia/Tokyo")
    }
    assert len(told) == 1


def test_generators_do_not_disturb_each_other() -> None:
    first, second = rng("a"), rng("a")
    rng("b").random()
    assert [first.random(), first.random()] == [second.random(), second.random()]
    assert rng("a").random() != rng("b").random()
