"""An app of the small office that really runs: slack_bolt over HTTP or in Socket Mode, against a server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep
from typing import Any

from slack_bolt import App, BoltRequest
from slack_sdk import WebClient
from sqlalchemy import select

from tests.apps.slack.acting import DANA, by
from tests.office import Office
from workaday.apps.slack.models import Delivery, Ephemeral, InstalledApp, Message, View
from workaday.apps.slack.service import apps, deliveries, messages, people, setup, views
from workaday.server.local import LocalServer
from workaday.world import World

JSON = dict[str, Any]
PATIENCE = 20.0
"""Seconds after which what was to come has not come."""
SCOPES = (
    *("channels:history", "groups:history", "im:history", "mpim:history", "app_mentions:read"),
    *("channels:read", "groups:read", "im:read", "im:write", "mpim:read", "chat:write", "commands"),
    *("reactions:read", "reactions:write", "pins:read", "files:read", "users:read", "links:read"),
    *("links:write", "emoji:read", "usergroups:read", "dnd:read"),
)


@dataclass(frozen=True)
class Installed:
    """An app that is installed in a world of the office."""

    world: World
    app_id: str
    bot_id: str
    user_id: str
    signing_secret: str

    @property
    def bot(self) -> str:
        """Who acts when its bot does."""
        return f"{people.BOT}{self.user_id}"

    @property
    def whole(self) -> str:
        """Who acts when the app as such does."""
        return f"{people.BOT}{self.app_id}"


def install(
    world: World, *, events: Sequence[str] = (), channels: Sequence[str] = (), **more: Any
) -> Installed:
    """An app with every scope that these tests need, a command, and a shortcut of each kind."""
    with world.action("install", door="setup", person=None) as context:
        made = setup.install(
            context, "Ledger", bot_scopes=SCOPES, user_scopes=("stars:read",), events=events,
            channels=channels, **more,
        )  # fmt: skip
        setup.command(context, made.app_id, "/expense", usage="[amount]", description="Files an expense")
        setup.shortcut(context, made.app_id, "new_expense", "New expense")
        setup.shortcut(context, made.app_id, "file_message", "File this", on_messages=True)
        secret = context.session.get_one(InstalledApp, made.app_id).signing_secret
        return Installed(world, made.app_id, made.id, made.user_id, secret)


def plain(text: str) -> JSON:
    return {"type": "plain_text", "text": text}


AMOUNT: JSON = {
    "type": "input",
    "block_id": "amount",
    "label": plain("Amount"),
    "element": {"type": "plain_text_input", "action_id": "value"},
}
MODAL: JSON = {
    "type": "modal",
    "callback_id": "expense",
    "title": plain("Expense"),
    "submit": plain("File"),
    "notify_on_close": True,
    "blocks": [AMOUNT],
}
APPROVE: JSON = {
    "type": "actions",
    "block_id": "decide",
    "elements": [{"type": "button", "action_id": "approve", "text": plain("Approve"), "value": "17"}],
}


def offered(world: World, office: Office) -> dict[str, JSON]:
    """An app that offers Dana all that one can: the arguments of the tools that take it up."""
    general = office.channels["general"]
    installed = install(world, events=("app_home_opened",), channels=[general], has_home=True)
    with by(world) as context:
        trigger = deliveries.trigger(context, installed.app_id, office.users[DANA])
    with world.action("offer", door="wire", person=installed.bot) as context:
        asked = messages.post(context, general, "Order?", blocks=[APPROVE]).message.ts
        view = views.open_modal(context, trigger, MODAL).id
    return {
        "slack_use_shortcut": {"app": installed.app_id},
        "slack_use_control": {"channel": general, "ts": asked},
        "slack_submit_view": {"view": view, "values": '{"amount": {"value": "12"}}'},
        "slack_close_view": {"view": view},
        "slack_open_app_home": {"app": installed.app_id},
    }


def told(world: World) -> list[JSON]:
    """What apps of a world have been left, in order."""
    with world.read() as session:
        return [json.loads(each) for each in session.scalars(select(Delivery.payload).order_by(Delivery.id))]


def events(world: World) -> list[JSON]:
    """The events among it."""
    return [each["event"] for each in told(world) if each["type"] == "event_callback"]


def texts(world: World, channel: str) -> list[str]:
    """What a conversation says, oldest first."""
    with world.read() as session:
        found = select(Message.text).where(Message.channel_id == channel).order_by(Message.ts)
        return list(session.scalars(found))


def notes(world: World) -> list[str]:
    """What people alone see, oldest first."""
    with world.read() as session:
        return list(session.scalars(select(Ephemeral.text).order_by(Ephemeral.id)))


def note_ts(world: World) -> str:
    """The ``ts`` of the only message that somebody alone sees."""
    with world.read() as session:
        return session.scalars(select(Ephemeral.ts)).one()


def open_views(world: World) -> list[View]:
    """The views that are open, oldest first."""
    with world.read() as session:
        found = list(session.scalars(select(View).order_by(View.depth, View.id)))
        session.expunge_all()
        return found


def eventually(what: Callable[[], bool]) -> None:
    """Wait for what an app does in its own time."""
    limit = monotonic() + PATIENCE
    while not what():
        assert monotonic() < limit, "it has not happened"
        sleep(0.01)


# --- bolt -----------------------------------------------------------------------------------------------


def bolt(server: LocalServer, installed: Installed) -> App:
    """Bolt's app with the bot's token; it checks signatures itself."""
    seat = server.seat(installed.world, installed.bot)
    client = WebClient(token=f"xoxb-{seat.token}", base_url=server.api_url("slack"))
    return App(client=client, signing_secret=installed.signing_secret)


@contextmanager
def over_http(app: App, installed: Installed) -> Iterator[Listener]:
    """Bolt behind an HTTP server, whose address the world's app has."""
    with listening(lambda headers, body: _dispatched(app, headers, body)) as listener:
        configure(installed, listener.url)
        yield listener


def configure(installed: Installed, url: str) -> None:
    settings = {"event_url": url, "interaction_url": url}
    with by(installed.world) as context:
        apps.configure(context, installed.app_id, settings, command_url=url)


def _dispatched(app: App, headers: JSON, body: str) -> tuple[int, str, str]:
    answer = app.dispatch(BoltRequest(body=body, headers=headers))
    kind = answer.headers.get("content-type", ["text/plain"])[0]
    return answer.status, kind, answer.body


@dataclass
class Listener:
    """A server of an app's own, and what it was sent: headers and body."""

    url: str
    heard: list[tuple[JSON, str]]

    @property
    def bodies(self) -> list[str]:
        """The bodies alone."""
        return [body for _, body in self.heard]


@contextmanager
def listening(answers: Callable[[JSON, str], tuple[int, str, str]]) -> Iterator[Listener]:
    """An HTTP server that answers with a status, a content type and a body."""
    heard: list[tuple[JSON, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): [value] for name, value in self.headers.items()}
            heard.append((headers, body))
            status, kind, text = answers(headers, body)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write((text or "").encode())

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Listener(f"http://127.0.0.1:{server.server_port}/slack/events", heard)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
