"""World time stands still until it is told to move, and moving it fires what is due, in order."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.office import NOW, Office
from workaday import events
from workaday.apps.slack.service import messages
from workaday.clock import SECOND, at_zone, micros
from workaday.database import connect, override_sql_time
from workaday.errors import WorldError
from workaday.snapshot import Snapshot
from workaday.world import Context, World

DANA = "dana.whitfield"
Handler = Callable[[Context, dict[str, object]], None]


@pytest.fixture
def fired(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[object, int]]]:
    """What the clock fired: the payloads' names, and when.  A payload may ask for more events, or to fail."""
    log: list[tuple[object, int]] = []

    def handler(context: Context, payload: dict[str, object]) -> None:
        log.append((payload["name"], context.clock.now))
        for name, at in payload.get("then", ()):  # type: ignore[attr-defined]
            context.schedule("test.note", {"name": name}, at=at)
        if payload.get("fails"):
            raise RuntimeError(payload["name"])

    monkeypatch.setattr(events, "event_handler", lambda _: handler)
    yield log
    log.clear()


def schedule(world: World, *notes: tuple[str, int], **more: object) -> None:
    with world.action("schedule", door="tool", person=DANA) as context:
        for name, at in notes:
            context.schedule("test.note", {"name": name, **more}, at=at)


# --- standing still -------------------------------------------------------------------------------------


def test_time_stands_still_whatever_the_machine_does(world: World) -> None:
    before = (world.clock.now, world.clock.datetime())
    time.sleep(0.002)
    with world.action("looks", door="tool", person=DANA):
        pass
    assert (world.clock.now, world.clock.datetime()) == before


def test_the_time_is_told_in_the_office_s_zone(world: World) -> None:
    assert world.clock.now == NOW == 1_742_302_800 * SECOND
    assert world.clock.seconds == 1_742_302_800
    assert world.clock.datetime() == datetime(2025, 3, 18, 9, 0, tzinfo=ZoneInfo("America/New_York"))
    assert str(world.clock.zone) == "America/New_York"


@given(st.datetimes(timezones=st.just(UTC)).filter(lambda moment: 1902 < moment.year < 2200))
def test_microseconds_are_exact(moment: datetime) -> None:
    assert at_zone(micros(moment), ZoneInfo("Asia/Kolkata")) == moment
    assert micros(moment.astimezone(ZoneInfo("Asia/Kolkata"))) == micros(moment)


def test_advancing_moves_the_time_by_that_much(world: World) -> None:
    world.advance(90)
    world.advance(0.25)
    assert world.clock.now == NOW + 90 * SECOND + SECOND // 4


def test_advancing_by_nothing_changes_nothing(world: World) -> None:
    before = (world.state_hash(), world.sequence())
    world.advance(0)
    assert (world.state_hash(), world.sequence()) == before


def test_time_does_not_run_backwards(world: World) -> None:
    with pytest.raises(WorldError, match="backwards"):
        world.advance(-1)
    assert world.clock.now == NOW


def test_moving_the_clock_is_the_clock_s_doing(world: World) -> None:
    world.advance(60)
    assert [(change.table, change.doors, change.columns) for change in world.changes()] == [
        ("workaday_world", ("clock",), ("now",))
    ]


# --- what is due ----------------------------------------------------------------------------------------


def test_events_fire_in_order_of_time_then_of_scheduling(world: World, fired: list[object]) -> None:
    schedule(world, ("late", NOW + 30), ("first", NOW + 10), ("second", NOW + 10), ("third", NOW + 20))
    world.advance(1)
    assert fired == [("first", NOW + 10), ("second", NOW + 10), ("third", NOW + 20), ("late", NOW + 30)]
    assert world.clock.now == NOW + SECOND


def test_an_event_fires_once_and_not_before_its_time(world: World, fired: list[object]) -> None:
    schedule(world, ("note", NOW + SECOND))
    world.advance(0.999999)
    assert fired == []
    world.advance(0.000001)
    world.advance(10)
    assert fired == [("note", NOW + SECOND)]


def test_what_was_due_already_fires_at_the_present_time(world: World, fired: list[object]) -> None:
    schedule(world, ("overdue", NOW - 10 * SECOND))
    world.advance(0)
    assert fired == [("overdue", NOW)]
    assert world.clock.now == NOW


def test_a_handler_may_schedule_more(world: World, fired: list[object]) -> None:
    then = [("in the past", NOW - 5), ("at once", NOW + 10), ("between", NOW + 15), ("later", NOW + 99)]
    schedule(world, ("first", NOW + 10), then=then)
    schedule(world, ("last", NOW + 20))
    world.advance(0.000050)
    assert fired == [
        ("first", NOW + 10),
        ("in the past", NOW + 10),
        ("at once", NOW + 10),
        ("between", NOW + 15),
        ("last", NOW + 20),
    ]
    world.advance(1)
    assert fired[-1] == ("later", NOW + 99)


def test_a_handler_that_fails_loses_nothing(world: World, fired: list[object]) -> None:
    schedule(world, ("before", NOW + 10))
    schedule(world, ("fails", NOW + 20), fails=True, then=[("never", NOW + 25)])
    schedule(world, ("after", NOW + 30))
    for _ in range(2):
        with pytest.raises(RuntimeError, match="fails"):
            world.advance(1)
        assert world.clock.now == NOW + 10
        assert world.state_hash() == world.full_state_hash()
    assert fired == [("before", NOW + 10), ("fails", NOW + 20), ("fails", NOW + 20)]


def test_an_event_can_be_taken_back_until_it_fires(world: World, fired: list[object]) -> None:
    with world.action("schedule", door="tool", person=DANA) as context:
        number = context.schedule("test.note", {"name": "note"}, at=NOW + 10)
    with world.action("cancel", door="tool", person=DANA) as context:
        assert events.cancel(context, number)
        assert not events.cancel(context, number)
        assert not events.cancel(context, 999)
    world.advance(1)
    assert fired == []


def test_an_event_acts_for_who_scheduled_it_by_the_clock_s_door(
    world: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(context: Context, payload: dict[str, str]) -> None:
        messages.post(context, payload["channel"], "as promised")

    monkeypatch.setattr(events, "event_handler", lambda _: send)
    with world.action("schedule", door="tool", person=DANA) as context:
        context.schedule("test.send", {"channel": office.channels["general"]}, at=NOW + SECOND)
    world.advance(60)
    (sent,) = (change for change in world.changes() if change.table == "slack_message")
    assert (sent.person, sent.doors, sent.row["ts"]) == (DANA, ("clock",), "1742302801.000000")
    assert sent.row["user_id"] == office.users[DANA]


def test_events_are_part_of_the_world_s_state(snapshot: Snapshot, world: World) -> None:
    schedule(world, ("note", NOW + SECOND))
    with World.open(snapshot) as other:
        assert other.state_hash() != world.state_hash()
    world.reset()
    assert world.raw.execute("SELECT count(*) FROM workaday_event").fetchone() == (0,)


# --- the tick -------------------------------------------------------------------------------------------


def test_each_action_that_changes_something_moves_the_clock_by_the_tick(world: World, office: Office) -> None:
    world.settle(tick=7 * SECOND)
    assert (world.changes(), world.state_hash()) == ([], world.full_state_hash())
    start = world.clock.now

    def post(text: str) -> int:
        with world.action("post", door="tool", person=DANA) as context:
            messages.post(context, office.channels["general"], text)
            return context.clock.now

    assert [post("one"), post("two")] == [start, start + 7 * SECOND]
    with world.read():
        pass
    with world.action("nothing", door="tool", person=DANA):
        pass
    with pytest.raises(RuntimeError):
        fail(world)
    assert world.clock.now == start + 14 * SECOND


def fail(world: World) -> None:
    with world.action("fails", door="tool", person=DANA) as context:
        context.ids.number("anything")
        raise RuntimeError


def test_a_tick_fires_what_is_due(world: World, fired: list[object]) -> None:
    world.settle(tick=SECOND)
    start = world.clock.now
    schedule(world, ("note", start + SECOND // 2))
    assert fired == [("note", start + SECOND // 2)]
    assert world.clock.now == start + SECOND


# --- SQLite's own clock ---------------------------------------------------------------------------------

WORLD_TIME = {
    "CURRENT_TIMESTAMP": "2025-03-18 13:00:00",
    "CURRENT_DATE": "2025-03-18",
    "CURRENT_TIME": "13:00:00",
    "datetime('now')": "2025-03-18 13:00:00",
    "DateTime('NOW', '+1 day', 'start of day')": "2025-03-19 00:00:00",
    "datetime()": "2025-03-18 13:00:00",
    "date('now')": "2025-03-18",
    "date()": "2025-03-18",
    "time('now')": "13:00:00",
    "strftime('%Y %W %s', 'now')": "2025 11 1742302800",
    "strftime('%H:%M:%f')": "13:00:00.000",
    "unixepoch()": 1_742_302_800,
    "unixepoch('now', '-1 hour')": 1_742_299_200,
    "julianday('now')": 2_460_753.0416666665,
    "julianday()": 2_460_753.0416666665,
    "datetime(CAST('now' AS BLOB))": "2025-03-18 13:00:00",
    "datetime('2024-02-29', '+1 year')": "2025-03-01 00:00:00",
    "strftime('%d', '2024-02-29')": "29",
}


@pytest.mark.parametrize("expression", WORLD_TIME)
def test_sqlite_s_clock_is_the_world_s(world: World, expression: str) -> None:
    assert world.raw.execute(f"SELECT {expression}").fetchone()[0] == WORLD_TIME[expression]


@pytest.mark.parametrize(
    "expression", ["datetime('subsec')", "unixepoch('subsecond')", "strftime('%s', 'subsec')"]
)
def test_the_newer_words_for_now_never_read_the_machine_s_clock(world: World, expression: str) -> None:
    """SQLite knows ``subsec`` since 3.42; before, it is no time at all."""
    told = world.raw.execute(f"SELECT {expression}").fetchone()[0]
    assert told is None or str(told).startswith(("2025-03-18 13:00:00", "1742302800"))


@pytest.mark.parametrize(
    "expression",
    ["datetime('now', 'localtime')", "datetime('2024-01-01', 'UTC')", "date('now', 'LocalTime')"],
)
def test_sqlite_does_not_know_the_machine_s_time_zone(world: World, expression: str) -> None:
    with pytest.raises(sqlite3.OperationalError, match="user-defined function raised exception"):
        world.raw.execute(f"SELECT {expression}").fetchone()


def test_defaults_and_triggers_keep_world_time(world: World) -> None:
    world.raw.execute(
        "CREATE TABLE diary (id INTEGER, at TEXT DEFAULT CURRENT_TIMESTAMP, day TEXT DEFAULT (date('now')))"
    )
    world.raw.execute("CREATE TABLE log (at TEXT)")
    world.raw.execute(
        "CREATE TRIGGER noted AFTER INSERT ON diary BEGIN INSERT INTO log VALUES (CURRENT_TIME); END"
    )
    world.raw.execute("INSERT INTO diary (id) VALUES (1)")
    assert world.raw.execute("SELECT * FROM diary, log").fetchall() == [
        (1, "2025-03-18 13:00:00", "2025-03-18", "13:00:00")
    ]


def test_each_connection_has_its_own_clock(snapshot: Snapshot) -> None:
    def live(number: int) -> set[object]:
        with World.open(snapshot) as world:
            world.advance(number * 3600)
            query = "SELECT unixepoch() - 1742302800, unixepoch(CURRENT_TIMESTAMP) - 1742302800"
            return {value for _ in range(50) for value in world.raw.execute(query).fetchone()}

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(live, range(40))) == [{number * 3600} for number in range(40)]


def test_sqlite_s_chance_is_the_same_in_every_world_and_after_every_reset(snapshot: Snapshot) -> None:
    def draw(world: World, *, reads: bool = False) -> tuple[object, ...]:
        with world.action("draw", door="tool", person=DANA, reads=reads) as context:
            query = "SELECT random(), random(), hex(randomblob(40)), length(randomblob(1000)), length(randomblob(0))"
            drawn: tuple[object, ...] = context.world.raw.execute(query).fetchone()
            return drawn

    with World.open(snapshot) as first, World.open(snapshot) as second:
        drawn = draw(first)
        assert drawn[0] != drawn[1]
        assert drawn[3:] == (1000, 1)
        first.reset()
        assert draw(first) == draw(second) == drawn
        assert draw(first, reads=True) == draw(first, reads=True) == draw(second, reads=True)


def test_two_actions_draw_different_chances(world: World) -> None:
    drawn = []
    for number in range(2):
        with world.action("draw", door="tool", person=DANA) as context:
            context.ids.number("something")
            drawn.append((number, context.world.raw.execute("SELECT random()").fetchone()[0]))
    assert drawn[0][1] != drawn[1][1]


def test_an_override_is_for_one_connection_alone() -> None:
    overridden, plain = connect(), connect()
    override_sql_time(overridden, lambda: 0, lambda: 4)
    query = "SELECT datetime('now'), random() = 4"
    assert overridden.execute(query).fetchone() == ("1970-01-01 00:00:00", 1)
    assert plain.execute(query).fetchone()[0] > "2025"
    overridden.close()
    plain.close()
