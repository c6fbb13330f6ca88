"""Slack's own slash commands do what their services do, and tell the person alone how it went."""

from __future__ import annotations

import pytest

from tests.apps.slack.acting import DANA, MARCUS, by
from tests.apps.slack.platform import install, notes, texts, told
from tests.office import Office
from workaday.apps.slack.models import Channel, Reminder, User
from workaday.apps.slack.service import channels, commands
from workaday.apps.slack.service.commands import Outcome
from workaday.world import World


def run(world: World, channel: str, text: str, person: str = DANA) -> Outcome:
    with by(world, person) as context:
        return commands.run(context, channel, text)


@pytest.fixture
def season(office: Office) -> str:
    return office.channels["tax-season"]


def test_every_command_is_listed_once_in_order_with_its_app(world: World) -> None:
    install(world)
    with by(world) as context:
        listed = commands.listed(context)
    names = [each.name for each in listed]
    assert names == sorted(set(names))
    assert {each.name: each.by for each in listed}["/expense"] == "Ledger"
    assert all(each.description for each in listed)


def test_what_is_no_command_is_said_to_be_none(world: World, season: str) -> None:
    before = texts(world, season)
    assert run(world, season, "/nonsense here").kind == "note"
    assert notes(world)[0].startswith("`/nonsense` is not a valid command.")
    assert texts(world, season) == before


def test_commands_that_say_something(world: World, office: Office, season: str) -> None:
    assert run(world, season, "/me waves").kind == "message"
    assert run(world, season, "/shrug who knows").kind == "message"
    assert texts(world, season)[-2:] == ["waves", "who knows ¯\\_(ツ)_/¯"]
    priya = office.users["priya.raman"]
    gone = run(world, season, "/dm @priya.raman see you at noon")
    assert texts(world, gone.about)[-1] == "see you at noon"
    assert run(world, season, f"/msg <@{priya}> and again").about == gone.about
    assert run(world, season, f"/msg <#{season}|tax-season> to all").about == season
    assert texts(world, season)[-1] == "to all"


def test_commands_about_channels(world: World, office: Office, season: str) -> None:
    run(world, season, "/topic Returns first")
    assert run(world, season, "/invite @tom.alvarez").kind == "nothing"
    assert run(world, season, "/remove @tom.alvarez").kind == "nothing"
    assert run(world, season, "/join #general") == Outcome("channel", office.channels["general"])
    assert run(world, season, "/leave").kind == "channel"
    with world.read() as session:
        assert session.get_one(Channel, season).topic == "Returns first"
    with by(world) as context:
        assert not channels.is_member(context, season)
        assert office.users["tom.alvarez"] not in channels.members(context, season)


def test_a_refusal_is_told_and_nothing_is_done(world: World, office: Office) -> None:
    assert run(world, office.channels["general"], "/leave", MARCUS).kind == "note"
    with by(world, MARCUS) as context:
        assert channels.is_member(context, office.channels["general"])
    assert notes(world)


@pytest.mark.parametrize(
    ("text", "what", "hours"),
    [
        ("/remind me to call Ana in 2 hours", "call Ana", 2),
        ('/remind me "to-do list" tomorrow at 9am', "to-do list", 24),
        ("/remind me tomorrow at 9am to stretch", "stretch", 24),
    ],
)
def test_reminders_are_understood(world: World, season: str, text: str, what: str, hours: int) -> None:
    run(world, season, text)
    with world.read() as session:
        made = session.query(Reminder).one()
        assert (made.text, made.time - world.clock.seconds) == (what, hours * 3600)
    run(world, season, "/remind list")
    assert what in notes(world)[-1]


def test_commands_about_oneself(world: World, office: Office, season: str) -> None:
    run(world, season, "/status :palm_tree: On leave")
    run(world, season, "/away")
    with world.read() as session:
        me = session.get_one(User, office.users[DANA])
        assert (me.status_emoji, me.status_text, me.presence) == (":palm_tree:", "On leave", "away")
    run(world, season, "/active")
    run(world, season, "/status clear")
    run(world, season, "/dnd 20 minutes")
    with world.read() as session:
        me = session.get_one(User, office.users[DANA])
        assert (me.status_text, me.presence) == ("", "auto")
    assert "paused until" in notes(world)[-1]
    for command in ("/star", "/mute", "/star"):
        run(world, season, command)
    with by(world) as context:
        seat = channels.membership(context, season)
        assert seat is not None
        assert (seat.is_starred, seat.is_muted) == (False, True)


def test_changes_of_people_are_told_to_apps(world: World, season: str) -> None:
    install(world, events=("user_change", "user_status_changed", "dnd_updated_user"))
    run(world, season, "/status :palm_tree: On leave")
    run(world, season, "/dnd 20 minutes")
    kinds = [each["event"]["type"] for each in told(world)]
    assert kinds == ["user_change", "user_status_changed", "dnd_updated_user"]
