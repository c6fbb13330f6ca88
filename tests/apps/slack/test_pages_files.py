"""Files on the pages: in messages, over the page, by themselves, and all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.apps.slack.acting import DANA, MARCUS, by, seen_by
from tests.apps.slack.screen import Screen, send
from tests.apps.slack.test_pages_controls import faults
from tests.apps.slack.test_service_files import png
from tests.office import NOTES, Office
from workaday.apps.slack.models import File
from workaday.apps.slack.service import files, messages
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import World

pytestmark = pytest.mark.browser

LINES = "".join(f"client {number},{number * 100}\n" for number in range(12))


@pytest.fixture
def shared(world: World, office: Office) -> dict[str, str]:
    """A message of Dana's with a picture, a text and a PDF, and one of Marcus's with a file: ids by name."""
    made = {}
    with by(world) as context:
        for name, content in (
            ("lake.png", png(720, 360)),
            ("sums.csv", LINES.encode()),
            ("w2.pdf", b"%PDF-"),
        ):
            made[name] = files.upload(context, name, content, alt_text="A lake" if "png" in name else "").id
        posted = messages.post(context, office.channels["general"], "Here", file_ids=list(made.values()))
        made["message"] = posted.message.ts
    with by(world, MARCUS) as context:
        made["his.txt"] = files.upload(context, "his.txt", b"his").id
        messages.post(context, office.channels["general"], "", file_ids=[made["his.txt"]])
    return made


def viewer(screen: Screen) -> Locator:
    return screen.page.locator("dialog[open][data-qa=file_viewer]")


def test_a_message_shows_its_files(screen: Screen, office: Office, shared: dict[str, str]) -> None:
    message = screen.open("general").message(shared["message"])
    picture = message.get_by_role("img", name="A lake")
    assert picture.evaluate("each => [each.naturalWidth, each.width]") == [720, 360]
    text = message.get_by_role("group", name="sums.csv")
    expect(text.locator(".c-file__line")).to_have_count(5)
    screen.click(text.get_by_role("link", name="Show the whole of sums.csv"))
    expect(text.locator(".c-file__line")).to_have_count(12)
    expect(text.locator("pre")).to_be_focused()
    expect(message.get_by_role("group", name="w2.pdf")).to_contain_text("PDF · 5 bytes")
    with screen.page.expect_download() as download:
        text.get_by_role("link", name="Download sums.csv").click()
    assert Path(download.value.path()).read_text() == LINES


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_opens_over_the_page(
    screen: Screen, office: Office, shared: dict[str, str], scheme: str
) -> None:
    screen.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    message = screen.open("general").message(shared["message"])
    assert faults(screen.page) == []
    screen.click(message.get_by_role("link", name="View lake.png"))
    expect(viewer(screen).get_by_role("img", name="A lake")).to_be_visible()
    expect(viewer(screen).get_by_role("button", name="Close")).to_be_focused()
    assert faults(screen.page) == []
    screen.press("Escape")
    expect(viewer(screen)).to_have_count(0)
    screen.click(message.get_by_role("link", name="Details of sums.csv"))
    expect(viewer(screen).locator(".c-file__line")).to_have_count(12)
    expect(viewer(screen).get_by_role("link", name="general")).to_be_visible()
    screen.click(viewer(screen).get_by_role("button", name="Close"))
    expect(viewer(screen)).to_have_count(0)


def test_one_deletes_a_file_after_being_asked(screen: Screen, office: Office, shared: dict[str, str]) -> None:
    message = screen.open("general").message(shared["message"])
    screen.click(message.get_by_role("link", name="Details of w2.pdf"))
    delete = viewer(screen).get_by_role("button", name="Yes, delete this file")
    expect(delete).to_be_hidden()
    screen.click(viewer(screen).get_by_text("Delete file…"))
    screen.click(delete)
    message = screen.open("general").message(shared["message"])
    expect(message.get_by_role("group", name="Deleted file")).to_have_text("This file was deleted.")
    screen.click(screen.page.get_by_role("link", name="Details of his.txt"))
    expect(viewer(screen).get_by_text("Delete file…")).to_have_count(0)
    expect(viewer(screen).get_by_text("Public link…")).to_have_count(0)
    expect(viewer(screen).get_by_text("Share file…")).to_be_visible()


def test_all_files_are_listed_and_narrowed(screen: Screen, shared: dict[str, str]) -> None:
    rows = screen.goto("files").page.locator("[data-qa=file_row]")
    assert [each.split("\n")[0] for each in rows.all_inner_texts()] == [
        "his.txt", "w2.pdf", "sums.csv", "lake.png", "notes.txt",
    ]  # fmt: skip
    expect(rows.nth(4)).to_contain_text("Only you")
    screen.click(screen.page.get_by_role("link", name="Created by you"))
    expect(rows).to_have_count(4)
    screen.page.get_by_label("Type", exact=True).select_option("images")
    screen.settle()
    expect(rows).to_have_count(1)
    screen.goto("files")
    screen.page.get_by_label("Search files").fill("client 7")
    screen.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("sums.csv")


def test_a_file_of_ones_own_is_shared_and_published_from_its_page(
    screen: Screen, world: World, office: Office
) -> None:
    page = screen.page
    screen.goto(f"files/{office.users[DANA]}/{office.files['notes.txt']}/notes.txt")
    expect(page.get_by_text("Only you can see this file until you share it.")).to_be_visible()
    screen.click(page.get_by_text("Share file…"))
    page.get_by_label("Share with").select_option(label="#tax-season")
    page.get_by_label("Message", exact=True).fill("My notes")
    screen.click(page.get_by_role("button", name="Share", exact=True))
    expect(page.get_by_role("group", name="notes.txt")).to_be_visible()
    with seen_by(world, MARCUS) as context:
        assert files.get(context, office.files["notes.txt"]).title == "notes.txt"
    screen.goto(f"files/{office.users[DANA]}/{office.files['notes.txt']}/notes.txt")
    screen.click(page.get_by_text("Public link…"))
    screen.click(page.get_by_role("button", name="Create public link"))
    address = page.locator("[data-qa=public_link]").get_attribute("href")
    assert send(str(address)).page.encode() == NOTES
    screen.click(page.get_by_role("button", name="Revoke public link"))
    assert send(str(address)).status == 404


def test_a_permalink_leads_to_the_file(
    screen: Screen, world: World, office: Office, shared: dict[str, str]
) -> None:
    with by(world) as context:
        link = files.permalink(context, shared["sums.csv"])
        messages.post(context, office.channels["general"], f"See {link}")
    screen.click(screen.open("general").page.get_by_role("link", name=link))
    expect(screen.page.get_by_role("heading", name="sums.csv").first).to_be_visible()


def test_what_one_may_not_see_is_not_there(
    server: LocalServer, world: World, office: Office, seat: Seat
) -> None:
    del seat
    his = server.seat(world, MARCUS)
    url = server.page_url(his, "slack")
    notes, dana = office.files["notes.txt"], office.users[DANA]
    for path in (f"files-pri/{notes}/notes.txt", f"files/{dana}/{notes}/notes.txt", "files-pri/F0NOTHING/x"):
        assert send(url + path).status == 404
    for deed in ("delete", "publish", "unpublish", "share"):
        assert send(f"{url}files/{notes}/{deed}", b"channel=x").status in {400, 404}
    server.leave(his)
    with seen_by(world) as context:
        kept: File = files.get(context, notes)
    assert not kept.is_public_url
