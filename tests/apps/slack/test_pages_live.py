"""A page left open shows what came in by another door, and disturbs nobody at it.

It asks every second; how long a busy machine takes to answer is not what these tests are about.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.apps.slack.screen import MESSAGE, Screen
from tests.office import Office
from workaday.tool import toolbox
from workaday.world import World

pytestmark = pytest.mark.browser
SOON = 15_000
"""Milliseconds."""


@pytest.fixture
def marcus(world: World) -> Any:
    """Marcus Lee, who uses the tools: a function of a tool's name and its arguments."""

    def call(tool: str, **arguments: Any) -> Any:
        return toolbox("slack")[tool].call(world, "marcus.lee", arguments)

    return call


def test_a_message_a_reaction_an_edit_and_a_deletion_arrive(
    screen: Screen, office: Office, marcus: Any
) -> None:
    channel = office.channels["general"]
    screen.open("general")
    ts = marcus("slack_post_message", channel=channel, text="Hello from the API")["ts"]
    message = screen.message(ts)
    expect(message).to_contain_text("Hello from the API", timeout=SOON)
    marcus("slack_add_reaction", channel=channel, timestamp=ts, name="wave")
    expect(message.locator("[data-qa=reactji]")).to_have_count(1, timeout=SOON)
    marcus("slack_edit_message", channel=channel, ts=ts, text="Hello again")
    expect(message).to_contain_text("Hello again(edited)", timeout=SOON)
    marcus("slack_delete_message", channel=channel, ts=ts)
    expect(message).to_have_count(0, timeout=SOON)


def test_a_reply_arrives_in_the_open_thread_and_under_its_root(
    screen: Screen, office: Office, marcus: Any
) -> None:
    screen.open("tax-season").hover(screen.named("question"), "Reply in thread")
    marcus(
        "slack_post_message",
        channel=office.channels["tax-season"],
        text="Found it",
        thread_ts=office.messages["question"],
    )
    pane = screen.page.locator("[data-qa=threads_flexpane]")
    expect(pane).to_contain_text("Found it", timeout=SOON)
    expect(pane.locator("[data-qa=thread_reply_count]")).to_have_text("3 replies")
    expect(screen.named("question").locator("[data-qa=reply_bar_count]")).to_have_text("3 replies")


def test_the_sidebar_tells_of_other_conversations_in_every_view(
    screen: Screen, office: Office, marcus: Any
) -> None:
    screen.goto("people")
    marcus("slack_post_message", channel=office.channels["dm"], text="Are you there?")
    row = screen.page.locator(f"[data-qa-channel-sidebar-channel-id={office.channels['dm']}]")
    expect(row.locator(".p-channel_sidebar__badge")).to_have_text("1", timeout=SOON)
    channel = office.channels["general"]
    marcus("slack_post_message", channel=channel, text=f"<@{office.users['dana.whitfield']}> look")
    row = screen.page.locator(f"[data-qa-channel-sidebar-channel-id={channel}]")
    expect(row.locator(".p-channel_sidebar__badge")).to_have_text("1", timeout=SOON)


def test_a_new_conversation_appears_and_can_be_jumped_to(
    screen: Screen, office: Office, world: World
) -> None:
    screen.open("general")
    tools = toolbox("slack")
    opened = tools["slack_open_conversation"].call(
        world, "tom.alvarez", {"users": office.users["dana.whitfield"]}
    )
    tools["slack_post_message"].call(world, "tom.alvarez", {"channel": opened["channel"]["id"], "text": "Hi"})
    expect(screen.page.get_by_role("treeitem", name="Tom Alvarez (unread) 1 mention")).to_be_visible(
        timeout=SOON
    )
    screen.press("Control+K").type("tom").press("Enter")
    expect(screen.page.get_by_role("textbox", name="Message Tom Alvarez")).to_be_visible()


def test_what_one_is_doing_stays_as_it_is(screen: Screen, office: Office, marcus: Any) -> None:
    channel = office.channels["general"]
    screen.open("general").composer.click()
    screen.type("Half a sen")
    screen.hover(screen.named("welcome"), "More actions")
    menu = screen.page.get_by_role("menu", name="More actions")
    ts = marcus("slack_post_message", channel=channel, text="Something new")["ts"]
    marcus("slack_add_reaction", channel=channel, timestamp=office.messages["welcome"], name="heart")
    expect(
        screen.named("welcome").get_by_role("button", name="1 reaction, react with heart emoji")
    ).to_be_attached(timeout=SOON)
    expect(screen.message(ts)).to_be_attached()
    expect(menu).to_be_visible()
    expect(menu.get_by_role("menuitem", name="Mark unread")).to_be_focused()
    expect(screen.composer).to_have_text("Half a sen")


def test_an_edit_in_progress_is_not_taken_away(screen: Screen, office: Office, marcus: Any) -> None:
    screen.open("dm").menu(screen.named("dm_reply"), "Edit message")
    editor = screen.page.get_by_role("textbox", name="Edit message")
    editor.fill("My new words")
    marcus(
        "slack_add_reaction",
        channel=office.channels["dm"],
        timestamp=office.messages["dm_reply"],
        name="heart",
    )
    ts = marcus("slack_post_message", channel=office.channels["dm"], text="Later")["ts"]
    expect(screen.message(ts)).to_be_attached(timeout=SOON)
    expect(editor).to_have_text("My new words")
    expect(editor).to_be_focused()
    screen.press("Enter")
    expect(screen.named("dm_reply")).to_contain_text("My new words(edited)")
    expect(screen.named("dm_reply").locator("[data-qa=reactji]")).to_have_count(1)


def test_the_eye_stays_where_it_reads_and_at_the_end_follows(
    screen: Screen, office: Office, marcus: Any
) -> None:
    channel = office.channels["general"]
    for number in range(60):
        marcus("slack_post_message", channel=channel, text=f"Line {number}")
    screen.open("general")
    box = screen.page.locator("#messages")
    at_end = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 2"
    box.evaluate("box => { box.scrollTop = box.scrollHeight }")
    ts = marcus("slack_post_message", channel=channel, text="At the end")["ts"]
    expect(screen.message(ts)).to_be_in_viewport(timeout=SOON)
    assert box.evaluate(at_end)
    box.evaluate("box => { box.scrollTop = 600 }")
    row = box.locator(MESSAGE, has_text="Line 30")
    before = row.bounding_box()
    ts = marcus("slack_post_message", channel=channel, text="Out of sight")["ts"]
    expect(screen.message(ts)).to_be_attached(timeout=SOON)
    assert row.bounding_box() == before


def test_older_messages_come_on_scrolling_and_the_latest_at_a_press(
    screen: Screen, office: Office, marcus: Any
) -> None:
    for number in range(420):
        marcus("slack_post_message", channel=office.channels["general"], text=f"Line {number}.")
    screen.open("general")
    box = screen.page.locator("#messages")
    first = box.locator(MESSAGE).first.get_attribute("data-msg-ts") or ""
    box.evaluate("box => { box.scrollTop = 0 }")
    expect(box.locator(MESSAGE)).to_have_count(100)
    expect(screen.message(first)).to_be_in_viewport()
    for _ in range(8):
        box.evaluate("box => { box.scrollTop = 0 }")
        screen.page.wait_for_timeout(50)
        screen.settle()
    expect(box).to_contain_text("This is the very beginning of the #general channel.")
    assert box.locator(MESSAGE).count() <= 300
    screen.click(screen.button("Jump to latest"))
    expect(box).to_contain_text("Line 419.")
    expect(screen.button("Jump to latest")).to_be_hidden()


def test_what_comes_while_one_watches_is_not_called_new(screen: Screen, office: Office, marcus: Any) -> None:
    screen.open("general")
    ts = marcus("slack_post_message", channel=office.channels["general"], text="Now")["ts"]
    expect(screen.message(ts)).to_be_attached(timeout=SOON)
    expect(screen.page.get_by_role("treeitem", name="general", exact=True)).to_be_visible()
    screen.composer.click()
    screen.open("tax-season")
    expect(screen.page.get_by_role("treeitem", name="general", exact=True)).to_be_visible()


def test_an_archived_channel_takes_the_composer_away(screen: Screen, office: Office, world: World) -> None:
    from workaday.apps.slack.service import setup

    screen.open("general")
    with world.action("archive", door="setup", person=None) as context:
        setup.archive(context, office.channels["general"])
    expect(screen.page.locator("#footer")).to_contain_text("an archived channel", timeout=SOON)
