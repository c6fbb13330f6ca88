"""Episodes over HTTP: a task in a world of its own, played through the agents' door, graded at the control door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from workaday import Episode
from workaday.server import agent, control
from workaday.server.host import Host
from workaday.snapshot import Store
from workaday.task import task
from workaday.world import World

TASK, VARIANT = "slack.answer_in_thread", 3
ADMIN = {"Authorization": "Bearer admin"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    opened = Host(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def admin(host: Host) -> FlaskClient:
    return control.create_app(host, "admin", 8080).test_client()


@pytest.fixture
def agents(host: Host) -> FlaskClient:
    return agent.create_app(host).test_client()


@pytest.fixture
def started(admin: FlaskClient) -> Any:
    body = {"task": TASK, "variant": VARIANT, "size": "tiny"}
    answer = admin.post("/episodes", json=body, headers=ADMIN)
    assert answer.status_code == 201, answer.text
    return answer.json


def grade(admin: FlaskClient, started: Any, **body: object) -> Any:
    return admin.post(f"/episodes/{started['world']}/grade", json=body, headers=ADMIN).json


class Hands:
    """What a reference solution acts with, over HTTP."""

    def __init__(self, agents: FlaskClient, started: Any) -> None:
        self._agents = agents
        self._tools = f"/w/{started['seats'][0]['token']}/tools"

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        answer = self._agents.post(f"{self._tools}/{name}", json=arguments)
        assert answer.status_code == 200, answer.text
        return answer.json or {}


def played(agents: FlaskClient, started: Any) -> str:
    """The reference solution; gives its answer."""
    chosen = task(TASK, VARIANT)
    with World.open(Store().get("marlow", "tiny")) as world:
        params = chosen.draw(world)
    return chosen.family.reference(Hands(agents, started), params)


def test_an_episode_is_the_same_task_as_in_process(started: Any, admin: FlaskClient) -> None:
    with Episode(TASK, VARIANT, size="tiny") as episode:
        assert started["instruction"] == episode.instruction
        assert [seat["person"] for seat in started["seats"]] == [episode.persona]
        state = admin.get(f"/worlds/{started['world']}/state_hash", headers=ADMIN).json
        assert state == {"state_hash": episode.world.state_hash()}


def test_an_episode_can_be_asked_for_again(started: Any, admin: FlaskClient) -> None:
    assert admin.get(f"/episodes/{started['world']}", headers=ADMIN).json == started


def test_the_reference_scores_full_marks_and_doing_nothing_none(
    started: Any, admin: FlaskClient, agents: FlaskClient
) -> None:
    answer = played(agents, started)
    graded = grade(admin, started, answer=answer)
    assert (graded["reward"], graded["success"], graded["collateral"]) == (1.0, True, [])


def test_doing_nothing_earns_nothing(started: Any, admin: FlaskClient) -> None:
    graded = grade(admin, started)
    assert (graded["reward"], graded["success"], graded["outcome"]) == (0.0, False, "completed")


def test_a_broken_run_has_no_reward(started: Any, admin: FlaskClient) -> None:
    graded = grade(admin, started, outcome="timeout")
    assert (graded["reward"], graded["outcome"]) == (None, "timeout")


def test_a_graded_episode_is_over(started: Any, admin: FlaskClient, agents: FlaskClient) -> None:
    first = grade(admin, started)
    tools = f"/w/{started['seats'][0]['token']}/tools"
    assert agents.get(tools).status_code == 404
    for path, body in (
        ("reset", {}),
        ("advance", {"seconds": 1}),
        ("settle", {}),
        ("seats", {"persons": ["x"]}),
    ):
        answer = admin.post(f"/worlds/{started['world']}/{path}", json=body, headers=ADMIN)
        assert (answer.status_code, (answer.json or {})["error"]) == (409, "episode_over")
    assert grade(admin, started, answer="something else") == first
    assert (admin.get(f"/episodes/{started['world']}", headers=ADMIN).json or {})["grade"] == first


def test_a_reset_gives_the_same_task_with_nothing_done(
    started: Any, admin: FlaskClient, agents: FlaskClient
) -> None:
    played(agents, started)
    admin.post(f"/worlds/{started['world']}/reset", json={}, headers=ADMIN)
    assert grade(admin, started)["reward"] == 0.0


def test_the_agent_is_given_nothing_of_the_task_but_its_world(started: Any, agents: FlaskClient) -> None:
    """Law 5: the instruction is the runner's to hand over; checks and parameters stay behind."""
    seat = started["seats"][0]
    tools = f"/w/{seat['token']}/tools"
    for told in (agents.get(tools), agents.get(f"/w/{seat['token']}/slack/", follow_redirects=True)):
        assert TASK not in told.text
        assert started["instruction"] not in told.text
        assert started["world"] not in told.text


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "task"),
        ({"task": "slack.fly"}, "there is no task called 'slack.fly'"),
        ({"task": TASK, "variant": 10**9}, "has variants 0 to"),
        ({"task": TASK, "variant": -1}, "variant"),
        ({"task": TASK, "size": "huge"}, "size"),
    ],
)
def test_an_episode_that_cannot_be_started_is_refused_with_the_reason(
    admin: FlaskClient, body: object, says: str
) -> None:
    answer = admin.post("/episodes", json=body, headers=ADMIN)
    assert answer.status_code == 400
    assert says in (answer.json or {})["message"]


@pytest.mark.parametrize("body", [{"answer": 5}, {"outcome": "won"}, {"reward": 1}, []])
def test_a_grade_that_cannot_be_asked_for_is_refused(started: Any, admin: FlaskClient, body: object) -> None:
    path = f"/episodes/{started['world']}"
    assert admin.post(f"{path}/grade", json=body, headers=ADMIN).status_code == 400
    assert (admin.get(path, headers=ADMIN).json or {})["grade"] is None


def test_a_world_without_a_task_has_no_grade(admin: FlaskClient) -> None:
    body = {"firm": "marlow", "size": "tiny", "persons": ["nobody"]}
    said = (admin.post("/worlds", json=body, headers=ADMIN).json or {})["message"]
    person = said.rpartition(" ")[2].strip("'")
    made = admin.post("/worlds", json=body | {"persons": [person]}, headers=ADMIN).json or {}
    answer = admin.post(f"/episodes/{made['world']}/grade", json={}, headers=ADMIN)
    assert answer.status_code == 404
    assert "without a task" in (answer.json or {})["message"]
    assert admin.get(f"/worlds/{made['world']}", headers=ADMIN).json == made
