"""Every control of every view has a name and does something; nothing comes from elsewhere; no errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tests.apps.slack.screen import Screen
from tests.office import Office
from workaday.apps.slack.models import Channel, User
from workaday.server.local import LocalServer
from workaday.world import World

pytestmark = pytest.mark.browser

CONTROLS = "a[href], button, [role=menuitem], [role=option], input[type=checkbox], select"
SIZES = [(1440, 900), (1280, 720), (390, 844)]


def views(office: Office) -> dict[str, str]:
    team, channel = office.workspace, office.channels["tax-season"]
    return {
        "channel": f"client/{team}/{channel}",
        "thread": f"client/{team}/{channel}/thread/{channel}-{office.messages['question']}",
        "direct message": f"client/{team}/{office.channels['dm']}",
        "group": f"client/{team}/{office.channels['group']}",
        "archived": f"client/{team}/{office.channels['old-software']}",
        "home": f"client/{team}",
        "people": "people",
        "channels": "channels",
        "new message": "new",
        "direct messages": "dms",
        "search": "search?q=template",
        "profile": f"team/{office.users['marcus.lee']}",
        "details": f"client/{team}/{channel}/members",
        "files": "files",
        "file": f"files/{office.users['dana.whitfield']}/{office.files['notes.txt']}/notes.txt",
    }


VIEWS = ["channel", "thread", "direct message", "group", "archived", "home", "people", "channels", "new message",
         "direct messages", "search", "profile", "details", "files", "file"]  # fmt: skip


@contextmanager
def watched(page: Page, origin: str) -> Iterator[None]:
    """Whatever the page complains of, and whatever it asks of others, fails the test."""
    complaints: list[str] = []
    page.on(
        "console", lambda told: complaints.append(told.text) if told.type in {"error", "warning"} else None
    )
    page.on("request", lambda asked: complaints.append(asked.url) if not local(asked.url, origin) else None)
    page.on("response", lambda got: complaints.append(got.url) if got.status >= 400 else None)
    yield
    assert complaints == []


def local(url: str, origin: str) -> bool:
    return url.startswith((origin, "data:", "blob:"))


def state(page: Page) -> str:
    """All that a deed can change: the address, the page, what is open, chosen and focused."""
    return str(
        page.evaluate(
            """() => [location.href, document.body.outerHTML,
              [...document.querySelectorAll(':popover-open, dialog[open]')].map((each) => each.id),
              [...document.querySelectorAll('input, select')].map((each) => `${each.checked}${each.value}`),
              document.activeElement && document.activeElement.outerHTML].join('|')"""
        )
    )


def visible(page: Page, frame: bool) -> list[int]:
    """The controls that one sees, by their place among all: those of the frame around a view, or the view's own."""
    shown: list[int] = page.evaluate(
        """([controls, frame]) => [...document.querySelectorAll(controls)].flatMap((each, at) =>
          each.checkVisibility({ visibilityProperty: true }) && !each.matches('[aria-current], .p-skip')
          && Boolean(each.closest('#main, #secondary')) !== frame ? [at] : [])""",
        [CONTROLS, frame],
    )
    return shown


@pytest.mark.parametrize("view", ["frame", *VIEWS[:5], *VIEWS[6:]])
def test_every_control_does_something(
    screen: Screen, server: LocalServer, world: World, office: Office, view: str
) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    with watched(screen.page, server.url):
        path = views(office)["home" if view == "frame" else view]
        numbers = visible(screen.goto(path).page, frame=view == "frame")
        assert numbers
        for number in numbers:
            screen.page.evaluate("localStorage.clear()")
            world.reset()
            screen.goto(path)
            control = screen.page.locator(CONTROLS).nth(number)
            assert works(screen, control), control.evaluate("each => each.outerHTML")


def works(screen: Screen, control: Locator) -> bool:
    """Whether pressing it does something: also where it leads to the page that one is on."""
    if control.get_attribute("aria-disabled") == "true" or control.is_disabled():
        return True
    control.hover()
    if control.evaluate("each => each.tagName === 'A' && each.href === location.href"):
        return True
    if control.evaluate("each => each.tagName === 'SELECT'"):
        return control.locator("option").count() > 1
    if control.get_attribute("download") is not None:
        with screen.page.expect_download():
            control.click()
        return True
    before = state(screen.page)
    control.click()
    screen.settle()
    return state(screen.page) != before


def test_what_appears_over_a_message_does_something(screen: Screen, office: Office) -> None:
    for button in ("React with white_check_mark", "Add reaction", "Reply in thread", "More actions"):
        message = screen.open("dm").named("dm_reply")
        message.hover()
        assert works(screen, message.get_by_role("button", name=button, exact=True)), button
    for item in ("Mark unread", "Copy link", "Edit message", "Delete message"):
        screen.open("dm").hover(screen.named("dm_reply"), "More actions")
        assert works(screen, screen.page.get_by_role("menuitem", name=item)), item


def test_copy_link_gives_the_message_s_permalink(screen: Screen, office: Office) -> None:
    screen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.open("tax-season").menu(screen.named("question"), "Copy link")
    expect(screen.page.get_by_role("status").filter(has_text="Link copied")).to_be_visible()
    channel, ts = office.channels["tax-season"], office.messages["question"]
    assert screen.page.evaluate("navigator.clipboard.readText()") == (
        f"https://whitford-okafor.slack.com/archives/{channel}/p{ts.replace('.', '')}?thread_ts={ts}&cid={channel}"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_assistive_technology_finds_nothing_wrong(screen: Screen, office: Office, scheme: str) -> None:
    screen.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    for view in VIEWS:
        screen.goto(views(office)[view])
        assert faults(screen.page) == [], view
    screen.open("tax-season").hover(screen.named("question"), "Add reaction")
    assert faults(screen.page) == []
    screen.press("Escape").hover(screen.named("question"), "More actions")
    assert faults(screen.page) == []
    screen.press("Escape").press("Control+K")
    assert faults(screen.page) == []


def faults(page: Page) -> list[str]:
    """What axe-core finds.

    Initials in avatars are for show only, and a mention differs from the words around it by its ground, which
    axe does not see; what floats over the page belongs to no landmark.
    """
    rules = {"link-in-text-block": {"enabled": False}, "region": {"enabled": False}}
    found = Axe().run(page, context={"exclude": [[".c-avatar"]]}, options={"rules": rules}).response
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]


def test_every_control_has_a_name(screen: Screen, office: Office) -> None:
    roles = [
        "button",
        "link",
        "textbox",
        "searchbox",
        "checkbox",
        "combobox",
        "treeitem",
        "option",
        "menuitem",
        "dialog",
    ]
    for view in VIEWS:
        screen.goto(views(office)[view])
        nameless = [
            line.strip()
            for line in screen.page.locator("body").aria_snapshot().splitlines()
            if line.strip().removeprefix("- ").split(" ")[0].rstrip(":") in roles and '"' not in line
        ]
        assert nameless == [], view


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_overflows_the_window(screen: Screen, office: Office, width: int, height: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": height})
    for view in VIEWS:
        screen.goto(views(office)[view])
        wide: int = screen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, view


def test_a_small_screen_shows_one_thing_at_a_time(screen: Screen, office: Office) -> None:
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.goto(f"client/{office.workspace}")
    sidebar, main = screen.page.locator("[data-qa=workspace_sidebar]"), screen.page.locator("#main")
    expect(sidebar).to_be_visible()
    expect(main).to_be_hidden()
    screen.click(screen.page.get_by_role("treeitem", name="tax-season (unread)"))
    expect(sidebar).to_be_hidden()
    expect(main).to_be_visible()
    screen.click(screen.named("question").locator("[data-qa=reply_bar_count]"))
    expect(main).to_be_hidden()
    expect(screen.reply).to_be_visible()
    screen.click(screen.page.get_by_role("link", name="Close"))
    screen.click(screen.page.get_by_role("link", name="Back to conversations"))
    expect(sidebar).to_be_visible()


def test_public_automation_scripts_find_what_they_look_for(screen: Screen, office: Office) -> None:
    """The hooks that were seen in Slack's own page (reference C.1)."""
    screen.goto(views(office)["thread"])
    for hook in (
        "[data-qa=workspace_sidebar] [data-qa=channel-sidebar-channel][data-qa-channel-sidebar-channel-type=channel]",
        f"[data-qa-channel-sidebar-channel-id={office.channels['tax-season']}][data-qa-channel-sidebar-channel-is-selected=true]",
        "[data-qa=channel_sidebar_name_tax-season]",
        ".p-channel_sidebar__badge",
        f"[data-qa=virtual-list-item][data-item-key='{office.messages['question']}']",
        f"[data-qa=message_container][data-msg-channel-id={office.channels['tax-season']}] .p-rich_text_section",
        "[data-qa=message_sender]",
        "a.c-timestamp [data-qa=timestamp_label]",
        "[data-qa=reply_bar_last_reply][data-ts]",
        "[data-qa=reply_bar_view_thread]",
        ".p-view_contents--secondary[role=dialog][aria-label='Thread in channel tax-season'] [data-qa=threads_flexpane]",
        "[data-qa=message_input] .ql-editor[contenteditable][role=textbox]",
        "[data-qa=texty_send_button][aria-label='Send now']",
        "[data-qa=top_nav_search]",
    ):
        assert screen.page.locator(hook).count(), hook
    screen.named("question").hover()
    assert screen.page.locator("[data-qa=message_actions] [data-qa=start_thread]").count() == 1


def test_the_page_knows_no_time_but_the_world_s(screen: Screen, world: World) -> None:
    screen.open("general").send("What time is it?")
    expect(screen.page.locator("#messages .c-timestamp__label").last).to_have_text("9:00 AM")
    expect(screen.page.locator(".c-message_list__day_divider").last).to_have_text("Today")


def test_hostile_names_and_texts_stay_text_in_everything_that_the_script_draws(
    screen: Screen, office: Office, world: World
) -> None:
    hostile = "<img src=x onerror=document.title=1> O'Brien & \u202e"
    with world.action("rename", door="setup", person=None) as context:
        context.session.get_one(User, office.users["marcus.lee"]).real_name = hostile
        context.session.get_one(Channel, office.channels["tax-season"]).name = "<b>tax"
    screen.open("general").composer.fill(hostile)
    screen.press("Enter")
    assert screen.texts()[-1] == hostile
    screen.composer.click()
    screen.type("@<img").press("Escape").type(" @marcus").press("Enter").type("#<b>").press("Escape").type(
        " #tax"
    )
    screen.press("Enter").press("Enter")
    assert screen.texts()[-1].startswith(f"@<img @{hostile}")
    screen.press("Control+K").type("<img").press("Escape")
    screen.click(screen.page.locator("#messages .c-member_slug").last)
    expect(screen.page.get_by_role("dialog", name="Profile")).to_contain_text("O'Brien &")
    screen.page.reload()
    screen.settle().open("dm").menu(screen.named("dm_reply"), "Delete message")
    assert screen.page.locator("img").count() == 0
    assert "(DM)" in screen.page.title()
