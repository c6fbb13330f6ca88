"""The Slack tasks: what a careless agent does wrong earns nothing, or only its share."""

from __future__ import annotations

import pytest

from workaday import Episode
from workaday.apps.slack.timestamps import ts
from workaday.tasks.slack import office


def test_telling_the_one_with_nearly_the_same_name_earns_nothing() -> None:
    with Episode("slack.tell_promiser", 4) as episode:
        with episode.world.read() as session:
            lookalike = office.user_id(session, episode.params.lookalike)
        channel = episode.call("slack_open_conversation", users=lookalike)["channel"]["id"]
        episode.call("slack_post_message", channel=channel, text=episode.params.news)
        grade = episode.submit()
    assert (grade.reward, grade.success) == (0.0, False)
    assert {change.table for change in grade.collateral} >= {"slack_message"}


@pytest.mark.parametrize("variant", range(5))
def test_what_was_said_before_it_was_changed_is_not_the_answer(variant: int) -> None:
    with Episode("slack.answer_in_thread", variant) as episode:
        params = episode.params
        read = episode.call("slack_read_channel", channel=params.channel, limit=5)
        question = read["messages"][0]["ts"]
        for rival in params.rivals:
            said = f"${int(rival) / 100:,.2f}" if params.kind == "money" else rival
            episode.call("slack_post_message", channel=params.channel, text=said, thread_ts=question)
            grade = episode.submit()
            assert [check.passed for check in grade.checks] == [True, False], said
            assert grade.reward == 0.2
            episode.reset()


def test_answering_in_the_channel_instead_of_the_thread_earns_nothing() -> None:
    with Episode("slack.answer_in_thread", 0) as episode:
        params = episode.params
        episode.call("slack_post_message", channel=params.channel, text=params.said)
        assert episode.submit().reward == 0.0


def test_one_request_forgotten_earns_only_a_share() -> None:
    with Episode("slack.tidy_requests", 0) as episode:
        params = episode.params
        for place in params.open[1:]:
            where = {"channel": place.channel, "timestamp": place.ts}
            episode.call("slack_add_reaction", **where, name=params.emoji)
            episode.call(
                "slack_post_message", channel=place.channel, text=params.follow_up, thread_ts=place.ts
            )
        grade = episode.submit()
    assert not grade.success
    assert 0 < (grade.reward or 0) < 0.5


def test_an_answered_request_taken_on_too_earns_nothing() -> None:
    with Episode("slack.tidy_requests", 0) as episode:
        params = episode.params
        with episode.world.read() as session:
            answered = [known for known in office.facts(session, "request") if known.data["answered"]]
        other = next(known.places[0] for known in answered if known.places[0].channel == params.channel)
        episode.task.family.reference(episode, params)
        episode.call("slack_add_reaction", channel=other.channel, timestamp=other.ts, name=params.emoji)
        assert episode.submit().reward == 0.0
        assert other.ts < ts(episode.world.clock.now)
