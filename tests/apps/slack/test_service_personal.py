"""What each member sets for themselves: starred and muted conversations, sections, preferences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.slack.acting import DANA, MARCUS, by, seen_by
from tests.office import Office
from workaday.apps.slack.errors import ChannelNotFound, NotInChannel
from workaday.apps.slack.errors.personal import BadPreference, BadSection
from workaday.apps.slack.models import Membership
from workaday.apps.slack.service import channels, personal
from workaday.world import World


def seat(world: World, channel: str, person: str = DANA) -> Membership:
    with seen_by(world, person) as context:
        found = channels.membership(context, channel)
        assert found is not None
        return found


def test_stars_mutes_and_levels_are_ones_own(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        personal.star(context, general, True)
        personal.mute(context, general, True)
        personal.notify(context, general, "nothing")
    mine, his = seat(world, general), seat(world, general, MARCUS)
    assert (mine.is_starred, mine.is_muted, mine.notify) == (True, True, "nothing")
    assert (his.is_starred, his.is_muted, his.notify) == (False, False, "default")
    with seen_by(world) as context:
        assert personal.muted(context) == {general}
    with by(world) as context:
        personal.star(context, general, False)
        personal.mute(context, general, False)
    assert (seat(world, general).is_starred, seat(world, general).is_muted) == (False, False)


def test_only_what_one_is_in_is_starred_or_muted(world: World, office: Office) -> None:
    for channel, error in ((office.channels["partners"], ChannelNotFound), ("C0NOWHERE00", ChannelNotFound)):
        with pytest.raises(error), by(world) as context:
            personal.star(context, channel, True)
    with pytest.raises(NotInChannel), by(world, "tom.alvarez") as context:
        personal.mute(context, office.channels["tax-season"], True)
    with pytest.raises(BadPreference), by(world) as context:
        personal.notify(context, office.channels["general"], "sometimes")


def test_sections_stand_in_the_order_in_which_they_were_made(world: World, office: Office) -> None:
    with by(world) as context:
        clients = personal.make_section(context, " Clients ", "briefcase")
        personal.make_section(context, "Audit")
        personal.rename_section(context, clients.id, "Key clients", "star")
    with seen_by(world) as context:
        told = [(each.name, each.emoji) for each in personal.sections(context)]
    assert told == [("Key clients", "star"), ("Audit", "")]
    with seen_by(world, MARCUS) as context:
        assert list(personal.sections(context)) == []


def test_what_was_in_a_section_goes_back_when_it_is_taken_away(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        section = personal.make_section(context, "Firm").id
        personal.move(context, general, section)
    assert seat(world, general).section_id == section
    with by(world) as context:
        personal.delete_section(context, section)
    assert seat(world, general).section_id is None


def test_sections_of_others_are_not_there(world: World, office: Office) -> None:
    with by(world, MARCUS) as context:
        section = personal.make_section(context, "His").id
    for attempt in (
        lambda context: personal.move(context, office.channels["general"], section),
        lambda context: personal.rename_section(context, section, "Mine"),
        lambda context: personal.delete_section(context, section),
        lambda context: personal.make_section(context, " "),
        lambda context: personal.make_section(context, "x" * 81),
    ):
        with pytest.raises(BadSection), by(world) as context:
            attempt(context)


def test_a_preference_is_kept_until_it_is_the_default_again(world: World) -> None:
    with by(world) as context:
        personal.prefer(context, "theme", "dark")
        assert personal.preferences(context) == personal.DEFAULTS | {"theme": "dark"}
    with by(world) as context:
        personal.prefer(context, "theme", "system")
    assert [change for change in world.changes() if change.table == "slack_preference"] == []
    with seen_by(world, MARCUS) as context:
        assert personal.preferences(context)["theme"] == "system"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("no_such_name", True),
        ("theme", "pink"),
        ("theme", 1),
        ("compact", "yes"),
        ("skin_tone", True),
        ("skin_tone", 1),
        ("collapsed", ["a", 1]),
        ("collapsed", "a"),
    ],
)
def test_a_preference_is_of_its_kind(world: World, name: str, value: Any) -> None:
    with pytest.raises(BadPreference), by(world) as context:
        personal.prefer(context, name, value)
    assert world.changes() == []
