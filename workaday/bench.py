"""Speed: what each step of an episode costs, beside the floor of the same work in bare ``sqlite3``.

Both are timed in turn, in one run, so that a busy machine slows both alike: compare the ratios.
"""

from __future__ import annotations

import gc
import hashlib
import http.client
import platform
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from time import perf_counter_ns
from typing import Any
from urllib.parse import quote, urlsplit

from workaday.agents import agent
from workaday.bare import Bare, enlarged
from workaday.episode import Episode
from workaday.grade import Evidence, grade
from workaday.server.local import LocalServer
from workaday.snapshot import Size, Snapshot
from workaday.task import families
from workaday.tool import toolbox
from workaday.world import World

BUDGET_NS = 1_500_000_000
"""How long the samples of one row may take, warm-up apart."""
MOST_SAMPLES, FEWEST_SAMPLES, WARM_UP = 400, 15, 5
LARGE = 40_000_000
"""Bytes of the world that shows what does not grow with size."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """What one piece of work took, in microseconds; the floor is none where bare SQLite has no such work."""

    name: str
    size: str
    median_us: float
    p95_us: float
    floor_us: float | None

    @property
    def ratio(self) -> float | None:
        """How many times the floor's median."""
        return round(self.median_us / self.floor_us, 2) if self.floor_us else None

    def as_dict(self) -> dict[str, Any]:
        """The row in the shape that ``workaday bench --json`` prints."""
        return {
            "name": self.name,
            "size": self.size,
            "median_us": self.median_us,
            "p95_us": self.p95_us,
            "floor_us": self.floor_us,
            "ratio": self.ratio,
        }


@dataclass(frozen=True)
class Case:
    """Work to be timed, and its floor.  What has to happen before each sample of either is not timed."""

    name: str
    size: str
    work: Work
    floor: Work | None = None
    before: Work = lambda: None
    before_floor: Work = lambda: None


def measured(snapshot_of: Callable[[Size], Snapshot]) -> dict[str, Any]:
    """Every row, and the machine that they hold for."""
    return {"rows": [row.as_dict() for row in rows(snapshot_of)], "machine": machine()}


def rows(snapshot_of: Callable[[Size], Snapshot]) -> list[Row]:
    """Time everything.  Takes less than a minute once the snapshots are built."""
    with ExitStack() as open_until_timed:
        return [measure(case) for case in _cases(snapshot_of, open_until_timed)]


def machine() -> dict[str, Any]:
    """What the figures hold for."""
    return {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": cpu_count(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }


def measure(case: Case) -> Row:
    """Time a case and its floor in turn, after a warm-up, with no garbage collection in between."""
    for _ in range(WARM_UP):
        _sample(case.before, case.work)
        _sample(case.before_floor, case.floor)
    work: list[int] = []
    floor: list[int] = []
    with _no_garbage_collection():
        started = perf_counter_ns()
        while len(work) < FEWEST_SAMPLES or (
            len(work) < MOST_SAMPLES and perf_counter_ns() - started < BUDGET_NS
        ):
            work.append(_sample(case.before, case.work))
            floor.append(_sample(case.before_floor, case.floor))
    at_floor = _quantile(floor, 0.5) if case.floor else None
    return Row(case.name, case.size, _quantile(work, 0.5), _quantile(work, 0.95), at_floor)


def _sample(before: Work, work: Work | None) -> int:
    if work is None:
        return 0
    before()
    started = perf_counter_ns()
    work()
    return perf_counter_ns() - started


def _quantile(samples: list[int], share: float) -> float:
    """In microseconds."""
    return round(sorted(samples)[int(share * (len(samples) - 1))] / 1000, 1)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# --- what is timed --------------------------------------------------------------------------------------


def _cases(snapshot_of: Callable[[Size], Snapshot], stack: ExitStack) -> Iterator[Case]:
    snapshots = [snapshot_of("tiny"), snapshot_of("small")]
    yield from map(_opening, snapshots)
    images: dict[str, bytes] = {snapshot.manifest.size: snapshot.read() for snapshot in snapshots}
    for size, image in {**images, "40 MB": enlarged(images["small"], LARGE)}.items():
        yield _resetting(size, _pair(image, stack))
    world, bare = _pair(images["small"], stack)
    yield from _calling(world, bare)
    yield _hashing(world, bare)
    yield _recording(*(Bare(images["small"], stack, recorded=recorded) for recorded in (True, False)))
    yield from _over_http(world, bare, stack)
    yield from _episodes(stack)


def _pair(image: bytes, stack: ExitStack) -> tuple[World, Bare]:
    """A world and a bare database with the same content."""
    return stack.enter_context(World.from_image(image)), Bare(image, stack)


def _opening(snapshot: Snapshot) -> Case:
    def floor() -> None:
        with closing(sqlite3.connect(":memory:")) as raw:
            snapshot.image.backup(raw)
            raw.execute("SELECT now FROM workaday_world").fetchone()

    return Case("open a world", snapshot.manifest.size, lambda: World.open(snapshot).close(), floor)


def _resetting(size: str, pair: tuple[World, Bare]) -> Case:
    world, bare = pair
    return Case("reset after one write", size, world.reset, bare.reset, _post(world, bare), bare.post)


def _post(world: World, bare: Bare) -> Work:
    post, arguments = toolbox("slack")["slack_post_message"], {"channel": bare.channel, "text": bare.text}
    return lambda: post.call(world, bare.person, arguments)


def _calling(world: World, bare: Bare) -> Iterator[Case]:
    tools = toolbox("slack")
    read, search = tools["slack_read_channel"], tools["slack_search_messages"]
    history, query = {"channel": bare.channel, "limit": 20}, {"query": bare.word}
    yield Case("tool: read 20 messages", "small", lambda: read.call(world, bare.person, history), bare.read)
    yield Case("tool: post a message", "small", _post(world, bare), bare.post, world.reset, bare.reset)
    yield Case("tool: search", "small", lambda: search.call(world, bare.person, query), bare.search)


def _hashing(world: World, bare: Bare) -> Case:
    """The floor reads what the journal holds and hashes it once."""
    for post in (_post(world, bare), bare.post):
        for _ in range(20):
            post()

    def floor() -> None:
        entries = bare.raw.execute("SELECT before, after FROM workaday_journal ORDER BY sequence").fetchall()
        hashlib.sha256(str(entries).encode()).hexdigest()

    return Case("state hash after 20 posts", "small", world.state_hash, floor)


def _recording(recorded: Bare, plain: Bare) -> Case:
    return Case(
        "insert a message, recorded", "small", recorded.insert, plain.insert, recorded.reset, plain.reset
    )


def _over_http(world: World, bare: Bare, stack: ExitStack) -> Iterator[Case]:
    server = stack.enter_context(LocalServer())
    seat = server.seat(world, bare.person)
    url = urlsplit(server.api_url("slack"))
    path = f"{url.path}conversations.history?channel={quote(bare.channel)}&limit=20"
    headers = {"Authorization": f"Bearer xoxp-{seat.token}"}
    kept = http.client.HTTPConnection(str(url.hostname), url.port)
    stack.callback(kept.close)

    def ask(connection: http.client.HTTPConnection) -> None:
        connection.request("GET", path, headers=headers)
        if b'"ok":true' not in connection.getresponse().read():
            raise RuntimeError(f"{path} was refused")

    def ask_anew() -> None:
        with closing(http.client.HTTPConnection(str(url.hostname), url.port)) as connection:
            ask(connection)

    yield Case("wire call, connection kept", "small", lambda: ask(kept), bare.read)
    yield Case("wire call, new connection", "small", ask_anew, bare.read)


def _episodes(stack: ExitStack) -> Iterator[Case]:
    for name in families():
        episode = stack.enter_context(Episode(name))
        answer = agent("reference")(episode)
        yield Case(f"grade {name}", episode.rollout.size, partial(_grade, episode, answer))
        yield Case(f"episode {name}", episode.rollout.size, partial(_play, name))


def _grade(episode: Episode, answer: str) -> None:
    evidence = Evidence(episode.world, answer)
    grade(evidence, episode.task.family.verify(evidence, episode.params))


def _play(name: str) -> None:
    """A whole episode: a world is opened and set up, the reference solves the task, the result is graded."""
    with Episode(name) as episode:
        if not episode.submit(agent("reference")(episode)).success:
            raise RuntimeError(f"the reference of {name} did not succeed")
