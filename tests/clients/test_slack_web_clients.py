"""Slack's own clients play the same day: Python's, its asynchronous twin, and Node's (reference F)."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.clients.scenario import BY_TRIGGER, JSON, OF_APPS, UNFURLING, Call, play, scenario
from tests.office import Office
from workaday.apps.slack.api import served
from workaday.apps.slack.api.tokens import spelled
from workaday.apps.slack.service import faults, people, setup
from workaday.server.local import LocalServer
from workaday.snapshot import Snapshot
from workaday.world import World

pytestmark = pytest.mark.filterwarnings("ignore:.* is deprecated:UserWarning")
ELSEWHERE = {"dnd.endDnd": "answers not_in_dnd unless a schedule holds; test_api_people has it"}
BOT_SCOPES = (
    "channels:read",
    "channels:history",
    "chat:write",
    "users:read",
    "reactions:write",
    "files:write",
)


class Site(NamedTuple):
    """A world with an app in it, and the two tokens."""

    world: World
    url: str
    tokens: dict[str, str]


@contextmanager
def opened(snapshot: Snapshot, server: LocalServer, office: Office) -> Iterator[Site]:
    """The tokens are the same each time, so that the answers are."""
    with World.open(snapshot) as world:
        with world.action("install", door="setup", person=None) as context:
            bot = setup.install(
                context,
                "Ledger",
                bot_scopes=BOT_SCOPES,
                channels=[office.channels["tax-season"]],
                has_home=True,
            )
            actors = {"user": "dana.whitfield", "bot": f"{people.BOT}{bot.user_id}"}
        seats = [server.seat(world, actor, token=f"{name:f<32}") for name, actor in actors.items()]
        yield Site(world, server.api_url("slack"), {
            name: spelled(seat.token, seat.person) for name, seat in zip(actors, seats, strict=True)
        })  # fmt: skip
        for seat in seats:
            server.leave(seat)


@pytest.fixture
def site(snapshot: Snapshot, server: LocalServer, office: Office) -> Iterator[Site]:
    with opened(snapshot, server, office) as made:
        yield made


def put(arguments: JSON) -> JSON:
    with urlopen(arguments["url"], arguments["content"].encode()) as answer:
        return {"ok": answer.status == 200, "text": answer.read().decode()}


# --- the three clients ----------------------------------------------------------------------------------


def synchronous(site: Site) -> Call:
    clients = {name: WebClient(token, base_url=site.url) for name, token in site.tokens.items()}

    def call(token: str, method: str, arguments: JSON) -> JSON:
        if method == "PUT":
            return put(arguments)
        told: JSON = getattr(clients[token], method.replace(".", "_"))(**arguments).data
        return told

    return call


@contextmanager
def asynchronous(site: Site) -> Iterator[Call]:
    loop = asyncio.new_event_loop()
    clients = {name: AsyncWebClient(token, base_url=site.url) for name, token in site.tokens.items()}

    def call(token: str, method: str, arguments: JSON) -> JSON:
        if method == "PUT":
            return put(arguments)
        answer = getattr(clients[token], method.replace(".", "_"))(**arguments)
        told: JSON = loop.run_until_complete(answer).data
        return told

    try:
        yield call
    finally:
        loop.close()


@contextmanager
def node(folder: Path, site: Site) -> Iterator[Call]:
    command = ["node", "slack.mjs", site.url]
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as client:
        assert client.stdin
        assert client.stdout
        sent, told = client.stdin, client.stdout

        def call(token: str, method: str, arguments: JSON) -> JSON:
            line = {"token": site.tokens[token], "method": method, "arguments": arguments}
            sent.write(json.dumps(line) + "\n")
            sent.flush()
            answer: JSON = json.loads(told.readline())
            return answer

        yield call
        sent.close()


# --- what they are told ---------------------------------------------------------------------------------


def test_the_day_has_every_method_that_is_here(office: Office) -> None:
    played = {step.method for step in scenario(office)} - {"PUT"}
    assert served() - played == BY_TRIGGER | OF_APPS | UNFURLING | set(ELSEWHERE)
    assert played <= served()


def test_pythons_client_plays_the_day(site: Site, office: Office) -> None:
    assert all(answer["ok"] for _, answer in play(office, synchronous(site)))


def test_the_asynchronous_client_is_told_the_same(
    snapshot: Snapshot, server: LocalServer, office: Office
) -> None:
    """It reads by GET, and completes uploads with everything in the query [WIRE]."""
    with opened(snapshot, server, office) as first:
        told = play(office, synchronous(first))
        state = first.world.state_hash()
    with opened(snapshot, server, office) as second, asynchronous(second) as call:
        assert play(office, call) == told
        assert second.world.state_hash() == state


def test_nodes_client_is_told_the_same(
    snapshot: Snapshot, server: LocalServer, office: Office, node_clients: Path
) -> None:
    """It sends forms alone, and puts scopes into ``response_metadata`` itself [WIRE]."""
    with opened(snapshot, server, office) as first:
        told = play(office, synchronous(first))
    with opened(snapshot, server, office) as second, node(node_clients, second) as call:
        for (method, mine), (_, theirs) in zip(told, play(office, call), strict=True):
            assert theirs["ok"], (method, theirs)
            if method != "api.test":
                assert _bare(theirs) == _bare(mine), method


def _bare(answer: JSON) -> JSON:
    """Without what Node's client adds."""
    metadata = {**answer.get("response_metadata", {})}
    for added in ("scopes", "acceptedScopes"):
        metadata.pop(added, None)
    rest = {name: value for name, value in answer.items() if name != "response_metadata"}
    return rest | ({"response_metadata": metadata} if any(metadata.values()) else {})


def test_nodes_client_uploads_a_file(site: Site, office: Office, node_clients: Path) -> None:
    """As multipart with the field ``body``, and the token in its header [WIRE]."""
    with node(node_clients, site) as call:
        told = call("user", "uploadV2", {
            "channel_id": office.channels["tax-season"], "filename": "plan.txt", "content": "Friday",
        })  # fmt: skip
        assert told["ok"], told
        found = call("user", "files.list", {"channel": office.channels["tax-season"]})["files"]
        assert "plan.txt" in [each["name"] for each in found]


def test_nodes_client_reads_refusals_and_limits(site: Site, node_clients: Path) -> None:
    """It needs a ``retry-after`` that it can read, or throws a plain error (reference 0.7)."""
    with site.world.action("plant", door="setup", person=None) as context:
        faults.add(context, "users.list", "ratelimited", times=1, retry_after=1)
    with node(node_clients, site) as call:
        refused = call("user", "conversations.info", {"channel": "C0NOWHERE00"})
        assert refused["error"] == "channel_not_found"
        assert call("user", "users.list", {})["ok"] is True


def test_a_bot_is_refused_what_is_for_people(site: Site) -> None:
    client = WebClient(site.tokens["bot"], base_url=site.url)
    with pytest.raises(SlackApiError) as caught:
        client.search_messages(query="return")
    told: Any = caught.value.response
    assert told["error"] == "not_allowed_token_type"
