"""Pages of conversations and threads, read marks and what is unread (reference B' 2, 4, 5, 7, 20)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.apps.slack.acting import ALL, DANA, MARCUS, PRIYA, TOM, by, post, seen_by, timeline
from tests.office import Office
from workaday.apps.slack.errors import ChannelNotFound, InvalidTimestamp, NotInChannel, ThreadNotFound
from workaday.apps.slack.service import channels, history, marks
from workaday.apps.slack.service.history import Window
from workaday.apps.slack.service.marks import Unread
from workaday.apps.slack.timestamps import LAST, micros, read, shifted, ts
from workaday.world import World


def filled(world: World, office: Office, count: int) -> list[str]:
    """A direct conversation with so many messages, one a minute; their timestamps."""
    with by(world) as context:
        channel = channels.open_direct(context, [office.users[TOM]]).channel.id
    written = []
    for number in range(count):
        world.advance(60)
        written.append(post(world, channel, str(number)))
    return [channel, *written]


def pages(world: World, channel: str, window: Window) -> list[list[str]]:
    """Every page from the first to the last."""
    told, start = [], window.start
    while True:
        asked = Window(window.limit, window.oldest, window.latest, window.inclusive, start)
        with seen_by(world) as context:
            page = history.top_level(context, channel, asked)
            told.append([each.ts for each in page.messages])
            start = page.next_ts
        if start is None:
            return told


# --- timestamps as arguments ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1742302800.000200", "1742302800.000200"),
        ("1742302800", "1742302800.000000"),
        ("1742302800.5", "1742302800.000005"),
        ("1742302800.000200.7", "1742302800.000200"),
        ("1742302800.1000000", "1742302801.000000"),
        ("12abc.3x", "0000000012.000003"),
        ("", None),
        ("0", None),
        ("00", None),
        ("0.0", None),
        ("abc", None),
        ("99999999999999999999", LAST),
        ("1742302800000", LAST),
    ],
)
def test_a_timestamp_argument_is_read_as_slack_does(text: str, meant: str | None) -> None:
    assert read(text) == meant


@given(st.integers(0, micros(LAST)), st.integers(0, micros(LAST)))
def test_timestamps_sort_as_text_like_the_times_they_stand_for(one: int, other: int) -> None:
    assert (ts(one) < ts(other)) == (one < other)
    assert micros(ts(one)) == one
    assert shifted(ts(one), 1) == ts(one + 1)


# --- pages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 100])
def test_pages_walk_back_from_the_newest_without_gap_or_repetition(
    world: World, office: Office, limit: int
) -> None:
    channel, *written = filled(world, office, 7)
    told = pages(world, channel, Window(limit))
    assert [each for page in told for each in page] == written[::-1]
    assert [len(page) for page in told[:-1]] == [limit] * (len(told) - 1)


def test_with_a_lower_bound_alone_pages_walk_forward_each_newest_first(world: World, office: Office) -> None:
    channel, *written = filled(world, office, 7)
    assert pages(world, channel, Window(3, oldest=written[0])) == [
        [written[3], written[2], written[1]],
        [written[6], written[5], written[4]],
    ]


def test_with_both_bounds_pages_walk_back(world: World, office: Office) -> None:
    channel, *written = filled(world, office, 7)
    assert pages(world, channel, Window(2, oldest=written[0], latest=written[5])) == [
        [written[4], written[3]],
        [written[2], written[1]],
    ]


@pytest.mark.parametrize("inclusive", [False, True])
def test_bounds_are_exclusive_unless_asked_otherwise(world: World, office: Office, inclusive: bool) -> None:
    channel, *written = filled(world, office, 5)
    (only,) = pages(world, channel, Window(10, written[1], written[3], inclusive))
    assert only == written[3:0:-1] if inclusive else [written[2]]


def test_a_bound_between_messages_counts_to_the_microsecond(world: World, office: Office) -> None:
    channel, first, second = filled(world, office, 2)
    for oldest, expected in (
        (shifted(first, -1), [second, first]),
        (first, [second]),
        (shifted(first, 1), [second]),
    ):
        assert pages(world, channel, Window(10, oldest=oldest)) == [expected]


def test_a_window_with_nothing_in_it_is_one_empty_page(world: World, office: Office) -> None:
    channel, *written = filled(world, office, 3)
    assert pages(world, channel, Window(2, oldest=written[-1])) == [[]]
    assert pages(world, channel, Window(2, oldest=written[2], latest=written[0])) == [[]]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    limit=st.integers(1, 12),
    oldest=st.none() | st.integers(-1, 11),
    latest=st.none() | st.integers(-1, 11),
    inclusive=st.booleans(),
)
def test_any_window_shows_each_message_within_it_once(
    world: World, office: Office, limit: int, oldest: int | None, latest: int | None, inclusive: bool
) -> None:
    world.reset()
    channel, *written = filled(world, office, 9)
    times = [shifted(written[0], -5), *written, shifted(written[-1], 5)]
    low, high = (None if each is None else times[each % len(times)] for each in (oldest, latest))
    expected = [
        each
        for each in written
        if (low is None or each > low or (inclusive and each == low))
        and (high is None or each < high or (inclusive and each == high))
    ]
    shown = [each for page in pages(world, channel, Window(limit, low, high, inclusive)) for each in page]
    assert sorted(shown) == expected
    assert len(shown) == len(set(shown))


def test_a_page_goes_on_though_the_message_it_stopped_at_is_gone(world: World, office: Office) -> None:
    channel, *written = filled(world, office, 5)
    with seen_by(world) as context:
        following = history.top_level(context, channel, Window(2)).next_ts
    assert following == written[2]
    world.raw.execute("DELETE FROM slack_message WHERE ts = ?", (following,))
    with seen_by(world) as context:
        page = history.top_level(context, channel, Window(2, start=following))
        assert [each.ts for each in page.messages] == [written[1], written[0]]


# --- threads --------------------------------------------------------------------------------------------


def test_the_root_comes_first_on_every_page_of_a_thread(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    replies = [post(world, tax, person=MARCUS, thread_ts=root) for _ in range(5)]
    told, start = [], None
    for _ in range(3):
        with seen_by(world) as context:
            page = history.thread(context, tax, root, Window(2, start=start))
            told.append([each.ts for each in page.messages])
            start = page.next_ts
    assert start is None
    assert told == [[root, *replies[:2]], [root, *replies[2:4]], [root, replies[4]]]


def test_bounds_apply_to_the_replies(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax)
    replies = [post(world, tax, thread_ts=root) for _ in range(4)]
    with seen_by(world) as context:
        page = history.thread(context, tax, root, Window(9, oldest=replies[0], latest=replies[3]))
        assert [each.ts for each in page.messages] == [root, replies[1], replies[2]]


def test_a_reply_s_timestamp_shows_that_reply_alone(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    with seen_by(world) as context:
        page = history.thread(context, tax, office.messages["reply"], ALL)
        assert [each.ts for each in page.messages] == [office.messages["reply"]]


def test_a_message_without_replies_is_a_thread_of_one(world: World, office: Office) -> None:
    with seen_by(world) as context:
        page = history.thread(context, office.channels["general"], office.messages["welcome"], ALL)
        assert [each.ts for each in page.messages] == [office.messages["welcome"]]
        assert page.next_ts is None


def test_a_timestamp_of_nothing_is_no_thread(world: World, office: Office) -> None:
    with seen_by(world) as context, pytest.raises(ThreadNotFound):
        history.thread(context, office.channels["general"], office.messages["question"], ALL)


# --- read marks -----------------------------------------------------------------------------------------


def test_nobody_has_read_anything_at_first(world: World, office: Office) -> None:
    with seen_by(world, TOM) as context:
        assert marks.last_read(context, office.channels["tax-season"]) == "0000000000.000000"


def test_a_mark_moves_forward_and_back(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    newest, *_, oldest = timeline(world, tax)
    for moment in (newest, oldest, newest):
        with by(world) as context:
            marks.mark(context, tax, moment)
            assert marks.last_read(context, tax) == moment
    with by(world) as context:
        marks.mark(context, tax, "0")
        assert marks.last_read(context, tax) == "0000000000.000000"


def test_a_mark_needs_a_timestamp_and_a_seat(world: World, office: Office) -> None:
    with by(world, TOM) as context:
        with pytest.raises(InvalidTimestamp):
            marks.mark(context, office.channels["general"], "yesterday")
        with pytest.raises(NotInChannel):
            marks.mark(context, office.channels["tax-season"], office.messages["question"])
        with pytest.raises(ChannelNotFound):
            marks.mark(context, office.channels["dm"], office.messages["dm"])


def test_what_is_unread_is_what_others_wrote_since(world: World, office: Office) -> None:
    general, tax = office.channels["general"], office.channels["tax-season"]
    with by(world) as context:
        for each in channels.listed(context):
            if channels.is_member(context, each.id):
                marks.mark(context, each.id, str(world.clock.seconds - 1))
        assert marks.unread(context) == {}
    post(world, general, "news", MARCUS)
    post(world, general, f"<@{office.users[DANA]}> look", MARCUS)
    post(world, general, "<!here> lunch", TOM)
    post(world, tax, f"for <@{office.users[PRIYA]}>", MARCUS)
    root = post(world, tax, "to be discussed", MARCUS)
    post(world, tax, f"<@{office.users[DANA]}> only in the thread", PRIYA, thread_ts=root)
    post(world, tax, "in the channel too", PRIYA, thread_ts=root, broadcast=True)
    with seen_by(world) as context:
        assert marks.unread(context) == {general: Unread(3, 2), tax: Unread(3, 0)}
    post(world, general, "mine")
    with seen_by(world) as context:
        assert marks.unread(context) == {tax: Unread(3, 0)}


def test_one_s_own_messages_are_never_unread(world: World, office: Office) -> None:
    general = office.channels["general"]
    post(world, general, f"to <@{office.users[DANA]}>", MARCUS)
    post(world, general, f"mine, about <@{office.users[DANA]}>")
    with by(world) as context:
        marks.mark(context, general, str(world.clock.seconds - 1))
        assert marks.unread(context)[general] == Unread(1, 1)


def test_channels_one_is_not_in_have_nothing_unread(world: World, office: Office) -> None:
    post(world, office.channels["tax-season"], "news", MARCUS)
    with seen_by(world, TOM) as context:
        assert office.channels["tax-season"] not in marks.unread(context)
