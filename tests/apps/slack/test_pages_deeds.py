"""What a person does on the pages leaves the rows that the tools leave, and shows at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.apps.slack.screen import Screen
from tests.office import Office
from workaday.apps.slack import app as slack
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.tool import toolbox
from workaday.world import World

pytestmark = pytest.mark.browser

Rows = list[tuple[str, dict[str, Any] | None, dict[str, Any] | None]]


class Doors:
    """The same deed through the page and through a tool, in the same world before it."""

    def __init__(self, world: World, seat: Seat) -> None:
        self.world = world
        self.person = seat.person

    def rows(self) -> Rows:
        """What has changed but for what looking and beginning to write leave."""
        changes = [each for each in self.world.changes() if each.table not in slack.incidental]
        return [(each.table, each.before, each.after) for each in changes]

    def texts(self) -> list[str]:
        """What has been written since."""
        return [after["text"] for table, _, after in self.rows() if table == "slack_message" and after]

    def by_tool(self, tool: str, **arguments: Any) -> Rows:
        self.world.reset()
        toolbox("slack")[tool].call(self.world, self.person, arguments)
        return self.rows()


@pytest.fixture
def doors(world: World, seat: Seat) -> Doors:
    return Doors(world, seat)


def test_a_message(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("tax-season").send("Use *this* one & not <that>: https://irs.gov/a?b=1&c=2.")
    assert screen.texts()[-1] == "Use this one & not <that>: https://irs.gov/a?b=1&c=2."
    expect(screen.composer).to_have_text("")
    left = doors.rows()
    text = "Use *this* one &amp; not &lt;that&gt;: https://irs.gov/a?b=1&amp;c=2."
    assert left == doors.by_tool("slack_post_message", channel=office.channels["tax-season"], text=text)


def test_a_message_of_several_lines(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").composer.click()
    screen.type("First").press("Shift+Enter").press("Shift+Enter").type("  third ").press("Enter")
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_post_message", channel=office.channels["general"], text="First\n\n  third"
    )


def test_a_mention_a_channel_and_an_emoji(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").composer.click()
    screen.type("Ask @dana whitfo").press("Enter").type("in #tax").press("Tab").type(":tad").press("Enter")
    expect(screen.composer).to_have_text(re.compile("Ask .*@Dana Whitford.*#tax-season.*🎉"))
    screen.press("Enter")
    left = doors.rows()
    user, channel = office.users["dana.whitford"], office.channels["tax-season"]
    text = f"Ask <@{user}> in <#{channel}|tax-season> :tada:"
    assert left == doors.by_tool("slack_post_message", channel=office.channels["general"], text=text)


def test_what_looks_like_a_mention_is_only_text(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").send(f"<@{office.users['marcus.lee']}> <!channel> &lt;")
    left = doors.rows()
    text = f"&lt;@{office.users['marcus.lee']}&gt; &lt;!channel&gt; &amp;lt;"
    assert left == doors.by_tool("slack_post_message", channel=office.channels["general"], text=text)


@pytest.mark.parametrize(
    ("button", "marked"),
    [("Bold", "*word*"), ("Italic", "_word_"), ("Strikethrough", "~word~"), ("Code", "`word`")],
)
def test_formatting(screen: Screen, doors: Doors, office: Office, button: str, marked: str) -> None:
    screen.open("general").composer.click()
    screen.click(screen.page.locator("#footer").get_by_role("button", name=button, exact=True))
    screen.type("word").press("Enter")
    left = doors.rows()
    assert left == doors.by_tool("slack_post_message", channel=office.channels["general"], text=marked)


def test_lists_quotes_and_code_blocks(screen: Screen, doors: Doors, office: Office) -> None:
    footer = screen.open("general").page.locator("#footer")
    for button, text in (("Bulleted list", "one"), ("Ordered list", "first"), ("Blockquote", "said")):
        screen.click(footer.get_by_role("button", name=button, exact=True)).type(text)
        screen.press("Shift+Enter").type("two").press("Shift+Enter").press("Shift+Enter")
    screen.click(footer.get_by_role("button", name="Code block", exact=True)).type("x = 1")
    screen.click(screen.button("Send now"))
    left = doors.rows()
    text = "• one\n• two\n1. first\n2. two\n> said\n> two\n```\nx = 1\n```".replace(">", "&gt;")
    assert left == doors.by_tool("slack_post_message", channel=office.channels["general"], text=text)


def test_a_link_with_words_of_its_own(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").composer.click()
    screen.click(screen.page.locator("#footer").get_by_role("button", name="Link", exact=True))
    screen.page.get_by_role("textbox", name="Text").fill("the form")
    screen.page.get_by_role("textbox", name="Link", exact=True).fill("irs.gov/f1040?a=1&b=2")
    screen.press("Enter").type(" is out").press("Enter")
    left = doors.rows()
    text = "<https://irs.gov/f1040?a=1&amp;b=2|the form> is out"
    assert left == doors.by_tool("slack_post_message", channel=office.channels["general"], text=text)


def test_a_reply_in_a_thread(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("tax-season").hover(screen.named("question"), "Reply in thread")
    expect(screen.page).to_have_url(re.compile(rf"/thread/C\w+-{re.escape(office.messages['question'])}$"))
    screen.click(screen.reply).type("It is in Templates.").press("Enter")
    assert screen.texts("#secondary")[-1] == "It is in Templates."
    expect(screen.page.locator("[data-qa=thread_reply_count]")).to_have_text("3 replies")
    expect(screen.named("question").locator("[data-qa=reply_bar_count]")).to_have_text("3 replies")
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_post_message",
        channel=office.channels["tax-season"],
        text="It is in Templates.",
        thread_ts=office.messages["question"],
    )


def test_a_reply_that_goes_to_the_channel_too(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("tax-season").hover(screen.named("question"), "Reply in thread")
    screen.page.get_by_role("checkbox", name="Also send to #tax-season").check()
    screen.click(screen.reply).type("For everybody.").press("Enter")
    expect(screen.page.get_by_role("checkbox", name="Also send to #tax-season")).not_to_be_checked()
    assert screen.texts()[-1] == "For everybody."
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_post_message",
        channel=office.channels["tax-season"],
        text="For everybody.",
        thread_ts=office.messages["question"],
        reply_broadcast=True,
    )


def test_a_reaction_from_the_picker(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").react(screen.named("welcome"), "white_check_mark")
    pill = screen.named("welcome").get_by_role("button", name="1 reaction, react with white_check_mark emoji")
    expect(pill).to_have_attribute("aria-pressed", "true")
    expect(pill).to_have_attribute("title", "You reacted with :white_check_mark:")
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_add_reaction",
        channel=office.channels["general"],
        timestamp=office.messages["welcome"],
        name="white_check_mark",
    )


def test_a_reaction_that_others_began_and_back_again(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general")
    pill = screen.named("welcome").get_by_role("button", name="2 reactions, react with tada emoji")
    expect(pill).to_have_attribute("title", "Marcus Lee and Priya Raman reacted with :tada:")
    screen.click(pill)
    mine = screen.named("welcome").get_by_role("button", name="3 reactions, react with tada emoji")
    expect(mine).to_have_attribute("title", "You, Marcus Lee and Priya Raman reacted with :tada:")
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_add_reaction",
        channel=office.channels["general"],
        timestamp=office.messages["welcome"],
        name="tada",
    )
    screen.click(mine)
    assert [table for table, _, _ in doors.rows()] == ["workaday_sequence"]


def test_a_quick_reaction(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").hover(screen.named("welcome"), "React with eyes")
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_add_reaction",
        channel=office.channels["general"],
        timestamp=office.messages["welcome"],
        name="eyes",
    )


def test_an_edit(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("dm").menu(screen.named("dm_reply"), "Edit message")
    editor = screen.page.get_by_role("textbox", name="Edit message")
    expect(editor).to_have_text("Will do, on my desk by 11.")
    editor.fill("Will do by noon.")
    screen.click(screen.button("Save"))
    assert screen.texts()[-1] == "Will do by noon.(edited)"
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_edit_message",
        channel=office.channels["dm"],
        ts=office.messages["dm_reply"],
        text="Will do by noon.",
    )


def test_an_edit_of_everything_that_a_text_can_hold_keeps_it(
    screen: Screen, doors: Doors, world: World, office: Office
) -> None:
    user, channel = office.users["dana.whitford"], office.channels["general"]
    text = (
        f"*b* _i_ ~s~ `c` <@{user}> <#{channel}|general> <!here> <https://irs.gov/?a=1&amp;b=2|R&amp;D> "
        "<https://irs.gov/> <mailto:a@b.example|a@b.example> :tada: &lt;x&gt; &amp;amp;\n&gt; said\n• one\n```\ncode\n```"
    )
    toolbox("slack")["slack_post_message"].call(world, doors.person, {"channel": channel, "text": text})
    before = {change.after["text"] for change in world.changes() if change.after and "text" in change.after}
    screen.open("general").menu(screen.page.locator("#messages [data-mine]").last, "Edit message")
    screen.click(screen.button("Save"))
    after = {change.after["text"] for change in world.changes() if change.after and "text" in change.after}
    assert after == before == {text}


def test_a_deletion_is_asked_about_first(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("dm").menu(screen.named("dm_reply"), "Delete message")
    dialog = screen.page.get_by_role("dialog", name="Delete message")
    expect(dialog).to_contain_text("Will do, on my desk by 11.")
    screen.click(dialog.get_by_role("button", name="Cancel"))
    assert doors.rows() == []
    screen.menu(screen.named("dm_reply"), "Delete message")
    screen.click(dialog.get_by_role("button", name="Delete"))
    expect(dialog).to_be_hidden()
    expect(screen.named("dm_reply")).to_have_count(0)
    left = doors.rows()
    assert left == doors.by_tool(
        "slack_delete_message", channel=office.channels["dm"], ts=office.messages["dm_reply"]
    )


def test_only_one_s_own_messages_can_be_edited_or_deleted(screen: Screen) -> None:
    screen.open("general").hover(screen.named("welcome"), "More actions")
    items = screen.page.get_by_role("menuitem")
    expect(items).to_have_text([re.compile("Mark unread"), re.compile("Copy link")])


def test_marking_unread_and_reading_again(screen: Screen, world: World, office: Office) -> None:
    screen.open("tax-season").menu(screen.named("mention"), "Mark unread")
    row = screen.page.get_by_role("treeitem", name="tax-season (unread)")
    expect(row).to_be_visible()
    expect(screen.page.locator("#new + * [data-qa=message_container]")).to_have_attribute(
        "data-msg-ts", office.messages["mention"]
    )
    (mark,) = world.changes()
    assert mark.after is not None
    assert mark.after["last_read"] == office.messages["reply_broadcast"]
    screen.press("Escape")
    expect(screen.page.locator("#new")).to_have_count(0)
    expect(row).to_have_count(0)
    (mark,) = world.changes()
    assert mark.after is not None
    assert mark.after["last_read"] == office.messages["mention"]


def test_joining_a_channel(
    chromium: Any, page: Any, server: LocalServer, world: World, office: Office
) -> None:
    seat = server.seat(world, "tom.alvarez")
    screen, doors = Screen.of(page, server, seat, office), Doors(world, seat)
    screen.open("tax-season")
    expect(screen.page.locator("#footer")).to_contain_text("#tax-season")
    expect(screen.page.get_by_role("textbox")).to_have_count(0)
    assert world.changes() == []
    screen.click(screen.button("Join Channel"))
    expect(screen.composer).to_be_visible()
    assert screen.texts()[-1] == "@Tom Alvarez has joined the channel"
    left = doors.rows()
    assert left == doors.by_tool("slack_join_channel", channel=office.channels["tax-season"])
    server.leave(seat)


def choose(screen: Screen, *names: str) -> Screen:
    screen.goto("new")
    for name in names:
        screen.type(name).press("Enter")
    return screen.click(screen.button("Go"))


@pytest.mark.parametrize("names", [("Alvarez",), ("dana whitford", "ruth"), ("marcus",)])
def test_opening_a_direct_message(
    screen: Screen, doors: Doors, office: Office, names: tuple[str, ...]
) -> None:
    people = {
        "Alvarez": "tom.alvarez",
        "dana whitford": "dana.whitford",
        "ruth": "ruth.okafor",
        "marcus": "marcus.lee",
    }
    choose(screen, *names)
    expect(screen.composer).to_be_visible()
    left = doors.rows()
    users = ",".join(office.users[people[name]] for name in names)
    assert left == doors.by_tool("slack_open_conversation", users=users)


@pytest.mark.parametrize("way", ["profile", "switcher"])
def test_a_direct_message_from(screen: Screen, doors: Doors, office: Office, way: str) -> None:
    ways: dict[str, Callable[[], Any]] = {
        "profile": lambda: screen.click(
            screen.page.get_by_role("link", name="Ruth Okafor", exact=True)
        ).click(screen.page.get_by_role("dialog", name="Profile").get_by_role("button", name="Message")),
        "switcher": lambda: screen.press("Control+K").type("okafor").press("Enter"),
    }
    screen.open("general")
    ways[way]()
    expect(screen.page.get_by_role("textbox", name="Message Ruth Okafor")).to_be_visible()
    left = doors.rows()
    assert left == doors.by_tool("slack_open_conversation", users=office.users["ruth.okafor"])


# --- once, and nothing lost -----------------------------------------------------------------------------


def test_sending_twice_in_a_hurry_sends_once(screen: Screen, doors: Doors) -> None:
    screen.open("general").composer.fill("Once")
    screen.button("Send now").dblclick()
    screen.settle().composer.fill("And once")
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.press("Enter")
    screen.settle()
    assert doors.texts() == ["Once", "And once"]


def test_what_was_refused_comes_back_into_the_field(
    screen: Screen, doors: Doors, world: World, office: Office
) -> None:
    """Written before the page has heard that the channel is closed."""
    screen.page.route("**/feed?*", lambda _: None)
    screen.open("general").composer.fill("Please keep this")
    with world.action("archive", door="setup", person=None) as context:
        from workaday.apps.slack.service import setup

        setup.archive(context, office.channels["general"])
    screen.press("Enter")
    expect(screen.page.get_by_role("alert")).to_have_text(
        "The channel is archived: nothing can be added to it."
    )
    expect(screen.composer).to_have_text("Please keep this")


def test_what_is_too_long_is_not_sent_and_not_lost(screen: Screen, doors: Doors) -> None:
    screen.open("general").composer.fill("x" * 40_001)
    screen.press("Enter")
    expect(screen.page.get_by_role("alert")).to_contain_text("1 characters too long")
    assert doors.rows() == []
    assert len(screen.composer.inner_text()) == 40_001


def test_a_draft_waits_while_one_looks_elsewhere(screen: Screen, doors: Doors, office: Office) -> None:
    screen.open("general").composer.fill("Half a thought")
    screen.open("tax-season")
    row = screen.page.locator(f"[data-qa-channel-sidebar-channel-id={office.channels['general']}]")
    expect(row.get_by_title("Draft")).to_be_visible()
    screen.page.go_back()
    screen.settle()
    expect(screen.composer).to_have_text("Half a thought")
    screen.composer.click()
    screen.press("Enter").page.reload()
    screen.settle()
    expect(screen.composer).to_have_text("")
    assert doors.texts() == ["Half a thought"]


def test_a_blank_message_is_not_sent(screen: Screen, doors: Doors) -> None:
    screen.open("general").send("   ")
    expect(screen.button("Send now")).to_have_attribute("aria-disabled", "true")
    assert doors.rows() == []
