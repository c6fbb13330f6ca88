"""What is kept for a whole channel: pins and bookmarks; and what is passed on."""

from __future__ import annotations

import json

import pytest

from tests.apps.slack.acting import DANA, MARCUS, PRIYA, RUTH, TOM, by, post, seen_by
from tests.office import Office
from workaday.apps.slack.errors import SlackError
from workaday.apps.slack.service import bookmarks, forwarding, messages, notices, pins
from workaday.errors import ActionError
from workaday.world import World


def refused(world: World, person: str, deed: object, *arguments: object, **named: object) -> str:
    """The code of the refusal of what somebody tries."""
    assert callable(deed)
    with by(world, person) as context, pytest.raises(ActionError) as error:
        deed(context, *arguments, **named)
    return error.value.code


# --- pins -----------------------------------------------------------------------------------------------


def test_a_pin_is_everybodys_and_the_last_comes_first(world: World, office: Office) -> None:
    general, welcome, lunch = (
        office.channels["general"],
        office.messages["welcome"],
        office.messages["edited"],
    )
    with by(world) as context:
        pins.add(context, general, lunch)
    world.advance(1)
    with by(world, MARCUS) as context:
        pins.add(context, general, welcome)
        assert [each.message_ts for each in pins.listed(context, general)] == [welcome, lunch]
        pins.remove(context, general, lunch)
        (pin,) = pins.on(
            context, [messages.get(context, general, each) for each in (welcome, lunch)]
        ).values()
    assert (pin.message_ts, pin.user_id) == (welcome, office.users[MARCUS])


def test_what_can_not_be_pinned(world: World, office: Office) -> None:
    general, welcome = office.channels["general"], office.messages["welcome"]
    with by(world) as context:
        pins.add(context, general, welcome)
        joined = notices.joined(context, general, office.users[DANA]).ts
    assert refused(world, MARCUS, pins.add, general, welcome) == "already_pinned"
    assert refused(world, DANA, pins.add, general, joined) == "not_pinnable"
    assert refused(world, DANA, pins.add, general, "1742302800.999999") == "message_not_found"
    assert refused(world, DANA, pins.remove, general, office.messages["edited"]) == "no_pin"
    assert (
        refused(world, TOM, pins.add, office.channels["tax-season"], office.messages["question"])
        == "not_in_channel"
    )
    archived = office.channels["old-software"], office.messages["archived"]
    assert refused(world, TOM, pins.add, *archived) == "restricted_action"


def test_a_pin_goes_with_its_message_even_where_a_placeholder_stays(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    post(world, general, thread_ts=ts)
    with by(world) as context:
        pins.add(context, general, ts)
        messages.delete(context, general, ts)
        assert pins.listed(context, general) == []


def test_a_conversation_has_a_hundred_pins_at_most(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        stamps = [messages.post(context, general, "x").message.ts for _ in range(101)]
        for each in stamps[:100]:
            pins.add(context, general, each)
    assert refused(world, DANA, pins.add, general, stamps[100]) == "too_many_pins"


# --- bookmarks ------------------------------------------------------------------------------------------


def test_bookmarks_stand_in_the_order_in_which_they_came(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        first = bookmarks.add(context, general, "Handbook", "https://example.com/a", ":book:")
        second = bookmarks.add(context, general, "Calendar", "https://example.com/b")
    with by(world, MARCUS) as context:
        edited = bookmarks.edit(context, general, first.id, title="The handbook", emoji="")
        assert [each.id for each in bookmarks.listed(context, general)] == [first.id, second.id]
        bookmarks.remove(context, general, second.id)
        assert [each.title for each in bookmarks.listed(context, general)] == ["The handbook"]
    assert (edited.link, edited.emoji, edited.updated_by) == (
        "https://example.com/a",
        "",
        office.users[MARCUS],
    )


@pytest.mark.parametrize(
    ("title", "link", "emoji", "code"),
    [
        ("a", "ftp://example.com", "", "invalid_link"),
        ("a", "example.com", "", "invalid_link"),
        ("a", "https://", "", "invalid_link"),
        ("a", "javascript:alert(1)", "", "invalid_link"),
        ("a", "https://example.com/" + "x" * 2048, "", "invalid_link"),
        ("a", "https://example.com", ":nothing:", "invalid_emoji"),
        ("a" * 257, "https://example.com", "", "invalid_arguments"),
    ],
)
def test_a_bookmark_is_a_link_with_a_title(
    world: World, office: Office, title: str, link: str, emoji: str, code: str
) -> None:
    assert refused(world, DANA, bookmarks.add, office.channels["general"], title, link, emoji) == code


def test_bookmarks_are_kept_by_the_members_of_an_open_channel(world: World, office: Office) -> None:
    season = office.channels["tax-season"]
    link = ("a", "https://example.com")
    assert refused(world, TOM, bookmarks.add, season, *link) == "permission_denied"
    assert refused(world, TOM, bookmarks.add, office.channels["old-software"], *link) == "permission_denied"
    assert refused(world, TOM, bookmarks.add, office.channels["partners"], *link) == "channel_not_found"
    assert refused(world, DANA, bookmarks.edit, season, "Bk0NOTHING", title="b") == "not_found"
    with by(world) as context:
        elsewhere = bookmarks.add(context, office.channels["general"], *link)
    assert refused(world, DANA, bookmarks.remove, season, elsewhere.id) == "not_found"


# --- forwarding -----------------------------------------------------------------------------------------


def test_a_forwarded_message_quotes_where_it_comes_from(world: World, office: Office) -> None:
    general, season, dm = (office.channels[name] for name in ("general", "tax-season", "dm"))
    with by(world) as context:
        first, second = forwarding.share(
            context, general, office.messages["welcome"], [season, dm], "Please read"
        )
        address = messages.permalink(context, messages.get(context, general, office.messages["welcome"]))
    assert (first.channel_id, second.channel_id, first.text) == (season, dm, "Please read")
    (quoted,) = json.loads(first.attachments or "")
    assert quoted["from_url"] == address
    assert quoted["author_id"] == office.users[RUTH]
    assert quoted["text"] == "Welcome to the season, everybody. Deadline is *15 April*."
    assert quoted["footer"] == "Posted in #general"
    assert quoted["fallback"].startswith("[March 17th, 2025 ")


def test_only_what_one_sees_is_forwarded_and_only_where_one_writes(world: World, office: Office) -> None:
    private, dm, welcome = office.channels["partners"], office.channels["dm"], office.messages["welcome"]
    assert (
        refused(world, DANA, forwarding.share, private, office.messages["private"], [dm])
        == "channel_not_found"
    )
    assert (
        refused(world, PRIYA, forwarding.share, office.channels["general"], welcome, [dm])
        == "channel_not_found"
    )
    assert (
        refused(world, DANA, forwarding.share, office.channels["general"], welcome, []) == "channel_not_found"
    )
    with seen_by(world) as context, pytest.raises(SlackError):
        messages.get(context, dm, welcome)
