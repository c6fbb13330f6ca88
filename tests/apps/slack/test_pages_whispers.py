"""What one person alone sees stands on their page, and on nobody else's, until they dismiss it."""

from __future__ import annotations

from tests.apps.slack.screen import send
from tests.apps.slack.wire import Wire
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.world import World

SAID = "Only &lt;you&gt; &amp; me"


def page(server: LocalServer, world: World, office: Office, person: str) -> str:
    seat = server.seat(world, person)
    place = f"client/{office.workspace}/{office.channels['tax-season']}"
    body = send(server.page_url(seat, "slack") + place).page
    server.leave(seat)
    return body


def test_an_ephemeral_message_is_on_its_readers_page_alone(
    wire: Wire, server: LocalServer, world: World, office: Office
) -> None:
    channel, reader = office.channels["tax-season"], office.users["priya.raman"]
    told = wire.call("chat.postEphemeral", channel=channel, user=reader, text="Only <you> & me")
    assert told["ok"], told
    shown = page(server, world, office, "priya.raman")
    assert SAID in shown
    assert "Only visible to you" in shown
    assert SAID not in page(server, world, office, "marcus.lee")
    seat = server.seat(world, "priya.raman")
    address = f"client/{office.workspace}/{channel}/dismiss/{told['message_ts']}"
    assert send(server.page_url(seat, "slack") + address, b"").status == 303
    assert SAID not in page(server, world, office, "priya.raman")
