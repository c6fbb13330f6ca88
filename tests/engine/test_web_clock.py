"""In a real browser, whatever a page asks for the time tells the world's, and timers run on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.office import NOW
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.snapshot import Snapshot
from workaday.tool import toolbox
from workaday.world import World

pytestmark = pytest.mark.browser

MILLIS = NOW // 1000
UTC_DATE = "2025-03-18T13:00:00.000Z"


@pytest.fixture(scope="module")
def address(server: LocalServer, snapshot: Snapshot) -> Iterator[str]:
    """A page of a world in which nothing happens."""
    with World.open(snapshot) as world:
        seat = server.seat(world, "dana.whitfield")
        yield server.page_url(seat, "slack")
        server.leave(seat)


@pytest.fixture(scope="module")
def still(chromium: Browser, address: str) -> Iterator[Page]:
    """That page, on a machine that is where the office is."""
    yield from shown(chromium, address, "America/New_York", "en-US")


@pytest.fixture(scope="module")
def abroad(chromium: Browser, address: str) -> Iterator[Page]:
    """That page, on a machine that is in another zone and speaks another language."""
    yield from shown(chromium, address, "Asia/Tokyo", "de-DE")


def shown(chromium: Browser, address: str, zone: str, locale: str) -> Iterator[Page]:
    with chromium.new_context(timezone_id=zone, locale=locale) as context:
        page = context.new_page()
        page.goto(address)
        yield page


@pytest.fixture
def open_page(page: Page, server: LocalServer, seat: Seat) -> Page:
    """A page of the test's own world."""
    page.goto(server.page_url(seat, "slack"))
    return page


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Date.now()", MILLIS),
        ("new Date().getTime()", MILLIS),
        ("new Date().toISOString()", UTC_DATE),
        ("+new Date", MILLIS),
        ("Date()", "Tue Mar 18 2025 09:00:00 GMT-0400 (Eastern Daylight Time)"),
        ("new Intl.DateTimeFormat().format()", "3/18/2025"),
        ("Intl.DateTimeFormat().format()", "3/18/2025"),
        ("new Intl.DateTimeFormat('en-US', {timeStyle: 'short'}).format(undefined).replace(/\\s/, ' ')", "9:00 AM"),
        ("new Intl.DateTimeFormat('en-US').formatToParts().map((part) => part.value).join('')", "3/18/2025"),
        ("new (new Date()).constructor().getTime()", MILLIS),
        ("new (Object.getPrototypeOf(new Date(5)).constructor)().getTime()", MILLIS),
        ("Reflect.construct(Date, []).getTime()", MILLIS),
        ("document.lastModified", "03/18/2025 09:00:00"),
        ("new File([], 'a').lastModified", MILLIS),
        ("new File([], 'a', {lastModified: 5}).lastModified", 5),
        ("Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 5", True),
        ("Math.abs(performance.toJSON().timeOrigin + performance.now() - Date.now()) < 100", True),
        ("Math.abs(performance.timing.navigationStart - Date.now()) < 60000", True),
        ("Temporal.Now.instant().epochMilliseconds", MILLIS),
        ("Temporal.Now.zonedDateTimeISO('UTC').toPlainDate().toString()", "2025-03-18"),
        ("Temporal.Now.plainDateTimeISO().toString()", "2025-03-18T09:00:00"),
    ],
)  # fmt: skip
def test_every_way_to_ask_tells_the_worlds_time(still: Page, asked: str, told: object) -> None:
    assert still.evaluate(asked) == told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("new Date(2020, 0, 2).getFullYear()", 2020),
        ("new Date(0).toISOString()", "1970-01-01T00:00:00.000Z"),
        ("new Date('2020-02-03').getTime()", 1580688000000),
        ("Date.parse('2020-02-03')", 1580688000000),
        ("Date.UTC(2020, 1, 3)", 1580688000000),
        ("isNaN(new Date(undefined))", True),
        ("new Date() instanceof Date", True),
        ("Date.prototype.isPrototypeOf(new Date())", True),
        ("Object.prototype.toString.call(new Date())", "[object Date]"),
        ("Date.name + Date.length", "Date7"),
        ("typeof Date()", "string"),
        ("class Mine extends Date { day() { return this.getUTCDate() } }; new Mine().day()", 18),
        ("class Mine2 extends Date {}; new Mine2() instanceof Mine2 && new Mine2(5).getTime()", 5),
        ("new Intl.DateTimeFormat('en-US', {timeZone: 'UTC'}).format(new Date(0))", "1/1/1970"),
        ("new Intl.DateTimeFormat() instanceof Intl.DateTimeFormat", True),
        ("Intl.DateTimeFormat.supportedLocalesOf('en-US')[0]", "en-US"),
        ("JSON.stringify({at: new Date(0)})", '{"at":"1970-01-01T00:00:00.000Z"}'),
    ],
)
def test_what_dates_could_do_before_they_can_do_still(still: Page, asked: str, told: object) -> None:
    assert still.evaluate(f"() => eval({asked!r})" if "class" in asked else asked) == told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("new Intl.DateTimeFormat('en-US', {timeStyle: 'short'}).format().replace(/\\s/, ' ')", "9:00 AM"),
        ("new Date().toLocaleTimeString('en-US').replace(/\\s/, ' ')", "9:00:00 AM"),
        ("new Date().toLocaleDateString('en-US')", "3/18/2025"),
        ("new Date().toLocaleString('en-US').replace(/\\s(?=AM)/, ' ')", "3/18/2025, 9:00:00 AM"),
        ("new Date(0).toLocaleString('en-US', {timeZone: 'UTC', hour: 'numeric', hourCycle: 'h23'})", "00"),
        ("Intl.DateTimeFormat().resolvedOptions().timeZone", "America/New_York"),
        ("new Date().getTime()", MILLIS),
    ],
)
def test_a_machine_elsewhere_shows_times_where_the_office_is(abroad: Page, asked: str, told: object) -> None:
    assert abroad.evaluate(asked) == told


def test_timers_run_and_elapsed_time_goes_forward_while_the_clock_stands(still: Page) -> None:
    before, after, date = still.evaluate(
        """async () => {
            const before = performance.now();
            await new Promise((done) => setTimeout(done, 50));
            await new Promise((done) => requestAnimationFrame(done));
            return [before, performance.now(), Date.now()];
        }"""
    )
    assert after - before >= 45
    assert date == MILLIS


FRAMES = """async ([address, look]) => {
    const frame = document.createElement("iframe");
    if (address) frame.src = address;
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    document.body.append(frame);
    const view = () => look === "window" ? frame.contentWindow : frame.contentDocument.defaultView;
    const early = view().Date.now();
    await loaded;
    return [early, view().Date.now(), new (view().Date)().getTime(), new (view().Intl.DateTimeFormat)("en-US").format()];
}"""


@pytest.mark.parametrize("look", ["window", "document"])
@pytest.mark.parametrize("framed", ["a page of the office", "a blank page"])
def test_frames_have_the_worlds_time_too(still: Page, address: str, framed: str, look: str) -> None:
    where = address if framed == "a page of the office" else ""
    assert still.evaluate(FRAMES, [where, look]) == [MILLIS, MILLIS, MILLIS, "3/18/2025"]


def test_a_worker_which_would_have_the_machines_time_cannot_be_started(still: Page) -> None:
    started = still.evaluate(
        """() => new Promise((done) => {
            const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(Date.now())"])));
            worker.onmessage = (event) => done(event.data);
            worker.onerror = () => done("refused");
        }).catch(() => "refused")"""
    )
    assert started == "refused"


# --- pages left open ------------------------------------------------------------------------------------

LISTEN = """() => {
    window.heard = [];
    document.addEventListener("workaday:change", (event) => window.heard.push(event.detail));
}"""


def heard(page: Page, count: int) -> list[Any]:
    page.wait_for_function("(count) => window.heard.length >= count", arg=count)
    found: list[Any] = page.evaluate("window.heard")
    return found


def test_a_page_left_open_hears_what_changed(open_page: Page, seat: Seat) -> None:
    open_page.evaluate(LISTEN)
    toolbox()["slack_post_message"].call(seat.world, "marcus.lee", {"channel": "general", "text": "Hello!"})
    (news,) = heard(open_page, 1)
    assert news["sequence"] == seat.world.sequence()
    assert "slack_message" in news["tables"]


def test_a_page_left_open_follows_the_worlds_clock(open_page: Page, seat: Seat) -> None:
    open_page.evaluate(LISTEN)
    seat.world.advance(3600)
    heard(open_page, 1)
    assert open_page.evaluate("new Date().toISOString()") == "2025-03-18T14:00:00.000Z"


def test_a_page_left_open_hears_of_a_reset(open_page: Page, seat: Seat) -> None:
    open_page.evaluate(LISTEN)
    toolbox()["slack_post_message"].call(seat.world, "marcus.lee", {"channel": "general", "text": "Hello!"})
    heard(open_page, 1)
    seat.world.reset()
    assert heard(open_page, 2)[1]["sequence"] == 0


def test_a_page_asks_for_nothing_from_elsewhere(page: Page, server: LocalServer, seat: Seat) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.page_url(seat, "slack"), wait_until="networkidle")
    assert asked
    assert [url for url in asked if not url.startswith((server.url, "data:"))] == []
