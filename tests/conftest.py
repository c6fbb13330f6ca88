"""What every test may ask for: a small office, a world of it, a server, a seat, a browser page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page

from tests import office as small_office
from tests.office import Office
from workaday import database
from workaday.browsing import chromium as running_chromium
from workaday.browsing import quit_chromium
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.snapshot import Snapshot, Store
from workaday.world import World

# How long an example takes says nothing on a machine that does other things too.
settings.register_profile("workaday", deadline=None)
settings.load_profile("workaday")

PERSON = "dana.whitfield"


def pytest_addoption(parser: pytest.Parser) -> None:
    turned = "have SQLite turn unordered rows round, for every query that answers somebody has a total order"
    parser.addoption("--turned-round", action="store_true", help=turned)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--turned-round"):
        database.PRAGMAS.append("PRAGMA reverse_unordered_selects = ON")


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """The small office's image."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workaday.snapshot.recipes", lambda: {"office": small_office.RECIPE})
        return Store(tmp_path_factory.mktemp("snapshots")).get("office", "tiny")


@pytest.fixture(scope="session")
def office(snapshot: Snapshot) -> Office:
    """Where things are in the small office: the same ids in every world of it."""
    with World.open(snapshot) as world:
        return small_office.find(world)


@pytest.fixture
def world(snapshot: Snapshot) -> Iterator[World]:
    """A world of the small office."""
    with World.open(snapshot) as opened:
        yield opened


@pytest.fixture(scope="session")
def server() -> Iterator[LocalServer]:
    """A running agents' door."""
    with LocalServer() as running:
        yield running


@pytest.fixture
def seat(server: LocalServer, world: World) -> Iterator[Seat]:
    """Dana Whitfield's seat in the world."""
    taken = server.seat(world, PERSON)
    yield taken
    server.leave(taken)


@pytest.fixture(scope="module")
def chromium(browser_of_the_module: None) -> Browser:
    """A running Chromium, the one that the project itself starts."""
    return running_chromium()


@pytest.fixture(scope="module", autouse=True)
def browser_of_the_module() -> Iterator[None]:
    """While it runs, Playwright keeps its thread's event loop: the next module may need its own."""
    yield
    quit_chromium()


@pytest.fixture
def page(chromium: Browser, world: World) -> Iterator[Page]:
    """A page of a browser that sits where the office is; whatever a script throws fails the test."""
    errors: list[str] = []
    with ExitStack() as closing:
        context = chromium.new_context(
            timezone_id=str(world.clock.zone),
            locale="en-US",
            reduced_motion="reduce",
            service_workers="block",
        )
        closing.callback(context.close)
        opened = context.new_page()
        opened.on("pageerror", lambda error: errors.append(str(error)))
        yield opened
    assert errors == []
