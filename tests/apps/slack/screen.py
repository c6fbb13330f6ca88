"""Slack's pages as a person at a screen uses them."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Locator, Page

from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat

MESSAGE = "[data-qa=message_container]"


@dataclass
class Screen:
    """One person's window."""

    page: Page
    url: str
    office: Office

    @classmethod
    def of(cls, page: Page, server: LocalServer, seat: Seat, office: Office) -> Screen:
        return cls(page, server.page_url(seat, "slack"), office)

    # --- going somewhere ---

    def goto(self, path: str) -> Screen:
        self.page.goto(self.url + path)
        return self.settle()

    def open(self, channel: str) -> Screen:
        return self.goto(self.path(channel))

    def path(self, channel: str) -> str:
        return f"client/{self.office.workspace}/{self.office.channels[channel]}"

    def permalink(self, channel: str, message: str) -> str:
        return f"archives/{self.office.channels[channel]}/p{self.office.messages[message].replace('.', '')}"

    def settle(self) -> Screen:
        """Until the page has done what it was asked to."""
        self.page.locator("html:not([data-pending])").wait_for(state="attached")
        return self

    # --- what is there ---

    def message(self, ts: str, within: str = "#messages") -> Locator:
        return self.page.locator(f"{within} {MESSAGE}[data-msg-ts='{ts}']")

    def named(self, message: str, within: str = "#messages") -> Locator:
        return self.message(self.office.messages[message], within)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def composer(self) -> Locator:
        return self.page.locator("#footer [role=textbox]")

    @property
    def reply(self) -> Locator:
        return self.page.get_by_role("textbox", name="Reply…")

    def texts(self, within: str = "#messages") -> list[str]:
        return self.page.locator(f"{within} [data-qa=message-text]").all_inner_texts()

    # --- doing something ---

    def click(self, target: Locator) -> Screen:
        target.click()
        return self.settle()

    def press(self, keys: str) -> Screen:
        self.page.keyboard.press(keys)
        return self.settle()

    def type(self, text: str) -> Screen:
        self.page.keyboard.type(text)
        return self.settle()

    def send(self, text: str) -> Screen:
        self.composer.click()
        return self.type(text).press("Enter")

    def hover(self, message: Locator, button: str) -> Screen:
        """Point at a message and press a button of its bar."""
        message.hover()
        return self.click(message.get_by_role("button", name=button, exact=True))

    def menu(self, message: Locator, item: str) -> Screen:
        self.hover(message, "More actions")
        return self.click(self.page.get_by_role("menuitem", name=item))

    def react(self, message: Locator, emoji: str) -> Screen:
        self.hover(message, "Add reaction")
        self.page.get_by_role("searchbox", name="Search emoji").fill(emoji)
        return self.click(self.button(emoji))


@dataclass(frozen=True)
class Visit:
    """What a browser without scripts gets: where it ends up, and the page."""

    status: int
    url: str
    page: str


def visit(url: str, form: bytes | None = None) -> Visit:
    """Go to an address, or send a form there, and on to where the answer leads."""
    answer = send(url, form)
    if answer.status in {302, 303}:
        return visit(urljoin(url, answer.url))
    return answer


def send(url: str, form: bytes | None = None) -> Visit:
    """One request; where it leads is the visit's address."""
    address = urlsplit(url)
    connection = HTTPConnection(address.netloc, timeout=30)
    try:
        path = f"{address.path}{'?' * bool(address.query)}{address.query}"
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
        connection.request("GET" if form is None else "POST", path, form, headers)
        answer = connection.getresponse()
        return Visit(answer.status, answer.headers["Location"] or url, answer.read().decode())
    finally:
        connection.close()
