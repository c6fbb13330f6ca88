"""The base page: what every app's pages carry before anything of their own."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode

import pytest
from flask import Flask, render_template_string

from tests.office import NOW
from workaday.server import agent
from workaday.server.seats import Seat
from workaday.world import World

PAGE = """{% extends "base.html" %}{% block title %}Mine{% endblock %}
{% block head %}<meta name="mine">{% endblock %}{% block body %}<p>{{ url_for("mine") }}</p>{% endblock %}"""
TOKEN = "f" * 32


class OneSeat:
    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def find(self, token: str) -> Seat | None:
        return self._seat if token == self._seat.token else None

    def release(self, seat: Seat) -> None: ...


@pytest.fixture
def door(world: World) -> Flask:
    """An agents' door with one page of our own, ``/w/<token>/mine``."""
    app = agent.create_app(OneSeat(Seat(TOKEN, world, "dana.whitfield")))
    app.add_url_rule("/w/<token>/mine", "mine", lambda: render_template_string(PAGE))
    return app


def page(door: Flask) -> str:
    answer = door.test_client().get(f"/w/{TOKEN}/mine")
    assert answer.status_code == 200
    return answer.text


def test_the_page_clock_comes_before_every_other_script(door: Flask) -> None:
    scripts = re.findall(r"<script([^>]*)>", page(door))
    assert f'data-now="{NOW}"' in scripts[0]
    assert 'data-zone="America/New_York"' in scripts[0]
    assert all("src=" in each for each in scripts[1:])
    assert scripts[1:]


def test_the_policy_lets_the_page_clock_run_and_no_other_inline_script(door: Flask) -> None:
    answer = door.test_client().get(f"/w/{TOKEN}/mine")
    inline = re.search(r"<script data-[^>]*>(.*?)</script>", answer.text, re.DOTALL)
    assert inline
    digest = b64encode(hashlib.sha256(inline[1].encode()).digest()).decode()
    sources = re.search(r"script-src ([^;]*)", answer.headers["Content-Security-Policy"])
    assert sources
    assert sources[1].split() == ["'self'", f"'sha256-{digest}'"]


def test_a_page_has_its_title_its_head_and_its_body(door: Flask) -> None:
    html = page(door)
    assert "<title>Mine</title>" in html
    assert '<meta name="mine">' in html
    assert f"<p>/w/{TOKEN}/mine</p>" in html


def test_a_page_says_how_far_the_journal_went_before_it_was_made(door: Flask, world: World) -> None:
    assert 'data-sequence="0"' in page(door)
    world.advance(60)
    assert f'data-sequence="{world.sequence()}"' in page(door)
    assert world.sequence() > 0
    assert f'data-now="{NOW + 60_000_000}"' in page(door)


def test_a_page_asks_its_own_worlds_feed(door: Flask) -> None:
    assert f'data-feed="/w/{TOKEN}/feed"' in page(door)


def test_a_page_names_no_other_origin(door: Flask) -> None:
    assert not re.findall(r"(?:src|href)=\"(?:[a-z]+:)?//", page(door))


def test_a_page_is_the_same_bytes_each_time(door: Flask) -> None:
    assert page(door) == page(door)
