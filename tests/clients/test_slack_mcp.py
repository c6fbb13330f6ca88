"""The reference MCP server for Slack, unchanged; a preload of three lines shows it the way (reference F)."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat

JSON = dict[str, Any]
SERVER = "node_modules/@modelcontextprotocol/server-slack/dist/index.js"


class Session:
    """JSON-RPC over the server's standard input and output."""

    def __init__(self, sent: IO[str], told: IO[str]) -> None:
        self._sent, self._told, self._number = sent, told, 0
        about = {
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        self.ask("initialize", about)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message: JSON) -> None:
        self._sent.write(json.dumps(message) + "\n")
        self._sent.flush()

    def ask(self, method: str, params: JSON) -> JSON:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while True:
            answer: JSON = json.loads(self._told.readline())
            if answer.get("id") == self._number:
                return answer

    def call(self, tool: str, **arguments: Any) -> JSON:
        """What a tool answers: Slack's own JSON, as text."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        told: JSON = json.loads(result["content"][0]["text"])
        return told


@contextmanager
def session(folder: Path, server: LocalServer, token: str, team: str) -> Iterator[Session]:
    given = {"SLACK_API_URL": server.api_url("slack"), "SLACK_BOT_TOKEN": token, "SLACK_TEAM_ID": team}
    command = ["node", "--import", "./redirect.mjs", SERVER]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | given,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        yield Session(process.stdin, process.stdout)
        process.terminate()


def test_an_mcp_server_reads_and_writes_in_a_world(
    server: LocalServer, seat: Seat, office: Office, node_clients: Path
) -> None:
    channel = office.channels["tax-season"]
    with session(node_clients, server, f"xoxp-{seat.token}", office.workspace) as client:
        tools = {tool["name"] for tool in client.ask("tools/list", {})["result"]["tools"]}
        assert {"slack_list_channels", "slack_post_message", "slack_get_thread_replies"} <= tools
        listed = client.call("slack_list_channels")["channels"]
        assert channel in [each["id"] for each in listed]
        posted = client.call("slack_post_message", channel_id=channel, text="Hello from a tool")
        assert posted["ok"]
        client.call("slack_reply_to_thread", channel_id=channel, thread_ts=posted["ts"], text="And a reply")
        client.call("slack_add_reaction", channel_id=channel, timestamp=posted["ts"], reaction="wave")
        newest = client.call("slack_get_channel_history", channel_id=channel, limit=1)["messages"][0]
        assert (newest["text"], newest["reply_count"]) == ("Hello from a tool", 1)
        assert newest["reactions"][0]["name"] == "wave"
        thread = client.call("slack_get_thread_replies", channel_id=channel, thread_ts=posted["ts"])
        assert [each["text"] for each in thread["messages"]] == ["Hello from a tool", "And a reply"]
        people = client.call("slack_get_users")["members"]
        assert office.users["priya.raman"] in [each["id"] for each in people]
        found = client.call("slack_get_user_profile", user_id=office.users["priya.raman"])
        assert found["profile"]["real_name"] == "Priya Raman"
