"""What writing, editing and deleting do to Slack's rows (reference B.1, B' 1 to 9, 15, 20)."""

from __future__ import annotations

import re

import pytest

from tests.apps.slack.acting import (
    DANA,
    MARCUS,
    PRIYA,
    RUTH,
    TOM,
    WALT,
    by,
    one,
    post,
    seen_by,
    thread,
    timeline,
)
from tests.office import NOW, Office
from workaday.apps.slack.errors import (
    AccountInactive,
    CantDeleteMessage,
    CantUpdateMessage,
    ChannelNotFound,
    InvalidThreadTs,
    IsArchived,
    IsInactive,
    MessageNotFound,
    MsgTooLong,
    NoText,
    NotInChannel,
)
from workaday.apps.slack.service import channels, history, marks, messages, people, reactions
from workaday.clock import SECOND
from workaday.errors import ActionError
from workaday.world import World

MADE_UP = "C0MADEUP1234"


# --- timestamps -----------------------------------------------------------------------------------------


def test_a_timestamp_is_world_time_with_six_digits(world: World, office: Office) -> None:
    world.advance(0.0005)
    assert post(world, office.channels["general"]) == "1742302800.000500"


def test_messages_of_one_second_come_in_the_order_of_writing(world: World, office: Office) -> None:
    general = office.channels["general"]
    written = [post(world, general, str(number)) for number in range(12)]
    assert all(re.fullmatch(r"\d{10}\.\d{6}", ts) for ts in written)
    assert written == sorted(set(written))
    assert timeline(world, general)[:12] == written[::-1]


def test_a_timestamp_is_unique_in_its_channel_not_beyond(world: World, office: Office) -> None:
    assert post(world, office.channels["general"]) == post(world, office.channels["tax-season"])


def test_a_deleted_message_s_timestamp_is_never_another_s(world: World, office: Office) -> None:
    general = office.channels["general"]
    first = post(world, general)
    with by(world) as context:
        messages.delete(context, general, first)
    assert post(world, general) > first


# --- posting --------------------------------------------------------------------------------------------


def test_a_message_has_an_author_and_the_text_as_slack_stores_it(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general, "Smith & Sons <b> see https://example.com")
    written = one(world, general, ts)
    assert written is not None
    assert written.text == "Smith &amp; Sons &lt;b&gt; see <https://example.com>"
    assert written.user_id == office.users[DANA]
    assert (written.thread_ts, written.broadcast, written.subtype, written.edited_ts) == (
        None,
        False,
        None,
        None,
    )
    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", written.client_msg_id
    )


@pytest.mark.parametrize("length", [39_999, 40_000, 40_001, 100_000])
def test_text_beyond_40_000_characters_is_cut(world: World, office: Office, length: int) -> None:
    with by(world) as context:
        posted = messages.post(context, office.channels["general"], "é" * length)
        assert len(posted.message.text) == min(length, 40_000)
        assert posted.truncated == (length > 40_000)


def test_a_message_needs_a_text_or_blocks(world: World, office: Office) -> None:
    with by(world) as context:
        with pytest.raises(NoText):
            messages.post(context, office.channels["general"], "")
        assert messages.post(context, office.channels["general"], " ").message.text == " "
        block = {"type": "section", "text": {"type": "mrkdwn", "text": "é"}}
        written = messages.post(context, office.channels["general"], "", blocks=[block]).message
        assert written.blocks == '[{"type":"section","text":{"type":"mrkdwn","text":"é"}}]'


@pytest.mark.parametrize(
    ("person", "channel", "refusal"),
    [
        (DANA, "partners", ChannelNotFound),
        (DANA, "old-software", IsArchived),
        (TOM, "tax-season", NotInChannel),
        (TOM, "dm", ChannelNotFound),
        (TOM, "group", ChannelNotFound),
        (WALT, "general", AccountInactive),
        ("nobody", "general", AccountInactive),
    ],
)
def test_one_writes_where_one_is(
    world: World, office: Office, person: str, channel: str, refusal: type[ActionError]
) -> None:
    before = world.state_hash()
    with pytest.raises(refusal):
        post(world, office.channels[channel], person=person)
    assert world.state_hash() == before


def test_what_one_may_not_see_is_as_if_it_were_made_up(world: World, office: Office) -> None:
    def refused(channel: str) -> ChannelNotFound:
        with pytest.raises(ChannelNotFound) as caught:
            post(world, channel)
        return caught.value

    assert refused(office.channels["partners"]).as_dict() == refused(MADE_UP).as_dict()


# --- threads --------------------------------------------------------------------------------------------


def test_a_reply_goes_to_the_thread_and_not_to_the_channel(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax, "a question")
    reply = post(world, tax, "an answer", MARCUS, thread_ts=root)
    assert thread(world, tax, root) == [root, reply]
    assert root in timeline(world, tax)
    assert reply not in timeline(world, tax)


def test_a_reply_to_a_reply_goes_to_its_root(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    reply = post(world, tax, thread_ts=root)
    deeper = post(world, tax, thread_ts=reply)
    assert thread(world, tax, root) == [root, reply, deeper]


def test_a_thread_that_names_nothing_is_no_thread(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    ts = post(world, tax, thread_ts="1600000000.000001", broadcast=True)
    written = one(world, tax, ts)
    assert written is not None
    assert (written.thread_ts, written.broadcast) == (None, False)


def test_a_thread_of_another_channel_names_nothing(world: World, office: Office) -> None:
    written = one(
        world,
        office.channels["tax-season"],
        post(world, office.channels["tax-season"], thread_ts=office.messages["welcome"]),
    )
    assert written is not None
    assert written.thread_ts is None


@pytest.mark.parametrize(
    "beyond", ["631151999.999999", "1", "abc", f"{NOW // SECOND + 3601}.000000", "9" * 30]
)
def test_a_thread_outside_of_slack_s_time_is_refused(world: World, office: Office, beyond: str) -> None:
    with pytest.raises(InvalidThreadTs, match=r"^\d+ is not a valid thread_ts$") as caught:
        post(world, office.channels["tax-season"], thread_ts=beyond)
    assert caught.value.argument == "thread_ts"


def test_microseconds_of_a_thread_are_an_integer(world: World, office: Office) -> None:
    """1742302800.5 reads as five microseconds after, which is how a float loses its thread (reference B' 2)."""
    tax = office.channels["tax-season"]
    root = post(world, tax)
    assert root == "1742302800.000000"
    world.advance(1)
    kept = post(world, tax, thread_ts="1742302800.0")
    lost = post(world, tax, thread_ts="1742302800.5")
    assert thread(world, tax, root) == [root, kept]
    assert lost in timeline(world, tax)


def test_a_reply_that_is_also_sent_to_the_channel_is_in_both(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    reply = post(world, tax, thread_ts=root, broadcast=True)
    assert thread(world, tax, root) == [root, reply]
    assert timeline(world, tax)[:2] == [reply, root]


def test_a_root_says_how_many_replied_who_and_when(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    for person in (MARCUS, PRIYA, MARCUS):
        last = post(world, tax, person=person, thread_ts=root)
    with seen_by(world) as context:
        page = history.thread(context, tax, root, history.Window(10))
        told = history.threads(context, page.messages)[root]
        assert (told.count, told.users, told.latest) == (3, (office.users[MARCUS], office.users[PRIYA]), last)
        assert history.authors(context, page.messages) == {root: office.users[DANA]}


# --- editing --------------------------------------------------------------------------------------------


def test_an_edit_keeps_the_timestamp_and_has_a_later_one_of_its_own(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general, "frist")
    with by(world) as context:
        edited = messages.edit(context, general, ts, "first & last")
        assert (edited.ts, edited.text, edited.edited_by) == (ts, "first &amp; last", office.users[DANA])
        assert edited.edited_ts is not None
        assert edited.edited_ts > ts
    world.advance(60)
    with by(world) as context:
        assert messages.edit(context, general, ts, "again").edited_ts == "1742302860.000000"


def test_only_the_author_may_edit(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    for person in (MARCUS, RUTH):
        with by(world, person) as context, pytest.raises(CantUpdateMessage):
            messages.edit(context, general, ts, "mine now")


def test_what_slack_asks_first_of_an_edit(world: World, office: Office) -> None:
    """The channel, then the message, then whose it is, then the text (reference, notes on tier 1)."""
    general, welcome = office.channels["general"], office.messages["welcome"]
    with by(world) as context:
        for channel, ts, text, refusal in (
            (office.channels["partners"], office.messages["private"], "", ChannelNotFound),
            (general, "1742302800.999999", "", MessageNotFound),
            (general, welcome, "", CantUpdateMessage),
        ):
            with pytest.raises(refusal):
                messages.edit(context, channel, ts, text)
    own = post(world, general)
    with by(world) as context:
        with pytest.raises(NoText):
            messages.edit(context, general, own, "")
        with pytest.raises(MsgTooLong):
            messages.edit(context, general, own, "x" * 4001)
        assert len(messages.edit(context, general, own, "x" * 4000).text) == 4000


def test_an_archived_channel_s_messages_stay_as_they_are(world: World, office: Office) -> None:
    old, ts = office.channels["old-software"], office.messages["archived"]
    with by(world, TOM) as context, pytest.raises(IsInactive):
        messages.edit(context, old, ts, "no")
    assert ts in timeline(world, old, TOM)


# --- deleting -------------------------------------------------------------------------------------------


def test_a_deleted_message_is_gone_with_its_reactions(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    with by(world, MARCUS) as context:
        reactions.add(context, general, ts, "eyes")
    with by(world) as context:
        messages.delete(context, general, ts)
        with pytest.raises(MessageNotFound):
            messages.delete(context, general, ts)
    assert one(world, general, ts) is None
    assert {change.table for change in world.changes()} == {"workaday_sequence", "slack_read_mark"}


def test_one_deletes_one_s_own_and_an_admin_anybody_s(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    with by(world, MARCUS) as context, pytest.raises(CantDeleteMessage):
        messages.delete(context, general, ts)
    with by(world, RUTH) as context:
        messages.delete(context, general, ts)
    assert one(world, general, ts) is None


def test_a_deleted_root_leaves_a_placeholder_until_its_last_reply_goes(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax, "a question")
    replies = [post(world, tax, person=MARCUS, thread_ts=root) for _ in range(2)]
    with by(world) as context:
        messages.delete(context, tax, root)
    placeholder = one(world, tax, root)
    assert placeholder is not None
    assert (placeholder.subtype, placeholder.text) == ("tombstone", "This message was deleted.")
    assert placeholder.user_id == people.SLACKBOT
    assert thread(world, tax, root) == [root, *replies]
    for gone in replies:
        assert root in timeline(world, tax)
        with by(world, MARCUS) as context:
            messages.delete(context, tax, gone)
    assert one(world, tax, root) is None
    assert root not in timeline(world, tax)


def test_a_placeholder_cannot_be_edited_or_deleted_but_reacted_to_and_linked(
    world: World, office: Office
) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    post(world, tax, person=MARCUS, thread_ts=root)
    with by(world) as context:
        messages.delete(context, tax, root)
    with by(world) as context:
        with pytest.raises(MessageNotFound):
            messages.edit(context, tax, root, "back")
        with pytest.raises(MessageNotFound):
            messages.delete(context, tax, root)
        reactions.add(context, tax, root, "eyes")
        assert "thread_ts=" in messages.permalink(context, messages.get(context, tax, root))


def test_a_live_root_loses_its_thread_with_its_last_reply(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    reply = post(world, tax, thread_ts=root)
    with by(world) as context:
        messages.delete(context, tax, reply)
        written = messages.get(context, tax, root)
        assert history.threads(context, [written]) == {}
        assert "?" not in messages.permalink(context, written)


def test_nobody_deletes_by_guessing_at_what_they_cannot_see(world: World, office: Office) -> None:
    with by(world, TOM) as context, pytest.raises(ChannelNotFound):
        messages.delete(context, office.channels["dm"], office.messages["dm"])


# --- what a message does besides ------------------------------------------------------------------------


def test_whoever_writes_has_read_the_channel(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general)
    with seen_by(world) as context:
        assert marks.last_read(context, general) == ts
        assert general not in marks.unread(context)


def test_a_reply_does_not_mark_the_channel_read(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    with by(world, PRIYA) as context:
        marks.mark(context, tax, "0")
    post(world, tax, person=PRIYA, thread_ts=office.messages["question"])
    with seen_by(world, PRIYA) as context:
        assert marks.last_read(context, tax) == "0000000000.000000"


def test_a_direct_message_shows_in_everybody_s_sidebar(world: World, office: Office) -> None:
    with by(world) as context:
        channel = channels.open_direct(context, [office.users[TOM]]).channel.id
    query = "SELECT is_open FROM slack_membership WHERE channel_id = ? AND user_id = ?"
    assert world.raw.execute(query, (channel, office.users[TOM])).fetchone() == (0,)
    post(world, channel, "psst")
    assert world.raw.execute(query, (channel, office.users[TOM])).fetchone() == (1,)


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_permalink_names_the_message_and_its_thread(world: World, office: Office, in_thread: bool) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    reply = post(world, tax, thread_ts=root) if in_thread else None
    base = f"https://whitford-okafor.slack.com/archives/{tax}/p"
    query = f"?thread_ts={root}&cid={tax}" if in_thread else ""
    with seen_by(world) as context:
        for ts in filter(None, (root, reply)):
            link = messages.permalink(context, messages.get(context, tax, ts))
            assert link == base + ts.replace(".", "") + query


def test_permalinks_of_many_conversations_are_told_at_once(world: World, office: Office) -> None:
    general, tax = office.channels["general"], office.channels["tax-season"]
    with seen_by(world) as context:
        found = [
            messages.get(context, general, office.messages["welcome"]),
            messages.get(context, tax, office.messages["question"]),
            messages.get(context, tax, office.messages["reply"]),
        ]
        assert messages.permalinks(context, found) == [messages.permalink(context, each) for each in found]
        assert messages.permalinks(context, []) == []
