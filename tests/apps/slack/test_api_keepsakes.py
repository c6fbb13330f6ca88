"""Pins, bookmarks, reminders, saved items, scheduled messages and one's reactions over the Web API (A.2, A.3, B.5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.apps.slack.wire import JSON, Wire, messages_of
from tests.office import NOW as MICROS
from tests.office import Office
from workaday.apps.slack.service import people
from workaday.clock import SECOND
from workaday.world import World

NOW = MICROS // SECOND

# --- pins -----------------------------------------------------------------------------------------------


def test_a_pinned_message_is_listed_with_who_pinned_it(wire: Wire, office: Office) -> None:
    """B.5."""
    general, welcome = office.channels["general"], office.messages["welcome"]
    assert wire.call("pins.add", channel=general, timestamp=welcome) == {"ok": True}
    (item,) = wire.call("pins.list", channel=general)["items"]
    assert list(item) == ["type", "created", "created_by", "channel", "message"]
    assert (item["type"], item["created"], item["channel"]) == ("message", NOW, general)
    assert item["created_by"] == office.users["dana.whitfield"]
    assert item["message"]["pinned_to"] == [general]
    assert item["message"]["permalink"].endswith(f"/archives/{general}/p{welcome.replace('.', '')}")
    assert wire.call("pins.remove", channel=general, timestamp=welcome) == {"ok": True}
    assert wire.call("pins.list", channel=general)["items"] == []


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("pins.add", {}, "invalid_arguments"),
        ("pins.add", {"channel": "{general}"}, "no_item_specified"),
        ("pins.add", {"channel": "{general}", "timestamp": "abc"}, "bad_timestamp"),
        ("pins.add", {"channel": "general", "timestamp": "1.2"}, "channel_not_found"),
        ("pins.add", {"channel": "{general}", "timestamp": "1.2"}, "message_not_found"),
        ("pins.add", {"channel": "{partners}", "timestamp": "1.2"}, "channel_not_found"),
        ("pins.remove", {"channel": "{general}", "timestamp": "<welcome>"}, "no_pin"),
        ("pins.list", {"channel": "C0NOTHING"}, "channel_not_found"),
    ],
)
def test_what_is_no_pin(
    wire: Wire, office: Office, method: str, arguments: Mapping[str, str], error: str
) -> None:
    assert wire.call(method, **filled(arguments, office))["error"] == error


def filled(arguments: Mapping[str, str], office: Office) -> dict[str, str]:
    """Braces stand for a conversation's or a person's id, angles for a message's timestamp."""
    ids = {f"{{{name}}}": each for name, each in {**office.channels, **office.users}.items()}
    ids |= {f"<{name}>": each for name, each in office.messages.items()}
    return {name: ids.get(value, value) for name, value in arguments.items()}


# --- bookmarks ------------------------------------------------------------------------------------------


def bookmark(wire: Wire, office: Office, **arguments: object) -> JSON:
    given = {
        "channel_id": office.channels["general"],
        "title": "Handbook",
        "type": "link",
        "link": "https://x.example/a",
    }
    return wire.call("bookmarks.add", **(given | arguments))


def test_a_bookmark_has_the_keys_of_slacks(wire: Wire, office: Office, world: World) -> None:
    """B.5."""
    told = bookmark(wire, office, emoji=":book:")["bookmark"]
    assert told["id"].startswith("Bk")
    assert (told["title"], told["link"], told["emoji"], told["type"]) == (
        "Handbook",
        "https://x.example/a",
        ":book:",
        "link",
    )
    assert (told["date_created"], told["date_updated"]) == (NOW, 0)
    place = {"channel_id": office.channels["general"], "bookmark_id": told["id"]}
    world.advance(60)
    edited = wire.call("bookmarks.edit", **place, title="The handbook")["bookmark"]
    assert edited == told | {"title": "The handbook", "date_updated": NOW + 60}
    assert wire.call("bookmarks.list", channel_id=office.channels["general"])["bookmarks"] == [edited]
    assert wire.call("bookmarks.remove", **place) == {"ok": True}
    assert wire.call("bookmarks.list", channel_id=office.channels["general"])["bookmarks"] == []


def test_bookmarks_are_ordered_by_their_rank(wire: Wire, office: Office) -> None:
    made = [bookmark(wire, office, title=f"{number}")["bookmark"] for number in range(12)]
    ranks = [each["rank"] for each in made]
    assert ranks == sorted(ranks)
    listed = wire.call("bookmarks.list", channel_id=office.channels["general"])["bookmarks"]
    assert [each["title"] for each in listed] == [each["title"] for each in made]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"type": "folder"}, "invalid_bookmark_type"),
        ({"link": "ftp://x.example"}, "invalid_link"),
        ({"link": ""}, "invalid_link"),
        ({"emoji": "no_such_emoji"}, "invalid_emoji"),
        ({"title": ""}, "invalid_arguments"),
        ({"title": "x" * 257}, "invalid_arguments"),
        ({"channel_id": "C0NOTHING"}, "channel_not_found"),
    ],
)
def test_what_is_no_bookmark(wire: Wire, office: Office, arguments: dict[str, str], error: str) -> None:
    """Notes on tier 2: apps make links only, which begin http:// or https://."""
    assert bookmark(wire, office, **arguments)["error"] == error


# --- reminders ------------------------------------------------------------------------------------------


def test_a_reminder_comes_once_and_is_completed(wire: Wire, office: Office) -> None:
    """B.5."""
    made = wire.call("reminders.add", text="Eat a banana", time="in 20 minutes")["reminder"]
    dana = office.users["dana.whitfield"]
    assert made == {
        "id": made["id"], "creator": dana, "user": dana, "text": "Eat a banana",
        "recurring": False, "time": NOW + 1200, "complete_ts": 0,
    }  # fmt: skip
    assert made["id"].startswith("Rm")
    assert wire.call("reminders.info", reminder=made["id"])["reminder"] == made
    assert wire.call("reminders.complete", reminder=made["id"]) == {"ok": True}
    (listed,) = wire.call("reminders.list")["reminders"]
    assert listed == made | {"complete_ts": NOW}
    assert wire.call("reminders.delete", reminder=made["id"]) == {"ok": True}
    assert wire.call("reminders.info", reminder=made["id"])["error"] == "not_found"


def test_a_reminder_that_comes_again_tells_how_in_the_list(wire: Wire) -> None:
    made = wire.call("reminders.add", text="Stand-up", time="every Tuesday at 3pm")["reminder"]
    assert made["recurring"] is True
    assert not {"time", "complete_ts"} & set(made)
    (listed,) = wire.call("reminders.list")["reminders"]
    assert listed["recurrence"] == {"frequency": "weekly", "weekdays": ["tuesday"]}
    assert wire.call("reminders.complete", reminder=made["id"])["error"] == "cannot_complete_recurring"


def test_a_recurrence_can_be_given_beside_a_time(wire: Wire) -> None:
    recurrence = {"frequency": "weekly", "weekdays": ["friday", "monday"]}
    wire.call("reminders.add", text="x", time="tomorrow at 9am", recurrence=recurrence)
    (listed,) = wire.call("reminders.list")["reminders"]
    assert listed["recurrence"] == {"frequency": "weekly", "weekdays": ["monday", "friday"]}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"time": "banana"}, "cannot_parse"),
        ({"time": str(NOW - 1)}, "cannot_parse"),
        ({"time": "in 5 minutes", "user": "{marcus.lee}"}, "cannot_add_others"),
        ({"time": "in 5 minutes", "user": people.SLACKBOT}, "cannot_add_slackbot"),
        ({"time": "in 5 minutes", "user": "U0NOBODY"}, "user_not_found"),
        ({"time": "in 5 minutes", "text": " "}, "invalid_arguments"),
        ({"time": "in 5 minutes", "recurrence": '{"frequency":"hourly"}'}, "cannot_parse"),
    ],
)
def test_what_is_no_reminder(wire: Wire, office: Office, arguments: dict[str, str], error: str) -> None:
    """[REF]"""
    told = wire.call("reminders.add", **{"text": "x", **filled(arguments, office)})
    assert told["error"] == error
    assert wire.call("reminders.list")["reminders"] == []


# --- saved for later ------------------------------------------------------------------------------------


def test_what_is_starred_is_saved(wire: Wire, office: Office) -> None:
    general, welcome, lunch = (
        office.channels["general"],
        office.messages["welcome"],
        office.messages["edited"],
    )
    for ts in (welcome, lunch):
        assert wire.call("stars.add", channel=general, timestamp=ts) == {"ok": True}
    assert wire.call("stars.add", channel=general, timestamp=ts)["error"] == "already_starred"
    told = wire.call("stars.list", count=1)
    (item,) = told["items"]
    assert (item["type"], item["channel"], item["message"]["ts"], item["date_create"]) == (
        "message",
        general,
        lunch,
        NOW,
    )
    assert told["paging"] == {"per_page": 1, "spill": 0, "page": 1, "total": 2, "pages": 2}
    (item,) = wire.call("stars.list", count=1, page=2)["items"]
    assert item["message"]["ts"] == welcome
    assert wire.call("stars.remove", channel=general, timestamp=lunch) == {"ok": True}
    assert wire.call("stars.remove", channel=general, timestamp=lunch)["error"] == "not_starred"
    assert wire.sitting("marcus.lee").call("stars.list")["items"] == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "no_item_specified"),
        ({"channel": "{general}", "timestamp": "abc"}, "bad_timestamp"),
        ({"channel": "{general}", "timestamp": "1.2"}, "message_not_found"),
        ({"channel": "{partners}", "timestamp": "<private>"}, "channel_not_found"),
        ({"file": "F0NOTHING"}, "file_not_found"),
        ({"file_comment": "Fc1"}, "file_comment_not_found"),
    ],
)
def test_what_can_not_be_starred(wire: Wire, office: Office, arguments: dict[str, str], error: str) -> None:
    assert wire.call("stars.add", **filled(arguments, office))["error"] == error


# --- reactions ------------------------------------------------------------------------------------------


def test_ones_reactions_come_the_last_first_one_by_one(wire: Wire, office: Office) -> None:
    """[MEAS] B' 14: no ``paging``, an item for each reaction."""
    general = office.channels["general"]
    for name, ts in (("eyes", "welcome"), ("tada", "edited"), ("heart", "welcome")):
        wire.call("reactions.add", channel=general, timestamp=office.messages[ts], name=name)
    first = wire.call("reactions.list", limit=2)
    assert "paging" not in first
    assert [each["message"]["ts"] for each in first["items"]] == [
        office.messages["welcome"],
        office.messages["edited"],
    ]
    assert {"reactions", "permalink"} <= set(first["items"][0]["message"])
    rest = wire.call("reactions.list", limit=2, cursor=first["response_metadata"]["next_cursor"])
    assert [each["message"]["ts"] for each in rest["items"]] == [office.messages["welcome"]]
    assert rest["response_metadata"]["next_cursor"] == ""
    theirs = wire.call("reactions.list", user=office.users["priya.raman"])["items"]
    assert [each["message"]["ts"] for each in theirs] == [office.messages["welcome"]]
    assert wire.call("reactions.list", user="U0NOBODY")["error"] == "user_not_found"


# --- scheduled messages ---------------------------------------------------------------------------------


def test_a_message_is_scheduled_listed_and_taken_back(wire: Wire, office: Office) -> None:
    general = office.channels["general"]
    told = wire.call("chat.scheduleMessage", channel="#general", text="Later <3", post_at=NOW + 600)
    assert list(told) == ["ok", "scheduled_message_id", "channel", "post_at", "message"]
    assert (told["channel"], told["post_at"]) == (general, NOW + 600)
    assert (told["message"]["type"], told["message"]["text"]) == ("delayed_message", "Later &lt;3")
    listed = wire.call("chat.scheduledMessages.list")
    assert listed["scheduled_messages"] == [
        {
            "id": told["scheduled_message_id"],
            "channel_id": general,
            "post_at": NOW + 600,
            "date_created": NOW,
            "text": "Later &lt;3",
        }
    ]
    assert listed["response_metadata"] == {"next_cursor": ""}
    taken = {"channel": general, "scheduled_message_id": told["scheduled_message_id"]}
    assert wire.call("chat.deleteScheduledMessage", **taken) == {"ok": True}
    assert wire.call("chat.deleteScheduledMessage", **taken)["error"] == "invalid_scheduled_message_id"
    assert wire.call("chat.scheduledMessages.list")["scheduled_messages"] == []


def test_the_list_of_what_is_scheduled_has_bounds_and_pages(wire: Wire, office: Office) -> None:
    for channel, ahead in (("general", 100), ("dm", 200), ("general", 300)):
        wire.call("chat.scheduleMessage", channel=office.channels[channel], text="x", post_at=NOW + ahead)

    def listed(**arguments: object) -> list[int]:
        found = wire.call("chat.scheduledMessages.list", **arguments)["scheduled_messages"]
        return [each["post_at"] - NOW for each in found]

    assert listed() == [100, 200, 300]
    assert listed(channel=office.channels["dm"]) == [200]
    assert listed(oldest=NOW + 150, latest=NOW + 250) == [200]
    first = wire.call("chat.scheduledMessages.list", limit=2)
    assert listed(limit=2, cursor=first["response_metadata"]["next_cursor"]) == [300]
    assert wire.call("chat.scheduledMessages.list", channel="C0NOTHING")["error"] == "invalid_channel"


def test_what_is_scheduled_with_everything_is_sent_with_everything(
    wire: Wire, office: Office, world: World
) -> None:
    season, question = office.channels["tax-season"], office.messages["question"]
    content = {"blocks": [{"type": "divider"}], "attachments": [{"text": "a & b"}], "text": "x"}
    told = wire.call(
        "chat.scheduleMessage",
        channel=season,
        post_at=NOW + 60,
        thread_ts=question,
        reply_broadcast=True,
        **content,
    )
    assert told["message"]["attachments"][0]["id"] == 1
    world.advance(60)
    sent = wire.call("conversations.history", channel=season, limit=1)["messages"][0]
    assert (sent["thread_ts"], sent["subtype"], sent["text"]) == (question, "thread_broadcast", "x")
    assert sent["blocks"][0]["type"] == "divider"
    assert sent["attachments"][0]["text"] == "a &amp; b"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"post_at": "soon"}, "invalid_time"),
        ({"post_at": "0"}, "invalid_time"),
        ({"post_at": str(NOW)}, "time_in_past"),
        ({"post_at": str(NOW + 121 * 86_400)}, "time_too_far"),
        ({"thread_ts": "abc"}, "invalid_arguments"),
        ({"text": ""}, "no_text"),
        ({"text": "x" * 40_001}, "msg_too_long"),
        ({"channel": "{partners}"}, "channel_not_found"),
        ({"channel": "{old-software}"}, "is_archived"),
    ],
)
def test_what_can_not_be_scheduled(wire: Wire, office: Office, arguments: dict[str, str], error: str) -> None:
    given = {"channel": "{general}", "text": "x", "post_at": str(NOW + 60)} | arguments
    assert wire.call("chat.scheduleMessage", **filled(given, office))["error"] == error
    missing = wire.call("chat.scheduleMessage", channel=office.channels["general"], text="x")
    assert messages_of(missing) == ["[ERROR] missing required field: post_at"]
