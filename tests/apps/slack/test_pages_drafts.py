"""What one has begun to write waits on the server, and what is to be sent later is sent then."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tests.apps.slack.acting import by, seen_by
from tests.apps.slack.screen import Screen, send
from tests.office import Office
from workaday.apps.slack.service import drafts, scheduled
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import World

SOON = 15_000
"""Milliseconds: an open page asks every second, and a busy machine takes its time."""


def kept(world: World) -> dict[str, str]:
    """Dana Whitfield's drafts, by where they are."""
    with seen_by(world) as context:
        return {f"{each.channel_id}{each.thread_ts}": each.text for each in drafts.listed(context)}


def waiting(world: World) -> list[tuple[str, int]]:
    """What Dana Whitfield has scheduled."""
    with seen_by(world) as context:
        return [(each.text, each.post_at) for each in scheduled.listed(context)]


class Forms:
    """The composer's addresses, as a browser or anybody else asks them."""

    def __init__(self, server: LocalServer, seat: Seat, office: Office) -> None:
        self.base = f"{server.page_url(seat, 'slack')}client/{office.workspace}"
        self.office = office

    def send(self, what: str, channel: str = "general", **fields: str) -> int:
        url = f"{self.base}/{self.office.channels.get(channel, channel)}/{what}"
        return send(url, urlencode(fields).encode()).status


@pytest.fixture
def forms(server: LocalServer, seat: Seat, office: Office) -> Forms:
    return Forms(server, seat, office)


def test_a_draft_is_kept_changed_and_thrown_away(forms: Forms, world: World, office: Office) -> None:
    general, root = office.channels["general"], office.messages["question"]
    assert forms.send("draft", mrkdwn="Half *a* <@U1> thought") == 303
    assert forms.send("draft", channel="tax-season", text="<plain>", thread_ts=root) == 303
    assert kept(world) == {
        general: "Half *a* <@U1> thought",
        office.channels["tax-season"] + root: "&lt;plain&gt;",
    }
    forms.send("draft", mrkdwn="")
    forms.send("post", channel="tax-season", text="Another thing", thread_ts=root)
    assert kept(world) == {}


@pytest.mark.parametrize("channel", ["partners", "C0NOWHERE00"])
def test_nobody_drafts_or_schedules_where_they_are_not(forms: Forms, world: World, channel: str) -> None:
    assert forms.send("draft", channel=channel, mrkdwn="x") == 404
    assert forms.send("schedule", channel=channel, mrkdwn="x", post_at="1742400000") == 404
    assert world.changes() == []


@pytest.mark.parametrize(
    "moment", ["", "soon", "1", "99999999999", "2025-03-17T09:00", "9" * 40, "2025-13-40T99:00"]
)
def test_a_time_that_is_none_or_past_or_too_far_schedules_nothing(
    forms: Forms, world: World, moment: str
) -> None:
    assert forms.send("schedule", mrkdwn="Later", post_at=moment) == 400
    assert world.changes() == []


def test_a_time_is_meant_in_the_zone_of_whoever_writes(
    server: LocalServer, world: World, office: Office
) -> None:
    seat = server.seat(world, "priya.raman")
    assert Forms(server, seat, office).send("schedule", mrkdwn="Later", post_at="2025-03-19T09:00") == 303
    (made,) = [each.after for each in world.changes() if each.table == "slack_scheduled"]
    assert made is not None
    assert made["post_at"] == 1742389200 + 3600  # 9:00 in New York is 13:00 UTC, in Chicago an hour later
    server.leave(seat)


@pytest.mark.browser
def test_nothing_begun_is_lost_on_the_way(screen: Screen, world: World, office: Office) -> None:
    channel, root = office.channels["tax-season"], office.messages["question"]
    screen.open("tax-season").composer.click()
    screen.type("A *bold* start for @marcus").press("Enter").type("- item")
    screen.hover(screen.named("question"), "Reply in thread").click(screen.reply)
    screen.page.keyboard.type("and a reply")
    screen.page.goto(screen.url + screen.path("general"))
    screen.settle()
    assert set(kept(world)) == {channel, channel + root}
    screen.page.go_back()
    screen.settle()
    expect(screen.reply).to_have_text("and a reply")
    expect(screen.composer.locator("b")).to_have_text("bold")
    expect(screen.composer.locator("[data-token]")).to_have_text("@Marcus Lee")
    screen.composer.click()
    screen.page.keyboard.type("!")
    screen.page.reload()
    screen.settle()
    assert kept(world)[channel].startswith("A *bold* start for <@")
    screen.composer.click()
    screen.press("Control+End").press("Control+Enter")
    assert set(kept(world)) == {channel + root}
    expect(screen.composer).to_have_text("")


@pytest.mark.browser
def test_two_windows_keep_each_other_s_drafts_and_lose_nothing_sent(
    screen: Screen, chromium: Browser, world: World, office: Office
) -> None:
    screen.open("general").composer.click()
    other = Screen(screen.page.context.new_page(), screen.url, office)
    other.open("tax-season").composer.click()
    other.type("elsewhere")
    screen.type("here")
    general, season = office.channels["general"], office.channels["tax-season"]
    assert kept(world) == {general: "here", season: "elsewhere"}
    third = Screen(screen.page.context.new_page(), screen.url, office)
    third.open("general")
    expect(third.composer).to_have_text("here")
    third.composer.click()
    third.press("Control+End").type(" and more")
    assert kept(world)[general] == "here and more"
    screen.page.bring_to_front()
    screen.press("Enter")
    third.page.bring_to_front()
    third.press("Enter")
    sent = [each.after["text"] for each in world.changes() if each.table == "slack_message" and each.after]
    assert sent == ["here", "here and more"]
    assert kept(world) == {season: "elsewhere"}


@pytest.mark.browser
def test_a_message_is_scheduled_shown_and_sent_in_its_time(
    screen: Screen, world: World, office: Office
) -> None:
    banner = screen.open("general").page.locator("#footer [data-qa=scheduled_banner]")
    screen.composer.click()
    screen.type("Good *morning*").click(screen.button("Schedule for later"))
    screen.click(screen.page.get_by_role("menuitem", name="Tomorrow at 9:00 AM"))
    expect(screen.composer).to_have_text("")
    expect(banner).to_contain_text("Your message will be sent tomorrow at 9:00 AM.")
    screen.composer.click()
    screen.type("Then").click(screen.button("Schedule for later"))
    screen.click(screen.page.get_by_role("menuitem", name="Custom time"))
    dialog = screen.page.get_by_role("dialog", name="Schedule message")
    dialog.get_by_label("Date").fill("2025-03-20")
    dialog.get_by_label("Time").fill("16:30")
    screen.click(dialog.get_by_role("button", name="Schedule message"))
    expect(banner).to_contain_text("You have 2 messages scheduled")
    assert waiting(world) == [("Good *morning*", 1742389200), ("Then", 1742502600)]
    world.advance(86_400)
    expect(screen.page.locator("#messages")).to_contain_text("Good morning", timeout=SOON)
    expect(banner).to_contain_text("Your message will be sent tomorrow at 4:30 PM.", timeout=SOON)


@pytest.mark.browser
def test_the_banner_and_the_draft_follow_what_happens_elsewhere(
    screen: Screen, world: World, office: Office
) -> None:
    general = office.channels["general"]
    screen.open("general").page.locator("h1, [data-qa=channel_header]").first.click()
    screen.page.evaluate("document.activeElement.blur()")
    with by(world) as context:
        drafts.save(context, general, "from another _window_")
    expect(screen.composer.locator("i")).to_have_text("window", timeout=SOON)
    with by(world) as context:
        drafts.discard(context, general)
    expect(screen.composer).to_have_text("", timeout=SOON)
