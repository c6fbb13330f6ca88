"""Who is there, and who is not to be disturbed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, WALT, by, seen_by
from tests.office import Office
from workaday.apps.slack.errors.people import (
    InvalidPresence,
    NotInDnd,
    SnoozeEndFailed,
    SnoozeFailed,
    SnoozeTooLong,
)
from workaday.apps.slack.service import dnd, people, presence, setup
from workaday.clock import micros
from workaday.world import World


def second(day: int, hour: int, minute: int = 0, zone: str = "America/New_York") -> int:
    """A second of March 2025."""
    return micros(datetime(2025, 3, day, hour, minute, tzinfo=ZoneInfo(zone))) // 1_000_000


# --- presence -------------------------------------------------------------------------------------------


def there(world: World, person: str = DANA) -> set[str]:
    with seen_by(world, person) as context:
        return set(presence.active(context))


def test_whoever_acts_is_there_and_so_is_slackbot(world: World, office: Office) -> None:
    assert there(world) == {office.users[DANA], people.SLACKBOT}
    assert there(world, MARCUS) == {office.users[MARCUS], people.SLACKBOT}


def test_whoever_has_slack_open_is_there_unless_set_away(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        setup.present(context, [office.users[MARCUS], office.users[PRIYA], office.users[WALT]])
    with by(world, PRIYA) as context:
        presence.choose(context, "away")
    assert there(world) == {office.users[DANA], office.users[MARCUS], people.SLACKBOT}
    with seen_by(world) as context:
        seen = {
            name: presence.is_active(context, people.get(context, user))
            for name, user in office.users.items()
        }
    assert {name for name, active in seen.items() if active} == {DANA, MARCUS}


def test_who_is_listed_as_there_is_there(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        setup.present(context, [office.users[MARCUS], office.users[WALT]])
    with seen_by(world) as context:
        each = {user.id for user in people.everyone(context) if presence.is_active(context, user)}
        assert presence.active(context) == each


def test_setting_oneself_away_holds_until_one_is_back(world: World, office: Office) -> None:
    for chosen, active in (("away", False), ("auto", True)):
        with by(world) as context:
            presence.choose(context, chosen)
            assert presence.is_active(context, people.me(context)) is active
    with pytest.raises(InvalidPresence), by(world) as context:
        presence.choose(context, "active")


# --- do not disturb -------------------------------------------------------------------------------------


def test_notifications_are_paused_until_a_second(world: World) -> None:
    """It is 9 o'clock on 18 March 2025 in New York."""
    with by(world) as context:
        assert dnd.snooze(context, 30).snoozed_until == second(18, 9, 30)
    world.advance(30 * 60 - 1)
    with seen_by(world) as context:
        assert dnd.state(context).quiet
    world.advance(1)
    with seen_by(world) as context:
        assert not dnd.state(context).quiet
    with pytest.raises(SnoozeEndFailed), by(world) as context:
        dnd.end_snooze(context)


@pytest.mark.parametrize(
    ("minutes", "error"), [(0, SnoozeFailed), (-5, SnoozeFailed), (10_081, SnoozeTooLong)]
)
def test_a_pause_is_no_shorter_than_a_minute_and_no_longer_than_a_week(
    world: World, minutes: int, error: type[Exception]
) -> None:
    with pytest.raises(error), by(world) as context:
        dnd.snooze(context, minutes)


def test_quiet_hours_are_in_ones_own_zone(world: World, office: Office) -> None:
    """Priya is in Chicago; 10 in the evening there is 11 in New York."""
    with by(world, PRIYA) as context:
        dnd.schedule(context, True, 22 * 60, 7 * 60 + 30)
    with seen_by(world) as context:
        found = dnd.state(context, office.users[PRIYA])
    assert (found.next_start, found.next_end) == (
        second(18, 22, zone="America/Chicago"),
        second(19, 7, 30, zone="America/Chicago"),
    )
    assert not found.quiet
    world.advance(14 * 3600)
    with seen_by(world) as context:
        assert office.users[PRIYA] in dnd.quiet(context)


def test_hours_within_one_day_and_hours_over_midnight(world: World) -> None:
    for starts, ends, expected in (
        (8 * 60, 10 * 60, (second(18, 8), second(18, 10))),
        (22 * 60, 8 * 60, (second(18, 22), second(19, 8))),
        (20 * 60, 9 * 60 + 1, (second(17, 20), second(18, 9, 1))),
        (9 * 60, 9 * 60, (second(18, 9), second(19, 9))),
    ):
        with by(world) as context:
            found = dnd.schedule(context, True, starts, ends)
        assert (found.next_start, found.next_end) == expected


def test_quiet_hours_keep_to_the_clock_when_summer_time_ends(world: World) -> None:
    """In New York it ends in the night to 2 November 2025: the night has an hour more."""
    with by(world) as context:
        dnd.schedule(context, True, 22 * 60, 8 * 60)
    evening = micros(datetime(2025, 11, 1, 23, tzinfo=ZoneInfo("America/New_York")))
    world.advance((evening - world.clock.now) // 1_000_000)
    with seen_by(world) as context:
        found = dnd.state(context)
    assert found.next_end - found.next_start == 11 * 3600


def test_ending_quiet_hours_early_ends_those_of_today(world: World) -> None:
    with by(world) as context:
        dnd.schedule(context, True, 8 * 60, 10 * 60)
        assert dnd.end(context).next_start == second(19, 8)
    with pytest.raises(NotInDnd), by(world) as context:
        dnd.end(context)
    with by(world) as context:
        assert dnd.schedule(context, True, 8 * 60, 10 * 60).quiet
        assert not dnd.schedule(context, False, 8 * 60, 10 * 60).quiet


def test_ending_quiet_hours_ends_a_pause_too(world: World) -> None:
    with by(world) as context:
        dnd.snooze(context, 5)
        assert not dnd.end(context).quiet


def test_seeds_give_people_quiet_hours(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        setup.quiet_hours(context, office.users[MARCUS], 22 * 60, 8 * 60)
    with seen_by(world) as context:
        assert dnd.state(context, office.users[MARCUS]).next_start == second(18, 22)
