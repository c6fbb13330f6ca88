"""What people say of themselves, when they are there and not disturbed, and their groups."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.apps.slack.test_service_files import png
from tests.apps.slack.wire import Wire
from tests.office import NOW, Office
from workaday.apps.slack.service import dnd, emojis, setup
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


def test_of_oneself_a_pause_is_told_too(wire: Wire, office: Office) -> None:
    """B.5: whether notifications are paused is nobody else's business."""
    wire.call("dnd.setSnooze", num_minutes=30)
    told = wire.call("dnd.info")
    assert (told["snooze_enabled"], told["snooze_endtime"]) == (True, START + 1800)
    assert set(wire.call("dnd.info", user=office.users["marcus.lee"])) == {
        "ok",
        "dnd_enabled",
        "next_dnd_start_ts",
        "next_dnd_end_ts",
    }
    assert wire.call("dnd.info", user="U0NOBODY00")["error"] == "user_not_found"


def test_several_are_asked_after_at_once(wire: Wire, office: Office) -> None:
    """B.5: by id."""
    dana, marcus = office.users["dana.whitfield"], office.users["marcus.lee"]
    told = wire.call("dnd.teamInfo", users=f"{dana},{marcus},U0NOBODY00")
    assert set(told["users"]) == {dana, marcus}
    assert wire.call("dnd.teamInfo", users=" ,")["error"] == "no_users_provided"


@pytest.fixture
def fields(world: World) -> list[str]:
    """The ids of two fields that the workspace has added to profiles."""
    with world.action("furnish", door="setup", person=None) as context:
        desk = setup.profile_field(context, "Desk", hint="Room and number")
        floor = setup.profile_field(context, "Floor", kind="options_list", options=["1", "2"])
        return [desk.id, floor.id]


def test_the_workspaces_fields_are_listed_and_filled_in(wire: Wire, fields: list[str]) -> None:
    """[REF] team.profile.get; labels of a profile's fields come on request alone."""
    told = wire.call("team.profile.get")["profile"]["fields"]
    assert [(each["id"], each["label"], each["type"]) for each in told] == [
        (fields[0], "Desk", "text"),
        (fields[1], "Floor", "options_list"),
    ]
    assert told[1]["possible_values"] == ["1", "2"]
    assert wire.call("team.profile.get", visibility="hidden")["profile"]["fields"] == []
    said = {fields[0]: {"value": "2-14", "alt": ""}}
    assert wire.call("users.profile.set", profile={"fields": said})["ok"]
    assert wire.call("users.profile.get")["profile"]["fields"] == said
    labelled = wire.call("users.profile.get", include_labels=True)["profile"]["fields"]
    assert labelled == {fields[0]: {"value": "2-14", "alt": "", "label": "Desk"}}
    for wrong in ({"Xf0NOTHING0": "x"}, {fields[1]: "3"}):
        assert wire.call("users.profile.set", profile={"fields": wrong})["error"] == "profile_set_failed"


@pytest.mark.parametrize(
    "profile",
    [
        r'{"title": "\ud800"}',
        r'{"fields": {"\ud800": {"value": "\udfff"}}}',
        '{"status_text": {"a": [1]}, "status_emoji": 7}',
        '{"status_text": "x", "status_expiration": 1e308}',
        '{"status_text": "x", "status_expiration": true}',
        '{"display_name": null, "title": 5, "email": {}}',
        '{"fields": ' + "[" * 39 + "]" * 39 + "}",
        '{"title": "\u0000"}',
    ],
)
def test_whatever_a_profile_holds_is_answered(wire: Wire, world: World, profile: str) -> None:
    sequence = world.sequence()
    reply = wire.post("users.profile.set", profile=profile)
    assert reply.status == 200
    if not reply.json["ok"]:
        assert world.sequence() == sequence


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


def test_a_group_is_changed_where_something_is_given(wire: Wire, office: Office) -> None:
    """[JAVA] the keys; how many its members are is told on request, and so are its channels a section."""
    season = office.channels["tax-season"]
    made = wire.call("usergroups.create", name="Tax leads", channels=season, enable_section=True)["usergroup"]
    assert (made["prefs"], made["channel_count"]) == ({"channels": [season], "groups": []}, 1)
    assert made["is_section"] is True
    assert "user_count" not in made
    told = wire.call("usergroups.update", usergroup=made["id"], handle="tax", include_count=True)["usergroup"]
    assert (told["name"], told["handle"], told["user_count"]) == ("Tax leads", "tax", 0)
    assert (told["prefs"]["channels"], told["is_section"]) == ([season], True)
    told = wire.call("usergroups.update", usergroup=made["id"], channels="", enable_section=False)[
        "usergroup"
    ]
    assert (told["prefs"]["channels"], told["is_section"]) == ([], False)
    assert wire.call("usergroups.update", usergroup="S0NOTHING00", name="x")["error"] == "no_such_subteam"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": " "}, "missing_subteam_name"),
        ({"name": "x" * 81}, "name_too_long"),
        ({"name": "A", "handle": "Not A Handle"}, "bad_handle"),
        ({"name": "A", "handle": "channel"}, "forbidden_handle"),
        ({"name": "A", "handle": "marcus.lee"}, "handle_already_exists"),
        ({"name": "A", "handle": "tax-season"}, "handle_already_exists"),
        ({"name": "A", "description": "x" * 141}, "description_too_long"),
        ({"name": "A", "channels": "C0NOWHERE00"}, "invalid_channel_provided"),
        ({"name": "Taken"}, "name_already_exists"),
        ({"name": "B", "handle": "taken"}, "handle_already_exists"),
    ],
)
def test_a_group_breaks_a_rule_of_its_own(wire: Wire, arguments: dict[str, str], error: str) -> None:
    """[REF] a handle is unique among channels, users and user groups."""
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
    assert wire.call("team.info", team="T0NOTHING00")["error"] == "org_not_found"
    assert wire.call("team.preferences.list")["msg_edit_window_mins"] == -1


def test_the_workspaces_own_emoji_have_a_picture_that_can_be_fetched(
    wire: Wire, world: World, office: Office
) -> None:
    """B.5: an address, or ``alias:`` and a name; whoever shows a status finds the picture there, too."""
    with world.action("add", door="page", person="dana.whitfield") as context:
        emojis.add(context, "signed-off", png(8, 8), "image/png")
        emojis.alias(context, "hurray", "tada")
    told = wire.call("emoji.list")["emoji"]
    assert told["hurray"] == "alias:tada"
    with urlopen(told["signed-off"], timeout=30) as reply:
        assert (reply.headers["content-type"], reply.read()) == ("image/png", png(8, 8))
    for wrong in (told["signed-off"] + "x", told["signed-off"].replace("signed-off", "hurray")):
        with pytest.raises(HTTPError, match="404"):
            urlopen(wrong, timeout=30)
    wire.call("users.profile.set", profile={"status_text": "", "status_emoji": ":signed-off:"})
    (shown,) = wire.call("users.profile.get")["profile"]["status_emoji_display_info"]
    assert shown == {"emoji_name": "signed-off", "display_url": told["signed-off"]}
