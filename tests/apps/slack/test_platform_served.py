"""Apps of worlds that several processes serve: one process carries what leaves them (reference F)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from slack_sdk import WebClient
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.webhook import WebhookClient

from tests.apps.slack.platform import eventually, listening
from tests.engine.test_server_workers import Running, asked
from workaday.snapshot import Snapshot

JSON = dict[str, Any]
SCOPES = ["channels:history", "chat:write", "commands"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, snapshot: Snapshot) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("served")
    started = Running(folder, snapshot)
    yield started
    started.stop()


@pytest.fixture
def made(running: Running) -> JSON:
    body = {"firm": "office", "size": "tiny", "persons": ["dana.whitfield"]}
    told: JSON = running.ask("POST", "/worlds", body)
    return told


def control(running: Running, made: JSON, control: str, /, **arguments: object) -> JSON:
    told: JSON = running.ask("POST", f"/worlds/{made['world']}/controls/{control}", arguments)
    return told


def seats(running: Running, made: JSON, *actors: str) -> dict[str, str]:
    """Tokens by actor."""
    told = running.ask("POST", f"/worlds/{made['world']}/seats", {"persons": list(actors)})
    return {each["person"]: each["bearer"]["slack"] for each in told["seats"]}


def general(running: Running, made: JSON) -> str:
    found: str = next(
        each["id"]
        for each in call(running, made, "slack_list_channels")["channels"]
        if each["name"] == "general"
    )
    return found


def call(running: Running, made: JSON, tool: str, **arguments: object) -> JSON:
    path = f"/w/{made['seats'][0]['token']}/tools/{tool}"
    status, told = asked(running.agents, "POST", path, arguments)
    assert status == 200, told
    return told  # type: ignore[no-any-return]


def taking(_headers: Any, body: str) -> tuple[int, str, str]:
    challenge = json.loads(body).get("challenge", "") if body.startswith("{") else ""
    return 200, "text/plain", challenge


def test_an_app_over_http_hears_and_answers(running: Running, made: JSON) -> None:
    place = general(running, made)
    app = control(
        running, made, "slack_install_app", name="Ledger", bot_scopes=SCOPES, events=["message.channels"],
        channels=[place], commands=["/expense"],
    )  # fmt: skip
    with listening(taking) as listener:
        control(running, made, "slack_configure_app", app=app["app"], url=listener.url)
        for number in range(5):
            call(running, made, "slack_post_message", channel=place, text=f"message {number}")
        call(running, made, "slack_run_command", channel=place, text="/expense 3")
        eventually(lambda: len(listener.heard) == 7)
        *events, command = listener.bodies
        assert [json.loads(each)["event"]["text"] for each in events[1:]] == [
            f"message {n}" for n in range(5)
        ]
        assert WebhookClient(parse_qs(command)["response_url"][0]).send(text="Filed").body == "ok"
    notes = call(running, made, "slack_list_notes", channel=place)["messages"]
    assert [each["text"] for each in notes] == ["Filed"]


def test_an_app_in_socket_mode_hears(running: Running, made: JSON) -> None:
    place = general(running, made)
    app = control(
        running, made, "slack_install_app", name="Ledger", bot_scopes=SCOPES, events=["message.channels"],
        channels=[place], socket_mode=True,
    )  # fmt: skip
    token = seats(running, made, app["persons"]["app"])[app["persons"]["app"]]
    heard: list[str] = []
    client = SocketModeClient(
        app_token=token, web_client=WebClient(token=token, base_url=f"http://{running.agents}/slack/api/")
    )

    def listen(to: Any, request: SocketModeRequest) -> None:
        to.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))
        heard.append(request.payload["event"]["text"])

    client.socket_mode_request_listeners.append(listen)
    client.connect()
    for number in range(3):
        call(running, made, "slack_post_message", channel=place, text=f"message {number}")
    eventually(lambda: heard == [f"message {n}" for n in range(3)])
    client.close()
