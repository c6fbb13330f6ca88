"""What Slack accepts as blocks, and what it says of the rest (reference 0.5, B' 12, B' 13)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.apps.slack.wire import JSON, Wire
from tests.office import Office
from workaday.world import World

PLAIN = {"type": "plain_text", "text": "x"}


def text(length: int, kind: str = "mrkdwn") -> JSON:
    return {"type": kind, "text": "x" * length}


def section(length: int = 1) -> JSON:
    return {"type": "section", "text": text(length)}


def header(length: int) -> JSON:
    return {"type": "header", "text": text(length, "plain_text")}


def button(**keys: object) -> JSON:
    return {"type": "button", "text": PLAIN, **keys}


def actions(*elements: JSON) -> JSON:
    return {"type": "actions", "elements": list(elements)}


def image(**keys: object) -> JSON:
    return {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "", **keys}


def rich(*elements: JSON) -> JSON:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(elements)}]}


def post(wire: Wire, office: Office, blocks: object, **arguments: object) -> JSON:
    given = blocks if isinstance(blocks, str) else json.dumps(blocks)
    return wire.call(
        "chat.postMessage", channel=office.channels["general"], **{"text": "x", **arguments}, blocks=given
    )


@pytest.mark.parametrize(
    "blocks", ["abc", "{}", "", '{"blocks":[]}', "null", "1", '"[]"', "[" * 100_000, "[NaN]"]
)
def test_blocks_that_are_no_json_array_are_refused_even_beside_a_text(
    wire: Wire, office: Office, blocks: str
) -> None:
    """Case 16: node-slack-sdk#1027, jolicode/slack-php-api#114, os/slacker#165; [MEAS]."""
    assert post(wire, office, blocks) == {"ok": False, "error": "invalid_blocks_format"}


def test_a_section_that_is_too_long_is_pointed_at(wire: Wire, office: Office) -> None:
    """Case 17: metabase/metabase#74943."""
    told = post(wire, office, [section(), section(3001)])
    assert told == {
        "ok": False,
        "error": "invalid_blocks",
        "errors": ["must be less than 3001 characters [json-pointer:/blocks/1/text/text]"],
        "response_metadata": {
            "messages": ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/1/text/text]"]
        },
    }


LIMITS: list[tuple[list[Any], list[Any], str]] = [
    (
        [section(3000)],
        [section(3001)],
        "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
    ),
    ([header(150)], [header(151)], "must be less than 151 characters [json-pointer:/blocks/0/text/text]"),
    ([section()] * 50, [section()] * 51, "no more than 50 items allowed [json-pointer:/blocks]"),
    (
        [{"type": "section", "fields": [text(2000)] * 2}],
        [{"type": "section", "fields": [text(1), text(2001)]}],
        "must be less than 2001 characters [json-pointer:/blocks/0/fields/1/text]",
    ),
    (
        [{"type": "section", "fields": [text(1)] * 10}],
        [{"type": "section", "fields": [text(1)] * 11}],
        "no more than 10 items allowed [json-pointer:/blocks/0/fields]",
    ),
    (
        [{"type": "context", "elements": [text(1)] * 10}],
        [{"type": "context", "elements": [text(1)] * 11}],
        "no more than 10 items allowed [json-pointer:/blocks/0/elements]",
    ),
    (
        [actions(*[button()] * 25)],
        [actions(*[button()] * 26)],
        "no more than 25 items allowed [json-pointer:/blocks/0/elements]",
    ),
    (
        [actions(button(text=text(75, "plain_text")))],
        [actions(button(text=text(76, "plain_text")))],
        "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
    ),
    (
        [actions(button(value="x" * 2000, url="x" * 3000, action_id="x" * 255))],
        [actions(button(action_id="x" * 256))],
        "must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]",
    ),
    (
        [image(image_url="x" * 3000)],
        [image(image_url="x" * 3001)],
        "must be less than 3001 characters [json-pointer:/blocks/0/image_url]",
    ),
    (
        [image(alt_text="x" * 2000)],
        [image(alt_text="x" * 2001)],
        "must be less than 2001 characters [json-pointer:/blocks/0/alt_text]",
    ),
    (
        [{"type": "divider", "block_id": "x" * 255}],
        [{"type": "divider", "block_id": "x" * 256}],
        "must be less than 256 characters [json-pointer:/blocks/0/block_id]",
    ),
    (
        [{"type": "markdown", "text": "x" * 12_000}],
        [{"type": "markdown", "text": "x" * 12_001}],
        "must be less than 12001 characters [json-pointer:/blocks/0/text]",
    ),
]


def menu(**keys: object) -> JSON:
    return actions({"type": "static_select", "options": [{"text": PLAIN, "value": "v"}], **keys})


def option(**keys: object) -> JSON:
    return menu(options=[{"text": PLAIN, "value": "v", **keys}])


def confirmed(**keys: object) -> JSON:
    return actions(button(confirm={"title": PLAIN, "text": PLAIN, "confirm": PLAIN, "deny": PLAIN, **keys}))


def labelled(length: int) -> JSON:
    element = {"type": "plain_text_input", "placeholder": text(150, "plain_text")}
    return {"type": "input", "label": text(length, "plain_text"), "element": element}


PARTS: list[tuple[Callable[[int], JSON], int, str]] = [
    (lambda n: actions(button(value="x" * n)), 2000, "/elements/0/value"),
    (lambda n: actions(button(url="x" * n)), 3000, "/elements/0/url"),
    (lambda n: option(text=text(n, "plain_text")), 75, "/elements/0/options/0/text/text"),
    (lambda n: option(description=text(n, "plain_text")), 75, "/elements/0/options/0/description/text"),
    (lambda n: option(value="x" * n), 150, "/elements/0/options/0/value"),
    (lambda n: option(url="x" * n), 3000, "/elements/0/options/0/url"),
    (lambda n: menu(placeholder=text(n, "plain_text")), 150, "/elements/0/placeholder/text"),
    (lambda n: confirmed(title=text(n, "plain_text")), 100, "/elements/0/confirm/title/text"),
    (lambda n: confirmed(text=text(n)), 300, "/elements/0/confirm/text/text"),
    (lambda n: confirmed(confirm=text(n, "plain_text")), 30, "/elements/0/confirm/confirm/text"),
    (lambda n: confirmed(deny=text(n, "plain_text")), 30, "/elements/0/confirm/deny/text"),
    (lambda n: image(title=text(n, "plain_text")), 2000, "/title/text"),
    (lambda n: {"type": "context", "elements": [text(n)]}, 3000, "/elements/0/text"),
    (labelled, 2000, "/label/text"),
    (lambda n: rich({"type": "link", "url": "x" * n}), 3000, "/elements/0/elements/0/url"),
]


@pytest.mark.parametrize(("made", "most", "pointer"), PARTS, ids=[pointer for *_, pointer in PARTS])
def test_each_part_of_a_block_has_its_limit(
    wire: Wire, office: Office, made: Callable[[int], JSON], most: int, pointer: str
) -> None:
    """Reference B' 13."""
    assert post(wire, office, [made(most)])["ok"] is True
    told = post(wire, office, [made(most + 1)])
    assert told["errors"] == [f"must be less than {most + 1} characters [json-pointer:/blocks/0{pointer}]"]


def test_a_menu_has_100_options_at_most(wire: Wire, office: Office) -> None:
    """Reference B' 13."""
    options = [{"text": PLAIN, "value": "v"}] * 101
    assert post(wire, office, [menu(options=options[:100])])["ok"] is True
    told = post(wire, office, [menu(options=options)])
    assert told["errors"] == ["no more than 100 items allowed [json-pointer:/blocks/0/elements/0/options]"]


@pytest.mark.parametrize(("within", "beyond", "fault"), LIMITS)
def test_each_limit_lets_the_largest_through_and_names_what_is_larger(
    wire: Wire, office: Office, within: list[Any], beyond: list[Any], fault: str
) -> None:
    """Reference B' 13."""
    assert post(wire, office, within)["ok"] is True
    told = post(wire, office, beyond)
    assert (told["error"], told["errors"]) == ("invalid_blocks", [fault])


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        ("text", "must provide an object [json-pointer:/blocks/0]"),
        ({}, "missing required field: type [json-pointer:/blocks/0]"),
        ({"type": "nonsense"}, "unsupported type: nonsense [json-pointer:/blocks/0/type]"),
        ({"type": 7}, "unsupported type: 7 [json-pointer:/blocks/0/type]"),
        ({"type": "section"}, "must define either `fields` or `text` [json-pointer:/blocks/0]"),
        ({"type": "section", "text": "x"}, "must provide an object [json-pointer:/blocks/0/text]"),
        (
            {"type": "section", "text": {"type": "mrkdwn"}},
            "missing required field: text [json-pointer:/blocks/0/text]",
        ),
        (
            {"type": "section", "text": {"type": "mrkdwn", "text": ""}},
            "must be more than 0 characters [json-pointer:/blocks/0/text/text]",
        ),
        (
            {"type": "section", "text": {"type": "mrkdwn", "text": 7}},
            "must provide a string [json-pointer:/blocks/0/text/text]",
        ),
        (
            {"type": "header", "text": text(1)},
            "unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]",
        ),
        ({"type": "context", "elements": {}}, "must provide an array [json-pointer:/blocks/0/elements]"),
        (
            {"type": "image", "alt_text": "x"},
            "must define either `image_url` or `slack_file` [json-pointer:/blocks/0]",
        ),
        (
            rich({"type": "link"}),
            "missing required field: url [json-pointer:/blocks/0/elements/0/elements/0]",
        ),
        (
            rich({"type": "date", "timestamp": "now", "format": "{date}", "fallback": "x"}),
            "must provide a number [json-pointer:/blocks/0/elements/0/elements/0/timestamp]",
        ),
    ],
)
def test_what_is_wrong_with_a_block_is_pointed_at(
    wire: Wire, office: Office, world: World, block: object, fault: str
) -> None:
    """The words are those of answers that people have quoted (reference 0.5, B' 13); nothing is kept."""
    before = world.state_hash()
    told = post(wire, office, [block])
    assert (told["error"], told["errors"]) == ("invalid_blocks", [fault])
    assert world.state_hash() == before


@pytest.mark.parametrize("timestamp", [True, 1.5, 2**53, -(2**53), "1", None])
def test_a_date_is_a_whole_number_that_every_reader_of_json_reads_alike(
    wire: Wire, office: Office, timestamp: object
) -> None:
    """What a page shows of it later must not break (RFC 8259, section 6)."""
    date = {"type": "date", "timestamp": timestamp, "format": "{date}", "fallback": "x"}
    assert post(wire, office, [rich(date)])["error"] == "invalid_blocks"
    assert post(wire, office, [rich({**date, "timestamp": 2**53 - 1})])["ok"] is True


def test_every_fault_is_told(wire: Wire, office: Office) -> None:
    told = post(wire, office, [section(3001), {"type": "nonsense"}])
    assert len(told["errors"]) == 2
    assert told["response_metadata"]["messages"] == [f"[ERROR] {each}" for each in told["errors"]]


def test_all_blocks_together_have_a_limit(wire: Wire, office: Office) -> None:
    """Case 37: bolt-js#2509, where 13,297 characters were too many."""
    assert post(wire, office, [section(3000)] * 4)["ok"] is True
    assert post(wire, office, [*[section(3000)] * 4, section(1297)])["error"] == "msg_blocks_too_long"


def test_rich_text_is_kept_as_it_was_sent(wire: Wire, office: Office) -> None:
    block = {
        "type": "rich_text",
        "block_id": "b1",
        "elements": [
            {
                "type": "rich_text_section",
                "elements": [
                    {"type": "text", "text": "See ", "style": {"bold": True}},
                    {"type": "user", "user_id": office.users["marcus.lee"]},
                    {"type": "link", "url": "https://example.com/a?b=c&d"},
                    {"type": "emoji", "name": "eyes"},
                    {"type": "date", "timestamp": 1742302800, "format": "{date}", "fallback": "today"},
                ],
            },
            {
                "type": "rich_text_list",
                "style": "bullet",
                "indent": 0,
                "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]}],
            },
        ],
    }
    assert post(wire, office, [block])["message"]["blocks"] == [block]


def test_blocks_nested_beyond_reason_are_no_blocks(wire: Wire, office: Office) -> None:
    """However deep they are, the answer is an answer."""
    for depth in (50, 500, 900, 5000):
        nested = '[{"type":"divider","x":' + "[" * depth + "]" * depth + "}]"
        assert post(wire, office, nested)["error"] == "invalid_blocks_format"
    fine = '[{"type":"divider","x":' + "[" * 20 + "]" * 20 + "}]"
    assert post(wire, office, fine)["ok"] is True
