"""Reactions over the Web API (reference A.1, B.1, B' 14)."""

from __future__ import annotations

import pytest

from tests.apps.slack.wire import JSON, Wire
from tests.office import Office
from workaday.world import World


def call(wire: Wire, office: Office, method: str, message: str = "welcome", **arguments: object) -> JSON:
    where = {"channel": office.channels["general"], "timestamp": office.messages[message]}
    return wire.call(f"reactions.{method}", **{**where, **arguments})


def test_reactions_are_told_in_order_of_coming(wire: Wire, office: Office) -> None:
    """Reference B.1: ``name``, ``users``, ``count``, in that order."""
    assert call(wire, office, "add", name="eyes") == {"ok": True}
    assert call(wire, office, "add", name="tada") == {"ok": True}
    dana, marcus, priya = (office.users[name] for name in ("dana.whitfield", "marcus.lee", "priya.raman"))
    told = call(wire, office, "get")["message"]["reactions"]
    assert told == [
        {"name": "tada", "users": [marcus, priya, dana], "count": 3},
        {"name": "eyes", "users": [dana], "count": 1},
    ]
    assert list(told[0]) == ["name", "users", "count"]


def test_getting_a_messages_reactions_gives_its_address_too(wire: Wire, office: Office) -> None:
    """[MEAS] ``permalink`` is there, and never in history."""
    told = call(wire, office, "get")
    assert list(told) == ["ok", "type", "channel", "message"]
    assert told["type"] == "message"
    ts = office.messages["welcome"]
    assert told["message"]["permalink"].endswith(f"/p{ts.replace('.', '')}")
    listed = wire.call("conversations.history", channel=office.channels["general"])["messages"]
    assert not any("permalink" in each for each in listed)


def test_a_message_without_reactions_has_no_such_key(wire: Wire, office: Office) -> None:
    assert "reactions" not in call(wire, office, "get", "edited")["message"]


@pytest.mark.parametrize(
    "name", [":eyes:", "EYES", " eyes ", "thumbs_up", "white_tick", "", "nonsense", "wave::skin-tone-7"]
)
def test_a_name_that_is_no_emojis_is_refused(wire: Wire, office: Office, world: World, name: str) -> None:
    """[MEAS] the spelling counts; case 41: gammons/slk#65, python-slack-sdk#1588."""
    before = world.state_hash()
    assert call(wire, office, "add", name=name) == {"ok": False, "error": "invalid_name"}
    assert world.state_hash() == before


def test_a_skin_tone_is_part_of_the_name(wire: Wire, office: Office) -> None:
    """Case 43: felldo/JEmoji#53."""
    call(wire, office, "add", "edited", name="wave::skin-tone-2")
    assert call(wire, office, "get", "edited")["message"]["reactions"][0]["name"] == "wave::skin-tone-2"


def test_an_alias_is_kept_under_the_emojis_own_name(wire: Wire, office: Office) -> None:
    """[GK] reference B' 14: thumbsup is +1."""
    call(wire, office, "add", "edited", name="thumbsup")
    assert call(wire, office, "get", "edited")["message"]["reactions"][0]["name"] == "+1"
    assert call(wire, office, "add", "edited", name="+1")["error"] == "already_reacted"
    assert call(wire, office, "remove", "edited", name="thumbsup") == {"ok": True}


def test_a_reaction_comes_once_and_goes_once(wire: Wire, office: Office, world: World) -> None:
    before = world.state_hash()
    assert call(wire, office, "add", "edited", name="eyes")["ok"] is True
    assert call(wire, office, "add", "edited", name="eyes")["error"] == "already_reacted"
    assert call(wire, office, "remove", "edited", name="eyes")["ok"] is True
    assert call(wire, office, "remove", "edited", name="eyes")["error"] == "no_reaction"
    assert "reactions" not in call(wire, office, "get", "edited")["message"]
    assert world.state_hash() != before  # the counter of reactions has moved on


def test_anothers_reaction_stays(wire: Wire, office: Office) -> None:
    assert call(wire, office, "remove", name="tada")["error"] == "no_reaction"


@pytest.mark.parametrize("timestamp", ["", "0"])
def test_no_timestamp_is_a_bad_one(wire: Wire, office: Office, timestamp: str) -> None:
    """[MEAS 2026-10-23]"""
    for method in ("add", "remove", "get"):
        told = call(wire, office, method, timestamp=timestamp, name="eyes")
        assert told["error"] == "bad_timestamp"


@pytest.mark.parametrize("timestamp", ["abc", "1", "1742302800.999999", "-1", "x5"])
def test_a_timestamp_of_nothing_names_no_message(wire: Wire, office: Office, timestamp: str) -> None:
    """[MEAS 2026-10-23]"""
    for method in ("add", "remove", "get"):
        told = call(wire, office, method, timestamp=timestamp, name="eyes")
        assert told["error"] == "message_not_found"


def test_getting_looks_at_the_channel_first_and_the_others_at_the_timestamp(
    wire: Wire, office: Office
) -> None:
    """[MEAS 2026-10-23]"""
    nowhere = {"channel": "C0NOBODY", "timestamp": "0", "name": "eyes"}
    assert call(wire, office, "get", **nowhere)["error"] == "channel_not_found"
    assert call(wire, office, "add", **nowhere)["error"] == "bad_timestamp"
    assert call(wire, office, "remove", **nowhere)["error"] == "bad_timestamp"


def test_a_channel_is_named_by_its_id_alone(wire: Wire, office: Office) -> None:
    """[MEAS 2026-10-21]"""
    assert call(wire, office, "add", channel="general", name="eyes")["error"] == "channel_not_found"
    assert call(wire, office, "add", channel=office.channels["partners"], name="eyes")["error"] == (
        "channel_not_found"
    )


@pytest.mark.parametrize("item", ["file", "file_comment"])
def test_there_are_no_files_to_react_to(wire: Wire, office: Office, item: str) -> None:
    """[MEAS 2026-10-23] adding reads neither argument."""
    for method in ("get", "remove"):
        assert call(wire, office, method, name="eyes", **{item: "F1"})["error"] == f"{item}_not_found"
    assert call(wire, office, "add", name="eyes", **{item: "F1"})["ok"] is True


def test_an_archived_channels_reactions_stay_as_they_are(wire: Wire, office: Office) -> None:
    """Each with the code that Slack documents for the method (reference A.1)."""
    channel = office.channels["old-software"]
    added = call(wire, office, "add", "archived", channel=channel, name="eyes")
    removed = call(wire, office, "remove", "archived", channel=channel, name="eyes")
    assert (added["error"], removed["error"]) == ("is_archived", "no_access")
