"""Identifiers look real, are the same every time, and are never used twice."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from tests.office import Office
from workaday.apps.slack.service import messages, reactions
from workaday.errors import WorldError
from workaday.identifiers import BASE36, Identifiers, scatter, spell
from workaday.snapshot import Snapshot
from workaday.world import World

DANA = "dana.whitfield"
ROOT = Path(__file__).parents[2]
NEW_ID = "[0-9A-Z]{9}"
"""Ids of today have 11 characters (reference B.5)."""


@pytest.fixture
def ids(world: World) -> Iterator[Identifiers]:
    """The identifiers of a world, in the middle of an action."""
    with world.action("give out", door="tool", person=DANA) as context:
        yield context.ids


def given_out(world: World) -> list[str]:
    with world.action("give out", door="tool", person=DANA) as context:
        return [
            each
            for _ in range(5)
            for each in (context.ids.code("C"), context.ids.code("U"), context.ids.uuid("x"))
        ]


@pytest.mark.parametrize("prefix", ["C", "D", "U", "T", "F", "S", "B", "A", "E", "Rm", "Q", "Bk", "Xf", "Ev"])
def test_codes_look_like_slack_s(ids: Identifiers, prefix: str) -> None:
    codes = [ids.code(prefix) for _ in range(200)]
    pattern = f"{prefix}0[0-9A-Z]{{{10 - len(prefix)}}}"
    assert all(re.fullmatch(pattern, code) and len(code) == 11 for code in codes)
    assert len(set(codes)) == 200


def test_slack_s_own_patterns_hold_for_the_office(office: Office) -> None:
    assert all(re.fullmatch(r"[UW][A-Z0-9]{2,}", user) for user in office.users.values())
    assert re.fullmatch(f"T0{NEW_ID}", office.workspace)
    kinds = {name: channel[0] for name, channel in office.channels.items()}
    assert kinds.pop("dm") == "D"
    assert set(kinds.values()) == {"C"}


def test_uuids_are_of_version_4(ids: Identifiers) -> None:
    made = [ids.uuid("slack_client_msg") for _ in range(100)]
    assert {(uuid.UUID(each).version, uuid.UUID(each).variant) for each in made} == {(4, uuid.RFC_4122)}
    assert [str(uuid.UUID(each)) for each in made] == made
    assert len(set(made)) == 100


def test_a_number_names_one_uuid(ids: Identifiers) -> None:
    assert ids.uuid("kind", 7) == ids.uuid("kind", 7) != ids.uuid("kind", 8)
    assert ids.uuid("kind", 7) != ids.uuid("other kind", 7)


def test_numbers_count_by_kind_and_do_not_go_below_the_least(ids: Identifiers) -> None:
    assert [ids.number("a"), ids.number("a"), ids.number("b")] == [1, 2, 1]
    assert [ids.number("a", least=10), ids.number("a", least=5), ids.number("a")] == [
        10,
        11,
        12,
    ]


def test_what_was_deleted_does_not_give_its_identifiers_back(world: World, office: Office) -> None:
    general = office.channels["general"]
    given_out = set()
    for _ in range(5):
        with world.action("post", door="tool", person=DANA) as context:
            written = messages.post(context, general, "soon gone").message
            reactions.add(context, general, written.ts, "eyes")
            reaction = context.world.raw.execute("SELECT max(id) FROM slack_reaction").fetchone()[0]
            given_out |= {("id", written.id), ("ts", written.ts), ("uuid", written.client_msg_id)}
            given_out.add(("reaction", reaction))
            messages.delete(context, general, written.ts)
    assert len(given_out) == 4 * 5


@pytest.mark.parametrize("space", [1, 2, 3, 7, 10, 36, 36**2, 997])
@pytest.mark.parametrize("seed", [1, 2, 281_474_976_710_655])
def test_counts_are_scattered_one_to_one(space: int, seed: int) -> None:
    assert sorted(scatter(count, space, seed, "C") for count in range(1, space + 1)) == list(range(space))


@given(st.integers(0, 36**9 - 1), st.integers(0, 36**9 - 1))
def test_spelling_is_one_to_one(one: int, other: int) -> None:
    assert (spell(one, 9, BASE36) == spell(other, 9, BASE36)) == (one == other)
    assert int(spell(one, 9, BASE36), 36) == one


def test_neighbours_do_not_look_alike(ids: Identifiers) -> None:
    codes = [ids.code("C") for _ in range(50)]
    shared = [
        sum(a == b for a, b in zip(one, other, strict=True)) for one, other in itertools.pairwise(codes)
    ]
    assert sum(shared) / len(shared) < 5


def test_codes_that_are_used_up_are_an_error_not_used_again(ids: Identifiers) -> None:
    assert sorted(ids.code("X", length=3, alphabet="AB") for _ in range(2)) == ["X0A", "X0B"]
    with pytest.raises(WorldError, match="used up"):
        ids.code("X", length=3, alphabet="AB")


def test_another_seed_gives_other_codes(snapshot: Snapshot) -> None:
    with World.open(snapshot) as one, World.open(snapshot) as other:
        with other.action("reseed", door="setup", person=None) as context:
            context.session.execute(text("UPDATE workaday_world SET seed = seed + 1"))
        with World.from_image(other.image()) as reseeded:
            assert not set(given_out(one)) & set(given_out(reseeded))


GIVE_OUT = """
import json, sys
from pathlib import Path
from tests.engine.test_identifiers import given_out
from workaday.world import World
with World.from_image(Path(sys.argv[1]).read_bytes()) as world:
    print(json.dumps(given_out(world)))
"""


def test_every_process_gives_out_the_same(snapshot: Snapshot, tmp_path: Path) -> None:
    image = tmp_path / "image.db"
    with World.open(snapshot) as world:
        image.write_bytes(world.image())
        expected = given_out(world)
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/New_York")):
        done = subprocess.run(
            [sys.executable, "-c", GIVE_OUT, str(image)],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "TZ": zone, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == expected
