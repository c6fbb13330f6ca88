"""What the tests of Slack may ask for besides what every test may."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.apps.slack.screen import Screen
from tests.apps.slack.wire import Wire
from tests.office import Office
from workaday.server.local import LocalServer
from workaday.server.seats import Seat


@pytest.fixture
def wire(server: LocalServer, seat: Seat) -> Wire:
    """Dana Whitfield's token on the Web API."""
    return Wire(server, seat)


@pytest.fixture
def screen(page: Page, server: LocalServer, seat: Seat, office: Office) -> Screen:
    """Dana Whitfield's window."""
    return Screen.of(page, server, seat, office)
