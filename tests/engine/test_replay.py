"""Playing recordings again, here and elsewhere: the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from workaday.agents import AGENTS
from workaday.replay import replay
from workaday.rollout import load
from workaday.run import Attempt, recorded
from workaday.task import DoorName, families

DATES = ("2019-02-28 23:59:50", "2031-07-04 12:00:00")
ZONES = ("America/Los_Angeles", "Asia/Kathmandu")
HASH_SEEDS = ("0", "1", "4711")
DOORS: tuple[DoorName, ...] = ("tool", "wire")
ELSEWHERE = list(product(DATES, ZONES, HASH_SEEDS))
REPLAY = """
import sys
import freezegun
with freezegun.freeze_time(sys.argv[1], tick=True):
    from workaday.cli import main
    main(["replay", "--json", *sys.argv[2:]])
"""


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recordings")
    for attempt in _attempts():
        recorded(attempt, folder)
    return folder


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("watched")
    for name in families():
        recorded(Attempt(name, 2, "reference", "browser", size="tiny"), folder)
    return folder


def _attempts() -> Iterator[Attempt]:
    for name in families():
        for door in DOORS:
            for agent in ("reference", "random"):
                yield Attempt(name, 2, agent, door, size="tiny")


def replayed(folder: Path, date: str, zone: str, seed: str) -> dict[str, Any]:
    environment = {**os.environ, "TZ": zone, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", REPLAY, date, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def agree(folder: Path, document: dict[str, Any]) -> None:
    hashes = {str(path): load(path).state_hash for path in folder.rglob("*.jsonl")}
    assert {each["path"]: each["state_hash"] for each in document["replays"]} == hashes
    assert [each["differences"] for each in document["replays"]] == [[]] * len(hashes)


@pytest.mark.parametrize(("date", "zone", "seed"), ELSEWHERE[::5])
def test_a_recording_replays_alike_in_another_process_on_another_day_in_another_zone(
    recordings: Path, date: str, zone: str, seed: str
) -> None:
    agree(recordings, replayed(recordings, date, zone, seed))


@pytest.mark.proof
@pytest.mark.parametrize(("date", "zone", "seed"), ELSEWHERE)
def test_a_recording_replays_alike_on_every_day_in_every_zone_with_every_hash_seed(
    recordings: Path, date: str, zone: str, seed: str
) -> None:
    agree(recordings, replayed(recordings, date, zone, seed))


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.parametrize(("date", "zone", "seed"), ELSEWHERE)
def test_what_a_browser_saw_is_seen_again_on_every_day_in_every_zone_with_every_hash_seed(
    watched: Path, date: str, zone: str, seed: str
) -> None:
    agree(watched, replayed(watched, date, zone, seed))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda lines: lines[1]["arguments"].update(channel="C0"), "observation"),
        (lambda lines: lines[1].update(state_hash="0" * 64), "state hash"),
        (lambda lines: lines[-1]["grade"].update(reward=0.5), "grade"),
        (lambda lines: lines[0].update(start_hash="0" * 64), "start_hash"),
        (lambda lines: lines[-1].update(state_hash="0" * 64), "final state hash"),
    ],
)
def test_a_recording_that_was_tampered_with_does_not_replay(tmp_path: Path, wrong: Any, said: str) -> None:
    path = tmp_path / "a.jsonl"
    recorded(Attempt("slack.tidy_requests", 2, "reference", "tool", size="tiny"), tmp_path)
    (made,) = tmp_path.rglob("*.jsonl")
    lines = [json.loads(line) for line in made.read_text().splitlines()]
    wrong(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert any(said in difference for difference in replay(path).differences)


def test_every_agent_plays_the_same_way_twice(tmp_path: Path) -> None:
    for name in AGENTS:
        attempt = Attempt("slack.answer_in_thread", 5, name, "tool", size="tiny")
        first, second = (recorded(attempt, tmp_path / where) for where in ("first", "second"))
        assert first.steps == second.steps
