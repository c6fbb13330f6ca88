"""What members say of themselves (notes on tier 1, B' 21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apps.slack.acting import DANA, MARCUS, RUTH, by, seen_by
from tests.office import NOW, Office
from workaday.apps.slack.errors.conversations import TooLong
from workaday.apps.slack.errors.people import (
    EmailTaken,
    InvalidProfile,
    MustClearBoth,
    NotAdmin,
    ProfileSetFailed,
    ReservedName,
)
from workaday.apps.slack.models import User
from workaday.apps.slack.service import emojis, people, profiles, setup
from workaday.clock import SECOND
from workaday.world import World

START = NOW // SECOND


def change(world: World, person: str = DANA, **changes: Any) -> User:
    with by(world, person) as context:
        return profiles.change(context, changes)


def member(world: World, office: Office, person: str = DANA) -> User:
    with seen_by(world) as context:
        return people.get(context, office.users[person])


def shown(world: World, office: Office, person: str = DANA) -> tuple[str, str, int]:
    user = member(world, office, person)
    return user.status_text, user.status_emoji, user.status_expiration


# --- the status -----------------------------------------------------------------------------------------


def test_a_status_is_a_text_an_emoji_or_both(world: World, office: Office) -> None:
    for text, emoji, expected in (
        ("Filing", "", ("Filing", ":speech_balloon:")),
        ("", ":palm_tree:", ("", ":palm_tree:")),
        ("Away", "palm_tree", ("Away", ":palm_tree:")),
        ("", "", ("", "")),
    ):
        with by(world) as context:
            profiles.set_status(context, text, emoji)
        assert shown(world, office)[:2] == expected


def test_a_status_goes_when_its_second_comes(world: World, office: Office) -> None:
    with by(world) as context:
        profiles.set_status(context, "Lunch", ":sandwich:", START + 60)
    world.advance(59)
    assert shown(world, office) == ("Lunch", ":sandwich:", START + 60)
    world.advance(1)
    assert shown(world, office) == ("", "", 0)


def test_only_the_last_end_that_was_set_counts(world: World, office: Office) -> None:
    for end in (START + 60, START + 120):
        with by(world) as context:
            profiles.set_status(context, "Lunch", ":sandwich:", end)
    world.advance(60)
    assert shown(world, office)[0] == "Lunch"
    world.advance(60)
    assert shown(world, office)[0] == ""


def test_clearing_a_status_clears_its_end(world: World, office: Office) -> None:
    with by(world) as context:
        profiles.set_status(context, "Lunch", ":sandwich:", START + 60)
        profiles.set_status(context, "", "", START + 60)
    assert shown(world, office) == ("", "", 0)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"status_text": "x" * 101}, TooLong),
        ({"status_text": ["x"] * 200}, InvalidProfile),
        ({"status_text": "x", "status_emoji": {"name": "eyes"}}, InvalidProfile),
        ({"status_text": "x", "status_emoji": ":nonsense:"}, ProfileSetFailed),
        ({"status_text": "x", "status_expiration": START - 1}, ProfileSetFailed),
        ({"status_text": "x", "status_expiration": "soon"}, ProfileSetFailed),
        ({"status_text": "x", "status_expiration": 10**15}, ProfileSetFailed),
        ({"status_text": "x", "status_expiration": []}, ProfileSetFailed),
    ],
)
def test_a_status_that_cannot_be(world: World, changes: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        change(world, **changes)
    assert world.changes() == []


def test_one_half_of_a_status_is_not_cleared_alone(world: World) -> None:
    change(world, status_text="Filing", status_emoji=":books:")
    for half in ("status_text", "status_emoji"):
        with pytest.raises(MustClearBoth):
            change(world, **{half: ""})


def test_the_workspaces_own_emoji_stand_in_a_status(world: World, office: Office) -> None:
    with by(world) as context:
        emojis.alias(context, "hurray", "tada")
        profiles.set_status(context, "Filed", ":hurray:")
    assert shown(world, office)[1] == ":hurray:"


def test_a_status_that_a_seed_gave_goes_as_any_other(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        setup.status(context, office.users[MARCUS], "On leave", ":palm_tree:", until=START + 60)
    assert shown(world, office, MARCUS)[0] == "On leave"
    world.advance(60)
    assert shown(world, office, MARCUS) == ("", "", 0)


# --- names and addresses --------------------------------------------------------------------------------


def test_first_and_last_names_make_the_real_name(world: World, office: Office) -> None:
    assert change(world, last_name="Whitfield-Lee").real_name == "Dana Whitfield-Lee"
    assert change(world, first_name="Danielle").real_name == "Danielle Whitfield-Lee"
    assert change(world, real_name="D. Whitfield").real_name == "D. Whitfield"
    for changes in ({"first_name": "", "last_name": ""}, {"real_name": " "}):
        with pytest.raises(ProfileSetFailed):
            change(world, **changes)


@pytest.mark.parametrize("name", ["Slackbot", "here", "channel", "everyone"])
def test_a_name_that_stands_for_others_is_reserved(world: World, name: str) -> None:
    for field in ("display_name", "first_name", "last_name"):
        with pytest.raises(ReservedName):
            change(world, **{field: name})


def test_admins_change_others_and_their_addresses(world: World, office: Office) -> None:
    with by(world, RUTH) as context:
        profiles.change(context, {"email": "dana@firm.example"}, office.users[DANA])
    assert member(world, office).email == "dana@firm.example"
    with pytest.raises(EmailTaken), by(world, RUTH) as context:
        profiles.change(context, {"email": "Marcus.Lee@whitford-okafor.example"}, office.users[DANA])
    with pytest.raises(ProfileSetFailed), by(world, RUTH) as context:
        profiles.change(context, {"email": "nonsense"}, office.users[DANA])
    with pytest.raises(NotAdmin):
        change(world, email="me@firm.example")
    with pytest.raises(NotAdmin), by(world) as context:
        profiles.change(context, {"title": "Clerk"}, office.users[MARCUS])


# --- the workspace's own fields -------------------------------------------------------------------------


@pytest.fixture
def fields(world: World) -> dict[str, str]:
    """A field of each kind, by label."""
    made: dict[str, str] = {}
    with world.action("furnish", door="setup", person=None) as context:
        for label, kind in (("Desk", "text"), ("Page", "link"), ("Since", "date"), ("Backup", "user")):
            made[label] = setup.profile_field(context, label, kind=kind).id
        made["Floor"] = setup.profile_field(context, "Floor", kind="options_list", options=["1", "2"]).id
    return made


def test_fields_stand_in_the_order_in_which_they_were_added(world: World, fields: dict[str, str]) -> None:
    with seen_by(world) as context:
        told = [(each.ordering, each.label) for each in profiles.fields(context)]
    assert told == [(0, "Desk"), (1, "Page"), (2, "Since"), (3, "Backup"), (4, "Floor")]


def test_a_field_is_filled_in_and_emptied(world: World, office: Office, fields: dict[str, str]) -> None:
    good = {
        "Desk": {"value": "2-14", "alt": "by the window"},
        "Page": "https://x.example/dana",
        "Since": "2019-02-01",
        "Backup": office.users[MARCUS],
        "Floor": "2",
    }
    said = change(world, fields={fields[label]: value for label, value in good.items()}).fields
    assert fields["Desk"] in said
    emptied = change(world, fields={each: {"value": "", "alt": ""} for each in fields.values()})
    assert emptied.fields == "{}"


@pytest.mark.parametrize(
    ("label", "value", "error"),
    [
        ("Nothing", "x", ProfileSetFailed),
        ("Page", "javascript:alert(1)", ProfileSetFailed),
        ("Since", "last year", ProfileSetFailed),
        ("Backup", "U0NOBODY00", ProfileSetFailed),
        ("Floor", "3", ProfileSetFailed),
        ("Desk", "x" * 257, TooLong),
        ("Desk", ["x"], InvalidProfile),
        ("Desk", {"value": "x", "alt": [1]}, InvalidProfile),
    ],
)
def test_a_field_is_of_its_kind(
    world: World, fields: dict[str, str], label: str, value: Any, error: type[Exception]
) -> None:
    before = world.sequence()
    with pytest.raises(error):
        change(world, fields={fields.get(label, "Xf0NOTHING0"): value})
    with pytest.raises(InvalidProfile):
        change(world, fields=[label])
    assert world.changes(before) == []
