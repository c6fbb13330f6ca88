"""What messages hold beside a text, on the wire (reference B.1, B' 9, 11, 12, 30, notes on tier 1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.apps.slack import apps
from tests.apps.slack.wire import JSON, Wire, messages_of
from tests.office import Office
from workaday.apps.slack import markdown
from workaday.apps.slack.api.refusals import Refused
from workaday.apps.slack.service import ephemeral, setup
from workaday.server.local import LocalServer
from workaday.world import World


def post(wire: Wire, office: Office, channel: str = "general", **arguments: object) -> JSON:
    return wire.call("chat.postMessage", channel=office.channels[channel], **arguments)


def shown(wire: Wire, channel: str, ts: str, **more: object) -> JSON:
    """The message as a history gives it."""
    bounds = {"oldest": ts, "latest": ts, "inclusive": 1}
    (found,) = wire.call("conversations.history", channel=channel, **bounds, **more)["messages"]
    told: JSON = found
    return told


def written(block: JSON) -> list[JSON]:
    """The elements of a rich text of one section."""
    (section,) = block["elements"]
    elements: list[JSON] = section["elements"]
    return elements


# --- attachments ----------------------------------------------------------------------------------------


def test_attachments_are_numbered_and_have_something_to_fall_back_on(wire: Wire, office: Office) -> None:
    """B' 30; that a text falls back on itself is in answers that clients have recorded."""
    given = [
        {"text": "What is Savvy?", "color": "#36a64f", "ts": 1742302800},
        {"fields": [{"title": "Created", "value": "today", "short": True}], "color": "danger"},
        {"blocks": [{"type": "divider"}]},
        {"title": "A", "fallback": "B"},
    ]
    told = post(wire, office, attachments=given)
    first, second, third, fourth = told["message"]["attachments"]
    assert [first[key] for key in ("id", "fallback", "color", "ts")] == [
        1,
        "What is Savvy?",
        "36a64f",
        1742302800,
    ]
    assert [second[key] for key in ("id", "fallback", "color")] == [2, "[no preview available]", "a30200"]
    assert (third["id"], third["blocks"][0]["type"]) == (3, "divider")
    assert third["blocks"][0]["block_id"]
    assert (fourth["id"], fourth["fallback"]) == (4, "B")
    assert shown(wire, office.channels["general"], told["ts"]) == told["message"]
    assert told["message"]["text"] == ""
    assert "blocks" not in told["message"]


def test_blocks_of_an_attachment_are_checked_where_they_are(wire: Wire, office: Office) -> None:
    told = post(wire, office, text="x", attachments=[{"text": "y"}, {"blocks": [{"type": "header"}]}])
    assert told["error"] == "invalid_blocks"
    assert messages_of(told) == [
        "[ERROR] missing required field: text [json-pointer:/attachments/1/blocks/0]"
    ]


def test_an_update_keeps_attachments_that_it_does_not_speak_of(wire: Wire, office: Office) -> None:
    """B' 9."""
    general = office.channels["general"]
    ts = post(wire, office, text="a", attachments=[{"text": "b"}])["ts"]
    kept = wire.call("chat.update", channel=general, ts=ts, text="c")
    assert kept["message"]["attachments"][0]["text"] == "b"
    gone = wire.call("chat.update", channel=general, ts=ts, text="d", attachments=[])
    assert "attachments" not in gone["message"]


# --- text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            "# Plan\n\nDo **this** and *that*, ~~not~~ `a < b`",
            "*Plan*\n\nDo *this* and _that_, ~not~ `a &lt; b`",
        ),
        ("- one\n  - two\n- three", "• one\n    • two\n• three"),
        ("3. three\n4. four", "3. three\n4. four"),
        ("[here](https://x.example/?a=1&b=2)", "<https://x.example/?a=1&amp;b=2|here>"),
        ("> said\n> so", "&gt; said\n&gt; so"),
        ("```py\nif a & b:\n    pass\n```", "```\nif a &amp; b:\n    pass\n```"),
        ("<@U0123> & <!here> <b>", "<@U0123> &amp; <!here> &lt;b&gt;"),
        ("|a|b|\n|-|-|\n|1|2|", "a | b\n1 | 2"),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
    ],
)
def test_markdown_becomes_slacks_own(given: str, text: str) -> None:
    assert markdown.mrkdwn(given) == text


def test_a_message_in_markdown_is_rich_text(wire: Wire, office: Office) -> None:
    message = post(wire, office, markdown_text="**Done**: 1 < 2")["message"]
    assert message["text"] == "*Done*: 1 &lt; 2"
    assert written(message["blocks"][0])[0] == {"type": "text", "text": "Done", "style": {"bold": True}}


def test_without_mrkdwn_signs_are_characters(wire: Wire, office: Office) -> None:
    told = post(wire, office, text="*not bold* <https://x.example>", mrkdwn=False)
    assert written(told["message"]["blocks"][0]) == [
        {"type": "text", "text": "*not bold* "},
        {"type": "link", "url": "https://x.example"},
    ]
    assert shown(wire, office.channels["general"], told["ts"]) == told["message"]


def test_names_are_linked_for_those_who_ask(wire: Wire, office: Office) -> None:
    """B' 11."""
    text, marcus, general = (
        "@marcus.lee in #general, `@marcus.lee` a@priya #nowhere",
        office.users["marcus.lee"],
        office.channels["general"],
    )
    assert post(wire, office, text=text)["message"]["text"] == text
    assert post(wire, office, text=text, link_names=1)["message"]["text"] == text
    linked = post(wire, office, text=text, parse="full")["message"]["text"]
    assert linked == f"<@{marcus}> in <#{general}|general>, `@marcus.lee` a@priya #nowhere"


# --- apps -----------------------------------------------------------------------------------------------


def test_an_apps_message_says_which_app_it_is(wire: Wire, office: Office, world: World) -> None:
    """[MEAS 2026-10-22] B.1: no client_msg_id, no subtype, blocks even for a plain text."""
    general = office.channels["general"]
    bot = apps.install(world, general)
    told = apps.call(world, bot, "chat.postMessage", channel=general, text="Hello")
    message = told["message"]
    assert (message["bot_id"], message["app_id"], message["user"]) == (bot.id, bot.app_id, bot.user_id)
    assert not {"client_msg_id", "subtype"} & set(message)
    assert message["blocks"][0]["type"] == "rich_text"
    assert {key: message["bot_profile"][key] for key in ("id", "name", "app_id", "deleted")} == {
        "id": bot.id, "name": apps.NAME, "app_id": bot.app_id, "deleted": False,
    }  # fmt: skip
    assert shown(wire, general, told["ts"]) == message
    own = apps.call(world, bot, "chat.postMessage", as_person="dana.whitfield", channel=general, text="Hi")
    assert (own["message"]["user"], own["message"]["bot_id"]) == (office.users["dana.whitfield"], bot.id)


def test_an_app_under_another_name_is_no_member(wire: Wire, office: Office, world: World) -> None:
    """B.1: clients have to live with messages without ``user``."""
    general = office.channels["general"]
    bot = apps.install(world, general)
    guise = {"username": "Robin", "icon_emoji": ":bird:"}
    message = apps.call(world, bot, "chat.postMessage", channel=general, text="Hello", **guise)["message"]
    assert (message["subtype"], message["username"], message["icons"]) == (
        "bot_message",
        "Robin",
        {"emoji": ":bird:"},
    )
    assert "user" not in message
    pictured = apps.call(
        world, bot, "chat.postMessage", channel=general, text="x", icon_url="https://x.example/a.png"
    )
    assert pictured["message"]["icons"] == {"image_64": "https://x.example/a.png"}


def test_another_name_takes_a_scope_of_its_own(server: LocalServer, office: Office, world: World) -> None:
    """A person's token is let off: what it says of a name is not read."""
    general = office.channels["general"]
    with world.action("install", door="setup", person=None) as context:
        bot = setup.install(context, "Plain", bot_scopes=["chat:write"], channels=[general])
    plain = Wire(server, server.seat(world, f"slack:{bot.user_id}"))
    told = plain.call("chat.postMessage", channel=general, text="x", username="Robin")
    assert (told["error"], told["needed"]) == ("missing_scope", "chat:write.customize")
    assert plain.call("chat.postMessage", channel=general, text="x")["ok"] is True
    person = plain.sitting("dana.whitfield").call("chat.postMessage", channel=general, text="x", username="R")
    assert "username" not in person["message"]


def test_metadata_is_told_to_those_who_ask(wire: Wire, office: Office, world: World) -> None:
    general = office.channels["general"]
    bot = apps.install(world, general)
    metadata = {"event_type": "task_created", "event_payload": {"id": "11223", "title": "Redesign"}}
    ts = apps.call(world, bot, "chat.postMessage", channel=general, text="x", metadata=metadata)["ts"]
    assert "metadata" not in shown(wire, general, ts)
    assert shown(wire, general, ts, include_all_metadata=1)["metadata"] == metadata
    kept = apps.call(world, bot, "chat.update", channel=general, ts=ts, text="y")
    assert kept["message"]["metadata"] == metadata
    gone = apps.call(world, bot, "chat.update", channel=general, ts=ts, text="y", metadata={})
    assert "metadata" not in gone["message"]


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        ("abc", "invalid_metadata_format"),
        ("[]", "invalid_metadata_format"),
        ('{"event_type":"x"}', "invalid_metadata_schema"),
        ('{"event_type":"x","event_payload":[]}', "invalid_metadata_schema"),
        (json.dumps({"event_type": "x", "event_payload": {"a": "b" * 20_000}}), "metadata_too_large"),
    ],
)
def test_metadata_is_a_kind_and_an_object(office: Office, world: World, metadata: str, error: str) -> None:
    general = office.channels["general"]
    bot = apps.install(world, general)
    with pytest.raises(Refused) as refused:
        apps.call(world, bot, "chat.postMessage", channel=general, text="x", metadata=metadata)
    assert refused.value.answer["error"] == error


def test_an_app_shows_what_a_link_leads_to(wire: Wire, office: Office, world: World) -> None:
    general = office.channels["general"]
    ts = post(wire, office, text="see https://x.example/a?b=1&c=2")["ts"]
    bot = apps.install(world, general)
    unfurls: dict[str, Any] = {"https://x.example/a?b=1&c=2": {"title": "A page"}}
    apps.call(world, bot, "chat.unfurl", channel=general, ts=ts, unfurls=unfurls)
    (attached,) = shown(wire, general, ts)["attachments"]
    assert (attached["title"], attached["from_url"]) == ("A page", "https://x.example/a?b=1&c=2")
    assert "edited" not in shown(wire, general, ts)
    for arguments, error in (
        ({"channel": general, "ts": ts}, "missing_unfurls"),
        ({"channel": general, "ts": "1.2", "unfurls": unfurls}, "cannot_find_message"),
        ({"channel": "C0NOTHING", "ts": ts, "unfurls": unfurls}, "cannot_find_channel"),
        ({"channel": general, "ts": ts, "unfurls": "[]"}, "invalid_unfurls_format"),
        ({"channel": general, "ts": ts, "unfurls": {"https://y.example": {}}}, "cannot_unfurl_url"),
    ):
        with pytest.raises(Refused) as refused:
            apps.call(world, bot, "chat.unfurl", **arguments)
        assert refused.value.answer["error"] == error


# --- other ways of speaking -----------------------------------------------------------------------------


def test_me_is_a_message_of_its_own_kind(wire: Wire, office: Office) -> None:
    general = office.channels["general"]
    told = wire.call("chat.meMessage", channel=general, text="is *here*")
    assert list(told) == ["ok", "channel", "ts"]
    message = shown(wire, general, told["ts"])
    assert (message["subtype"], message["text"]) == ("me_message", "is *here*")
    assert not {"blocks", "client_msg_id"} & set(message)
    assert wire.call("chat.meMessage", channel=general, text="")["error"] == "no_text"
    assert wire.call("chat.meMessage", channel=general, text="x" * 40_001)["error"] == "msg_too_long"


def test_an_ephemeral_message_is_for_one_alone(wire: Wire, office: Office, world: World) -> None:
    general, marcus = office.channels["general"], office.users["marcus.lee"]
    told = wire.call("chat.postEphemeral", channel=general, user=marcus, text="psst")
    assert list(told) == ["ok", "message_ts"]
    with world.action("look", door="tool", person="marcus.lee", reads=True) as context:
        assert [each.ts for each in ephemeral.mine(context, general)] == [told["message_ts"]]
    history = wire.call("conversations.history", channel=general)["messages"]
    assert told["message_ts"] not in {each["ts"] for each in history}


@pytest.mark.parametrize(
    ("user", "channel", "more", "error"),
    [
        ("marcus", "{general}", {"text": "x"}, "invalid_arguments"),
        ("", "{general}", {"text": "x"}, "invalid_arguments"),
        ("U0NOBODY12", "{general}", {"text": "x"}, "user_not_in_channel"),
        ("{tom.alvarez}", "{tax-season}", {"text": "x"}, "user_not_in_channel"),
        ("{marcus.lee}", "C0NOTHING1", {"text": "x"}, "channel_not_found"),
        ("{marcus.lee}", "{general}", {"text": ""}, "no_text"),
        ("{marcus.lee}", "{general}", {}, None),
    ],
)
def test_who_can_be_shown_something(
    wire: Wire, office: Office, user: str, channel: str, more: dict[str, str], error: str | None
) -> None:
    """Reference 0.5 and notes on tier 1: a text may be absent, but not empty."""
    ids = office.users | office.channels
    user, channel = (ids.get(each.strip("{}"), each) for each in (user, channel))
    assert wire.call("chat.postEphemeral", channel=channel, user=user, **more).get("error") == error


def test_a_pinned_message_says_where(wire: Wire, office: Office) -> None:
    general, welcome = office.channels["general"], office.messages["welcome"]
    wire.call("pins.add", channel=general, timestamp=welcome)
    assert shown(wire, general, welcome)["pinned_to"] == [general]
    assert wire.call("conversations.history", channel=general)["pin_count"] == 1
