"""The server's book of worlds and tokens, and the worlds that a process has open."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from workaday.errors import WorldError
from workaday.server.opened import OpenWorlds
from workaday.server.registry import Record, Registry, new_id
from workaday.snapshot import Snapshot
from workaday.world import World


def record(name: str, **more: object) -> Record:
    return Record(name, "office", "tiny", 1, "0" * 64, **more)  # type: ignore[arg-type]


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    opened = Registry(tmp_path / "registry.db")
    opened.add(record("one"))
    yield opened
    opened.close()


# --- the book -------------------------------------------------------------------------------------------


def test_a_token_leads_to_its_person_in_its_world(registry: Registry) -> None:
    assert registry.find(registry.seat("one", "dana.whitfield")) == ("one", "dana.whitfield")


def test_a_person_has_one_token_in_a_world(registry: Registry) -> None:
    first, second = registry.seat("one", "dana.whitfield"), registry.seat("one", "dana.whitfield")
    assert registry.find(first) is None
    assert registry.seats("one") == {"dana.whitfield": second}


@pytest.mark.parametrize(
    "token", ["", "x", "%", "0" * 31, "0" * 33, "\x00" * 32, "\ud800" * 32, "0" * 32 + "\n"]
)
def test_what_is_no_token_leads_nowhere(registry: Registry, token: str) -> None:
    registry.seat("one", "dana.whitfield")
    assert registry.find(token) is None


def test_a_revoked_token_leads_nowhere(registry: Registry) -> None:
    dana, marcus = registry.seat("one", "dana.whitfield"), registry.seat("one", "marcus.lee")
    assert registry.revoke("one", ["dana.whitfield", "nobody"]) == ["dana.whitfield"]
    assert (registry.find(dana), registry.find(marcus)) == (None, ("one", "marcus.lee"))
    assert registry.revoke("one") == ["marcus.lee"]


def test_the_tokens_of_a_world_go_with_it(registry: Registry) -> None:
    token = registry.seat("one", "dana.whitfield")
    assert registry.remove("one")
    assert (registry.find(token), registry.get("one")) == (None, None)
    assert not registry.remove("one")


def test_what_one_process_writes_the_others_see(registry: Registry, tmp_path: Path) -> None:
    other = Registry(tmp_path / "registry.db")
    token = other.seat("one", "dana.whitfield")
    assert registry.find(token) == ("one", "dana.whitfield")
    registry.revoke("one")
    assert other.find(token) is None
    other.close()


def test_a_world_is_listed_with_all_that_is_known_of_it(registry: Registry) -> None:
    registry.add(record("two", task="slack.answer_in_thread", variant=7, forked_from="one"))
    one, two = registry.all()
    assert (one.id, one.task, one.grade) == ("one", None, None)
    assert (two.id, two.firm, two.size, two.seed) == ("two", "office", "tiny", 1)
    assert (two.task, two.variant, two.forked_from) == ("slack.answer_in_thread", 7, "one")
    assert two.created.endswith("+00:00")


def test_an_episode_keeps_its_first_grade(registry: Registry) -> None:
    registry.keep_grade("one", {"reward": 1.0})
    registry.keep_grade("one", {"reward": 0.0})
    kept = registry.get("one")
    assert kept
    assert kept.grade == {"reward": 1.0}


def test_the_book_is_its_owners_to_read(registry: Registry, tmp_path: Path) -> None:
    assert (tmp_path / "registry.db").stat().st_mode & 0o077 == 0


def test_no_two_worlds_have_one_id() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000


# --- open worlds ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, snapshot: Snapshot) -> Path:
    for name in "abcdef":
        World.open(snapshot, path=tmp_path / f"{name}.db").close()
    return tmp_path


@pytest.fixture
def worlds(folder: Path) -> Iterator[OpenWorlds]:
    opened = OpenWorlds(lambda name: folder / f"{name}.db", most=2)
    yield opened
    opened.close()


def is_open(world: World) -> bool:
    try:
        return world.sequence() >= 0
    except WorldError:
        return False


def test_a_world_is_opened_once_and_stays_open(worlds: OpenWorlds) -> None:
    with worlds.borrowed("a") as first:
        pass
    with worlds.borrowed("a") as second:
        assert second is first


def test_the_world_that_was_idle_longest_is_closed_first(worlds: OpenWorlds) -> None:
    seen = {}
    for name in "abac":
        with worlds.borrowed(name) as seen[name]:
            pass
    assert {name: is_open(world) for name, world in seen.items()} == {"a": True, "b": False, "c": True}


def test_a_world_in_use_is_never_closed_under_its_user(worlds: OpenWorlds) -> None:
    used = [worlds.borrow(name) for name in "abcd"]
    assert all(is_open(world) for world in used)
    for world in used:
        worlds.give_back(world)
    assert [is_open(world) for world in used] == [False, False, True, True]


def test_a_world_that_is_not_there_is_an_error_and_harms_nothing(worlds: OpenWorlds) -> None:
    with pytest.raises(WorldError, match="there is no world"):
        worlds.borrow("z")
    with worlds.borrowed("a") as world:
        assert is_open(world)


def test_a_deleted_world_is_closed_when_its_user_is_done(worlds: OpenWorlds, folder: Path) -> None:
    world = worlds.borrow("a")
    (folder / "a.db").unlink()
    assert is_open(world)
    worlds.give_back(world)
    assert not is_open(world)


def test_a_world_that_was_deleted_with_its_folder_is_an_error(tmp_path: Path, snapshot: Snapshot) -> None:
    (tmp_path / "a").mkdir()
    World.open(snapshot, path=tmp_path / "a" / "world.db").close()
    worlds = OpenWorlds(lambda name: tmp_path / name / "world.db")
    worlds.give_back(worlds.borrow("a"))
    shutil.rmtree(tmp_path / "a")
    with pytest.raises(WorldError, match="deleted"):
        worlds.borrow("a")
    worlds.close()


def test_a_world_is_used_by_one_at_a_time_in_all_processes(worlds: OpenWorlds, folder: Path) -> None:
    elsewhere = OpenWorlds(lambda name: folder / f"{name}.db")
    mine = worlds.borrow("a")
    with ThreadPoolExecutor(2) as threads:
        theirs = [threads.submit(each.borrow, "a") for each in (worlds, elsewhere)]
        assert not wait(theirs, timeout=0.2).done
        worlds.give_back(mine)
        first = wait(theirs, return_when=FIRST_COMPLETED)
        assert (len(first.done), len(first.not_done)) == (1, 1)
        for owner, borrowed in zip((worlds, elsewhere), theirs, strict=True):
            if borrowed in first.done:
                owner.give_back(borrowed.result())
        for owner, borrowed in zip((worlds, elsewhere), theirs, strict=True):
            if borrowed in first.not_done:
                owner.give_back(borrowed.result())
    elsewhere.close()


def test_many_threads_share_a_few_open_worlds(worlds: OpenWorlds) -> None:
    """More worlds than may stay open, each used by several threads at once: none is closed too early."""
    counted = dict.fromkeys("abcdef", 0)
    lock = threading.Lock()

    def use(number: int) -> None:
        name = "abcdef"[number % 6]
        with worlds.borrowed(name) as world:
            world.advance(1)
        with lock:
            counted[name] += 1

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(use, range(300)))
    for name, count in counted.items():
        with worlds.borrowed(name) as world:
            assert world.sequence() == count
