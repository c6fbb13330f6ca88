"""The workspace's own emoji."""

from __future__ import annotations

import pytest

from tests.apps.slack.acting import DANA, MARCUS, RUTH, by, seen_by
from tests.apps.slack.test_service_files import png
from tests.office import Office
from workaday.apps.slack.errors.emojis import (
    EmojiBadImage,
    EmojiNotFound,
    EmojiNotYours,
    EmojiTaken,
    InvalidEmojiName,
)
from workaday.apps.slack.service import emojis, reactions, setup
from workaday.world import World


def names(world: World) -> list[tuple[str, str | None]]:
    with seen_by(world) as context:
        return [(each.name, each.alias_for) for each in emojis.custom(context)]


def test_an_emoji_that_was_added_is_known_and_reacted_with(world: World, office: Office) -> None:
    with by(world) as context:
        emojis.add(context, "signed-off", png(8, 8), "image/png")
        emojis.alias(context, "done_deal", "signed-off")
        emojis.alias(context, "hurray", "tada")
    assert names(world) == [("done_deal", "signed-off"), ("hurray", "tada"), ("signed-off", None)]
    with by(world, MARCUS) as context:
        assert emojis.known(context, "signed-off")
        assert emojis.known(context, "tada")
        assert not emojis.known(context, "signed_off")
        reactions.add(context, office.channels["general"], office.messages["welcome"], "signed-off")


@pytest.mark.parametrize(
    ("name", "image", "mimetype", "error"),
    [
        ("Signed Off", png(8, 8), "image/png", InvalidEmojiName),
        ("", png(8, 8), "image/png", InvalidEmojiName),
        ("tada", png(8, 8), "image/png", EmojiTaken),
        ("thumbsup", png(8, 8), "image/png", EmojiTaken),
        ("fine", b"", "image/png", EmojiBadImage),
        ("fine", b"<svg/>", "image/svg+xml", EmojiBadImage),
        ("fine", b"<script>", "image/png", EmojiBadImage),
        ("fine", png(8, 8), "image/gif", EmojiBadImage),
        ("fine", png(8, 8) + b"0" * 131_072, "image/png", EmojiBadImage),
    ],
)
def test_an_emoji_has_a_name_of_its_own_and_a_picture(
    world: World, name: str, image: bytes, mimetype: str, error: type[Exception]
) -> None:
    with pytest.raises(error), by(world) as context:
        emojis.add(context, name, image, mimetype)
    assert world.changes() == []


def test_only_whoever_added_it_and_admins_take_an_emoji_away(world: World) -> None:
    with by(world) as context:
        emojis.add(context, "signed-off", png(8, 8), "image/png")
        emojis.alias(context, "done_deal", "signed-off")
    with pytest.raises(EmojiNotYours), by(world, MARCUS) as context:
        emojis.remove(context, "signed-off")
    with by(world, RUTH) as context:
        emojis.remove(context, "done_deal")
    assert names(world) == [("signed-off", None)]
    with by(world) as context:
        emojis.alias(context, "done_deal", "signed-off")
        emojis.remove(context, "signed-off")
    assert names(world) == []
    with pytest.raises(EmojiNotFound), by(world) as context:
        emojis.remove(context, "signed-off")


def test_another_name_is_for_an_emoji_that_there_is(world: World) -> None:
    with pytest.raises(EmojiNotFound), by(world) as context:
        emojis.alias(context, "hurray", "no_such_emoji")


def test_a_seeds_emoji_is_as_one_that_was_added(world: World, office: Office) -> None:
    with world.action("furnish", door="setup", person=None) as context:
        setup.emoji(context, "signed-off", creator=office.users[DANA], image=png(8, 8))
        setup.emoji(context, "done_deal", creator=office.users[DANA], alias_for="signed-off")
    with seen_by(world) as context:
        assert emojis.get(context, "signed-off").mimetype == "image/png"
    assert names(world) == [("done_deal", "signed-off"), ("signed-off", None)]
