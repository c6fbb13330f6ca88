"""Slack's own client for Python, sync and async, keeps things and puts things off (reference F)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
from slack_sdk import WebClient
from slack_sdk.models.attachments import Attachment, AttachmentField
from slack_sdk.models.blocks import HeaderBlock
from slack_sdk.models.metadata import Metadata
from slack_sdk.web.async_client import AsyncWebClient

from tests.apps.slack import apps
from tests.office import NOW, Office
from workaday.clock import SECOND
from workaday.server.local import LocalServer
from workaday.server.seats import Seat
from workaday.world import World

pytestmark = pytest.mark.filterwarnings("ignore:(stars|reminders):UserWarning")
SOON = NOW // SECOND + 600


@pytest.fixture
def client(server: LocalServer, seat: Seat) -> WebClient:
    return WebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))


def test_what_is_kept_is_listed_and_let_go(client: WebClient, office: Office) -> None:
    channel, ts = office.channels["general"], office.messages["welcome"]
    client.pins_add(channel=channel, timestamp=ts)
    assert [item["message"]["ts"] for item in client.pins_list(channel=channel)["items"]] == [ts]
    client.pins_remove(channel=channel, timestamp=ts)

    made = client.bookmarks_add(channel_id=channel, title="Docs", type="link", link="https://x.example")
    number = made["bookmark"]["id"]
    client.bookmarks_edit(channel_id=channel, bookmark_id=number, title="The docs")
    assert [each["title"] for each in client.bookmarks_list(channel_id=channel)["bookmarks"]] == ["The docs"]
    client.bookmarks_remove(channel_id=channel, bookmark_id=number)

    client.stars_add(channel=channel, timestamp=ts)
    assert [item["message"]["ts"] for item in client.stars_list()["items"]] == [ts]
    client.stars_remove(channel=channel, timestamp=ts)

    client.reactions_add(channel=channel, timestamp=ts, name="eyes")
    assert [item["message"]["ts"] for item in client.reactions_list()["items"]] == [ts]


def test_reminders_of_the_client(client: WebClient) -> None:
    number = client.reminders_add(text="tea", time="in 20 minutes")["reminder"]["id"]
    assert client.reminders_info(reminder=number)["reminder"]["text"] == "tea"
    client.reminders_complete(reminder=number)
    assert client.reminders_list()["reminders"][0]["complete_ts"] > 0
    client.reminders_delete(reminder=number)
    assert client.reminders_list()["reminders"] == []


def test_scheduling_with_the_client(client: WebClient, office: Office) -> None:
    """``post_at`` may be a number or a text."""
    channel = office.channels["general"]
    moment = datetime.fromtimestamp(SOON, UTC)
    for post_at in (SOON, str(int(moment.timestamp()))):
        client.chat_scheduleMessage(channel=channel, text="later", post_at=post_at)
    listed = client.chat_scheduledMessages_list(channel=channel)["scheduled_messages"]
    assert [each["post_at"] for each in listed] == [SOON, SOON]
    for each in listed:
        client.chat_deleteScheduledMessage(channel=channel, scheduled_message_id=each["id"])
    assert client.chat_scheduledMessages_list()["scheduled_messages"] == []


def test_the_clients_own_attachments_and_ways_of_speaking(client: WebClient, office: Office) -> None:
    channel, marcus = office.channels["general"], office.users["marcus.lee"]
    attachment = Attachment(text="body", color="#36a64f", fields=[AttachmentField(title="A", value="1")])
    posted = client.chat_postMessage(channel=channel, text="x", attachments=[attachment])
    assert posted["message"]["attachments"][0]["fields"][0]["title"] == "A"
    assert client.chat_meMessage(channel=channel, text="waves")["ok"]
    shown = client.chat_postEphemeral(
        channel=channel, user=marcus, text="psst", blocks=[HeaderBlock(text="H")]
    )
    assert shown["message_ts"]
    assert client.chat_postMessage(channel=channel, markdown_text="**b**")["message"]["text"] == "*b*"


def test_the_clients_own_metadata_of_an_app(
    server: LocalServer, client: WebClient, office: Office, world: World
) -> None:
    channel = office.channels["general"]
    bot = apps.install(world, channel)
    seat = server.seat(world, f"slack:{bot.user_id}")
    bots = WebClient(token=f"xoxb-{seat.token}", base_url=server.api_url("slack"))
    metadata = Metadata(event_type="ping", event_payload={"a": 1})
    posted = bots.chat_postMessage(channel=channel, text="x", metadata=metadata, username="Robin")
    assert posted["message"]["metadata"] == {"event_type": "ping", "event_payload": {"a": 1}}
    read = client.conversations_history(channel=channel, limit=1, include_all_metadata=True)["messages"][0]
    assert (read["metadata"]["event_type"], read["username"]) == ("ping", "Robin")
    server.leave(seat)


def run(server: LocalServer, seat: Seat, work: Callable[[AsyncWebClient], Awaitable[None]]) -> None:
    async def session() -> None:
        await work(AsyncWebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack")))

    asyncio.run(session())


def test_the_async_client_keeps_and_puts_off(server: LocalServer, seat: Seat, office: Office) -> None:
    """Its reads are queries."""
    channel, ts = office.channels["general"], office.messages["welcome"]

    async def work(client: AsyncWebClient) -> None:
        await client.pins_add(channel=channel, timestamp=ts)
        assert len((await client.pins_list(channel=channel))["items"]) == 1
        await client.stars_add(channel=channel, timestamp=ts)
        assert len((await client.stars_list())["items"]) == 1
        await client.reminders_add(text="tea", time="tomorrow")
        assert len((await client.reminders_list())["reminders"]) == 1
        await client.chat_scheduleMessage(channel=channel, text="x", post_at=SOON)
        assert len((await client.chat_scheduledMessages_list())["scheduled_messages"]) == 1
        await client.bookmarks_add(channel_id=channel, title="a", type="link", link="https://x.example")
        assert len((await client.bookmarks_list(channel_id=channel))["bookmarks"]) == 1

    run(server, seat, work)
