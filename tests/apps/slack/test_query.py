"""The search language (reference B' 22)."""

from __future__ import annotations

import sqlite3
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.apps.slack.query import LONGEST, Query, parse

TODAY = date(2025, 3, 18)

HOSTILE = [
    '"',
    '""',
    '"unfinished',
    "'",
    "*",
    "a*b*",
    "AND",
    "AND OR NOT",
    "NEAR(a b, 2)",
    "NEAR(",
    "-",
    "--",
    '-"',
    ":",
    "a:b:c",
    "text:secret",
    "{text}:secret",
    "^secret",
    "a + b",
    "(a OR b",
    ")",
    "\\",
    "%",
    "_",
    "\x00",
    "a\x00b",
    "\ufeff\u200b",
    "🙂",
    "日本語",
    "Ñandú",
    "from:",
    "in:",
    "after:",
    'from:"',
    "from:@",
    "in:#",
    "after:tomorrow",
    "during:0000",
    "during:9999-12",
    "during:0000-00",
    "has:",
    "has::",
    "has::x:::",
    "before:0001-01-01",
    "after:9999-12-31",
    "on:0001-01-01",
    "after:2025-02-30",
    "-from:-in:x",
    "x" * 5000,
    "a " * 3000,
    "-a " * 3000,
    "from:a " * 3000,
    '"a b" ' * 2000,
    "in:@me " * 400,
    "with:me " * 300,
    "to:",
    "is:",
    "type:",
    "hasmy:",
    "creator:*",
    "-during:x",
    "-on:2025-01-01 " * 100,
    "on:13/45/2025",
]
"""Texts that a search box may get, and that are syntax to FTS5, to LIKE or to us."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("engagement letter", {"words": ("engagement", "letter")}),
        ('"engagement letter" new', {"words": ("new",), "phrases": ("engagement letter",)}),
        ("letter -old", {"words": ("letter",), "excluded": ("old",)}),
        ('letter -"last year"', {"words": ("letter",), "excluded": ("last year",)}),
        ("from:@ana letter", {"words": ("letter",), "senders": ("@ana",)}),
        ("-from:ana", {"not_senders": ("ana",)}),
        ('from:"Dana Whitfield"', {"senders": ("Dana Whitfield",)}),
        ("FROM:me In:#tax-season", {"senders": ("me",), "places": ("#tax-season",)}),
        ("-in:general -in:random", {"not_places": ("general", "random")}),
        ("from:<@U1> in:<#C1|general>", {"senders": ("<@U1>",), "places": ("<#C1|general>",)}),
        ("after:2025-03-01", {"after": date(2025, 3, 1)}),
        ("before:2025-03-01", {"before": date(2025, 3, 1)}),
        ("on:2025-03-01", {"after": date(2025, 2, 28), "before": date(2025, 3, 2)}),
        (
            "after:2025-03-01 after:2025-03-05 before:2025-04-01 before:2025-03-09",
            {"after": date(2025, 3, 5), "before": date(2025, 3, 9)},
        ),
        ("has:link -has:reaction", {"having": ("link", "no_reaction")}),
        ("has::thumbsup: has::eyes:", {"reactions": ("+1", "eyes")}),
        ("during:march", {"after": date(2025, 2, 28), "before": date(2025, 4, 1)}),
        ("during:April", {"after": date(2024, 3, 31), "before": date(2024, 5, 1)}),
        ("during:2024-02", {"after": date(2024, 1, 31), "before": date(2024, 3, 1)}),
        ("during:month", {"after": date(2025, 2, 28), "before": date(2025, 4, 1)}),
        ("during:2024", {"after": date(2023, 12, 31), "before": date(2025, 1, 1)}),
        ("during:year", {"after": date(2024, 12, 31), "before": date(2026, 1, 1)}),
        ("on:today", {"after": date(2025, 3, 17), "before": date(2025, 3, 19)}),
        ("after:yesterday", {"after": date(2025, 3, 17)}),
        ("after:february", {"after": date(2025, 2, 28)}),
        ("before:february", {"before": date(2025, 2, 1)}),
        ("is:saved -is:thread is:DM", {"having": ("star", "no_thread", "dm")}),
        ("has:pin -has:file has:star", {"having": ("pin", "no_file", "star")}),
        ("to:me -to:@ana", {"recipients": ("me",), "not_recipients": ("@ana",)}),
        ('with:@ana with:"Dana Whitfield"', {"companions": ("@ana", "Dana Whitfield")}),
        ("creator:@ana -creator:me", {"creators": ("@ana",), "not_creators": ("me",)}),
        (
            "type:pdf -type:image",
            {"types": ("pdf",), "not_types": ("bmp", "gif", "heic", "jpg", "png", "svg", "tiff", "webp")},
        ),
        (
            "hasmy::eyes: -hasmy::thumbsup: -has::tada:",
            {"my_reactions": ("eyes",), "not_my_reactions": ("+1",), "not_reactions": ("tada",)},
        ),
        ("-before:2025-03-05", {"after": date(2025, 3, 4)}),
        ("-after:2025-03-05", {"before": date(2025, 3, 6)}),
        ("-during:march", {"not_during": ((date(2025, 3, 1), date(2025, 3, 31)),)}),
        ("on:monday", {"after": date(2025, 3, 16), "before": date(2025, 3, 18)}),
        ("on:tue", {"after": date(2025, 3, 17), "before": date(2025, 3, 19)}),
        ("during:week", {"after": date(2025, 3, 15), "before": date(2025, 3, 23)}),
        ("on:3/14/2025", {"after": date(2025, 3, 13), "before": date(2025, 3, 15)}),
        ("on:2025/3/14", {"after": date(2025, 3, 13), "before": date(2025, 3, 15)}),
        ("after:", {"words": ("after:",)}),
        ("https://example.com", {"words": ("https://example.com",)}),
        ("10:30", {"words": ("10:30",)}),
        ("W-2c", {"words": ("W-2c",)}),
    ],
)
def test_a_query_is_read(text: str, expected: dict[str, object]) -> None:
    assert parse(text, TODAY) == Query(text, **expected)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "after:tomorrow",
        "before:soon",
        "on:2025-02-30",
        "during:2025-13",
        "has:teeth",
        "has::no_such:",
        "hasmy:nonsense",
        "is:valid",
        "type:cuneiform",
        "***",
        '"" ""',
        "- &",
    ],
)
def test_what_makes_no_sense_matches_nothing(text: str) -> None:
    assert parse(text, TODAY).impossible


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("engagement letter", '"engagement" AND "letter"', ""),
        ('"engagement letter"', '"engagement letter"', ""),
        ("pay*", '"pay"*', ""),
        ("W-2c", '"W 2c"', ""),
        ("letter -old -expired", '"letter"', '"old" OR "expired"'),
        ("-old", "", '"old"'),
        ("letter ***", '"letter"', ""),
        ("AND OR", '"AND" AND "OR"', ""),
        ('a"b', '"a b"', ""),
    ],
)
def test_words_become_quoted_strings_of_the_index(text: str, wanted: str, unwanted: str) -> None:
    asked = parse(text, TODAY)
    assert (asked.wanted, asked.unwanted) == (wanted, unwanted)


@pytest.fixture(scope="module")
def index() -> sqlite3.Connection:
    raw = sqlite3.connect(":memory:")
    raw.execute(
        "CREATE VIRTUAL TABLE found USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')"
    )
    raw.execute("INSERT INTO found VALUES ('the secret letter of Ñandú & Sons')")
    return raw


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_an_error_to_the_index(index: sqlite3.Connection, text: str) -> None:
    asked = parse(text, TODAY)
    for expression in filter(None, (asked.wanted, asked.unwanted)):
        index.execute("SELECT count(*) FROM found WHERE found MATCH ?", (expression,)).fetchone()


@given(
    st.text(alphabet=st.sampled_from("ab\"*:-()^{}+,.<>|@#\\'%_&\x00\x1f é日🙂\n"), max_size=40)
    | st.text(max_size=60)
)
def test_whatever_is_typed_can_be_read_and_looked_for(text: str) -> None:
    asked = parse(text, TODAY)
    raw = sqlite3.connect(":memory:")
    raw.execute("CREATE VIRTUAL TABLE found USING fts5(text)")
    for expression in filter(None, (asked.wanted, asked.unwanted)):
        raw.execute("SELECT count(*) FROM found WHERE found MATCH ?", (expression,)).fetchone()
    raw.close()


def test_what_is_beyond_what_anybody_types_is_not_read() -> None:
    asked = parse("a " * LONGEST, TODAY)
    assert len(asked.words) == LONGEST // 2
