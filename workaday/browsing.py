"""The browser as a door: a real Chromium on the pages of one world, driven by recorded actions.

Playwright is loaded when a browser is first asked for.  The page's clock is the world's (the pages see to
that themselves), its zone is the world's too, and requests to other machines are refused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from workaday.browser import find_chromium, launch_arguments
from workaday.doors import ORIGIN, TOKEN, replaced
from workaday.errors import WorkadayError
from workaday.tool import JSON
from workaday.world import World

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import BrowserContext, Locator, Page, Playwright, Route

    from workaday.episode import Episode
    from workaday.server.local import LocalServer

VIEWPORT = {"width": 1440, "height": 900}
NAVIGATIONS = 5
"""How many pages one action may lead through."""
PATIENCE = 5_000
"""Milliseconds that an action waits for its target."""
LOADING = 30_000
"""Milliseconds that a page may take to load."""

_SETTLED = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (let calm = 0; calm < 3; ) {
    await frame();
    calm = document.documentElement.dataset.pending ? 0 : calm + 1;
  }
}"""
"""Waits until a page has had nothing to do for three frames: what watches the layout starts work late."""
_LEFT = "Execution context was destroyed"


class _Chromium(threading.local):
    """One Chromium for each thread: Playwright's objects belong to the thread that made them."""

    playwright: Playwright | None = None
    chromium: Chromium | None = None


_running = _Chromium()


def chromium() -> Chromium:
    """This thread's Chromium, started at first use, and again if it has died."""
    if _running.chromium is not None and not _running.chromium.is_connected():
        quit_chromium()
    if _running.chromium is None:
        from playwright.sync_api import sync_playwright

        path = find_chromium()
        if path is None:
            raise WorkadayError("no Chromium was found; `make browser` finds or installs one")
        _running.playwright = sync_playwright().start()
        launch = _running.playwright.chromium.launch
        _running.chromium = launch(executable_path=str(path), args=launch_arguments())
    return _running.chromium


def quit_chromium() -> None:
    """Stop this thread's Chromium, if it runs."""
    if _running.chromium is not None and _running.playwright is not None:
        _running.chromium.close()
        _running.playwright.stop()
    _running.chromium = _running.playwright = None


class BrowserDoor:
    """One persona's browser window."""

    name = "browser"
    pictured = True

    def __init__(self, world: World, person: str, apps: tuple[str, ...], server: LocalServer) -> None:
        self._server = server
        self._seat = server.seat(world, person)
        self._context = self._window(world)
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.set_default_navigation_timeout(LOADING)
        self.act("goto", {"path": f"/{apps[0]}/"})

    def _window(self, world: World) -> BrowserContext:
        zone = str(world.clock.zone)
        context = chromium().new_context(
            viewport=VIEWPORT,  # type: ignore[arg-type]
            timezone_id=zone,
            locale="en-US",
            reduced_motion="reduce",
            service_workers="block",
        )
        context.route(lambda url: not url.startswith(self._server.url), _refuse)
        return context

    # --- acting -----------------------------------------------------------------------------------------

    @property
    def offered(self) -> list[JSON]:
        """The actions' schemas."""
        return [_schema(name, text, arguments) for name, (text, arguments) in _ACTIONS.items()]

    def act(self, name: str, arguments: Mapping[str, Any]) -> JSON:
        """Do one thing in the window and look at the page that comes of it."""
        from playwright.sync_api import Error

        do = self._doing.get(name)
        if do is None:
            return {"error": "unknown_action", "message": f"there is no action called {name!r}"}
        try:
            told = do(self, **arguments)
            self._settle()
        except TypeError as error:
            return {"error": "invalid_arguments", "message": str(error)}
        except Error as error:
            return {"error": "failed", "message": error.message.splitlines()[0]} | self.look()
        return ({"text": told} if told is not None else {}) | self.look()

    def _settle(self) -> None:
        """Wait until the page is still; if it is left meanwhile, until the next one is."""
        from playwright.sync_api import Error

        for _ in range(NAVIGATIONS):
            try:
                self.page.evaluate(_SETTLED)
            except Error as error:
                if _LEFT not in error.message:
                    raise
                self.page.wait_for_load_state()
            else:
                return

    def look(self) -> JSON:
        """What the window shows: address, title, and the page as assistive technology reads it."""
        shown = {
            "url": self.page.url,
            "title": self.page.title(),
            "page": self.page.locator("body").aria_snapshot(),
        }
        words = {
            f"{self._server.url}/w/{self._seat.token}": ORIGIN,
            self._server.url: ORIGIN,
            self._seat.token: TOKEN,
        }
        told: JSON = replaced(shown, words)
        return told

    def screenshot(self) -> bytes:
        """The window as a PNG."""
        return self.page.screenshot(animations="disabled", caret="hide")

    def close(self) -> None:
        """Close the window, if the browser still lives, and give the seat back."""
        from playwright.sync_api import Error

        with suppress(Error):
            self._context.close()
        self._server.leave(self._seat)

    def _at(self, target: str) -> Locator:
        return self.page.locator(target).first

    def _goto(self, path: str) -> None:
        self.page.goto(f"{self._server.url}/w/{self._seat.token}{path}")

    def _click(self, target: str) -> None:
        self._at(target).click()

    def _hover(self, target: str) -> None:
        self._at(target).hover()

    def _fill(self, target: str, text: str) -> None:
        self._at(target).fill(text)

    def _type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def _press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _read(self, target: str) -> str:
        return self._at(target).inner_text()

    def _attribute(self, target: str, name: str) -> str:
        return self._at(target).get_attribute(name) or ""

    _doing: ClassVar[dict[str, Callable[..., str | None]]] = {
        "goto": _goto,
        "click": _click,
        "hover": _hover,
        "fill": _fill,
        "type": _type,
        "press": _press,
        "read": _read,
        "attribute": _attribute,
    }


def _refuse(route: Route) -> None:
    route.abort()


_TARGET = "Playwright selector, such as role=button[name='Send now']"
_ACTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "goto": ("Go to a page of the office.", {"path": "Path, such as /slack/"}),
    "click": ("Click something.", {"target": _TARGET}),
    "hover": ("Move the mouse over something.", {"target": _TARGET}),
    "fill": ("Replace the text of a field.", {"target": _TARGET, "text": "The new text"}),
    "type": ("Type text on the keyboard.", {"text": "The text"}),
    "press": ("Press a key.", {"key": "Key, such as Enter or Control+K"}),
    "read": ("Read the text of something.", {"target": _TARGET}),
    "attribute": ("Read an attribute of something.", {"target": _TARGET, "name": "The attribute's name"}),
}


def _schema(name: str, text: str, arguments: Mapping[str, str]) -> JSON:
    properties = {each: {"type": "string", "description": told} for each, told in arguments.items()}
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(arguments),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": text, "parameters": parameters}}


class Browser:
    """What a reference solution drives the pages with: each call is a recorded action that has to succeed."""

    def __init__(self, episode: Episode) -> None:
        self._episode = episode

    def goto(self, path: str) -> None:
        """Go to a page, such as ``/slack/``."""
        self._episode.call("goto", path=path)

    def click(self, target: str) -> None:
        """Click the first thing that the selector finds."""
        self._episode.call("click", target=target)

    def hover(self, target: str) -> None:
        """Move the mouse over it."""
        self._episode.call("hover", target=target)

    def fill(self, target: str, text: str) -> None:
        """Replace the text of a field."""
        self._episode.call("fill", target=target, text=text)

    def type(self, text: str) -> None:
        """Type on the keyboard."""
        self._episode.call("type", text=text)

    def press(self, key: str) -> None:
        """Press a key."""
        self._episode.call("press", key=key)

    def read(self, target: str) -> str:
        """The text that it shows."""
        return str(self._episode.call("read", target=target)["text"])

    def attribute(self, target: str, name: str) -> str:
        """An attribute of it; empty if it has none."""
        return str(self._episode.call("attribute", target=target, name=name)["text"])
