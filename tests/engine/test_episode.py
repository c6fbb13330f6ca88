"""Episodes: acting, ending, starting again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workaday import Episode
from workaday.episode import Refused
from workaday.errors import TaskError, WorkadayError
from workaday.grade import Outcome
from workaday.rollout import Rollout
from workaday.run import Attempt, play

TASK = "slack.answer_in_thread"


@pytest.fixture
def episode() -> Iterator[Episode]:
    with Episode(TASK, 3, size="tiny") as opened:
        yield opened


def test_the_agent_is_told_what_to_do_and_with_which_tools(episode: Episode) -> None:
    assert "thread" in episode.instruction
    assert {"slack_post_message", "slack_search_messages"} <= {
        tool["function"]["name"] for tool in episode.tools
    }


def test_a_refused_action_is_an_observation_and_changes_nothing(episode: Episode) -> None:
    before = episode.world.state_hash()
    observation = episode.act("slack_post_message", {"channel": "C0", "text": "hello"})
    assert observation["error"] == "channel_not_found"
    assert episode.act("slack_post_message", {"text": "hello"})["argument"] == "channel"
    assert episode.act("slack_fly", {})["error"] == "unknown_tool"
    assert episode.world.state_hash() == before
    assert [step.changes for step in episode.rollout.steps] == [(), (), ()]


def test_a_call_that_has_to_succeed_raises_when_it_is_refused(episode: Episode) -> None:
    with pytest.raises(Refused, match="channel_not_found"):
        episode.call("slack_post_message", channel="C0", text="hello")


def test_each_step_records_what_it_changed_and_the_state_after_it(episode: Episode) -> None:
    channel = episode.call("slack_list_channels", limit=1)["channels"][0]["id"]
    episode.act("slack_join_channel", {"channel": channel})
    episode.call("slack_post_message", channel=channel, text="hello")
    step = episode.rollout.steps[-1]
    assert any("insert of slack_message" in change for change in step.changes)
    assert step.state_hash == episode.world.full_state_hash()
    assert step.now == episode.world.clock.now


def test_the_first_submission_counts(episode: Episode) -> None:
    first = episode.submit("nothing")
    assert (first.reward, first.success, first.outcome) == (0.0, False, Outcome.COMPLETED)
    assert episode.submit("something else") is first
    assert episode.rollout.answer == "nothing"


def test_a_reset_gives_the_same_task_with_nothing_done(episode: Episode) -> None:
    start = episode.rollout.start_hash
    channel = episode.call("slack_list_channels", limit=1)["channels"][0]["id"]
    episode.act("slack_join_channel", {"channel": channel})
    episode.call("slack_post_message", channel=channel, text="hello")
    episode.submit()
    episode.reset()
    assert episode.world.state_hash() == start == episode.world.full_state_hash()
    assert (episode.rollout.steps, episode.grade) == ([], None)


def test_an_agent_that_crashes_is_no_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: Episode) -> str:
        raise ZeroDivisionError("oh")

    assert _outcome(monkeypatch, crash).grade["outcome"] == "agent_error"
    assert _outcome(monkeypatch, crash).reward is None
    assert "ZeroDivisionError: oh" in _outcome(monkeypatch, crash).wall["traceback"]


def test_an_environment_that_breaks_is_no_zero_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(episode: Episode) -> str:
        monkeypatch.setattr(episode.door, "act", lambda *_: 1 / 0)
        episode.act("slack_whoami", {})
        return ""

    assert _outcome(monkeypatch, act).grade["outcome"] == "environment_error"


def test_an_attempt_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(episode: Episode) -> str:
        episode.act("slack_whoami", {})
        return ""

    assert _outcome(monkeypatch, act, patience=1e-9).grade["outcome"] == "timeout"


def test_an_agent_that_uses_up_its_steps_is_graded_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(episode: Episode) -> str:
        while not episode.out_of_steps:
            episode.act("slack_whoami", {})
        return ""

    rollout = _outcome(monkeypatch, act)
    assert (rollout.grade["outcome"], rollout.reward) == ("step_limit", 0.0)


def _outcome(monkeypatch: pytest.MonkeyPatch, agent: object, patience: float | None = None) -> Rollout:
    monkeypatch.setattr("workaday.run.agent", lambda _: agent)
    return play(Attempt(TASK, 3, "test", "tool", size="tiny", patience=patience))


def test_unknown_tasks_variants_and_doors_are_refused_with_what_there_is() -> None:
    with pytest.raises(TaskError, match=r"slack\.answer_in_thread"):
        Episode("slack.fly")
    with pytest.raises(TaskError, match="variants 0 to"):
        Episode(TASK, 100_000)
    with pytest.raises(WorkadayError, match="door"):
        Episode(TASK, door="telephone", size="tiny")  # type: ignore[arg-type]
