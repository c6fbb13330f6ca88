"""What the tests of Slack may ask for besides what every test may."""

from __future__ import annotations

import pytest

from tests.apps.slack.wire import Wire
from workaday.server.local import LocalServer
from workaday.server.seats import Seat


@pytest.fixture
def wire(server: LocalServer, seat: Seat) -> Wire:
    """Dana Whitfield's token on the Web API."""
    return Wire(server, seat)
