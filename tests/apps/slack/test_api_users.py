"""The members of the workspace over the Web API (reference A.1, B.3)."""

from __future__ import annotations

import base64

import pytest

from tests.apps.slack.wire import JSON, Wire
from tests.office import ADMIN, DEACTIVATED, Office

PROFILE_KEYS = {
    "title", "phone", "skype", "real_name", "real_name_normalized", "display_name",
    "display_name_normalized", "status_text", "status_emoji", "status_emoji_display_info",
    "status_expiration", "avatar_hash", "first_name", "last_name", "image_24", "image_32", "image_48",
    "image_72", "image_192", "image_512", "status_text_canonical", "team",
}  # fmt: skip


def info(wire: Wire, office: Office, person: str) -> JSON:
    told: JSON = wire.call("users.info", user=office.users[person])["user"]
    return told


def test_a_member_has_slacks_keys(wire: Wire, office: Office) -> None:
    """[JAVA, VCR, MEAS] reference B.3."""
    user = info(wire, office, "marcus.lee")
    assert list(user) == [
        "id", "team_id", "name", "deleted", "color", "real_name", "tz", "tz_label", "tz_offset", "profile",
        "is_admin", "is_owner", "is_primary_owner", "is_restricted", "is_ultra_restricted", "is_bot",
        "is_app_user", "updated", "is_email_confirmed", "who_can_share_contact_card",
    ]  # fmt: skip
    assert set(user["profile"]) == PROFILE_KEYS | {"email"}
    assert (user["name"], user["real_name"], user["deleted"]) == ("marcus.lee", "Marcus Lee", False)
    assert len(user["color"]) == 6
    flags = ("is_admin", "is_owner", "is_restricted", "is_ultra_restricted", "is_bot", "is_app_user")
    assert not any(user[flag] for flag in flags)
    assert info(wire, office, ADMIN)["is_admin"] is True


def test_of_a_deactivated_member_slack_says_little(wire: Wire, office: Office) -> None:
    """[MEAS, VCR] no color, name, zone or standing at all."""
    user = info(wire, office, DEACTIVATED)
    assert list(user) == ["id", "team_id", "name", "deleted", "profile", "is_bot", "is_app_user", "updated"]
    assert user["deleted"] is True


def test_slackbot_is_a_member_and_no_bot(wire: Wire) -> None:
    """[VCR]"""
    bot = wire.call("users.info", user="USLACKBOT")["user"]
    assert (bot["name"], bot["is_bot"], bot["updated"]) == ("slackbot", False, 0)
    assert "email" not in bot["profile"]
    assert bot["profile"]["image_24"] == "https://a.slack-edge.com/80588/img/slackbot_24.png"
    assert "USLACKBOT" in [each["id"] for each in wire.call("users.list")["members"]]


@pytest.mark.parametrize(
    ("person", "zone", "label", "offset"),
    [
        ("dana.whitfield", "America/New_York", "Eastern Daylight Time", -14400),
        ("priya.raman", "America/Chicago", "Central Daylight Time", -18000),
        ("ines.duarte", "America/Los_Angeles", "Pacific Daylight Time", -25200),
    ],
)
def test_a_members_zone_is_told_at_the_worlds_time(
    wire: Wire, office: Office, person: str, zone: str, label: str, offset: int
) -> None:
    """It is 18 March 2025: daylight saving time has begun on the 9th."""
    user = info(wire, office, person)
    assert (user["tz"], user["tz_label"], user["tz_offset"]) == (zone, label, offset)


def test_names_are_normalised_and_taken_apart(wire: Wire, office: Office) -> None:
    profile = info(wire, office, "ines.duarte")["profile"]
    assert profile["real_name"] == "Inês Duarte"
    assert profile["real_name_normalized"] == "Ines Duarte"
    assert (profile["first_name"], profile["last_name"]) == ("Inês", "Duarte")


def test_two_factor_is_for_admins_and_oneself(wire: Wire, office: Office) -> None:
    """[MEAS] on the caller's own record, on everybody's for an admin, never on a bot's."""
    seen = {each["name"] for each in wire.call("users.list")["members"] if "has_2fa" in each}
    assert seen == {"dana.whitfield"}
    assert info(wire, office, "dana.whitfield")["has_2fa"] is False
    by_admin = wire.sitting(ADMIN).call("users.list")["members"]
    without = {each["name"] for each in by_admin if "has_2fa" not in each}
    assert without == {"slackbot", DEACTIVATED}


def test_everybody_is_listed_unless_a_limit_is_given(wire: Wire, office: Office) -> None:
    """[REF] limit=0 by default; deactivated members are among them."""
    told = wire.call("users.list")
    assert list(told) == ["ok", "members", "cache_ts", "response_metadata"]
    assert {each["id"] for each in told["members"]} == {*office.users.values(), "USLACKBOT"}
    assert told["cache_ts"] == 1742302800
    assert told["response_metadata"] == {"next_cursor": ""}


def test_pages_of_members_join_to_the_whole_list(wire: Wire) -> None:
    """[VCR] cursors ``user:U…``."""
    found, cursor = [], ""
    while True:
        told = wire.call("users.list", limit=4, cursor=cursor)
        found += told["members"]
        cursor = told["response_metadata"]["next_cursor"]
        if not cursor:
            break
        assert base64.b64decode(cursor).decode().startswith("user:U")
    assert found == wire.call("users.list")["members"]


def test_negative_limits_of_members(wire: Wire) -> None:
    """[MEAS 2026-10-12] -1 shows nobody and goes on after the first; less is too much."""
    told = wire.call("users.list", limit=-1)
    assert told["members"] == []
    assert told["response_metadata"] == wire.call("users.list", limit=1)["response_metadata"]
    assert wire.call("users.list", limit=-2)["error"] == "fatal_error"


def test_language_is_told_on_request(wire: Wire, office: Office) -> None:
    told = wire.call("users.info", user=office.users["marcus.lee"], include_locale=True)
    assert told["user"]["locale"] == "en-US"
    assert "locale" not in info(wire, office, "marcus.lee")


@pytest.mark.parametrize("user", ["", "U0NOBODY", "marcus.lee", "{lower}"])
def test_nobody_by_that_id(wire: Wire, office: Office, user: str) -> None:
    """[REF] ``user_not_found``, in the singular."""
    told = wire.call("users.info", user=user.format(lower=office.users["marcus.lee"].lower()))
    assert told == {"ok": False, "error": "user_not_found"}


def test_a_member_is_found_by_email_address_whatever_its_case(wire: Wire, office: Office) -> None:
    told = wire.call("users.lookupByEmail", email="Marcus.Lee@Whitford-Okafor.example")
    assert told["user"] == info(wire, office, "marcus.lee")


@pytest.mark.parametrize("email", ["", "nobody@example.com", f"{DEACTIVATED}@whitford-okafor.example"])
def test_nobody_by_that_address(wire: Wire, email: str) -> None:
    """[REF] ``users_not_found``, in the plural."""
    assert wire.call("users.lookupByEmail", email=email) == {"ok": False, "error": "users_not_found"}
