"""Immutable world images: built once from a firm's recipe, kept in the user's cache folder, loaded by worlds.

A snapshot is keyed by what it is made from: recipe, size, seed number, and the source of the recipe, the apps
and the tables.  It is built in a folder of its own that is renamed into place when it is whole: what is half
built is never used, and two processes that build at once do not hurt each other.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path
from sqlalchemy import insert

from workaday import journal
from workaday.app import apps
from workaday.chance import digest
from workaday.clock import WorldTime
from workaday.database import Base, connect, open_session
from workaday.errors import SnapshotError
from workaday.storage import loaded
from workaday.world import World

Size = Literal["tiny", "small", "full"]
SIZES: tuple[Size, ...] = ("tiny", "small", "full")
Progress = Callable[[float], None]
"""Told how much of a build is done, from 0 to 1."""


@dataclass(frozen=True)
class Recipe:
    """How a firm's world is made.  Found by its entry point in the group ``workaday.seeds``."""

    name: str
    package: str
    """The package whose source makes the world; a change in it makes another snapshot."""
    now: int
    """World time once built, in microseconds since 1970."""
    timezone: str
    sizes: tuple[Size, ...]
    build: Callable[[World, Size, int, Progress], None]
    """Fills an empty world through the apps' services: world, size, seed number, progress."""


@lru_cache(maxsize=1)
def recipes() -> dict[str, Recipe]:
    """The installed recipes by name."""
    found = sorted(entry_points(group="workaday.seeds"), key=lambda point: point.name)
    return {point.name: point.load() for point in found}


def recipe(name: str) -> Recipe:
    """The recipe of that name."""
    try:
        return recipes()[name]
    except KeyError:
        raise SnapshotError(f"there is no firm called {name!r}; there is {', '.join(recipes())}") from None


@dataclass(frozen=True)
class Manifest:
    """What is known of an image without opening it."""

    firm: str
    size: Size
    seed: int
    state_hash: str
    image_sha256: str


@dataclass(frozen=True)
class Snapshot:
    """An image on disk, and one copy of it in memory that every world of this process is made from."""

    folder: Path
    manifest: Manifest

    @cached_property
    def image(self) -> sqlite3.Connection:
        """The shared copy.  It is only ever read."""
        image = loaded(self.read())
        try:
            (state,) = image.execute("SELECT state FROM workaday_baseline").fetchone()
        except sqlite3.DatabaseError:
            state = None
        if state != self.manifest.state_hash:
            raise self._damaged()
        return image

    def read(self) -> bytes:
        """The image's bytes from the disk, checked against the manifest."""
        data = (self.folder / "image.db").read_bytes()
        if hashlib.sha256(data).hexdigest() != self.manifest.image_sha256:
            raise self._damaged()
        return data

    def _damaged(self) -> SnapshotError:
        return SnapshotError(f"the snapshot in {self.folder} is damaged")

    def open(self, *, path: Path | None = None) -> World:
        """A new world with this content."""
        return World.open(self, path=path)


class Store:
    """The snapshots of one cache folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()
        self._loaded: dict[tuple[str, Size, int], Snapshot] = {}

    def get(
        self, firm: str, size: Size = "small", seed: int = 1, progress: Progress | None = None
    ) -> Snapshot:
        """The snapshot of a firm, built if it is not there or is damaged."""
        name = (firm, size, seed)
        if name not in self._loaded:
            self._loaded[name] = self.find(*name) or self.build(firm, size, seed, progress)
        return self._loaded[name]

    def build(self, firm: str, size: Size, seed: int = 1, progress: Progress | None = None) -> Snapshot:
        """Build a snapshot anew and put it in place."""
        made_from = recipe(firm)
        if size not in made_from.sizes:
            raise SnapshotError(f"{firm} has no size {size!r}; it has {', '.join(made_from.sizes)}")
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder, prefix="building-") as scratch:
            manifest = _build(made_from, size, seed, Path(scratch), progress or (lambda _: None))
            self._put(Path(scratch), self._place(firm, size, seed))
        self._loaded[firm, size, seed] = Snapshot(self._place(firm, size, seed), manifest)
        return self._loaded[firm, size, seed]

    def list(self) -> list[Snapshot]:
        """Every whole snapshot in the folder, in order of firm, size and seed."""
        found = [
            _open(folder) for folder in self.folder.glob("*/") if not folder.name.startswith("building-")
        ]
        whole = [snapshot for snapshot in found if snapshot]
        return sorted(whole, key=lambda each: (each.manifest.firm, each.manifest.size, each.manifest.seed))

    def _place(self, firm: str, size: Size, seed: int) -> Path:
        return self.folder / f"{firm}-{size}-{seed}-{key(recipe(firm), size, seed)[:16]}"

    def find(self, firm: str, size: Size, seed: int = 1) -> Snapshot | None:
        """The snapshot of a firm, if it is there and whole."""
        snapshot = _open(self._place(firm, size, seed))
        try:
            return snapshot if snapshot and snapshot.image else None
        except (OSError, SnapshotError):
            return None

    @staticmethod
    def _put(made: Path, place: Path) -> None:
        """Rename into place.  Whoever comes second, or finds a damaged one there, replaces it."""
        ready = made / "ready"
        for _ in range(100):
            try:
                ready.rename(place)
            except OSError:
                aside = Path(tempfile.mkdtemp(dir=made)) / "old"
                with suppress(FileNotFoundError):  # another process was quicker
                    place.rename(aside)
            else:
                return
        raise SnapshotError(f"cannot put a snapshot at {place}")


def default_folder() -> Path:
    """``WORKADAY_CACHE`` or the user's cache folder."""
    named = os.environ.get("WORKADAY_CACHE")
    return (Path(named) if named else user_cache_path("workaday")) / "snapshots"


def _open(folder: Path) -> Snapshot | None:
    try:
        manifest = Manifest(**json.loads((folder / "manifest.json").read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return Snapshot(folder, manifest)


# --- building -------------------------------------------------------------------------------------------


def _build(made_from: Recipe, size: Size, seed: int, scratch: Path, progress: Progress) -> Manifest:
    ready = scratch / "ready"
    ready.mkdir()
    with World.from_image(blank(made_from, size, seed)) as world:
        made_from.build(world, size, seed, progress)
        world.clock.move(made_from.now)
        state = journal.full_state(world.raw, Base.metadata)
        journal.settle(world.raw, state)
        journal.install(world.raw, Base.metadata)
        image = _compact(world.image(), scratch / "compact.db")
    (ready / "image.db").write_bytes(image)
    manifest = Manifest(made_from.name, size, seed, journal.spelled(state), hashlib.sha256(image).hexdigest())
    (ready / "manifest.json").write_text(json.dumps(asdict(manifest), indent=2) + "\n", "utf-8")
    return manifest


def blank(made_from: Recipe, size: Size, seed: int) -> bytes:
    """The image of empty tables, without triggers, at the time when the build starts."""
    apps()
    number = int.from_bytes(digest(made_from.name, size, seed)[:6], "big")
    time = {"id": 1, "now": made_from.now, "tick": 0, "timezone": made_from.timezone, "seed": number}
    with closing(connect()) as raw:
        connection, _ = open_session(raw)
        Base.metadata.create_all(connection)
        connection.execute(insert(WorldTime), time)
        return raw.serialize()


def _compact(image: bytes, path: Path) -> bytes:
    """The same content in the fewest pages: what was deleted and rewritten while building leaves no trace."""
    with closing(loaded(image)) as copy:
        copy.execute("VACUUM INTO ?", (str(path),))
    return path.read_bytes()


_SHAPES_NOTHING = ("api", "pages", "tools", "templates", "static")
_ENGINE = (
    "chance",
    "clock",
    "database",
    "events",
    "identifiers",
    "journal",
    "people",
    "snapshot",
    "statement",
    "world",
)


def key(made_from: Recipe, size: Size, seed: int) -> str:
    """A digest of everything that an image is made from."""
    parts: list[str] = [made_from.name, size, str(seed), made_from.timezone, str(made_from.now)]
    for name, path in _sources(made_from):
        parts += [name, hashlib.sha256(path.read_bytes()).hexdigest()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _sources(made_from: Recipe) -> Iterator[tuple[str, Path]]:
    """Files by names that are the same on every machine."""
    here = Path(__file__).parent
    yield from ((name, here / f"{name}.py") for name in _ENGINE)
    for package in (made_from.package, *(app.models.rpartition(".")[0] for app in apps().values())):
        folder = Path(import_module(package).__file__ or "").parent
        for path in sorted(path for path in folder.rglob("*") if _shapes(path.relative_to(folder))):
            yield f"{package}:{path.relative_to(folder).as_posix()}", path


def _shapes(path: Path) -> bool:
    first = path.parts[0].partition(".")[0]
    return (
        path.suffix in {".py", ".toml", ".json"}
        and first not in _SHAPES_NOTHING
        and path.name != "coverage.toml"
    )
