"""A message shows at once, in its order, with its files; what it sets off is asked about, what fails is kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.apps.slack.acting import by, seen_by
from tests.apps.slack.screen import Screen
from tests.office import Office
from workaday.apps.slack.service import files, history, usergroups
from workaday.server.local import LocalServer
from workaday.tool import toolbox
from workaday.world import World

pytestmark = pytest.mark.browser

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000 1f15c4890000000d49444154789c63f8cfc0f01f00050001ff"
    "a0b2c2d40000000049454e44ae426082".replace(" ", "")
)


def sent(world: World) -> list[str]:
    changed = [each.after for each in world.changes() if each.table == "slack_message"]
    return [str(after["text"]) for after in changed if after]


def attached(world: World, office: Office, channel: str = "general") -> list[tuple[str, str, str]]:
    """Name, title and description of the files in the last message."""
    with seen_by(world) as context:
        last = history.top_level(context, office.channels[channel], history.Window(1)).messages
        found = files.on(context, last).get(last[0].ts, [])
        return [(each.name, each.title, each.alt_text) for each in found]


def tool(screen: Screen, name: str) -> Locator:
    return screen.page.locator("#footer").get_by_role("button", name=name, exact=True)


def choose(screen: Screen, *given: tuple[str, str, bytes]) -> None:
    chosen: Any = [{"name": name, "mimeType": kind, "buffer": content} for name, kind, content in given]
    screen.page.locator("#footer input[type=file]").set_input_files(chosen)


class Held:
    """Messages that wait on their way until they are let go."""

    def __init__(self, page: Page) -> None:
        self.waiting: list[Route] = []
        self.open = False
        page.route("**/post", self.arrived)

    def arrived(self, route: Route) -> None:
        if self.open:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        self.open = True
        for route in self.waiting:
            route.continue_()


def test_a_message_shows_at_once_as_it_will_look(screen: Screen, world: World) -> None:
    screen.open("general")
    held = Held(screen.page)
    screen.composer.click()
    screen.type("See *this* :tada: https://irs.gov/x.").press("Shift+Enter").type("- a").press("Shift+Enter")
    screen.type("b")
    screen.page.keyboard.press("Enter")
    row = screen.page.locator("#messages [data-held]")
    expect(row.locator("b")).to_have_text("this")
    expect(row.locator("a")).to_have_text("https://irs.gov/x")
    expect(row.locator("li")).to_have_text(["a", "b"])
    expect(row).to_contain_text("Dana Whitfield9:00 AM")
    expect(screen.composer).to_have_text("")
    assert sent(world) == []
    before = row.locator(".c-message__body").bounding_box()
    shown = row.locator(".c-message__body").inner_text().split()
    held.let_go()
    screen.settle()
    expect(row).to_have_count(0)
    last = screen.page.locator("#messages [data-qa=message_container]").last.locator(".c-message__body")
    assert last.inner_text().split() == shown
    assert last.bounding_box() == before


def test_messages_sent_quickly_keep_their_order_here_and_there(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    held = Held(screen.page)
    for number in range(5):
        screen.page.keyboard.type(f"Number {number}")
        screen.page.keyboard.press("Enter")
    expect(screen.page.locator("#messages [data-held]")).to_have_count(5)
    held.let_go()
    screen.settle()
    numbers = [f"Number {number}" for number in range(5)]
    assert sent(world) == numbers
    assert screen.texts()[-5:] == numbers


def test_what_could_not_be_sent_is_sent_again_or_let_go(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    screen.page.route("**/post", lambda route: route.abort())
    screen.type("First").press("Enter").type("Second").press("Enter")
    rows = screen.page.locator("#messages [data-held]")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("alert")).to_contain_text("Not sent.")
    screen.click(rows.last.get_by_role("button", name="Delete"))
    expect(rows).to_have_count(1)
    screen.page.unroute("**/post")
    screen.click(rows.get_by_role("button", name="Retry"))
    expect(rows).to_have_count(0)
    assert sent(world) == ["First"]
    assert screen.texts()[-1] == "First"


# --- files ----------------------------------------------------------------------------------------------


def test_files_are_chosen_described_taken_out_and_sent(screen: Screen, world: World, office: Office) -> None:
    screen.open("general")
    choose(
        screen,
        ("chart.png", "image/png", PNG),
        ("notes.txt", "text/plain", b"hello"),
        ("x.csv", "text/csv", b"a,b"),
    )
    tiles = screen.page.locator("#footer [data-qa=file_attachment]")
    expect(tiles).to_have_count(3)
    assert {each.table for each in world.changes()} == {"slack_read_mark"}
    screen.click(screen.button("Remove x.csv")).click(screen.button("Edit details of chart.png"))
    dialog = screen.page.get_by_role("dialog", name="File details")
    dialog.get_by_label("File name").fill("Chart of the season")
    dialog.get_by_label("Description (alt text)").fill("A line that goes up")
    screen.click(dialog.get_by_role("button", name="Save"))
    screen.composer.click()
    screen.type("Two *files*").press("Enter")
    expect(tiles).to_have_count(0)
    assert sent(world) == ["Two *files*"]
    assert attached(world, office) == [
        ("chart.png", "Chart of the season", "A line that goes up"),
        ("notes.txt", "notes.txt", ""),
    ]


def test_files_come_by_keys_by_pasting_and_by_dropping(screen: Screen, world: World, office: Office) -> None:
    screen.open("general").composer.click()
    with screen.page.expect_file_chooser() as chooser:
        screen.page.keyboard.press("Control+U")
    chooser.value.set_files({"name": "one.txt", "mimeType": "text/plain", "buffer": b"1"})
    give = """(field, [kind, name]) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], name, { type: 'text/plain' }));
      const made = kind === 'paste' ? new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true })
        : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
      field.dispatchEvent(made);
    }"""
    screen.composer.evaluate(give, ["paste", "two.txt"])
    screen.page.locator("#messages").evaluate(give, ["dragover", "three.txt"])
    expect(screen.page.locator("#drop-overlay")).to_have_text("Upload to #general")
    screen.page.locator("#messages").evaluate(give, ["drop", "three.txt"])
    expect(screen.page.locator("#drop-overlay")).to_be_hidden()
    screen.press("Enter")
    assert [name for name, _, _ in attached(world, office)] == ["one.txt", "two.txt", "three.txt"]
    assert sent(world) == [""]


def test_a_snippet_is_written_in_a_dialog(screen: Screen, world: World, office: Office) -> None:
    screen.open("general").composer.click()
    screen.type("The script:").press("Control+Shift+Enter")
    dialog = screen.page.get_by_role("dialog", name="Create a text snippet")
    screen.click(dialog.get_by_role("button", name="Create snippet"))
    expect(dialog.get_by_role("alert")).to_have_text("A snippet needs some content.")
    dialog.get_by_label("Title").fill("count.py")
    dialog.get_by_label("Type").select_option(label="Python")
    dialog.get_by_label("Content").fill("for x in range(3):\n    print(x)\n")
    screen.click(dialog.get_by_role("button", name="Create snippet"))
    assert sent(world) == ["The script:"]
    with seen_by(world) as context:
        (made,) = files.in_channel(context, office.channels["general"])
        assert (made.title, made.filetype, made.mode) == ("count.py", "python", "snippet")
        assert files.content(context, made.id) == b"for x in range(3):\n    print(x)\n"


def test_a_file_that_is_too_large_or_empty_is_told_of_and_a_refused_one_comes_back(
    screen: Screen, world: World
) -> None:
    screen.open("general")
    told = screen.page.locator("#footer").get_by_role("alert")
    choose(screen, ("empty.txt", "text/plain", b""))
    expect(told).to_have_text("empty.txt is empty: there is nothing to upload.")
    choose(screen, ("big.bin", "application/octet-stream", b"x" * (9 * 1024 * 1024 + 1)))
    expect(told).to_have_text("big.bin is too large: a file may have up to 9 MB.")
    choose(screen, ("fine.txt", "text/plain", b"x"))
    screen.page.route("**/upload", lambda route: route.fulfill(status=400, json={"message": "No room."}))
    screen.composer.click()
    screen.type("Look").press("Enter")
    expect(told).to_have_text("No room.")
    expect(screen.composer).to_have_text("Look")
    expect(screen.page.locator("#footer [data-qa=file_attachment]")).to_have_count(1)
    assert sent(world) == []


# --- what a message sets off ----------------------------------------------------------------------------


def test_notifying_more_than_six_is_asked_about(screen: Screen, world: World, office: Office) -> None:
    screen.open("general").composer.click()
    screen.type("Hi @channel").press("Enter").press("Enter")
    dialog = screen.page.get_by_role("dialog", name="Notify everyone?")
    expect(dialog).to_contain_text(
        "By using @channel, a notification will be sent to 7 people across 3 time zones."
    )
    screen.click(dialog.get_by_role("button", name="Edit message"))
    assert sent(world) == []
    expect(screen.composer).to_contain_text("Hi @channel")
    screen.composer.click()
    screen.press("Enter").click(dialog.get_by_role("button", name="Yes, send it"))
    assert sent(world) == ["Hi <!channel>"]
    screen.open("tax-season").composer.click()
    screen.type("Few @here").press("Enter").press("Enter")
    assert sent(world) == ["Hi <!channel>", "Few <!here>"]


def test_whoever_is_mentioned_from_outside_may_be_invited(
    screen: Screen, world: World, office: Office
) -> None:
    screen.open("tax-season").composer.click()
    screen.type("Ask @tom")
    option = screen.page.get_by_role("option", name="Tom Alvarez")
    expect(option).to_contain_text("Not in channel")
    screen.press("Enter").type("and @priya").press("Enter").press("Enter")
    prompt = screen.page.locator("#messages [data-qa=invite_prompt]")
    expect(prompt).to_contain_text("You mentioned @Tom Alvarez, but they’re not in this channel.")
    screen.click(prompt.get_by_role("button", name="Do nothing"))
    expect(prompt).to_have_count(0)
    screen.type("@tom").press("Enter").press("Enter")
    screen.click(prompt.get_by_role("button", name="Invite them"))
    expect(prompt).to_have_count(0)
    members = toolbox("slack")["slack_list_members"].call(
        world, "dana.whitfield", {"channel": office.channels["tax-season"]}
    )
    assert office.users["tom.alvarez"] in str(members)


def test_a_group_is_mentioned_by_its_handle(screen: Screen, world: World, office: Office) -> None:
    with by(world, "ruth.okafor") as context:
        group = usergroups.create(context, "Payroll people", handle="payroll").id
        usergroups.set_members(context, group, [office.users["dana.whitford"]])
    screen.open("general").composer.click()
    screen.type("Ask @pay")
    expect(screen.page.get_by_role("option", name="@payroll")).to_contain_text("Payroll people · 1 person")
    screen.press("Enter").type("first")
    screen.page.reload()
    screen.settle()
    expect(screen.composer).to_contain_text("Ask @payroll first")
    screen.composer.click()
    screen.press("Enter")
    assert sent(world) == [f"Ask <!subteam^{group}> first"]


def test_commands_are_completed_run_and_told_of(screen: Screen, world: World, office: Office) -> None:
    screen.open("general").composer.click()
    screen.type("/top")
    expect(screen.page.get_by_role("option", name="/topic")).to_contain_text("Set the channel topic")
    screen.press("Enter").type("Only *tax* & <more>").press("Enter")
    expect(screen.composer).to_have_text("")
    expect(screen.page.locator("[data-qa=channel_header]")).to_contain_text("tax")
    screen.type("/frobnicate now").press("Enter")
    expect(screen.page.locator("#messages")).to_contain_text("/frobnicate is not a valid command")
    screen.type(" /frobnicate is text").press("Enter")
    screen.click(tool(screen, "Run a command")).type("shrug why").press("Enter")
    texts = [text for text in sent(world) if "topic" not in text]
    assert texts == ["/frobnicate is text", "why ¯\\_(ツ)_/¯"]
    assert [each for each in world.changes() if each.table == "slack_draft"] == []


def test_the_list_of_suggestions_speaks_to_assistive_technology(screen: Screen) -> None:
    field = screen.open("general").composer
    field.click()
    screen.type("@dana")
    chosen = screen.page.get_by_role("option", selected=True)
    expect(chosen).to_have_count(1)
    expect(field).to_have_attribute("aria-controls", "autocomplete-list")
    expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "?")
    screen.press("ArrowUp")
    expect(field).to_have_attribute(
        "aria-activedescendant", re.compile(str(screen.page.get_by_role("option").count() - 1))
    )
    screen.press("Escape")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile("."))


def test_the_field_stays_usable_with_all_that_it_may_hold(screen: Screen, world: World) -> None:
    left = screen.open("general").page.locator("#footer .c-composer__left")
    screen.composer.fill("word " * 7_900)
    expect(left).to_have_text("501")  # 40,000 less the text without its last blank
    screen.press("End").type("*b* and").press("Backspace").press("Shift+Enter").type("last")
    expect(screen.composer.locator("b")).to_have_text("b")
    screen.press("Enter")
    (text,) = sent(world)
    assert text == "word " * 7_900 + "*b* an\nlast"


def test_without_a_script_the_plain_field_sends(
    server: LocalServer, chromium: Any, world: World, office: Office
) -> None:
    seat = server.seat(world, "dana.whitfield")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.page_url(seat, 'slack')}client/{office.workspace}/{office.channels['general']}")
    page.locator("#footer textarea").fill("Plain & <simple>")
    page.get_by_role("button", name="Send now").click()
    expect(page.locator("#messages")).to_contain_text("Plain & <simple>")
    assert sent(world) == ["Plain &amp; &lt;simple&gt;"]
    context.close()
    server.leave(seat)
