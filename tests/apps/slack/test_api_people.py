"""What people say of themselves, when they are there and not disturbed, and their groups."""

from __future__ import annotations

import pytest

from tests.apps.slack.wire import Wire
from tests.office import NOW, Office
from workaday.apps.slack.service import dnd
from workaday.clock import SECOND
from workaday.server.local import LocalServer
from workaday.world import World

START = NOW // SECOND


@pytest.fixture
def ruth(server: LocalServer, world: World) -> Wire:
    """An admin, and the owner."""
    return Wire(server, server.seat(world, "ruth.okafor"))


def status(wire: Wire) -> tuple[str, str, int]:
    told = wire.call("users.profile.get")["profile"]
    return told["status_text"], told["status_emoji"], told["status_expiration"]


def test_a_status_shows_until_its_time_is_over(wire: Wire, world: World) -> None:
    """B' 21: the emoji defaults to the speech balloon; seconds since 1970."""
    profile = {"status_text": "Filing", "status_expiration": START + 600}
    told = wire.call("users.profile.set", profile=profile)
    assert told["profile"]["status_emoji"] == ":speech_balloon:"
    assert status(wire) == ("Filing", ":speech_balloon:", START + 600)
    world.advance(601)
    assert status(wire) == ("", "", 0)


def test_a_status_that_was_changed_meanwhile_stays(wire: Wire, world: World) -> None:
    wire.call("users.profile.set", profile={"status_text": "Filing", "status_expiration": START + 600})
    wire.call(
        "users.profile.set",
        profile={"status_text": "Out", "status_emoji": ":palm_tree:", "status_expiration": 0},
    )
    world.advance(601)
    assert status(wire) == ("Out", ":palm_tree:", 0)


@pytest.mark.parametrize(
    ("profile", "error"),
    [
        ({"status_text": "x" * 101}, "too_long"),
        ({"status_text": "x", "status_emoji": ":no_such_emoji:"}, "profile_set_failed"),
        ({"first_name": "x" * 51}, "too_long"),
        ({"display_name": "@dana"}, "invalid_starts_with_at"),
        ({"display_name": "slackbot"}, "reserved_name"),
        ({"real_name": " "}, "profile_set_failed"),
        ("[]", "invalid_profile"),
        ("nonsense", "invalid_profile"),
    ],
)
def test_a_profile_has_rules(wire: Wire, profile: object, error: str) -> None:
    """Notes on tier 1."""
    assert wire.call("users.profile.set", profile=profile)["error"] == error


def test_clearing_a_status_takes_both(wire: Wire) -> None:
    wire.call("users.profile.set", profile={"status_text": "Filing", "status_emoji": ":books:"})
    told = wire.call("users.profile.set", profile={"status_text": ""})
    assert told["error"] == "must_clear_both_status_text_and_status_emoji"
    assert wire.call("users.profile.set", profile={"status_text": "", "status_emoji": ""})["ok"]
    assert status(wire) == ("", "", 0)


def test_one_field_is_set_by_name_and_value(wire: Wire) -> None:
    assert wire.call("users.profile.set", name="title", value="Partner")["profile"]["title"] == "Partner"


def test_only_admins_change_others(wire: Wire, ruth: Wire, office: Office) -> None:
    marcus, owner = office.users["marcus.lee"], office.users["ruth.okafor"]
    profile = {"title": "Tax Partner"}
    assert wire.call("users.profile.set", user=marcus, profile=profile)["error"] == "not_admin"
    assert ruth.call("users.profile.set", user=marcus, profile=profile)["profile"]["title"] == "Tax Partner"
    assert wire.call("users.profile.set", user=owner, profile=profile)["error"] == "not_admin"


def test_presence_of_others_is_told_alone(wire: Wire, office: Office) -> None:
    """B.5: of oneself the reasons too."""
    told = wire.call("users.getPresence", user=office.users["marcus.lee"])
    assert set(told) == {"ok", "presence"}
    assert wire.call("users.getPresence")["presence"] == "active"
    wire.call("users.setPresence", presence="away")
    mine = wire.call("users.getPresence")
    assert (mine["presence"], mine["manual_away"], mine["online"]) == ("away", True, True)
    assert wire.call("users.setPresence", presence="busy")["error"] == "invalid_presence"


def test_notifications_are_paused_for_some_minutes(wire: Wire, world: World) -> None:
    """[JAVA] the keys; the end is a second of the world's time."""
    told = wire.call("dnd.setSnooze", num_minutes=30)
    assert told == {
        "ok": True,
        "snooze_enabled": True,
        "snooze_endtime": START + 1800,
        "snooze_remaining": 1800,
        "snooze_is_indefinite": False,
    }
    world.advance(1801)
    assert wire.call("dnd.endSnooze")["error"] == "snooze_end_failed"
    assert wire.call("dnd.setSnooze")["error"] == "missing_duration"
    assert wire.call("dnd.setSnooze", num_minutes=10**6)["error"] == "too_long"


def test_a_schedule_tells_its_next_stretch_in_ones_own_zone(wire: Wire, world: World, office: Office) -> None:
    """10 in the evening to 8 in the morning in New York, seen at 9 in the morning of 18 March 2025."""
    assert wire.call("dnd.info")["dnd_enabled"] is False
    with world.action("schedule", door="page", person="dana.whitfield") as context:
        dnd.schedule(context, True, 22 * 60, 8 * 60)
    told = wire.call("dnd.info", user=office.users["dana.whitfield"])
    assert told["dnd_enabled"] is True
    assert (told["next_dnd_start_ts"], told["next_dnd_end_ts"]) == (START + 13 * 3600, START + 23 * 3600)
    assert wire.call("dnd.endDnd")["error"] == "not_in_dnd"
    world.advance(14 * 3600)
    assert wire.call("dnd.endDnd") == {"ok": True}
    assert wire.call("dnd.info")["next_dnd_start_ts"] == START + 37 * 3600


def test_a_group_has_a_handle_that_calls_its_members(
    wire: Wire, world: World, office: Office, server: LocalServer
) -> None:
    """B' 11: ``<!subteam^S…>``."""
    priya = office.users["priya.raman"]
    made = wire.call("usergroups.create", name="Tax leads", description="Who signs")["usergroup"]
    assert (made["handle"], made["id"][0], made["date_delete"]) == ("tax-leads", "S", 0)
    wire.call("usergroups.users.update", usergroup=made["id"], users=priya)
    assert wire.call("usergroups.users.list", usergroup=made["id"])["users"] == [priya]
    listed = wire.call("usergroups.list", include_users=True, include_count=True)["usergroups"]
    assert [(each["users"], each["user_count"]) for each in listed] == [([priya], 1)]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": " "}, "missing_subteam_name"),
        ({"name": "x" * 81}, "name_too_long"),
        ({"name": "A", "handle": "Not A Handle"}, "bad_handle"),
        ({"name": "A", "handle": "channel"}, "forbidden_handle"),
        ({"name": "A", "handle": "marcus.lee"}, "handle_already_exists"),
        ({"name": "A", "description": "x" * 141}, "description_too_long"),
        ({"name": "A", "channels": "C0NOWHERE00"}, "invalid_channel_provided"),
        ({"name": "Taken"}, "name_already_exists"),
        ({"name": "B", "handle": "taken"}, "handle_already_exists"),
    ],
)
def test_a_group_breaks_a_rule_of_its_own(wire: Wire, arguments: dict[str, str], error: str) -> None:
    wire.call("usergroups.create", name="Taken", handle="taken")
    assert wire.call("usergroups.create", **arguments)["error"] == error


def test_a_disabled_group_is_listed_on_request_alone(wire: Wire, office: Office) -> None:
    made = wire.call("usergroups.create", name="Tax leads")["usergroup"]["id"]
    assert wire.call("usergroups.disable", usergroup=made)["usergroup"]["date_delete"] == START
    assert wire.call("usergroups.list")["usergroups"] == []
    assert len(wire.call("usergroups.list", include_disabled=True)["usergroups"]) == 1
    assert wire.call("usergroups.enable", usergroup=made)["usergroup"]["date_delete"] == 0
    assert wire.call("usergroups.users.update", usergroup=made, users="")["error"] == "no_users_provided"
    assert (
        wire.call("usergroups.users.update", usergroup=made, users="U0NOBODY00")["error"] == "invalid_users"
    )
    assert wire.call("usergroups.users.list", usergroup="S0NOTHING00")["error"] == "no_such_subteam"


def test_the_workspace_tells_of_itself(wire: Wire, office: Office) -> None:
    told = wire.call("team.info")["team"]
    assert told["id"] == office.workspace
    assert told["url"] == f"https://{told['domain']}.slack.com/"
    assert wire.call("emoji.list")["emoji"] == {}
    assert wire.call("emoji.list", include_categories=True)["categories"][0]["name"] == "Smileys & People"
    assert wire.call("bots.info", bot="B0NOTHING00")["error"] == "bot_not_found"
    assert wire.call("users.identity")["user"]["id"] == office.users["dana.whitfield"]
    assert wire.call("team.profile.get")["profile"]["fields"] == []
