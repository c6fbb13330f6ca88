"""What holds of every task of every family."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from workaday.audit import audit
from workaday.run import Attempt, play
from workaday.snapshot import Store
from workaday.task import TaskFamily, families, task

FAMILIES = list(families().values())
NAMES = [family.name for family in FAMILIES]


@pytest.fixture(scope="module", params=FAMILIES, ids=NAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[TaskFamily[Any], list[Any]]:
    """A family with the parameters of its first hundred variants."""
    family: TaskFamily[Any] = request.param
    with Store().get(family.firm, family.size).open() as world:
        return family, [task(family.name, variant).draw(world) for variant in range(100)]


def test_a_family_has_hundreds_of_variants(drawn: tuple[TaskFamily[Any], list[Any]]) -> None:
    family, params = drawn
    assert family.variants >= 200
    distinct = {(family.persona(each), family.instruction(each)) for each in params}
    assert len(distinct) >= 95


def test_parameters_are_plain_so_that_they_can_be_written_down(
    drawn: tuple[TaskFamily[Any], list[Any]],
) -> None:
    _, params = drawn
    for each in params:
        assert json.loads(json.dumps(asdict(each)))


def test_drawing_only_looks(drawn: tuple[TaskFamily[Any], list[Any]]) -> None:
    family, params = drawn
    snapshot = Store().get(family.firm, family.size)
    with snapshot.open() as world:
        assert task(family.name, 0).draw(world) == params[0]
        assert world.full_state_hash() == snapshot.manifest.state_hash


@pytest.mark.parametrize("variant", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_a_task_carries_its_proof(name: str, variant: int) -> None:
    found = audit(name, variant, ("tool", "wire"))
    assert found.faults == []
    assert found.killed > 20
    assert found.passed >= 2


@pytest.mark.browser
@pytest.mark.parametrize("name", NAMES)
def test_a_task_can_be_done_in_the_browser(name: str) -> None:
    rollout = play(Attempt(name, 0, "reference", "browser"))
    assert (rollout.reward, rollout.grade["checks"]) == (1.0, rollout.grade["checks"]), rollout.wall.get(
        "traceback"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_wrong_twin_is_not_accepted(name: str) -> None:
    """Doing it right and then doing one thing more that nobody asked for earns nothing."""
    from workaday.agents import agent
    from workaday.episode import Episode

    with Episode(name, 1) as episode:
        agent("reference")(episode)
        channel = episode.call("slack_list_channels", limit=200)["channels"]
        mine = next(each["id"] for each in channel if each["is_member"])
        episode.call("slack_post_message", channel=mine, text="By the way, all done!")
        grade = episode.submit()
    assert (grade.reward, grade.success) == (0.0, False)
    assert [change.table for change in grade.collateral] == ["slack_message"]
