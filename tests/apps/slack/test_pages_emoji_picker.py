"""The emoji picker: categories, search, skin tones, what one uses most; by pointer and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.apps.slack.acting import by
from tests.apps.slack.screen import Screen
from tests.apps.slack.test_service_files import png
from tests.office import Office
from workaday.apps.slack import emoji
from workaday.apps.slack.service import emojis
from workaday.tool import toolbox
from workaday.world import World

pytestmark = pytest.mark.browser


def sent(world: World) -> list[str]:
    changed = [each.after for each in world.changes() if each.table == "slack_message"]
    return [str(after["text"]) for after in changed if after]


def picker(screen: Screen) -> Locator:
    return screen.page.get_by_role("dialog", name="Emoji picker")


def opened(screen: Screen) -> Locator:
    screen.click(screen.page.locator("#footer").get_by_role("button", name="Emoji", exact=True))
    return picker(screen)


def test_each_category_is_led_to_and_says_where_one_is(screen: Screen) -> None:
    open_picker = opened(screen.open("general"))
    tabs = open_picker.get_by_role("toolbar", name="Categories").get_by_role("button")
    labels = [label for label, _ in emoji.categories()]
    assert [tab.get_attribute("aria-label") for tab in tabs.all()] == ["Frequently Used", *labels]
    for label, names in emoji.categories():
        screen.click(open_picker.get_by_role("button", name=label, exact=True))
        expect(open_picker.get_by_role("heading", name=label)).to_be_in_viewport()
        expect(open_picker.locator(f"[data-name='{names[0]}']").last).to_be_in_viewport()
        expect(open_picker.locator("[aria-pressed=true]")).to_have_attribute("aria-label", label)


def test_every_emoji_is_reached_by_keys_in_rows_and_columns(screen: Screen, world: World) -> None:
    open_picker = opened(screen.open("general"))
    screen.press("ArrowDown").press("ArrowRight").press("End")
    last = emoji.categories()[-1][1][-1]
    expect(open_picker.locator(f"[data-name='{last}']")).to_be_focused()
    screen.press("ArrowUp").press("ArrowDown").press("Home").press("ArrowUp")
    expect(open_picker.get_by_role("searchbox")).to_be_focused()
    screen.type(":hear").press("ArrowDown").press("ArrowRight")
    chosen = screen.page.evaluate("document.activeElement.dataset.name")
    screen.press("Enter")
    expect(open_picker).to_be_hidden()
    expect(screen.composer).to_be_focused()
    screen.press("Enter")
    assert sent(world) == [f":{chosen}:"]
    opened(screen)
    screen.type("no such emoji")
    expect(open_picker.get_by_role("heading", name="No emoji found")).to_be_visible()
    screen.press("Escape")
    expect(open_picker).to_be_hidden()


def test_what_one_reacts_with_is_offered_first(screen: Screen, world: World, office: Office) -> None:
    place = {"channel": office.channels["general"], "timestamp": office.messages["welcome"]}
    for name in ("rocket", "wave::skin-tone-4"):
        toolbox("slack")["slack_add_reaction"].call(world, "dana.whitfield", {**place, "name": name})
    open_picker = opened(screen.open("general"))
    cells = open_picker.locator("[data-qa=emoji_list_item]")
    assert [cells.nth(number).get_attribute("aria-label") for number in range(2)] == ["wave", "rocket"]
    screen.click(open_picker.get_by_role("button", name="grinning", exact=True))
    opened(screen)
    expect(cells.first).to_have_attribute("aria-label", "grinning")


def test_emoji_become_chips_and_emoticons_as_they_are_typed(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    screen.type(":+1: yes :) <3 at 8) C: x:) :nope: :)").press("Enter")
    assert sent(world) == [
        ":+1: yes :slightly_smiling_face: :heart: at 8) C: x:) :nope: :slightly_smiling_face:"
    ]
    screen.composer.fill("filled in :D and `:D`\n:p")
    screen.press("Enter")
    assert sent(world)[-1] == "filled in :smile: and `:D`\n:stuck_out_tongue:"


def test_a_skin_tone_is_chosen_once_and_kept(screen: Screen, world: World, office: Office) -> None:
    open_picker = opened(screen.open("general"))
    screen.click(open_picker.get_by_role("button", name="Choose skin tone"))
    expect(open_picker.get_by_role("radio", name="Default skin tone")).to_be_focused()
    screen.press("ArrowRight").press("ArrowRight").press("Enter")
    screen.open("general").hover(screen.named("welcome"), "Add reaction")
    screen.type("wave").press("Enter")
    screen.composer.click()
    screen.type(":raised_hands").press("Enter").type(":wave:").press("Enter")
    assert sent(world) == [":raised_hands::skin-tone-3: :wave::skin-tone-3:"]
    added = [each.after for each in world.changes() if each.table == "slack_reaction" and each.after]
    assert [each["name"] for each in added] == ["wave::skin-tone-3"]
    (kept,) = [each.after for each in world.changes() if each.table == "slack_preference"]
    assert kept is not None
    assert (kept["name"], kept["value"]) == ("skin_tone", "3")
    opened(screen)
    screen.click(screen.button("Choose skin tone")).click(
        screen.page.get_by_role("radio", name="Default skin tone")
    )
    assert [each for each in world.changes() if each.table == "slack_preference"] == []


def test_the_workspace_s_own_emoji_are_chosen_typed_and_reacted_with(
    screen: Screen, world: World, office: Office
) -> None:
    with by(world, "marcus.lee") as context:
        emojis.add(context, "marlow", png(32, 32), "image/png")
        emojis.alias(context, "logo", "marlow")
        emojis.alias(context, "hooray", "tada")
    open_picker = opened(screen.open("general"))
    screen.click(open_picker.get_by_role("button", name="Custom", exact=True))
    cell = open_picker.locator("[data-name=marlow]")
    expect(cell).to_be_in_viewport()
    assert cell.locator("img").evaluate("each => each.decode().then(() => each.naturalWidth)") == 32
    screen.click(cell)
    screen.type(" :logo: :hoor").press("Enter").press("Enter")
    assert sent(world) == [":marlow: :logo: :tada:"]
    screen.react(screen.named("welcome"), "marlow")
    added = [each.after for each in world.changes() if each.table == "slack_reaction" and each.after]
    assert [each["name"] for each in added] == ["marlow"]
