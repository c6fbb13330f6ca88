"""Emoji on messages (reference B' 14)."""

from __future__ import annotations

import pytest

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, TOM, by, post, seen_by
from tests.office import Office
from workaday.apps.slack.errors import (
    AlreadyReacted,
    ChannelNotFound,
    InvalidName,
    IsArchived,
    MessageNotFound,
    NoReaction,
)
from workaday.apps.slack.service import messages, reactions
from workaday.errors import ActionError
from workaday.world import World


def shown(world: World, channel: str, ts: str) -> dict[str, list[str]]:
    with seen_by(world) as context:
        return reactions.on(context, [messages.get(context, channel, ts)]).get(ts, {})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("eyes", "eyes"),
        ("thumbsup", "+1"),
        ("+1", "+1"),
        ("wave::skin-tone-2", "wave::skin-tone-2"),
        ("thumbsup::skin-tone-6", "+1::skin-tone-6"),
    ],
)
def test_an_alias_is_kept_under_the_emoji_s_own_name(
    world: World, office: Office, given: str, kept: str
) -> None:
    general, welcome = office.channels["general"], office.messages["welcome"]
    with by(world) as context:
        reactions.add(context, general, welcome, given)
        with pytest.raises(AlreadyReacted):
            reactions.add(context, general, welcome, kept)
    assert shown(world, general, welcome)[kept] == [office.users[DANA]]
    with by(world) as context:
        reactions.remove(context, general, welcome, given)
        with pytest.raises(NoReaction):
            reactions.remove(context, general, welcome, kept)
    assert kept not in shown(world, general, welcome)


@pytest.mark.parametrize(
    "name",
    [
        ":eyes:",
        "EYES",
        " eyes ",
        "",
        "thumbs_up",
        "white_tick",
        "no_such_emoji",
        "eyes::skin-tone-2",
        "wave::skin-tone-9",
    ],
)
def test_what_is_no_emoji_s_name_is_refused(world: World, office: Office, name: str) -> None:
    with by(world) as context:
        for change in (reactions.add, reactions.remove):
            with pytest.raises(InvalidName):
                change(context, office.channels["general"], office.messages["welcome"], name)
    assert world.changes() == []


def test_reactions_are_told_in_the_order_in_which_they_came(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    for person, name in ((PRIYA, "tada"), (DANA, "eyes"), (MARCUS, "tada"), (TOM, "eyes")):
        with by(world, person) as context:
            reactions.add(context, general, ts, name)
    told = shown(world, general, ts)
    assert list(told) == ["tada", "eyes"]
    assert told["tada"] == [office.users[PRIYA], office.users[MARCUS]]
    with by(world, PRIYA) as context:
        reactions.remove(context, general, ts, "tada")
        reactions.add(context, general, ts, "tada")
    told = shown(world, general, ts)
    assert (list(told), told["tada"]) == (["eyes", "tada"], [office.users[MARCUS], office.users[PRIYA]])


def test_one_takes_back_only_one_s_own(world: World, office: Office) -> None:
    with by(world) as context, pytest.raises(NoReaction):
        reactions.remove(context, office.channels["general"], office.messages["welcome"], "tada")
    assert len(shown(world, office.channels["general"], office.messages["welcome"])["tada"]) == 2


@pytest.mark.parametrize(
    ("channel", "message", "refusal"),
    [
        ("partners", "private", ChannelNotFound),
        ("old-software", "archived", IsArchived),
        ("general", "question", MessageNotFound),
    ],
)
def test_one_reacts_to_what_is_there(
    world: World, office: Office, channel: str, message: str, refusal: type[ActionError]
) -> None:
    with by(world) as context, pytest.raises(refusal):
        reactions.add(context, office.channels[channel], office.messages[message], "eyes")


def test_a_public_channel_s_messages_can_be_reacted_to_without_joining(world: World, office: Office) -> None:
    with by(world, TOM) as context:
        reactions.add(context, office.channels["tax-season"], office.messages["question"], "eyes")
    told = shown(world, office.channels["tax-season"], office.messages["question"])
    assert office.users[TOM] in told["eyes"]
