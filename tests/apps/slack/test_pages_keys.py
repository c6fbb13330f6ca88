"""The keyboard does on the pages what it does in Slack (reference C.2 and C.3)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.apps.slack.screen import MESSAGE, Screen
from tests.office import Office
from workaday.world import World

pytestmark = pytest.mark.browser


def test_control_k_jumps_to_a_conversation(screen: Screen, office: Office) -> None:
    screen.open("general").press("Control+K")
    dialog = screen.page.get_by_role("dialog", name="Jump to a conversation")
    expect(dialog.get_by_role("option").first).to_have_text("tax-season")
    screen.type("marc").press("Enter")
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['dm']}$"))


def test_the_switcher_opens_what_the_arrows_choose_and_escape_leaves_it(
    screen: Screen, office: Office
) -> None:
    screen.open("general").press("Control+K").type("tax").press("Escape")
    expect(screen.page.get_by_role("dialog", name="Jump to a conversation")).to_be_hidden()
    screen.press("Control+K").type("a").press("ArrowDown").press("ArrowUp").type("").press("Escape")
    screen.press("Control+K").type("tax").press("Enter")
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['tax-season']}$"))


def test_control_slash_shows_the_shortcuts_and_escape_hides_them(screen: Screen) -> None:
    screen.open("general").press("Control+/")
    sheet = screen.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    screen.press("Escape")
    expect(sheet).to_be_hidden()


def test_alt_and_arrows_walk_through_the_sidebar(screen: Screen, office: Office) -> None:
    screen.open("general").press("Alt+ArrowDown")
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['tax-season']}$"))
    screen.press("Alt+ArrowUp")
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['general']}$"))
    screen.press("Alt+Shift+ArrowDown")
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['group']}$"))


@pytest.mark.parametrize(
    ("keys", "path"), [("Control+Shift+L", "/channels"), ("Control+Shift+K", "/dms")], ids=["channels", "dms"]
)
def test_views_have_keys(screen: Screen, keys: str, path: str) -> None:
    screen.open("general").press(keys)
    expect(screen.page).to_have_url(re.compile(f"{path}$"))


def test_control_g_searches_everywhere_and_control_f_here(screen: Screen) -> None:
    screen.open("tax-season").press("Control+F").type("template").press("Enter")
    expect(screen.page).to_have_url(re.compile(r"/search\?q=in%3A%23tax-season\+template"))
    expect(screen.page.locator("[data-qa=search_result]")).to_have_count(2)
    screen.open("general").press("Control+G").type("lunch").press("Enter")
    expect(screen.page.locator("[data-qa=search_result]")).to_have_count(1)


def test_control_shift_d_hides_the_sidebar(screen: Screen) -> None:
    sidebar = screen.open("general").page.locator("[data-qa=workspace_sidebar]")
    screen.press("Control+Shift+D")
    expect(sidebar).to_be_hidden()
    screen.press("Control+Shift+D")
    expect(sidebar).to_be_visible()


def test_the_up_arrow_edits_one_s_last_message_and_escape_lets_it_be(
    screen: Screen, world: World, office: Office
) -> None:
    screen.open("dm").composer.click()
    screen.press("ArrowUp")
    editor = screen.page.get_by_role("textbox", name="Edit message")
    expect(editor).to_be_focused()
    screen.type(" No.").press("Escape")
    expect(editor).to_have_count(0)
    expect(screen.composer).to_be_focused()
    screen.press("ArrowUp").type(" Yes.").press("Enter")
    assert screen.texts()[-1] == "Will do, on my desk by 11. Yes.(edited)"


def test_a_focused_message_has_keys(screen: Screen, office: Office) -> None:
    message = screen.open("dm").named("dm_reply")
    message.focus()
    screen.press("ArrowUp")
    expect(screen.named("dm")).to_be_focused()
    screen.press("ArrowDown").press("r")
    expect(screen.page.get_by_role("searchbox", name="Search emoji")).to_be_focused()
    screen.type("tada").press("Enter")
    expect(message.get_by_role("button", name="1 reaction, react with tada emoji")).to_be_visible()
    message.focus()
    screen.press("e").press("Escape")
    message.focus()
    screen.press("Delete").press("Escape")
    expect(screen.page.get_by_role("dialog", name="Delete message")).to_be_hidden()
    screen.named("dm").focus()
    screen.press("u")
    expect(screen.page.locator("#new")).to_be_visible()
    message.focus()
    screen.press("t")
    expect(screen.reply).to_be_focused()


def test_the_bar_over_a_message_is_reached_by_keyboard(screen: Screen) -> None:
    message = screen.open("general").named("welcome")
    message.focus()
    bar = message.get_by_role("toolbar", name="Message actions")
    for _ in range(12):
        screen.press("Tab")
        if bar.get_by_role("button", name="More actions").evaluate("each => each === document.activeElement"):
            break
    screen.press("Enter")
    first, second = screen.page.get_by_role("menuitem").all()
    expect(first).to_be_focused()
    screen.press("ArrowDown")
    expect(second).to_be_focused()
    screen.press("Escape")
    expect(bar.get_by_role("button", name="More actions")).to_be_focused()


def test_escape_closes_the_thread_and_back_opens_it_again(screen: Screen, office: Office) -> None:
    screen.open("tax-season").click(screen.named("question").locator("[data-qa=reply_bar_count]"))
    pane = screen.page.get_by_role("dialog", name="Thread in channel tax-season")
    expect(pane).to_be_visible()
    screen.press("Escape")
    expect(pane).to_be_hidden()
    expect(screen.page).to_have_url(re.compile(f"/{office.channels['tax-season']}$"))
    screen.page.go_back()
    expect(pane).to_be_visible()
    screen.page.go_forward()
    expect(pane).to_be_hidden()
    screen.page.go_back()
    screen.page.reload()
    expect(pane).to_be_visible()
    screen.click(pane.get_by_role("link", name="Close"))
    expect(pane).to_be_hidden()


def test_suggestions_are_walked_through_and_left_by_keys(screen: Screen) -> None:
    screen.open("general").composer.click()
    screen.type("@dana")
    options = screen.page.get_by_role("option")
    expect(options).to_have_text([re.compile("Dana Whitfield"), re.compile("Dana Whitford")])
    expect(options.first).to_have_attribute("aria-selected", "true")
    screen.press("ArrowDown")
    expect(options.last).to_have_attribute("aria-selected", "true")
    screen.press("Escape")
    expect(options.first).to_be_hidden()
    expect(screen.composer).to_have_text("@dana")


def test_the_picker_is_used_by_keys_alone(screen: Screen) -> None:
    message = screen.open("general").named("welcome")
    screen.hover(message, "Add reaction")
    screen.page.get_by_role("searchbox", name="Search emoji").fill("heart")
    screen.press("ArrowDown").press("ArrowRight").press("ArrowLeft").press("Enter")
    expect(message.get_by_role("button", name="1 reaction, react with heart emoji")).to_be_visible()


def test_control_b_and_i_format_what_is_typed(screen: Screen) -> None:
    screen.open("general").composer.click()
    screen.press("Control+B").type("bold").press("Control+B").type(" and ")
    screen.press("Control+I").type("italic").press("Control+I").press("Enter")
    body = screen.page.locator(f"#messages {MESSAGE}").last.locator("[data-qa=message-text]")
    expect(body.locator("b")).to_have_text("bold")
    expect(body.locator("i")).to_have_text("italic")
