"""Snapshots are built once, whole or not at all, from what makes them and from nothing else."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests import office as small_office
from workaday import snapshot as snapshots
from workaday.errors import SnapshotError
from workaday.snapshot import Progress, Recipe, Size, Snapshot, Store
from workaday.world import World

ROOT = Path(__file__).parents[2]
RECIPE = small_office.RECIPE


@pytest.fixture
def builds() -> list[tuple[Size, int]]:
    """What has been built."""
    return []


@pytest.fixture
def recipe(builds: list[tuple[Size, int]]) -> Recipe:
    def build(world: World, size: Size, seed: int, progress: Progress) -> None:
        builds.append((size, seed))
        progress(0.5)
        small_office.build(world, size, seed, progress)

    return replace(RECIPE, build=build, sizes=("tiny", "small"))


@pytest.fixture
def store(recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(snapshots, "recipes", lambda: {"office": recipe})
    return Store(tmp_path / "snapshots")


def folder_of(store: Store) -> Path:
    (only,) = store.folder.iterdir()
    return only


def again(store: Store) -> Store:
    """Another process's view of the same folder."""
    return Store(store.folder)


# --- built once -----------------------------------------------------------------------------------------


def test_a_snapshot_is_built_once_and_then_found(store: Store, builds: list[tuple[Size, int]]) -> None:
    first = store.get("office", "tiny")
    assert store.get("office", "tiny") is first
    assert again(store).get("office", "tiny").read() == first.read()
    assert builds == [("tiny", 1)]


def test_each_size_and_seed_is_a_snapshot_of_its_own(store: Store, builds: list[tuple[Size, int]]) -> None:
    made = [store.get("office", "tiny"), store.get("office", "small"), store.get("office", "tiny", 2)]
    assert builds == [("tiny", 1), ("small", 1), ("tiny", 2)]
    assert len({each.manifest.state_hash for each in made}) == 3
    assert [(each.manifest.size, each.manifest.seed) for each in again(store).list()] == [
        ("small", 1),
        ("tiny", 1),
        ("tiny", 2),
    ]


def test_a_build_tells_how_far_it_is(store: Store) -> None:
    told: list[float] = []
    store.get("office", "tiny", progress=told.append)
    assert told == [0.5, 1.0]


def test_a_rebuild_gives_the_same_bytes(store: Store, builds: list[tuple[Size, int]]) -> None:
    first = store.get("office", "tiny").read()
    assert store.build("office", "tiny").read() == first
    assert len(builds) == 2


def test_an_unknown_firm_or_size_says_what_there_is(store: Store) -> None:
    with pytest.raises(SnapshotError, match="no firm called 'acme'; there is office"):
        store.get("acme")
    with pytest.raises(SnapshotError, match="office has no size 'full'; it has tiny, small"):
        store.get("office", "full")


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKADAY_CACHE", str(tmp_path / "elsewhere"))
    assert Store().folder == tmp_path / "elsewhere" / "snapshots"


# --- what is in it --------------------------------------------------------------------------------------


def test_the_manifest_says_what_the_image_holds(store: Store) -> None:
    made = store.get("office", "tiny")
    assert made.manifest.image_sha256 == sha256(made.read()).hexdigest()
    with made.open() as world:
        assert made.manifest.state_hash == world.state_hash() == world.full_state_hash()
        assert world.clock.now == RECIPE.now
        assert (world.changes(), world.sequence()) == ([], 0)


def test_an_image_has_no_trace_of_how_it_was_built(store: Store) -> None:
    with store.get("office", "tiny").open() as world:
        for table in ("workaday_action", "workaday_journal"):
            assert world.raw.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        assert world.raw.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert world.raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert world.raw.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_building_world_keeps_what_its_actions_do(store: Store) -> None:
    """Before there are triggers to record changes, they still count."""
    with store.get("office", "tiny").open() as world:
        assert world.raw.execute("SELECT count(*) FROM slack_user").fetchone() == (
            len(small_office.MEMBERS) + 1,
        )


# --- half built, damaged --------------------------------------------------------------------------------


def test_a_build_that_fails_leaves_nothing(
    store: Store, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(world: World, size: Size, seed: int, progress: Progress) -> None:
        small_office.build(world, size, seed, progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(snapshots, "recipes", lambda: {"office": replace(recipe, build=fail)})
    with pytest.raises(KeyboardInterrupt):
        store.get("office", "tiny")
    assert list(store.folder.iterdir()) == []


SLOW_BUILD = """
import sys
from dataclasses import replace
from pathlib import Path
from tests import office
from workaday import snapshot

def build(world, size, seed, progress):
    office.build(world, size, seed, progress)
    print("built", flush=True)
    sys.stdin.read()

snapshot.recipes = lambda: {"office": replace(office.RECIPE, build=build)}
snapshot.Store(Path(sys.argv[1])).get("office", "tiny")
"""


def test_a_build_that_is_killed_is_never_used(store: Store, builds: list[tuple[Size, int]]) -> None:
    killed = subprocess.Popen(
        [sys.executable, "-c", SLOW_BUILD, str(store.folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert killed.stdout is not None
    assert killed.stdout.readline() == "built\n"
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert [path.name[:9] for path in store.folder.iterdir()] == ["building-"]
    assert store.list() == []
    with store.get("office", "tiny").open() as world:
        assert world.full_state_hash() == store.get("office", "tiny").manifest.state_hash
    assert builds == [("tiny", 1)]


def truncated(folder: Path) -> None:
    os.truncate(folder / "image.db", 8192)


def flipped(folder: Path) -> None:
    image = bytearray((folder / "image.db").read_bytes())
    image[len(image) // 2] ^= 1
    (folder / "image.db").write_bytes(image)


def without_an_image(folder: Path) -> None:
    (folder / "image.db").unlink()


def without_a_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def half_a_manifest(folder: Path) -> None:
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text[: len(text) // 2])


def another_state_in_the_manifest(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "state_hash": "0" * 64}))


def not_a_database(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "image.db").write_bytes(b"diary" * 1000)
    digest = sha256(b"diary" * 1000).hexdigest()
    (folder / "manifest.json").write_text(json.dumps({**manifest, "image_sha256": digest}))


DAMAGES: list[Callable[[Path], None]] = [
    truncated,
    flipped,
    without_an_image,
    without_a_manifest,
    half_a_manifest,
    another_state_in_the_manifest,
    not_a_database,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_snapshot_is_noticed_and_built_again(
    store: Store, builds: list[tuple[Size, int]], damage: Callable[[Path], None]
) -> None:
    whole = store.get("office", "tiny")
    bytes_, manifest = whole.read(), whole.manifest
    damage(folder_of(store))
    mended = again(store).get("office", "tiny")
    assert builds == [("tiny", 1)] * 2
    assert (mended.read(), mended.manifest) == (bytes_, manifest)
    assert again(store).get("office", "tiny").manifest == manifest
    assert len(builds) == 2


@pytest.mark.parametrize("damage", [truncated, flipped])
def test_a_damaged_image_is_never_read(store: Store, damage: Callable[[Path], None]) -> None:
    whole = store.get("office", "tiny")
    damage(folder_of(store))
    with pytest.raises(SnapshotError, match="is damaged"):
        whole.read()


def build_at_once(folder: str, barrier: object, results: object) -> None:
    snapshots.recipes = lambda: {"office": RECIPE}  # type: ignore[assignment]
    barrier.wait()  # type: ignore[attr-defined]
    made = Store(Path(folder)).build("office", "tiny")
    with made.open() as world:
        results.put((made.manifest.state_hash, world.full_state_hash()))  # type: ignore[attr-defined]


def test_processes_that_build_at_once_all_end_with_a_whole_image(store: Store) -> None:
    spawn = multiprocessing.get_context("spawn")
    barrier, results = spawn.Barrier(4), spawn.Queue()
    running = [
        spawn.Process(target=build_at_once, args=(str(store.folder), barrier, results)) for _ in range(4)
    ]
    for process in running:
        process.start()
    told = [results.get(timeout=60) for _ in running]
    for process in running:
        process.join()
    assert [process.exitcode for process in running] == [0] * 4
    assert len({state for pair in told for state in pair}) == 1
    assert len(list(store.folder.iterdir())) == 1
    assert store.get("office", "tiny").manifest.state_hash == told[0][0]


# --- what it is made from -------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A recipe's package that can be changed."""
    folder = tmp_path / "packages" / "made_for_a_test"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "words.toml").write_text("hello = 1")
    monkeypatch.syspath_prepend(folder.parent)
    yield folder
    sys.modules.pop("made_for_a_test", None)


def test_the_key_changes_with_all_that_makes_a_snapshot(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = replace(RECIPE, package="made_for_a_test")
    keys = [snapshots.key(recipe, "tiny", 1)]
    assert snapshots.key(recipe, "tiny", 1) == keys[0]
    keys += [
        snapshots.key(recipe, "small", 1),
        snapshots.key(recipe, "tiny", 2),
        snapshots.key(replace(recipe, now=recipe.now + 1), "tiny", 1),
        snapshots.key(replace(recipe, timezone="UTC"), "tiny", 1),
        snapshots.key(replace(recipe, name="other"), "tiny", 1),
    ]
    (package / "words.toml").write_text("hello = 2")
    keys.append(snapshots.key(recipe, "tiny", 1))
    (package / "more").mkdir()
    (package / "more" / "data.json").write_text("{}")
    keys.append(snapshots.key(recipe, "tiny", 1))
    (package / "more" / "data.json").rename(package / "data.json")
    keys.append(snapshots.key(recipe, "tiny", 1))
    monkeypatch.setattr(snapshots, "_ENGINE", snapshots._ENGINE[1:])
    keys.append(snapshots.key(recipe, "tiny", 1))
    assert len(set(keys)) == len(keys)


def test_the_key_holds_the_engine_the_recipe_and_every_app_s_tables_and_service(package: Path) -> None:
    named = dict(snapshots._sources(replace(RECIPE, package="made_for_a_test")))
    assert {
        "journal": ROOT / "workaday/journal.py",
        "clock": ROOT / "workaday/clock.py",
        "identifiers": ROOT / "workaday/identifiers.py",
        "world": ROOT / "workaday/world.py",
        "workaday.apps.slack:models/messages.py": ROOT / "apps/slack/models/messages.py",
        "workaday.apps.slack:service/messages.py": ROOT / "apps/slack/service/messages.py",
        "made_for_a_test:words.toml": package / "words.toml",
    }.items() <= named.items()


def test_what_only_shows_a_world_does_not_change_the_key() -> None:
    shown = [path for _, path in snapshots._sources(RECIPE) if path.is_relative_to(ROOT / "apps")]
    assert not [path for path in shown if {"pages", "api", "templates", "static"} & set(path.parts)]
    assert not [path for path in shown if path.name in {"tools.py", "coverage.toml"}]


BUILD = """
import sys
from pathlib import Path
import freezegun
from tests import office
from workaday import snapshot

snapshot.recipes = lambda: {"office": office.RECIPE}
with freezegun.freeze_time(sys.argv[2]):
    made = snapshot.Store(Path(sys.argv[1])).get("office", "tiny")
print(made.manifest.image_sha256, made.manifest.state_hash, made.folder.name)
"""


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Kolkata"])
@pytest.mark.parametrize("day", ["2024-02-29 23:59:59", "2031-12-31 12:00:00"])
def test_an_image_is_the_same_on_every_day_in_every_zone_with_every_hash_seed(
    snapshot: Snapshot, tmp_path: Path, zone: str, day: str
) -> None:
    for seed in "012":
        environment = {"TZ": zone, "PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        command = [sys.executable, "-c", BUILD, str(tmp_path / seed), day]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        manifest = snapshot.manifest
        assert done.stdout.split() == [manifest.image_sha256, manifest.state_hash, snapshot.folder.name]


def test_a_snapshot_s_image_is_only_read(snapshot: Snapshot) -> None:
    before = snapshot.image.serialize()
    with snapshot.open() as world:
        world.advance(60)
        world.settle()
    assert snapshot.image.serialize() == before
    assert isinstance(snapshot.image, sqlite3.Connection)
