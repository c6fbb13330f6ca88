"""The benchmark times what it says, beside a floor that does the same work.  Nothing here is timed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from workaday import bench
from workaday.bare import Bare, enlarged
from workaday.bench import Case, Row
from workaday.snapshot import Snapshot
from workaday.tool import toolbox
from workaday.world import World

TOOLS = toolbox("slack")


@pytest.fixture
def bare(snapshot: Snapshot) -> Iterator[Bare]:
    with ExitStack() as stack:
        yield Bare(snapshot.read(), stack)


def test_a_row_is_what_the_design_prints() -> None:
    row = Row("read", "small", median_us=30.0, p95_us=40.5, floor_us=12.0)
    assert row.as_dict() == {
        "name": "read",
        "size": "small",
        "median_us": 30.0,
        "p95_us": 40.5,
        "floor_us": 12.0,
        "ratio": 2.5,
    }
    assert Row("grade", "small", 1.0, 2.0, None).as_dict()["ratio"] is None


def test_work_and_floor_take_turns_and_what_comes_before_is_not_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0
    log: list[str] = []

    def takes(name: str, microseconds: int) -> bench.Work:
        def work() -> None:
            nonlocal now
            now += microseconds * 1000
            log.append(name)

        return work

    monkeypatch.setattr(bench, "perf_counter_ns", lambda: now)
    monkeypatch.setattr(bench, "MOST_SAMPLES", 20)
    case = Case(
        "x", "y", takes("work", 30), takes("floor", 10), takes("before", 500), takes("before floor", 700)
    )
    assert bench.measure(case) == Row("x", "y", 30.0, 30.0, 10.0)
    assert log == ["before", "work", "before floor", "floor"] * (20 + bench.WARM_UP)


def test_quantiles_are_of_the_samples() -> None:
    samples = [microseconds * 1000 for microseconds in range(1, 102)]
    assert bench._quantile(samples, 0.5) == 51
    assert bench._quantile(samples[::-1], 0.95) == 96


# --- the floor does the same work -----------------------------------------------------------------------


def test_the_floor_reads_the_same_messages(world: World, bare: Bare) -> None:
    told = TOOLS["slack_read_channel"].call(world, bare.person, {"channel": bare.channel, "limit": 20})
    rows = [row for row in bare.read() if len(row) > 10]
    assert [row[2] for row in rows] == [message["ts"] for message in told["messages"]]


def test_the_floor_finds_the_same(world: World, bare: Bare) -> None:
    told = TOOLS["slack_search_messages"].call(world, bare.person, {"query": bare.word})["messages"]
    *_, total = (row for row in bare.search() if len(row) == 1)
    assert total == (told["total"],)
    assert told["total"] > 0


def test_the_floor_writes_the_same_rows(world: World, bare: Bare) -> None:
    TOOLS["slack_post_message"].call(world, bare.person, {"channel": bare.channel, "text": bare.text})
    bare.post()
    query = "SELECT table_name FROM workaday_journal ORDER BY sequence"
    assert sorted(bare.raw.execute(query)) == sorted(world.raw.execute(query))
    bare.reset()
    assert bare.raw.execute("SELECT count(*) FROM workaday_journal").fetchone() == (0,)


def test_a_plain_floor_records_nothing(snapshot: Snapshot) -> None:
    with ExitStack() as stack:
        plain = Bare(snapshot.read(), stack, recorded=False)
        plain.insert()
        assert plain.raw.execute("SELECT count(*) FROM workaday_journal").fetchone() == (0,)


def test_an_enlarged_office_is_a_world_that_can_be_worked_in(snapshot: Snapshot) -> None:
    image = enlarged(snapshot.read(), 2_000_000)
    assert len(image) >= 2_000_000
    with World.from_image(image) as world:
        before = world.raw.execute("SELECT count(*) FROM slack_message").fetchone()
        with ExitStack() as stack:
            bare = Bare(image, stack)
            told = TOOLS["slack_post_message"].call(
                world, bare.person, {"channel": bare.channel, "text": "heron"}
            )
            assert told["ts"]
        world.reset()
        assert world.raw.execute("SELECT count(*) FROM slack_message").fetchone() == before


def test_the_machine_is_told() -> None:
    assert json.loads(json.dumps(bench.machine())).keys() == {
        "system",
        "processor",
        "cores",
        "python",
        "sqlite",
    }
