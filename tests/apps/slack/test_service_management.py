"""What is left when channels are made, changed and left (B.1, B' 17-19)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, RUTH, TOM, by, post, seen_by
from tests.office import Office
from workaday.apps.slack.errors import ChannelNotFound, IsArchived, NotInChannel
from workaday.apps.slack.errors.conversations import (
    InvalidNameSpecials,
    NameTaken,
    NotAuthorized,
    RestrictedAction,
)
from workaday.apps.slack.models import Channel, Message
from workaday.apps.slack.service import channels, history, management, marks
from workaday.world import Context, World


def make(world: World, name: str = "audit-2025", *, private: bool = False) -> str:
    with by(world) as context:
        return management.create(context, name, private=private).id


def newest(world: World, channel: str, person: str = DANA) -> Message:
    with seen_by(world, person) as context:
        return history.top_level(context, channel, history.Window(1)).messages[0]


def notice(world: World, channel: str) -> tuple[str | None, str, dict[str, Any]]:
    """The newest message's subtype, text and details."""
    found = newest(world, channel)
    return found.subtype, found.text, json.loads(found.details or "{}")


def test_each_change_writes_what_it_was(world: World, office: Office) -> None:
    """B.1: the keys of each; the words that people see."""
    dana, channel = office.users[DANA], make(world)
    assert notice(world, channel) == ("channel_join", f"<@{dana}> has joined the channel", {})
    changes: list[tuple[Callable[[Context], object], str, str, dict[str, str]]] = [
        (
            lambda context: management.set_topic(context, channel, "Close & sign"),
            "channel_topic",
            f"<@{dana}> set the channel topic: Close &amp; sign",
            {"topic": "Close &amp; sign"},
        ),
        (
            lambda context: management.set_topic(context, channel, ""),
            "channel_topic",
            f"<@{dana}> cleared the channel topic",
            {"topic": ""},
        ),
        (
            lambda context: management.set_purpose(context, channel, "Year end"),
            "channel_purpose",
            f"<@{dana}> set the channel description: Year end",
            {"purpose": "Year end"},
        ),
        (
            lambda context: management.rename(context, channel, "audit-2026"),
            "channel_name",
            f'<@{dana}> has renamed the channel from "audit-2025" to "audit-2026"',
            {"old_name": "audit-2025", "name": "audit-2026"},
        ),
    ]
    for deed, *expected in changes:
        with by(world) as context:
            deed(context)
        assert list(notice(world, channel)) == expected


def test_who_comes_goes_and_puts_away_is_written(world: World, office: Office) -> None:
    """B.1: ``inviter`` where somebody was added."""
    dana, tom, channel = office.users[DANA], office.users[TOM], make(world)
    with by(world) as context:
        management.invite(context, channel, [tom])
    assert notice(world, channel) == ("channel_join", f"<@{tom}> has joined the channel", {"inviter": dana})
    deeds: list[tuple[Callable[[Context], object], str]] = [
        (lambda context: management.kick(context, channel, tom), "channel_leave"),
        (lambda context: management.archive(context, channel), "channel_archive"),
        (lambda context: management.unarchive(context, channel), "channel_unarchive"),
    ]
    for deed, subtype in deeds:
        with by(world) as context:
            deed(context)
        assert notice(world, channel)[0] == subtype


def test_what_changes_nothing_writes_nothing(world: World) -> None:
    channel = make(world)
    with by(world) as context:
        management.set_topic(context, channel, "Close")
    before = world.sequence()
    with by(world) as context:
        management.set_topic(context, channel, "Close")
        management.rename(context, channel, "audit-2025")
    assert world.changes(before) == []


def test_a_channel_remembers_its_names_and_gives_them_free(world: World) -> None:
    channel = make(world)
    for name in ("audit-2026", "audit-2027"):
        with by(world) as context:
            renamed = management.rename(context, channel, name)
    assert json.loads(renamed.previous_names) == ["audit-2025", "audit-2026"]
    assert make(world, "audit-2025") != channel
    with pytest.raises(NameTaken), by(world) as context:
        management.rename(context, channel, "audit-2025")


@pytest.mark.parametrize("name", ["été-2025", "税務-2025", "налоги", "q1_close", "1099s"])
def test_letters_of_any_script_stand_in_a_name(world: World, name: str) -> None:
    """[ISS gitea#38608, MEAS] letters that have no lower case, too."""
    channel = make(world, name)
    with seen_by(world) as context:
        assert channels.find(context, f"#{name}").id == channel


@pytest.mark.parametrize("name", ["Été", "a b", "a.b", "a/b", "#a", "a\n", "a🙂", "a\u202eb", "a,b", "a'b"])
def test_nothing_but_letters_digits_and_two_signs_stands_in_a_name(world: World, name: str) -> None:
    with pytest.raises(InvalidNameSpecials):
        make(world, name)


def test_its_maker_and_admins_rename_a_channel(world: World, office: Office) -> None:
    channel = make(world)
    with by(world) as context:
        management.invite(context, channel, [office.users[MARCUS], office.users[RUTH]])
    with pytest.raises(NotAuthorized), by(world, MARCUS) as context:
        management.rename(context, channel, "mine")
    with by(world, RUTH) as context:
        assert management.rename(context, channel, "firm-audit").name == "firm-audit"


def test_anybody_in_a_private_channel_can_remove_somebody(world: World, office: Office) -> None:
    for private in (True, False):
        channel = make(world, f"audit-{private}".lower(), private=private)
        with by(world) as context:
            management.invite(context, channel, [office.users[MARCUS], office.users[PRIYA]])
        if private:
            with by(world, MARCUS) as context:
                management.kick(context, channel, office.users[PRIYA])
        else:
            with pytest.raises(RestrictedAction), by(world, MARCUS) as context:
                management.kick(context, channel, office.users[PRIYA])


def test_slackbot_tells_whoever_was_removed(world: World, office: Office) -> None:
    channel = make(world)
    with by(world) as context:
        management.invite(context, channel, [office.users[TOM]])
        management.kick(context, channel, office.users[TOM])
    with seen_by(world, TOM) as context:
        told = channels.between(context, ["USLACKBOT"])
        assert told is not None
        (said,) = history.in_channel(context, told, history.Window(5)).messages
    assert said.text == f"You have been removed from <#{channel}|audit-2025> by <@{office.users[DANA]}>"


def test_who_has_left_a_private_channel_sees_it_no_more(world: World, office: Office) -> None:
    channel = make(world, private=True)
    with by(world) as context:
        management.invite(context, channel, [office.users[MARCUS]])
    with by(world, MARCUS) as context:
        assert management.leave(context, channel)
    with pytest.raises(ChannelNotFound), seen_by(world, MARCUS) as context:
        channels.get(context, channel)
    with seen_by(world) as context:
        assert list(channels.members(context, channel)) == [office.users[DANA]]


def test_an_archived_channel_keeps_its_members_and_what_was_said(world: World, office: Office) -> None:
    channel = make(world)
    ts = post(world, channel, "Kept")
    with by(world) as context:
        management.archive(context, channel)
    with pytest.raises(IsArchived):
        post(world, channel, "Too late")
    with seen_by(world, MARCUS) as context:
        assert ts in {each.ts for each in history.top_level(context, channel, history.Window(9)).messages}
    with by(world, MARCUS) as context:
        management.unarchive(context, channel)
    with seen_by(world) as context:
        assert set(channels.members(context, channel)) == {office.users[DANA], office.users[MARCUS]}


def test_changing_a_channel_takes_being_in_it(world: World, office: Office) -> None:
    channel = make(world)
    for attempt in (
        lambda context: management.set_topic(context, channel, "x"),
        lambda context: management.rename(context, channel, "x"),
        lambda context: management.archive(context, channel),
        lambda context: management.invite(context, channel, [office.users[TOM]]),
        lambda context: management.kick(context, channel, office.users[DANA]),
    ):
        with pytest.raises(NotInChannel), by(world, MARCUS) as context:
            attempt(context)


def test_people_who_come_and_go_make_nothing_new_but_a_topic_does(world: World, office: Office) -> None:
    channel = make(world)
    with by(world) as context:
        management.invite(context, channel, [office.users[MARCUS]])

    def unread() -> int:
        with seen_by(world, MARCUS) as context:
            return marks.unread(context).get(channel, marks.Unread()).messages

    before = unread()
    with by(world, TOM) as context:
        channels.join(context, channel)
    with by(world, TOM) as context:
        management.leave(context, channel)
    assert unread() == before
    with by(world) as context:
        management.set_topic(context, channel, "Close")
    assert unread() == before + 1


def test_a_channels_time_of_change_is_in_milliseconds(world: World) -> None:
    """B.2."""
    channel = make(world)
    world.advance(60)
    with by(world) as context:
        changed: Channel = management.set_topic(context, channel, "Close")
        assert (changed.updated, changed.topic_set) == (context.clock.now // 1000, context.clock.seconds)
