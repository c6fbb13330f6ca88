"""Slack's own client for Python works here unchanged (reference F)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import HeaderBlock, SectionBlock
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.slack_response import SlackResponse

from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat

ALL_KINDS = "public_channel,private_channel,mpim,im"


@pytest.fixture
def client(server: LocalServer, seat: Seat) -> WebClient:
    return WebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))


def refused(call: Callable[[], SlackResponse]) -> str:
    """The error code that the client raises."""
    with pytest.raises(SlackApiError) as error:
        call()
    code: str = error.value.response["error"]
    return code


def pages(response: SlackResponse, key: str) -> Iterator[Any]:
    """What all pages of a response hold, by the client's own iteration."""
    for part in response:
        yield from part[key]


def test_a_day_at_work(client: WebClient, office: Office) -> None:
    """The acceptance script of reference F, as far as this version goes, in its order."""
    me = client.auth_test()
    assert me["user_id"] == office.users["dana.whitfield"]

    listed = {each["id"] for each in pages(client.conversations_list(types=ALL_KINDS, limit=2), "channels")}
    assert office.channels["group"] in listed

    channel = office.channels["tax-season"]
    newest = client.conversations_history(channel=channel, limit=1)
    assert newest["has_more"] is True
    between = client.conversations_history(
        channel=channel, oldest=office.messages["question"], latest=office.messages["mention"], inclusive=True
    )
    assert between["messages"][0]["ts"] == office.messages["mention"]

    posted = client.chat_postMessage(channel=channel, text="On it")
    reply = client.chat_postMessage(
        channel=channel, text="Done", thread_ts=posted["ts"], reply_broadcast=True
    )
    assert reply["message"]["thread_ts"] == posted["ts"]
    edited = client.chat_update(channel=channel, ts=posted["ts"], text="On it now")
    assert edited["text"] == "On it now"
    link = client.chat_getPermalink(channel=channel, message_ts=reply["ts"])["permalink"]
    assert f"thread_ts={posted['ts']}" in link

    client.reactions_add(channel=channel, timestamp=posted["ts"], name="white_check_mark")
    assert client.reactions_get(channel=channel, timestamp=posted["ts"])["message"]["reactions"]
    client.reactions_remove(channel=channel, timestamp=posted["ts"], name="white_check_mark")

    direct = client.conversations_open(users=[office.users["priya.raman"]])["channel"]["id"]
    client.chat_postMessage(channel=direct, text="See the thread")
    assert client.conversations_history(channel=direct)["messages"][0]["text"] == "See the thread"

    assert client.search_messages(query="thread")["messages"]["total"] == 1
    assert client.search_all(query="thread")["files"]["total"] == 0

    client.conversations_mark(channel=channel, ts=reply["ts"])
    assert client.conversations_info(channel=channel)["channel"]["last_read"] == reply["ts"]
    client.chat_delete(channel=channel, ts=reply["ts"])
    assert "thread_ts" not in client.conversations_replies(channel=channel, ts=posted["ts"])["messages"][0]


def test_people_are_found(client: WebClient, office: Office) -> None:
    everybody = list(pages(client.users_list(limit=3), "members"))
    assert {each["id"] for each in everybody} == {*office.users.values(), "USLACKBOT"}
    found = client.users_lookupByEmail(email="marcus.lee@whitford-okafor.example")["user"]
    assert client.users_info(user=found["id"])["user"] == found
    members = list(
        pages(client.conversations_members(channel=office.channels["general"], limit=3), "members")
    )
    assert set(members) == set(office.users.values())
    mine = client.users_conversations(types=ALL_KINDS)["channels"]
    assert office.channels["dm"] in [each["id"] for each in mine]


def test_histories_and_threads_are_paged_by_the_client(client: WebClient, office: Office) -> None:
    channel = office.channels["tax-season"]
    paged = list(pages(client.conversations_history(channel=channel, limit=1), "messages"))
    assert paged == client.conversations_history(channel=channel)["messages"]
    thread = client.conversations_replies(channel=channel, ts=office.messages["question"], limit=1)
    found = [each["ts"] for each in pages(thread, "messages") if each["ts"] != office.messages["question"]]
    assert found == [office.messages["reply"], office.messages["reply_broadcast"]]


def test_joining_again_is_only_warned_of(client: WebClient, office: Office) -> None:
    assert client.conversations_join(channel=office.channels["general"])["warning"] == "already_in_channel"


def test_the_clients_own_blocks_are_read(client: WebClient, office: Office) -> None:
    """Case 7: the client sends chat.postMessage as JSON (brekkylab/backlot#196)."""
    blocks = [HeaderBlock(text="Deadlines"), SectionBlock(text="*15 April*", fields=["Federal", "Ohio"])]
    posted = client.chat_postMessage(channel=office.channels["general"], text="Deadlines", blocks=blocks)
    assert [each["type"] for each in posted["message"]["blocks"]] == ["header", "section"]
    assert "warning" not in posted


def test_refusals_are_raised_with_slacks_codes(
    client: WebClient, office: Office, server: LocalServer
) -> None:
    channel = office.channels["general"]
    assert refused(lambda: client.chat_postMessage(channel="C0NOBODY", text="x")) == "channel_not_found"
    assert refused(lambda: client.api_call("chat.postMessage", json={"channel": channel})) == "no_text"
    assert refused(lambda: client.reactions_add(channel=channel, timestamp="1", name="eyes")) == (
        "message_not_found"
    )
    assert refused(lambda: client.users_info(user="U0NOBODY")) == "user_not_found"
    assert refused(lambda: client.pins_add(channel=channel)) == "no_item_specified"
    assert refused(lambda: client.api_call("chat.nonsense")) == "unknown_method"
    stranger = WebClient(token="xoxp-nonsense", base_url=server.api_url("slack"))
    assert refused(stranger.auth_test) == "invalid_auth"


def test_the_scopes_can_be_read_from_an_answer(client: WebClient) -> None:
    """Several tools do (reference 0.2)."""
    headers = {name.lower(): value for name, value in client.auth_test().headers.items()}
    assert "chat:write" in headers["x-oauth-scopes"].split(",")


def test_a_list_of_people_in_pythons_spelling_is_refused(client: WebClient, office: Office) -> None:
    """Case 25: python-slack-sdk#267; as a list the client joins it with commas [WIRE]."""
    people = [office.users["dana.whitford"], office.users["priya.raman"]]
    opened = client.conversations_open(users=people)["channel"]["id"]
    assert opened == office.channels["group"]
    assert refused(lambda: client.conversations_open(users=str(people))) == "user_not_found"


# --- asynchronously -------------------------------------------------------------------------------------


def run(server: LocalServer, seat: Seat, work: Callable[[AsyncWebClient], Awaitable[None]]) -> None:
    client = AsyncWebClient(token=f"xoxp-{seat.token}", base_url=server.api_url("slack"))

    async def working() -> None:
        await work(client)

    asyncio.run(working())


def test_reads_that_the_async_client_sends_as_queries(
    server: LocalServer, seat: Seat, office: Office
) -> None:
    """Reference F: its reads become GET with a query [WIRE]."""

    async def work(client: AsyncWebClient) -> None:
        channel, question = office.channels["tax-season"], office.messages["question"]
        assert (await client.auth_test())["ok"] is True
        assert (await client.api_test(foo="bar"))["args"]["foo"] == "bar"
        assert (await client.conversations_list(types=ALL_KINDS, exclude_archived=True))["channels"]
        assert (await client.conversations_info(channel=channel, include_num_members=True))["channel"]
        assert (await client.conversations_members(channel=channel))["members"]
        told = await client.conversations_history(channel=channel, inclusive=True, latest=question, limit=1)
        assert told["messages"][0]["ts"] == question
        assert len((await client.conversations_replies(channel=channel, ts=question))["messages"]) == 3
        assert (await client.users_conversations(types=["im", "mpim"]))["channels"]
        assert (await client.users_info(user=office.users["marcus.lee"]))["user"]
        assert (await client.users_lookupByEmail(email="tom.alvarez@whitford-okafor.example"))["user"]
        assert (await client.reactions_get(channel=channel, timestamp=question))["message"]["reactions"]
        assert (await client.search_messages(query="template"))["messages"]["total"] == 2
        assert (await client.search_all(query="template"))["messages"]["total"] == 2
        assert (await client.chat_getPermalink(channel=channel, message_ts=question))["permalink"]
        found = [each async for part in await client.users_list(limit=2) for each in part["members"]]
        assert len(found) == len(office.users) + 1

    run(server, seat, work)


def test_writes_of_the_async_client(server: LocalServer, seat: Seat, office: Office) -> None:
    async def work(client: AsyncWebClient) -> None:
        channel = office.channels["general"]
        posted = await client.chat_postMessage(channel="#general", text="Hello", blocks=[])
        await client.chat_update(channel=channel, ts=posted["ts"], text="Hello, everybody")
        await client.reactions_add(channel=channel, timestamp=posted["ts"], name="wave")
        await client.reactions_remove(channel=channel, timestamp=posted["ts"], name="wave")
        await client.conversations_mark(channel=channel, ts=posted["ts"])
        await client.conversations_join(channel=channel)
        opened = await client.conversations_open(users=office.users["marcus.lee"], return_im=True)
        assert opened["channel"]["id"] == office.channels["dm"]
        await client.chat_delete(channel=channel, ts=posted["ts"])
        with pytest.raises(SlackApiError, match="message_not_found"):
            await client.chat_delete(channel=channel, ts=posted["ts"])

    run(server, seat, work)


def test_many_calls_at_once_are_all_answered(server: LocalServer, seat: Seat, office: Office) -> None:
    """One world serves one action at a time; every message gets a timestamp of its own, in order."""

    async def work(client: AsyncWebClient) -> None:
        channel = office.channels["general"]
        posted = await asyncio.gather(
            *(client.chat_postMessage(channel=channel, text=f"Message {n}") for n in range(20))
        )
        stamps = [each["ts"] for each in posted]
        assert len(set(stamps)) == 20
        told = await client.conversations_history(channel=channel, limit=20)
        assert [each["ts"] for each in told["messages"]] == sorted(stamps, reverse=True)

    run(server, seat, work)


def test_headers_are_found_under_the_names_that_slack_gives_them(client: WebClient) -> None:
    """HTTP/2 has names in lower case, and programs that read scopes look them up so (zulip/zulip#16788)."""
    headers = client.auth_test().headers
    assert "chat:write" in headers["x-oauth-scopes"]
    assert headers["content-type"] == "application/json; charset=utf-8"
