"""The command line: what it prints, what it answers, and how it says that something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from workaday.cli import main
from workaday.run import Attempt, recorded

TINY = Attempt("slack.tidy_requests", 1, "reference", "tool", size="tiny")


def workaday(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def document(*words: str, status: int = 0) -> dict[str, Any]:
    done = workaday(*words, "--json")
    assert done.exit_code == status, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_tasks_are_told_in_the_shape_that_programs_read() -> None:
    families = document("tasks")["families"]
    assert len(families) >= 3
    keys = {"name", "apps", "split", "variants", "doors", "checks", "reference_steps"}
    assert all(set(family) == keys for family in families)
    assert all(family["checks"] >= 2 and family["reference_steps"] >= 2 for family in families)


def test_only_the_families_of_a_split_are_told() -> None:
    assert document("tasks", "--split", "no such split") == {"families": []}


def test_tools_are_told_as_function_schemas() -> None:
    tools = document("tools", "slack")["tools"]
    assert {"slack_post_message", "slack_read_thread"} <= {tool["function"]["name"] for tool in tools}
    assert {tool["type"] for tool in tools} == {"function"}


def test_a_run_answers_with_rewards_outcomes_and_leaves_recordings(tmp_path: Path) -> None:
    told = document(
        "run", "slack.answer_in_thread", "--variants", "2", "--samples", "2", "--out", str(tmp_path)
    )
    assert told["rollouts"] == 4
    assert told["rewards"] == {"slack.answer_in_thread": [1.0] * 4}
    assert told["success"] == {"slack.answer_in_thread": [True] * 4}
    assert told["outcomes"] == {"completed": 4}
    assert len(list(tmp_path.rglob("*.jsonl"))) == 4


def test_one_variant_can_be_named() -> None:
    assert document("run", "slack.tell_promiser#7", "--agent", "do-nothing")["rewards"] == {
        "slack.tell_promiser": [0.0]
    }


def test_a_run_that_broke_does_not_succeed() -> None:
    told = document("run", "slack.answer_in_thread", "--patience", "0.000001", status=1)
    assert told["outcomes"] == {"timeout": 1}
    assert told["rewards"] == {"slack.answer_in_thread": [None]}


def test_an_audit_tells_the_proof_of_each_task() -> None:
    told = document("audit", "slack.tell_promiser", "--variants", "1", "--door", "tool")
    (audited,) = told["tasks"]
    assert audited["trivial"]["do-nothing"] == {"reward": 0.0, "success": False}
    reference = audited["reference"]["tool"]
    assert (reference["reward"], reference["success"], len(set(reference["hashes"]))) == (1.0, True, 1)
    assert all({"kind", "row", "why"} == set(each) and each["why"] for each in audited["mutants"]["survived"])
    assert audited["equivalents"]["refused"] == []
    assert told["totals"]["survived"] == told["totals"]["faults"] == 0


def test_a_task_that_damage_passes_fails_its_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workaday.grade.unclaimed", lambda *_: ())
    told = document("audit", "slack.tell_promiser", "--variants", "1", "--door", "tool", status=1)
    assert any("damage passes" in fault for fault in told["tasks"][0]["faults"])


def test_a_task_that_the_do_nothing_agent_passes_fails_its_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    from workaday.grade import Check
    from workaday.tasks.slack.tell_promiser import TellPromiser

    monkeypatch.setattr(TellPromiser, "verify", lambda *_: [Check("anything", passed=True)])
    told = document("audit", "slack.tell_promiser", "--variants", "1", "--door", "tool", status=1)
    assert any("do-nothing" in fault for fault in told["tasks"][0]["faults"])


def test_a_folder_without_recordings_is_an_error(tmp_path: Path) -> None:
    for command in ("replay", "report", "show"):
        done = workaday(command, str(tmp_path))
        assert (done.exit_code, "there are no recordings" in done.stderr) == (1, True), command


def test_replays_tell_whether_they_agree(tmp_path: Path) -> None:
    recorded(TINY, tmp_path)
    (replayed,) = document("replay", str(tmp_path))["replays"]
    assert replayed["differences"] == []
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_text(path.read_text().replace(replayed["state_hash"], "0" * 64))
    assert document("replay", str(path), status=1)["replays"][0]["differences"]


def test_the_contract_of_slack_is_kept() -> None:
    checks = document("check", "slack")["checks"]
    assert [each["name"] for each in checks if not each["passed"]] == []
    assert len(checks) >= 8


def test_a_snapshot_s_hash_is_on_the_last_line() -> None:
    done = workaday("snapshot", "hash", "marlow", "--size", "tiny")
    told = document("snapshot", "list")["snapshots"]
    assert done.stdout.splitlines()[-1] in {each["state_hash"] for each in told}


def test_a_snapshot_s_rows_are_counted() -> None:
    told = document("snapshot", "stats", "marlow", "--size", "tiny")
    assert told["rows"]["slack_message"] >= 200
    assert told["rows"]["workaday_world"] == 1


def test_recordings_are_reported_and_shown(tmp_path: Path) -> None:
    recorded(TINY, tmp_path)
    assert document("report", str(tmp_path))["rewards"] == {"slack.tidy_requests": [1.0]}
    assert "0.21 to 1.00" in workaday("report", str(tmp_path)).stdout  # Wilson's interval for 1 of 1
    page = Path(workaday("show", str(tmp_path)).stdout.strip())
    text = page.read_text()
    assert "slack_add_reaction" in text
    assert "request 1 of" in text


def test_what_a_recording_says_cannot_become_part_of_the_page(tmp_path: Path) -> None:
    rollout = recorded(TINY, tmp_path)
    rollout.answer = "<script>alert(1)</script>"
    rollout.save(tmp_path / TINY.file)
    page = Path(workaday("show", str(tmp_path)).stdout.strip()).read_text()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "slack.fly"), "slack.answer_in_thread"),
        (("run", "slack.tell_promiser#9999"), "variants 0 to"),
        (("run", "slack.tell_promiser", "--agent", "genius"), "do-nothing"),
        (("tools", "teams"), "teams"),
        (("check", "teams"), "there is slack"),
        (("snapshot", "build", "acme"), "marlow"),
        (("snapshot", "build", "marlow", "--size", "full"), "tiny, small"),
    ],
)
def test_an_error_names_what_was_wrong_and_what_there_is(words: tuple[str, ...], said: str) -> None:
    done = workaday(*words)
    assert done.exit_code == 1
    assert said in done.stderr
    assert "Traceback" not in done.output
    assert done.stdout == ""
