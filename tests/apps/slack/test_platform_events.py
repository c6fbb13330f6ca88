"""What happens in a world becomes events for the apps that asked for them (reference B' 25)."""

from __future__ import annotations

import base64
import json

import pytest

from tests.apps.slack.acting import DANA, MARCUS, RUTH, by, post
from tests.apps.slack.platform import events, install, told
from tests.office import Office
from workaday.apps.slack.service import (
    apps,
    channels,
    emojis,
    files,
    management,
    messages,
    pins,
    reactions,
    saved,
    usergroups,
)
from workaday.world import World

MESSAGES = ("message.channels", "message.groups", "message.im", "message.mpim")


@pytest.fixture
def general(office: Office) -> str:
    return office.channels["general"]


def kinds(world: World) -> list[str]:
    """The events' types, with the subtypes of messages."""
    return [f"{each['type']} {each.get('subtype', '')}".strip() for each in events(world)]


def test_a_message_is_told_with_where_it_is(world: World, office: Office, general: str) -> None:
    installed = install(world, events=MESSAGES, channels=[general])
    ts = post(world, general, "Hello")
    [wrapper] = told(world)
    event = wrapper["event"]
    assert (event["type"], event["text"], event["ts"], event["event_ts"]) == ("message", "Hello", ts, ts)
    assert (event["channel"], event["channel_type"]) == (general, "channel")
    assert event["user"] == office.users[DANA]
    assert wrapper["type"] == "event_callback"
    assert wrapper["team_id"] == wrapper["context_team_id"] == office.workspace
    assert wrapper["api_app_id"] == installed.app_id
    assert wrapper["event_id"].startswith("Ev")
    assert wrapper["event_time"] == int(float(ts))
    assert wrapper["is_ext_shared_channel"] is False
    assert wrapper["authorizations"] == [
        {
            "enterprise_id": None,
            "team_id": office.workspace,
            "user_id": installed.user_id,
            "is_bot": True,
            "is_enterprise_install": False,
        }
    ]
    context = json.loads(base64.b64decode(wrapper["event_context"].removeprefix("4-")))
    assert context["aid"] == installed.app_id


def test_apps_hear_only_what_they_asked_for_where_their_bot_is(world: World, office: Office) -> None:
    install(world, events=("message.channels",), channels=[office.channels["general"]])
    post(world, office.channels["tax-season"], "The bot is not there")
    post(world, office.channels["dm"], "Nor here")
    assert told(world) == []
    with by(world) as context:
        reactions.add(context, office.channels["general"], office.messages["welcome"], "eyes")
    assert told(world) == []


def test_an_app_without_the_scope_hears_nothing(world: World, general: str) -> None:
    installed = install(world, events=("message.channels",), channels=[general])
    with world.action("settings", door="setup", person=None) as context:
        apps.configure(context, installed.app_id, {"bot_scopes": "chat:write"})
    post(world, general)
    assert told(world) == []


def test_what_is_furnished_was_there_before_the_apps(world: World, general: str) -> None:
    install(world, events=MESSAGES, channels=[general])
    with world.action("furnish", door="setup", person=DANA) as context:
        messages.post(context, general, "Long ago")
    assert told(world) == []


def test_a_refused_action_tells_nothing(world: World, general: str) -> None:
    install(world, events=MESSAGES, channels=[general])

    def fail() -> None:
        with by(world) as context:
            messages.post(context, general, "Never was")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert told(world) == []


def test_edits_and_deletions_nest_the_message(world: World, general: str) -> None:
    """Case 52: `edited` is inside event.message (slack-go#369)."""
    install(world, events=MESSAGES, channels=[general])
    ts = post(world, general, "Helo")
    with by(world) as context:
        messages.edit(context, general, ts, "Hello")
    with by(world) as context:
        messages.delete(context, general, ts)
    _, changed, deleted = events(world)
    assert (changed["subtype"], changed["hidden"], changed["channel"]) == ("message_changed", True, general)
    assert (changed["message"]["text"], changed["previous_message"]["text"]) == ("Hello", "Helo")
    assert changed["message"]["edited"]["user"]
    assert "edited" not in changed
    assert changed["ts"] == changed["event_ts"] != ts == changed["message"]["ts"]
    assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", ts)
    assert deleted["previous_message"]["text"] == "Hello"


def test_an_unfurl_changes_a_message_whose_text_stays(world: World, general: str) -> None:
    """Case 53: message_changed with the same text (open-swe#2287)."""
    installed = install(
        world,
        events=(*MESSAGES, "link_shared"),
        channels=[general],
        unfurl_domains="books.example",
    )
    ts = post(world, general, "See https://www.books.example/q?a=1&b=2 and https://other.example/x")
    shared = events(world)[1]
    link = "https://www.books.example/q?a=1&b=2"
    assert (shared["type"], shared["message_ts"]) == ("link_shared", ts)
    assert shared["links"] == [{"domain": "books.example", "url": link}]
    with world.action("unfurl", door="wire", person=installed.bot) as context:
        messages.unfurl(context, general, ts, {link: {"text": "The books"}})
    changed = events(world)[2]
    assert changed["message"]["text"] == changed["previous_message"]["text"]
    assert [each["text"] for each in changed["message"]["attachments"]] == ["The books"]


def test_who_names_the_bot_is_heard_twice(world: World, general: str) -> None:
    installed = install(world, events=(*MESSAGES, "app_mention"), channels=[general])
    post(world, general, f"<@{installed.user_id}> good morning")
    assert kinds(world) == ["message", "app_mention"]
    assert events(world)[1]["channel"] == general
    with by(world) as context:
        direct = channels.open_direct(context, [installed.user_id]).channel.id
    post(world, direct, f"<@{installed.user_id}> and here")
    assert kinds(world) == ["message", "app_mention", "message"]
    assert events(world)[2]["channel_type"] == "im"


def test_subtypes_of_messages_are_told(world: World, office: Office) -> None:
    place = office.channels["tax-season"]
    install(world, events=MESSAGES, channels=[place])
    post(world, place, "To all", thread_ts=office.messages["question"], broadcast=True)
    with by(world) as context:
        messages.me(context, place, "waves")
    with by(world) as context:
        management.set_topic(context, place, "April")
    with by(world) as context:
        made = files.upload(context, "notes.txt", b"one\ntwo")
        messages.post(context, place, "the notes", file_ids=[made.id])
    assert kinds(world) == [
        "message thread_broadcast",
        "message me_message",
        "message channel_topic",
        "message file_share",
    ]
    assert events(world)[0]["root"]["ts"] == office.messages["question"]
    file = events(world)[3]["files"][0]
    assert file["url_private"].startswith("https://files.slack.com/")


def test_reactions_pins_and_stars_come_and_go(world: World, office: Office, general: str) -> None:
    names = ("reaction_added", "reaction_removed", "pin_added", "pin_removed", "star_added", "star_removed")
    install(world, events=names, channels=[general])
    ts = office.messages["welcome"]
    for change in (reactions.add, reactions.remove):
        with by(world) as context:
            change(context, general, ts, "eyes")
    for keep in (pins.add, pins.remove):
        with by(world) as context:
            keep(context, general, ts)
    with by(world) as context:
        saved.add(context, channel_id=general, message_ts=ts)
    with by(world) as context:
        saved.remove(context, channel_id=general, message_ts=ts)
    assert kinds(world) == list(names)
    added, _, pinned, unpinned, starred, _ = events(world)
    dana, ruth = office.users[DANA], office.users[RUTH]
    assert added["item"] == {"type": "message", "channel": general, "ts": ts}
    assert (added["user"], added["item_user"], added["reaction"]) == (dana, ruth, "eyes")
    assert (pinned["user"], pinned["item"]["message"]["ts"], pinned["pin_count"]) == (dana, ts, 1)
    assert (unpinned["has_pins"], unpinned["pin_count"]) == (False, 0)
    assert starred["item"]["message"]["ts"] == ts
    assert told(world)[4]["authorizations"][0]["user_id"] == dana


def test_channels_and_their_members_come_and_go(world: World, office: Office) -> None:
    names = (
        *("channel_created", "channel_rename", "channel_archive", "channel_unarchive"),
        *("member_joined_channel", "member_left_channel", "channel_left"),
    )
    installed = install(world, events=names)
    with by(world) as context:
        made = management.create(context, "audits").id
    with by(world) as context:
        management.invite(context, made, [installed.user_id])
    with by(world, MARCUS) as context:
        channels.join(context, made)
    with by(world) as context:
        management.rename(context, made, "audit-room")
    with by(world, MARCUS) as context:
        management.leave(context, made)
    with by(world) as context:
        management.archive(context, made)
    with by(world) as context:
        management.unarchive(context, made)
    with by(world) as context:
        management.kick(context, made, installed.user_id)
    assert kinds(world) == [
        "channel_created",
        "member_joined_channel",
        "member_joined_channel",
        "channel_rename",
        "member_left_channel",
        "channel_archive",
        "channel_unarchive",
        "channel_left",
    ]
    created, invited, joined = events(world)[:3]
    assert created["channel"]["name"] == "audits"
    assert (invited["user"], invited["inviter"]) == (installed.user_id, office.users[DANA])
    assert (joined["channel_type"], "inviter" in joined) == ("C", False)


def test_groups_and_emoji_are_told_of(world: World, office: Office) -> None:
    install(world, events=("subteam_created", "subteam_updated", "subteam_members_changed", "emoji_changed"))
    marcus, priya = office.users[MARCUS], office.users["priya.raman"]
    with by(world, RUTH) as context:
        group = usergroups.create(context, "Reviewers", handle="reviewers").id
    with by(world, RUTH) as context:
        usergroups.set_members(context, group, [marcus, priya])
    with by(world, RUTH) as context:
        usergroups.set_members(context, group, [priya])
    with by(world, RUTH) as context:
        emojis.alias(context, "party", "tada")
    with by(world, RUTH) as context:
        emojis.remove(context, "party")
    found = events(world)
    assert (found[0]["type"], found[0]["subteam"]["handle"]) == ("subteam_created", "reviewers")
    moved = [each for each in found if each["type"] == "subteam_members_changed"]
    assert [(set(each["added_users"]), each["removed_users"]) for each in moved] == [
        ({marcus, priya}, []),
        (set(), [marcus]),
    ]
    added, removed = found[-2:]
    assert (added["subtype"], added["name"], added["value"]) == ("add", "party", "alias:tada")
    assert (removed["subtype"], removed["names"]) == ("remove", ["party"])


def test_the_same_actions_tell_the_same(world: World, general: str) -> None:
    install(world, events=MESSAGES, channels=[general])
    world.settle()
    post(world, general, "Hello")
    first, state = told(world), world.state_hash()
    world.reset()
    assert told(world) == []
    post(world, general, "Hello")
    assert (told(world), world.state_hash()) == (first, state)


def test_deliveries_are_part_of_what_an_action_changed(world: World, general: str) -> None:
    install(world, events=MESSAGES, channels=[general])
    before = world.sequence()
    post(world, general, "Hello")
    made = [change for change in world.changes(before) if change.table == "slack_delivery"]
    assert [change.action for change in made] == [
        change.action for change in world.changes(before) if change.table == "slack_message"
    ]


def test_a_world_without_apps_keeps_no_book(world: World, general: str) -> None:
    before = world.sequence()
    post(world, general, "Hello")
    assert "slack_delivery" not in {change.table for change in world.changes(before)}
