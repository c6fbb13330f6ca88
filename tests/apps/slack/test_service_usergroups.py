"""User groups: who is in them, whom a mention calls, and which channels their members come into (B' 11)."""

from __future__ import annotations

import pytest

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, RUTH, TOM, WALT, by, post, seen_by
from tests.office import Office
from workaday.apps.slack.errors.people import HandleAlreadyExists, InvalidUsers, NoSuchSubteam
from workaday.apps.slack.models import UserGroup
from workaday.apps.slack.service import channels, history, management, marks, setup, usergroups
from workaday.world import World


def made(world: World, name: str = "Tax leads", *channel_ids: str) -> UserGroup:
    with by(world) as context:
        return usergroups.create(context, name, channel_ids=channel_ids)


def put(world: World, group: UserGroup, office: Office, *people: str) -> None:
    with by(world) as context:
        usergroups.set_members(context, group.id, [office.users[person] for person in people])


def seated(world: World, channel: str) -> set[str]:
    with seen_by(world) as context:
        return set(channels.members(context, channel))


def test_a_group_without_a_handle_gets_one_like_its_name(world: World) -> None:
    assert made(world, " Tax & Audit leads ").handle == "tax-audit-leads"


def test_members_stand_in_the_order_in_which_they_were_given(world: World, office: Office) -> None:
    group = made(world)
    put(world, group, office, PRIYA, MARCUS, PRIYA)
    with seen_by(world) as context:
        assert usergroups.members(context, group.id) == [office.users[PRIYA], office.users[MARCUS]]
        found = usergroups.by_handle(context, "@tax-leads")
    assert found is not None
    assert found.id == group.id


def mentions(world: World, office: Office, person: str) -> int:
    """How many new messages in #tax-season call somebody."""
    with seen_by(world, person) as context:
        return marks.unread(context).get(office.channels["tax-season"], marks.Unread()).mentions


def test_a_mention_of_a_group_is_one_of_its_members_alone(world: World, office: Office) -> None:
    group = made(world)
    put(world, group, office, PRIYA)
    before = mentions(world, office, PRIYA), mentions(world, office, MARCUS)
    post(world, office.channels["tax-season"], f"<!subteam^{group.id}|@tax-leads> please sign")
    assert mentions(world, office, PRIYA) == before[0] + 1
    assert mentions(world, office, MARCUS) == before[1]


def test_a_disabled_group_calls_nobody(world: World, office: Office) -> None:
    group = made(world)
    put(world, group, office, PRIYA)
    before = mentions(world, office, PRIYA)
    with by(world) as context:
        usergroups.disable(context, group.id)
    post(world, office.channels["tax-season"], f"<!subteam^{group.id}> please sign")
    assert mentions(world, office, PRIYA) == before


def test_who_comes_into_a_group_comes_into_its_channels(world: World, office: Office) -> None:
    season = office.channels["tax-season"]
    group = made(world, "Tax leads", season)
    assert office.users[TOM] not in seated(world, season)
    put(world, group, office, TOM, MARCUS)
    assert office.users[TOM] in seated(world, season)
    with seen_by(world) as context:
        newest = history.top_level(context, season, history.Window(2)).messages
    assert (newest[0].subtype, newest[0].user_id) == ("channel_join", office.users[TOM])
    assert newest[1].subtype != "channel_join"


def test_members_come_into_channels_that_a_group_is_given_later(world: World, office: Office) -> None:
    season, group = office.channels["tax-season"], made(world)
    put(world, group, office, TOM)
    with by(world) as context:
        usergroups.change(context, group.id, channel_ids=[season])
    assert office.users[TOM] in seated(world, season)


def test_archived_channels_and_disabled_groups_bring_nobody_in(world: World, office: Office) -> None:
    old, season = office.channels["old-software"], office.channels["tax-season"]
    group = made(world, "Tax leads", old, season)
    with by(world) as context:
        usergroups.disable(context, group.id)
    put(world, group, office, RUTH)
    assert not {office.users[RUTH]} & (seated(world, old) | seated(world, season))
    with by(world) as context:
        usergroups.enable(context, group.id)
    put(world, group, office, RUTH, PRIYA)
    assert office.users[PRIYA] not in seated(world, old)


def test_only_active_members_of_the_workspace_are_in_groups(world: World, office: Office) -> None:
    group = made(world)
    for wrong in (office.users[WALT], "U0NOBODY00"):
        with pytest.raises(InvalidUsers), by(world) as context:
            usergroups.set_members(context, group.id, [office.users[MARCUS], wrong])
    with pytest.raises(NoSuchSubteam), by(world) as context:
        usergroups.set_members(context, "S0NOTHING00", [office.users[MARCUS]])
    with seen_by(world) as context:
        assert usergroups.members(context, group.id) == []


def test_a_group_keeps_its_own_name_and_handle_and_takes_nobodys(world: World) -> None:
    group = made(world)
    made(world, "Audit leads")
    with by(world) as context:
        changed = usergroups.change(context, group.id, name="Tax leads", handle="@tax-leads", description="x")
    assert (changed.name, changed.handle, changed.description) == ("Tax leads", "tax-leads", "x")
    with pytest.raises(HandleAlreadyExists), by(world) as context:
        usergroups.change(context, group.id, handle="audit-leads")


def test_a_seeds_group_is_as_one_that_was_made(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        group = setup.user_group(
            context,
            "Tax leads",
            "tax-leads",
            creator=office.users[RUTH],
            members=[office.users[MARCUS], office.users[PRIYA]],
            channels=[office.channels["tax-season"]],
        )
    with seen_by(world) as context:
        assert usergroups.members(context, group.id) == [office.users[MARCUS], office.users[PRIYA]]
        assert usergroups.channels_of(context, [group.id]) == {group.id: [office.channels["tax-season"]]}
        assert [each.id for each in usergroups.listed(context)] == [group.id]


def test_whoever_is_in_a_channel_is_not_brought_in_again(world: World, office: Office) -> None:
    before = world.sequence()
    with by(world) as context:
        management.bring(context, office.channels["tax-season"], [office.users[DANA], office.users[MARCUS]])
    assert world.changes(before) == []
