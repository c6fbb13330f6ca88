"""What is to happen later: scheduled messages, drafts, saved items, reminders; the clock does it."""

from __future__ import annotations

import json

import pytest

from tests.apps.slack import apps
from tests.apps.slack.acting import DANA, MARCUS, RUTH, TOM, by, one, post, seen_by, timeline
from tests.office import NOW, Office
from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import (
    channels,
    drafts,
    history,
    messages,
    people,
    reminders,
    saved,
    scheduled,
    setup,
)
from workaday.clock import SECOND
from workaday.world import World

START = NOW // SECOND


def said_by_slackbot(world: World, person: str = DANA) -> list[str]:
    """What Slackbot has written to somebody, oldest first."""
    with seen_by(world, person) as context:
        place = channels.between(context, {people.SLACKBOT})
        if place is None:
            return []
        found = history.in_channel(context, place, history.Window(99)).messages
        return [each.text for each in found[::-1]]


# --- scheduled messages ---------------------------------------------------------------------------------


def test_a_scheduled_message_is_sent_when_its_time_has_come(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        made = scheduled.schedule(context, general, "Good *morning*", post_at=START + 600)
    world.advance(599)
    assert made.id.startswith("Q")
    before = timeline(world, general)
    world.advance(1)
    (ts,) = set(timeline(world, general)) - set(before)
    sent = one(world, general, ts)
    assert sent is not None
    assert (sent.text, sent.user_id) == ("Good *morning*", office.users[DANA])
    assert ts.startswith(f"{START + 600}.")
    with seen_by(world) as context:
        assert scheduled.listed(context) == []


@pytest.mark.parametrize(
    ("ahead", "code"),
    [(0, "time_in_past"), (-5, "time_in_past"), (120 * 86_400 + 1, "time_too_far")],
)
def test_a_time_has_to_come_within_120_days(world: World, office: Office, ahead: int, code: str) -> None:
    with by(world) as context, pytest.raises(SlackError) as refused:
        scheduled.schedule(context, office.channels["general"], "x", post_at=START + ahead)
    assert refused.value.code == code


def test_a_channel_takes_thirty_within_five_minutes(world: World, office: Office) -> None:
    general, moment = office.channels["general"], START + 3600
    with by(world) as context:
        for _ in range(30):
            scheduled.schedule(context, general, "x", post_at=moment)
        scheduled.schedule(context, general, "x", post_at=moment + 300)
    with by(world) as context, pytest.raises(SlackError) as refused:
        scheduled.schedule(context, general, "x", post_at=moment + 299)
    assert refused.value.code == "restricted_too_many"


def test_a_scheduled_message_can_be_changed_taken_back_or_sent_at_once(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        later, never, now = (
            scheduled.schedule(context, general, text, post_at=START + 60).id for text in ("a", "b", "c")
        )
        scheduled.change(context, later, text="later", post_at=START + 120)
        scheduled.cancel(context, never)
        scheduled.send_now(context, now)
    with by(world, MARCUS) as context, pytest.raises(SlackError) as refused:
        scheduled.cancel(context, later)
    assert refused.value.code == "invalid_scheduled_message_id"
    world.advance(119)
    assert texts(world, general, 2) == ["c", "Lunch order closes at 11:30."]
    world.advance(1)
    assert texts(world, general, 2) == ["later", "c"]


def texts(world: World, channel: str, count: int) -> list[str]:
    with seen_by(world) as context:
        return [each.text for each in history.top_level(context, channel, history.Window(count)).messages]


def test_what_can_not_be_sent_any_more_is_a_draft_again(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        scheduled.schedule(context, general, "too late", post_at=START + 60)
        drafts.save(context, general, "since then")
    with by(world, RUTH) as context:
        setup.archive(context, general)
    world.advance(60)
    with seen_by(world) as context:
        assert drafts.of(context, general) == "too late\nsince then"
        assert scheduled.listed(context) == []


def test_an_apps_message_is_sent_as_the_apps(world: World, office: Office) -> None:
    general = office.channels["general"]
    bot = apps.install(world, general)
    with apps.acting(world, bot) as context:
        metadata = {"event_type": "ping", "event_payload": {}}
        scheduled.schedule(context, general, "x", post_at=START + 60, metadata=metadata)
    world.advance(60)
    sent = one(world, general, timeline(world, general)[0])
    assert sent is not None
    assert (sent.bot_id, sent.user_id) == (bot.id, bot.user_id)
    assert json.loads(sent.event_metadata or "") == metadata


# --- drafts ---------------------------------------------------------------------------------------------


def test_a_draft_is_kept_until_it_is_sent(world: World, office: Office) -> None:
    general, season, thread = (
        office.channels["general"],
        office.channels["tax-season"],
        office.messages["question"],
    )
    with by(world) as context:
        drafts.save(context, general, "Hel")
        drafts.save(context, general, "Hello")
        drafts.save(context, season, "A reply", thread)
    with seen_by(world) as context:
        assert {(each.channel_id, each.text) for each in drafts.listed(context)} == {
            (general, "Hello"),
            (season, "A reply"),
        }
    with seen_by(world, MARCUS) as context:
        assert drafts.listed(context) == []
    post(world, general, "Hello all")
    post(world, season, "Elsewhere")
    with seen_by(world) as context:
        assert drafts.of(context, general) == ""
        assert drafts.of(context, season, thread) == "A reply"
    with by(world) as context:
        drafts.save(context, season, "  ", thread)
        assert drafts.listed(context) == []


def test_what_the_clock_sends_is_not_what_one_is_writing(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        scheduled.schedule(context, general, "x", post_at=START + 60)
        drafts.save(context, general, "Still writing")
    world.advance(60)
    with seen_by(world) as context:
        assert drafts.of(context, general) == "Still writing"


# --- saved for later ------------------------------------------------------------------------------------


def test_what_is_saved_is_ones_own_and_goes_through_its_states(world: World, office: Office) -> None:
    general, welcome = office.channels["general"], office.messages["welcome"]
    with by(world) as context:
        held = saved.add(context, channel_id=general, message_ts=welcome)
    with by(world) as context, pytest.raises(SlackError) as refused:
        saved.add(context, channel_id=general, message_ts=welcome)
    assert refused.value.code == "already_starred"
    with by(world, MARCUS) as context, pytest.raises(SlackError):
        saved.mark(context, held.id, "completed")
    with by(world) as context:
        assert list(saved.on(context, [messages.get(context, general, welcome)])) == [welcome]
        saved.mark(context, held.id, "completed")
        assert saved.listed(context) == []
        assert [each.id for each in saved.listed(context, "completed")] == [held.id]
        saved.add(context, channel_id=general, message_ts=welcome)
        assert [each.id for each in saved.listed(context)] == [held.id]
        saved.remove(context, channel_id=general, message_ts=welcome)
        assert saved.listed(context) == []
    with by(world) as context, pytest.raises(SlackError) as refused:
        saved.remove(context, channel_id=general, message_ts=welcome)
    assert refused.value.code == "not_starred"


def test_what_is_saved_goes_from_the_list_with_its_message(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    with by(world, MARCUS) as context:
        saved.add(context, channel_id=general, message_ts=ts)
    with by(world) as context:
        messages.delete(context, general, ts)
    with seen_by(world, MARCUS) as context:
        assert saved.listed(context) == []


def test_slackbot_reminds_of_what_is_saved_until_it_is_done(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        first = saved.add(context, channel_id=general, message_ts=office.messages["welcome"], due=START + 60)
        second = saved.add(context, channel_id=general, message_ts=office.messages["edited"], due=START + 60)
        saved.mark(context, second.id, "completed")
    world.advance(60)
    (told,) = said_by_slackbot(world)
    assert office.messages["welcome"].replace(".", "") in told
    with by(world) as context, pytest.raises(SlackError):
        saved.remind(context, first.id, START)


# --- reminders ------------------------------------------------------------------------------------------


def test_slackbot_reminds_at_the_time_where_one_is(world: World, office: Office) -> None:
    """Inês sits in Los Angeles: nine there is noon in New York."""
    with by(world, "ines.duarte") as context:
        made = reminders.add(context, "call <Hartley> & Sons", "tomorrow at 9am")
    assert made.time == START + 27 * 3600
    world.advance(27 * 3600)
    assert said_by_slackbot(world, "ines.duarte") == ["Reminder: call &lt;Hartley&gt; &amp; Sons"]


@pytest.mark.parametrize(
    ("time", "ahead"), [("60", 60), (str(START + 7200), 7200), ("in 2 hours", 7200), ("86400", 86_400)]
)
def test_a_time_is_a_second_or_seconds_ahead_or_words(world: World, time: str, ahead: int) -> None:
    with by(world) as context:
        assert reminders.add(context, "x", time).time == START + ahead


@pytest.mark.parametrize(
    "time",
    ["", "0", "banana", "yesterday", str(START - 1), str(START + 6 * 366 * 86_400), "9" * 12, "9" * 99],
)
def test_a_time_that_is_no_time_is_refused(world: World, time: str) -> None:
    with by(world) as context, pytest.raises(SlackError) as refused:
        reminders.add(context, "x", time)
    assert refused.value.code == "cannot_parse"


def test_what_comes_again_comes_until_it_is_deleted(world: World, office: Office) -> None:
    with by(world) as context:
        made = reminders.add(context, "stand-up", "every weekday at 9:30am")
    world.advance(7 * 86_400)
    assert said_by_slackbot(world) == ["Reminder: stand-up"] * 5
    with by(world) as context, pytest.raises(SlackError) as refused:
        reminders.complete(context, made.id)
    assert refused.value.code == "cannot_complete_recurring"
    with by(world) as context:
        reminders.delete(context, made.id)
    world.advance(7 * 86_400)
    assert len(said_by_slackbot(world)) == 5


def test_a_completed_reminder_keeps_still(world: World, office: Office) -> None:
    with by(world) as context:
        made = reminders.add(context, "x", "in 5 minutes")
        assert reminders.complete(context, made.id).complete_ts == START
    world.advance(600)
    assert said_by_slackbot(world) == []


def test_somebody_else_or_a_channel_can_be_reminded(world: World, office: Office) -> None:
    general, marcus = office.channels["general"], office.users[MARCUS]
    with by(world) as context:
        made = reminders.add(context, "sign", "in 5 minutes", user_id=marcus)
        reminders.add(context, "lunch", "in 6 minutes", channel_id=general)
    with by(world) as context, pytest.raises(SlackError) as refused:
        reminders.complete(context, made.id)
    assert refused.value.code == "cannot_complete_others"
    with by(world, TOM) as context, pytest.raises(SlackError) as refused:
        reminders.get(context, made.id)
    assert refused.value.code == "not_found"
    world.advance(600)
    assert said_by_slackbot(world, MARCUS) == [f"<@{office.users[DANA]}> asked me to remind you: sign"]
    last: Message | None = one(world, general, timeline(world, general)[0])
    assert last is not None
    assert (last.user_id, last.text) == (people.SLACKBOT, "Reminder: lunch")


@pytest.mark.parametrize(
    ("who", "time", "code"),
    [
        (people.SLACKBOT, "in 5 minutes", "cannot_add_slackbot"),
        ("U0NOBODY", "in 5 minutes", "user_not_found"),
        ("{marcus.lee}", "every day", "cannot_add_others_recurring"),
    ],
)
def test_who_can_not_be_reminded(world: World, office: Office, who: str, time: str, code: str) -> None:
    user = office.users.get(who.strip("{}"), who)
    with by(world) as context, pytest.raises(SlackError) as refused:
        reminders.add(context, "x", time, user_id=user)
    assert refused.value.code == code
