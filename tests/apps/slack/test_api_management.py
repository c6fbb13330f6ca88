"""Making channels, changing them, and who is in them (notes on tier 1, B' 16-19)."""

from __future__ import annotations

import json

import pytest

from tests.apps.slack.wire import JSON, Wire
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.world import World


@pytest.fixture
def marcus(server: LocalServer, world: World) -> Wire:
    return Wire(server, server.seat(world, "marcus.lee"))


@pytest.fixture
def ruth(server: LocalServer, world: World) -> Wire:
    """An admin."""
    return Wire(server, server.seat(world, "ruth.okafor"))


def made(wire: Wire, name: str = "audit-2025", **more: object) -> str:
    channel: str = wire.call("conversations.create", name=name, **more)["channel"]["id"]
    return channel


def newest(wire: Wire, channel: str) -> JSON:
    told: JSON = wire.call("conversations.history", channel=channel, limit=1)["messages"][0]
    return told


def test_a_new_channel_has_its_maker_in_it(wire: Wire, office: Office) -> None:
    channel = made(wire)
    assert wire.call("conversations.members", channel=channel)["members"] == [office.users["dana.whitfield"]]
    told = wire.call("conversations.info", channel=channel)["channel"]
    assert (told["name"], told["is_private"], told["creator"]) == (
        "audit-2025",
        False,
        office.users["dana.whitfield"],
    )


def test_a_private_channel_made_today_has_a_c_id_and_is_a_channel(wire: Wire, marcus: Wire) -> None:
    """Reference B.2: benjifs/bitbar-slack-team-notifications#1."""
    told = wire.call("conversations.create", name="merger", is_private=True)["channel"]
    assert told["id"].startswith("C")
    assert (told["is_channel"], told["is_private"], told["is_group"]) == (True, True, False)
    assert marcus.call("conversations.info", channel=told["id"])["error"] == "channel_not_found"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "invalid_name_required"),
        ("x" * 81, "invalid_name_maxlength"),
        ("Year-End", "invalid_name_specials"),
        ("year end", "invalid_name_specials"),
        ("year.end", "invalid_name_specials"),
        ("<script>", "invalid_name_specials"),
        ("--_", "invalid_name_punctuation"),
        ("general", "name_taken"),
        ("partners", "name_taken"),
        ("old-software", "name_taken"),
    ],
)
def test_a_name_breaks_a_rule_of_its_own(wire: Wire, name: str, error: str) -> None:
    """B' 17; case 47: cds-snc/sre-bot#95; an archived or a private channel keeps its name."""
    assert wire.call("conversations.create", name=name)["error"] == error


@pytest.mark.parametrize("name", ["x" * 80, "données", "2025", "日本語"])
def test_names_of_other_scripts_and_of_80_characters_are_names(wire: Wire, name: str) -> None:
    """B' 17: gitea#38608."""
    assert wire.call("conversations.create", name=name)["channel"]["name"] == name


def test_renaming_is_for_the_maker_and_for_admins(wire: Wire, marcus: Wire, ruth: Wire) -> None:
    channel = made(wire)
    marcus.call("conversations.join", channel=channel)
    assert marcus.call("conversations.rename", channel=channel, name="x")["error"] == "not_authorized"
    assert ruth.call("conversations.rename", channel=channel, name="x")["error"] == "not_in_channel"
    told = wire.call("conversations.rename", channel=channel, name="audit-2026")["channel"]
    assert (told["name"], told["previous_names"]) == ("audit-2026", ["audit-2025"])
    notice = newest(wire, channel)
    assert (notice["subtype"], notice["old_name"], notice["name"]) == (
        "channel_name",
        "audit-2025",
        "audit-2026",
    )


def test_topics_and_purposes_are_told_in_the_channel(wire: Wire, office: Office) -> None:
    """B.1: the notice carries the topic; at most 250 characters."""
    channel = made(wire)
    told = wire.call("conversations.setTopic", channel=channel, topic="Close & sign")["channel"]
    assert told["topic"]["value"] == "Close &amp; sign"
    assert told["topic"]["creator"] == office.users["dana.whitfield"]
    assert (newest(wire, channel)["subtype"], newest(wire, channel)["topic"]) == (
        "channel_topic",
        "Close &amp; sign",
    )
    wire.call("conversations.setPurpose", channel=channel, purpose="Year end")
    assert newest(wire, channel)["subtype"] == "channel_purpose"
    assert wire.call("conversations.setTopic", channel=channel, topic="x" * 251)["error"] == "too_long"
    other = office.channels["dm"]
    told = wire.call("conversations.setTopic", channel=other, topic="x")
    assert told["error"] == "method_not_supported_for_channel_type"


def test_inviting_adds_everybody_or_nobody(wire: Wire, office: Office) -> None:
    """[JAVA] the errors of each; ``force`` goes on with those who can be added."""
    channel, priya, tom = made(wire), office.users["priya.raman"], office.users["tom.alvarez"]
    told = wire.call("conversations.invite", channel=channel, users=f"{priya},U0NOBODY00,{tom}")
    assert told == {
        "ok": False,
        "error": "user_not_found",
        "errors": [{"ok": False, "error": "user_not_found", "user": "U0NOBODY00"}],
    }
    assert priya not in wire.call("conversations.members", channel=channel)["members"]
    forced = wire.call("conversations.invite", channel=channel, users=f"{priya},U0NOBODY00", force=True)
    assert forced["ok"]
    assert newest(wire, channel)["inviter"] == office.users["dana.whitfield"]
    for users, error in (
        (priya, "already_in_channel"),
        (office.users["dana.whitfield"], "cant_invite_self"),
        (office.users["walt.brenner"], "cant_invite"),
        (" , ", "no_user"),
    ):
        assert wire.call("conversations.invite", channel=channel, users=users)["error"] == error


def test_who_is_outside_invites_nobody(wire: Wire, marcus: Wire, office: Office) -> None:
    channel = made(wire)
    tom = office.users["tom.alvarez"]
    assert marcus.call("conversations.invite", channel=channel, users=tom)["error"] == "not_in_channel"
    told = wire.call("conversations.invite", channel=office.channels["old-software"], users=tom)
    assert told["error"] in {"is_archived", "not_in_channel"}


def test_removing_is_for_the_maker_and_for_admins(wire: Wire, marcus: Wire, office: Office) -> None:
    channel = made(wire)
    marcus.call("conversations.join", channel=channel)
    dana, lee = office.users["dana.whitfield"], office.users["marcus.lee"]
    assert marcus.call("conversations.kick", channel=channel, user=dana)["error"] == "restricted_action"
    assert wire.call("conversations.kick", channel=channel, user=dana)["error"] == "cant_kick_self"
    assert wire.call("conversations.kick", channel=channel, user=lee)["ok"]
    assert wire.call("conversations.kick", channel=channel, user=lee)["error"] == "not_in_channel"
    assert wire.call("conversations.kick", channel=channel, user="U0NOBODY00")["error"] == "user_not_found"
    general = office.channels["general"]
    assert wire.call("conversations.kick", channel=general, user=lee)["error"] == "cant_kick_from_general"


def test_the_general_channel_cannot_be_left_or_put_away(wire: Wire, office: Office) -> None:
    """B' 18."""
    general = office.channels["general"]
    assert wire.call("conversations.leave", channel=general)["error"] == "cant_leave_general"
    assert wire.call("conversations.archive", channel=general)["error"] == "cant_archive_general"


def test_leaving_twice_is_told_without_an_error(wire: Wire) -> None:
    """[REF] the example of conversations.leave."""
    channel = made(wire)
    assert wire.call("conversations.leave", channel=channel) == {"ok": True}
    assert wire.call("conversations.leave", channel=channel) == {"ok": False, "not_in_channel": True}


def test_the_last_member_of_a_private_channel_stays(wire: Wire) -> None:
    """B' 18."""
    channel = made(wire, is_private=True)
    assert wire.call("conversations.leave", channel=channel)["error"] == "last_member"


def test_an_archived_channel_can_only_be_read(wire: Wire, office: Office) -> None:
    """B' 19."""
    channel = made(wire)
    posted = wire.call("chat.postMessage", channel=channel, text="x")["ts"]
    assert wire.call("conversations.archive", channel=channel)["ok"]
    assert wire.call("conversations.archive", channel=channel)["error"] == "already_archived"
    user = office.users["tom.alvarez"]
    for method, more in (
        ("chat.postMessage", {"text": "x"}),
        ("conversations.invite", {"users": user}),
        ("conversations.rename", {"name": "y"}),
        ("conversations.setTopic", {"topic": "y"}),
        ("conversations.leave", {}),
    ):
        assert wire.call(method, channel=channel, **more)["error"] == "is_archived"
    assert wire.call("chat.update", channel=channel, ts=posted, text="y")["error"] == "is_inactive"
    assert wire.call("conversations.history", channel=channel)["messages"]
    assert wire.call("conversations.unarchive", channel=channel)["ok"]
    assert wire.call("conversations.unarchive", channel=channel)["error"] == "not_archived"
    assert wire.call("chat.postMessage", channel=channel, text="x")["ok"]


def test_closing_a_direct_message_twice_says_so(wire: Wire, office: Office) -> None:
    """[REF] ``no_op`` and ``already_closed``."""
    channel = office.channels["dm"]
    assert wire.call("conversations.close", channel=channel) == {"ok": True}
    told = wire.call("conversations.close", channel=channel)
    assert told == {"ok": True, "no_op": True, "already_closed": True}
    general = office.channels["general"]
    told = wire.call("conversations.close", channel=general)
    assert told["error"] == "method_not_supported_for_channel_type"


def test_nothing_is_left_of_what_was_refused(wire: Wire, world: World, office: Office) -> None:
    before = world.state_hash()
    wire.call("conversations.create", name="Not A Name")
    wire.call("conversations.invite", channel=office.channels["tax-season"], users="U0NOBODY00")
    wire.call("conversations.leave", channel=office.channels["general"])
    assert (world.state_hash(), json.dumps(world.changes())) == (before, "[]")
