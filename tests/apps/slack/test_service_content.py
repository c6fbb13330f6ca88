"""What a message may be made of beside its text, and who posts it (reference B.1, B' 9, 12, 30)."""

from __future__ import annotations

import json

import pytest

from tests.apps.slack import apps
from tests.apps.slack.acting import DANA, MARCUS, by, one, post, seen_by
from tests.office import Office
from workaday.apps.slack.errors import CantUpdateMessage, MsgTooLong, NoText, SlackError
from workaday.apps.slack.errors.files import FileNotFound
from workaday.apps.slack.errors.messages import BlockMismatch, CantBroadcastMessage, NoDualUpdate
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import ephemeral, marks, messages, search
from workaday.world import World

RICH = [
    {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "a"}]}],
    }
]
SECTION = [{"type": "section", "text": {"type": "mrkdwn", "text": "the *grebe* report"}}]


def mentioning(user: str) -> list[dict[str, object]]:
    elements = [{"type": "text", "text": "over to "}, {"type": "user", "user_id": user}]
    return [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}]


def kept(world: World, channel: str, ts: str) -> Message:
    found = one(world, channel, ts)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("x" * 39_999 + "&", "x" * 39_999),
        ("x" * 39_990 + " <@U0123456789>", "x" * 39_990 + " "),
        ("x" * 39_995 + "&" + "y", "x" * 39_995 + "&amp;"),
        ("x" * 40_001, "x" * 40_000),
    ],
)
def test_no_entity_and_no_token_is_cut_in_two(world: World, office: Office, text: str, stored: str) -> None:
    with by(world) as context:
        posted = messages.post(context, office.channels["general"], text)
    assert posted.truncated
    assert posted.message.text == stored


def test_attachments_are_content_and_escaped_like_a_text(world: World, office: Office) -> None:
    general = office.channels["general"]
    attachment = {
        "text": "1 < 2",
        "fields": [{"title": "A & B", "value": "c", "short": True}],
        "color": "good",
    }
    with by(world) as context:
        ts = messages.post(context, general, "", attachments=[attachment]).message.ts
    (stored,) = json.loads(kept(world, general, ts).attachments or "")
    assert (stored["text"], stored["fields"][0]["title"]) == ("1 &lt; 2", "A &amp; B")


def test_what_blocks_and_attachments_say_is_found(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        messages.post(context, general, "see below", blocks=SECTION)
        messages.post(context, general, "", attachments=[{"title": "A bittern", "blocks": []}])
    with seen_by(world, MARCUS) as context:
        assert search.messages(context, "grebe").total == 1
        assert search.messages(context, "bittern").total == 1


def test_a_mention_in_a_block_is_a_mention_and_one_in_an_attachment_is_not(
    world: World, office: Office
) -> None:
    general, marcus = office.channels["general"], office.users[MARCUS]
    with by(world, MARCUS) as context:
        marks.mark(context, general, messages.post(context, general, "here").message.ts)
    with by(world) as context:
        messages.post(context, general, "", attachments=[{"text": f"for <@{marcus}>"}])
    with seen_by(world, MARCUS) as context:
        assert marks.unread(context)[general] == marks.Unread(1, 0)
    with by(world) as context:
        messages.post(context, general, "fallback", blocks=mentioning(marcus))
    with seen_by(world, MARCUS) as context:
        assert marks.unread(context)[general] == marks.Unread(2, 1)


def test_what_is_not_said_of_an_edit_stays_and_what_is_empty_goes(world: World, office: Office) -> None:
    """Reference B' 9."""
    general = office.channels["general"]
    with by(world) as context:
        ts = messages.post(context, general, "a", attachments=[{"text": "b"}]).message.ts
        assert messages.edit(context, general, ts, "c").attachments
        assert messages.edit(context, general, ts, "d", attachments=[]).attachments is None


def test_an_attachment_alone_changes_nothing_else(world: World, office: Office) -> None:
    """Reference B' 9: without a text blocks stay, and nothing is marked as edited."""
    general = office.channels["general"]
    with by(world) as context:
        ts = messages.post(context, general, "a", blocks=SECTION).message.ts
        edited = messages.edit(context, general, ts, None, attachments=[{"text": "b"}])
    assert (edited.text, edited.edited_ts) == ("a", None)
    assert edited.blocks


def test_rich_text_gives_way_to_rich_text_only(world: World, office: Office) -> None:
    """Reference B' 9."""
    general = office.channels["general"]
    with by(world) as context:
        ts = messages.post(context, general, "a", blocks=RICH).message.ts
        messages.edit(context, general, ts, "b", blocks=RICH)
    with by(world) as context, pytest.raises(BlockMismatch):
        messages.edit(context, general, ts, "b", blocks=SECTION)


def test_a_reply_can_be_sent_to_the_channel_afterwards(world: World, office: Office) -> None:
    season, question = office.channels["tax-season"], office.messages["question"]
    ts = post(world, season, "a reply", thread_ts=question)
    with by(world) as context, pytest.raises(NoDualUpdate):
        messages.edit(context, season, ts, "new", broadcast=True)
    with by(world) as context:
        assert messages.edit(context, season, ts, None, broadcast=True).broadcast
    with by(world) as context, pytest.raises(CantBroadcastMessage):
        messages.edit(context, season, ts, None, broadcast=True)


def test_nobody_shares_what_is_not_theirs_or_not_there(world: World, office: Office) -> None:
    before = world.state_hash()
    with by(world) as context, pytest.raises(FileNotFound):
        messages.post(context, office.channels["general"], "", file_ids=["F0NOTHING"])
    assert world.state_hash() == before


def test_me_is_said_of_oneself(world: World, office: Office) -> None:
    with by(world) as context:
        assert messages.me(context, office.channels["general"], "waves").message.subtype == "me_message"
    with by(world) as context, pytest.raises(NoText):
        messages.me(context, office.channels["general"], "")


# --- apps -----------------------------------------------------------------------------------------------


def test_an_app_posts_as_itself_or_for_a_person(world: World, office: Office) -> None:
    general = office.channels["general"]
    bot = apps.install(world, general)
    with apps.acting(world, bot) as context:
        own = messages.post(context, general, "a").message
    with apps.acting(world, bot, as_person=DANA) as context:
        dana = messages.post(context, general, "b").message
    assert (own.bot_id, own.user_id, own.subtype) == (bot.id, bot.user_id, None)
    assert (dana.bot_id, dana.user_id) == (bot.id, office.users[DANA])
    with by(world) as context, pytest.raises(CantUpdateMessage):
        messages.edit(context, general, own.ts, "c")
    with apps.acting(world, bot) as context:
        assert messages.edit(context, general, own.ts, "c").text == "c"


def test_only_an_app_gives_itself_a_name(world: World, office: Office) -> None:
    general = office.channels["general"]
    bot = apps.install(world, general)
    with apps.acting(world, bot) as context:
        posted = messages.post(context, general, "a", username="Robin", icon=":bird:").message
    assert (posted.subtype, posted.username, posted.icon) == ("bot_message", "Robin", ":bird:")
    with by(world) as context:
        posted = messages.post(context, general, "a", username="Robin").message
    assert (posted.subtype, posted.username) == (None, None)


# --- for one alone --------------------------------------------------------------------------------------


def test_what_one_alone_sees_is_in_no_history(world: World, office: Office) -> None:
    general, marcus = office.channels["general"], office.users[MARCUS]
    with by(world) as context:
        shown = ephemeral.post(context, general, marcus, "psst")
    assert one(world, general, shown.ts) is None
    with seen_by(world, MARCUS) as context:
        assert [each.text for each in ephemeral.mine(context, general)] == ["psst"]
    with seen_by(world) as context:
        assert ephemeral.mine(context, general) == []
    with by(world) as context, pytest.raises(SlackError):
        ephemeral.dismiss(context, shown.id)
    with by(world, MARCUS) as context:
        ephemeral.dismiss(context, shown.id)
        assert ephemeral.mine(context, general) == []


def test_one_alone_has_to_be_there(world: World, office: Office) -> None:
    with by(world) as context, pytest.raises(SlackError) as refused:
        ephemeral.post(context, office.channels["tax-season"], office.users["tom.alvarez"], "psst")
    assert refused.value.code == "user_not_in_channel"


def test_what_counts_is_the_text_as_it_is_stored(world: World, office: Office) -> None:
    """Notes on tier 1: 4,000 characters for an edit; an ampersand is stored as five."""
    general = office.channels["general"]
    ts = post(world, general)
    with by(world) as context:
        assert len(messages.edit(context, general, ts, "&" * 800).text) == 4000
    with by(world) as context, pytest.raises(MsgTooLong):
        messages.edit(context, general, ts, "&" * 801)
