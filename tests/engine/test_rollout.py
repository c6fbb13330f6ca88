"""Recordings: written whole, read back alike, told apart from other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from workaday.errors import WorkadayError
from workaday.rollout import load
from workaday.run import Attempt, play, play_all, recorded

ATTEMPT = Attempt("slack.tidy_requests", 1, "reference", "tool", size="tiny")


def test_a_recording_reads_back_as_it_was_written(tmp_path: Path) -> None:
    rollout = play(ATTEMPT)
    assert load(rollout.save(tmp_path / "a.jsonl")).lines() == rollout.lines()


def test_a_recording_holds_the_task_the_steps_and_the_grade(tmp_path: Path) -> None:
    rollout = load(play(ATTEMPT).save(tmp_path / "a.jsonl"))
    assert (rollout.task, rollout.variant, rollout.agent, rollout.door) == (
        "slack.tidy_requests",
        1,
        "reference",
        "tool",
    )
    assert rollout.instruction
    assert [step.number for step in rollout.steps] == list(range(1, len(rollout.steps) + 1))
    assert (rollout.reward, rollout.success) == (1.0, True)


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = recorded(ATTEMPT, tmp_path)
    monkeypatch.setattr("workaday.run.play", lambda *_: pytest.fail("it was played again"))
    assert recorded(ATTEMPT, tmp_path).lines() == first.lines()


def test_what_was_played_can_be_played_again(tmp_path: Path) -> None:
    (tmp_path / ATTEMPT.file).parent.mkdir(parents=True)
    (tmp_path / ATTEMPT.file).write_text("something old")
    assert recorded(ATTEMPT, tmp_path, again=True).success
    assert load(tmp_path / ATTEMPT.file).success


def test_attempts_side_by_side_give_what_they_give_one_after_another(tmp_path: Path) -> None:
    attempts = [
        Attempt("slack.answer_in_thread", variant, "reference", "tool", size="tiny") for variant in range(4)
    ]
    alone = {attempt: rollout.state_hash for attempt, rollout in play_all(attempts, None)}
    together = {attempt: rollout.state_hash for attempt, rollout in play_all(attempts, tmp_path, parallel=2)}
    assert alone == together


@pytest.mark.parametrize("text", ["", "{}", "not json", '{"kind": "rollout"}\n{"kind": "end"}'])
def test_a_file_that_is_no_recording_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text)
    with pytest.raises(WorkadayError, match=r"odd\.jsonl"):
        load(path)
