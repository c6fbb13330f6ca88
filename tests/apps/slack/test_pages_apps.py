"""Apps on the pages: buttons in messages, modals, homes, commands; the apps themselves are bolt's."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.apps.slack import platform
from tests.apps.slack.platform import APPROVE, MODAL, eventually, install, open_views, plain, texts
from tests.apps.slack.screen import Screen
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import World

pytestmark = pytest.mark.browser

COLOUR = {
    "type": "input",
    "block_id": "kind",
    "label": plain("Kind"),
    "element": {
        "type": "static_select",
        "action_id": "kind",
        "options": [{"text": plain("Travel"), "value": "travel"}, {"text": plain("Meals"), "value": "meals"}],
    },
}
HOME = {"type": "home", "blocks": [{"type": "header", "text": plain("Your expenses")}, APPROVE]}


def no_violations(page: Page) -> None:
    """What axe finds, but for avatars, whose letters stand beside a name (see test_pages_controls)."""
    rules = {"region": {"enabled": False}}
    found = Axe().run(page, context={"exclude": [[".c-avatar"]]}, options={"rules": rules}).response
    assert [each["id"] for each in found["violations"]] == []


def test_a_day_with_an_app(  # noqa: PLR0915 - one day, in order
    page: Page, server: LocalServer, seat: Seat, world: World, office: Office
) -> None:
    general = office.channels["general"]
    installed = install(
        world, events=("message.channels", "app_home_opened"), channels=[general], has_home=True
    )
    app = platform.bolt(server, installed)
    filed: list[Any] = []

    @app.message("lunch")
    def ask(say: Any) -> None:
        say(text="Order?", blocks=[{"type": "section", "text": plain("Order now?")}, APPROVE])

    @app.action("approve")
    def approve(ack: Any, body: Any, client: Any) -> None:
        ack()
        client.views_open(trigger_id=body["trigger_id"], view={**MODAL, "blocks": [*MODAL["blocks"], COLOUR]})

    @app.view("expense")
    def file(ack: Any, view: Any) -> None:
        values = view["state"]["values"]
        if values["amount"]["value"]["value"] == "much":
            ack(response_action="errors", errors={"amount": "Say a number"})
            return
        filed.append((values["amount"]["value"]["value"], values["kind"]["kind"]["selected_option"]["value"]))
        ack()

    @app.view_closed("expense")
    def gone(ack: Any) -> None:
        ack()

    @app.command("/expense")
    def expense(ack: Any, command: Any) -> None:
        ack(text=f"Filed {command['text']}", response_type="in_channel")

    @app.event("app_home_opened")
    def home(event: Any, client: Any) -> None:
        client.views_publish(user_id=event["user"], view=HOME)

    with platform.over_http(app, installed):
        screen = Screen.of(page, server, seat, office).open("general")
        screen.send("lunch?")
        page.get_by_role("button", name="Approve").click()
        dialog = page.get_by_role("dialog", name="Expense")
        expect(dialog).to_be_visible()
        no_violations(page)

        dialog.get_by_role("button", name="File").click()
        expect(dialog.get_by_text("Please complete this required field.")).to_have_count(2)
        dialog.get_by_role("textbox", name="Amount").fill("much")
        dialog.get_by_role("combobox", name="Kind").select_option("Meals")
        dialog.get_by_role("button", name="File").click()
        expect(dialog.get_by_text("Say a number")).to_be_visible()
        expect(dialog.get_by_role("combobox", name="Kind")).to_have_value("meals")
        dialog.get_by_role("textbox", name="Amount").fill("12")
        dialog.get_by_role("button", name="File").click()
        expect(dialog).to_be_hidden()
        assert filed == [("12", "meals")]

        page.get_by_role("button", name="Approve").click()
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        eventually(lambda: open_views(world) == [])

        screen.send("/expense 9")
        expect(page.locator("#messages").get_by_text("Filed 9")).to_be_visible()

        screen.goto("apps")
        page.get_by_role("link", name="Ledger").click()
        expect(page.get_by_role("heading", name="Your expenses")).to_be_visible()
        no_violations(page)
        page.get_by_role("main").get_by_role("button", name="Approve").click()
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="About").click()
        no_violations(page)
        page.get_by_role("button", name="New expense").click()
        eventually(lambda: platform.told(world)[-1]["type"] == "shortcut")

        screen.open("general")
        screen.menu(screen.named("welcome"), "File this")
        eventually(lambda: platform.told(world)[-1]["type"] == "message_action")
        assert platform.told(world)[-1]["message"]["ts"] == office.messages["welcome"]


def test_slacks_own_commands_are_done_where_they_are_given(
    page: Page, server: LocalServer, seat: Seat, world: World, office: Office
) -> None:
    screen = Screen.of(page, server, seat, office).open("tax-season")
    screen.send("/topic Deadline is 15 April")
    eventually(lambda: "15 April" in texts(world, office.channels["tax-season"])[-1])
    screen.send("/shrug")
    expect(page.locator("#messages").get_by_text("ツ")).to_be_visible()
    screen.send("/join #general").press("Enter")
    expect(page).to_have_url(screen.url + screen.path("general"))
    screen.settle().send("/search template")
    expect(page.get_by_role("main").get_by_text("template").first).to_be_visible()
