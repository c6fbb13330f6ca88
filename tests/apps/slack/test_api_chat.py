"""Posting, changing and deleting messages over the Web API (reference A.1, B.1, B')."""

from __future__ import annotations

import json

import pytest

from tests.apps.slack.wire import JSON, Wire, messages_of
from tests.office import Office
from workaday.world import World

ISSUE = "https://github.com/"


def section(text: str) -> JSON:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def post(wire: Wire, office: Office, channel: str = "general", **arguments: object) -> JSON:
    return wire.call("chat.postMessage", channel=office.channels[channel], **arguments)


def shown(wire: Wire, office: Office, ts: str, channel: str = "general") -> JSON:
    """The message as reading it gives it."""
    told = wire.call(
        "conversations.history", channel=office.channels[channel], oldest=ts, latest=ts, inclusive=1
    )
    (message,) = told["messages"]
    found: JSON = message
    return found


# --- posting --------------------------------------------------------------------------------------------


def test_a_plain_message_has_seven_keys(wire: Wire, office: Office) -> None:
    """[DUMP, MEAS] reference B.1; the echo and the history agree."""
    told = post(wire, office, text="Good morning")
    assert list(told) == ["ok", "channel", "ts", "message"]
    assert list(told["message"]) == ["client_msg_id", "type", "text", "user", "ts", "team", "blocks"]
    assert shown(wire, office, told["ts"]) == told["message"]


def test_a_text_alone_yields_rich_text(wire: Wire, office: Office) -> None:
    """[MEAS] reference B' 12; the elements hold characters unescaped (B' 10 [DUMP])."""
    message = post(wire, office, text="1 < 2 & *bold*")["message"]
    assert message["text"] == "1 &lt; 2 &amp; *bold*"
    (block,) = message["blocks"]
    assert block["type"] == "rich_text"
    assert block["elements"][0]["elements"] == [
        {"type": "text", "text": "1 < 2 & "},
        {"type": "text", "text": "bold", "style": {"bold": True}},
    ]


def test_an_apostrophe_is_not_escaped(wire: Wire, office: Office) -> None:
    """Case 31: tryfabric/mack#21, sdslabs/slack-utils#3."""
    assert post(wire, office, text='We\'ve "got" <this>')["message"]["text"] == 'We\'ve "got" &lt;this&gt;'


@pytest.mark.parametrize("spelling", ["{id}", "general", "#general"])
def test_a_channel_is_named_by_its_id_or_its_name(wire: Wire, office: Office, spelling: str) -> None:
    """[MEAS 2026-10-21]"""
    channel = spelling.format(id=office.channels["general"])
    told = wire.call("chat.postMessage", channel=channel, text="Hello")
    assert told["channel"] == office.channels["general"]


def test_a_persons_id_stands_for_the_direct_message_with_them(wire: Wire, office: Office) -> None:
    """[GK] notes on tier 1: the answer names the D id; it is made if there is none."""
    told = wire.call("chat.postMessage", channel=office.users["marcus.lee"], text="Hello")
    assert told["channel"] == office.channels["dm"]
    new = wire.call("chat.postMessage", channel=office.users["priya.raman"], text="Hello")
    assert new["channel"].startswith("D")
    assert (
        wire.call("conversations.open", users=office.users["priya.raman"])["channel"]["id"] == new["channel"]
    )


@pytest.mark.parametrize("channel", ["", "nowhere", "U0NOBODY12", "{walt.brenner}", "{partners}", "partners"])
def test_where_nothing_can_be_posted(wire: Wire, office: Office, world: World, channel: str) -> None:
    """Reference 0.5: an empty channel was sent; a private one of others is as if it did not exist."""
    ids = {"{walt.brenner}": office.users["walt.brenner"], "{partners}": office.channels["partners"]}
    before = world.state_hash()
    told = wire.call("chat.postMessage", channel=ids.get(channel, channel), text="Hello")
    assert told == {"ok": False, "error": "channel_not_found"}
    assert world.state_hash() == before


def test_posting_is_for_members_of_channels_that_are_open(wire: Wire, office: Office) -> None:
    assert post(wire.sitting("ines.duarte"), office, "tax-season", text="x")["error"] == "not_in_channel"
    assert post(wire, office, "old-software", text="x")["error"] == "is_archived"


@pytest.mark.parametrize(
    "arguments", [{}, {"text": ""}, {"blocks": "[]"}, {"text": "", "attachments": "abc"}]
)
def test_a_message_needs_a_text(wire: Wire, office: Office, arguments: dict[str, str]) -> None:
    """[MEAS 2026-10-21..23] notes on tier 1."""
    assert post(wire, office, **arguments)["error"] == "no_text"


def test_a_text_of_blanks_is_a_text(wire: Wire, office: Office) -> None:
    """[MEAS]"""
    assert post(wire, office, text="  ")["ok"] is True


def test_a_text_of_more_than_40000_characters_is_cut(wire: Wire, office: Office) -> None:
    """Case 38: open-cli-collective/slack-chat-api#139."""
    told = post(wire, office, text="x" * 45_000)
    assert told["ok"] is True
    assert told["message"]["text"] == "x" * 40_000
    assert told["response_metadata"]["warnings"] == ["message_truncated"]
    assert told["warning"] == "message_truncated"
    assert "warning" not in post(wire, office, text="x" * 40_000)


def test_json_is_read_with_its_blocks_as_values(wire: Wire, office: Office) -> None:
    """Case 7: brekkylab/backlot#196; blocks as a JSON text inside JSON are read too [GK]."""
    channel, blocks = office.channels["general"], [section("Hello")]
    for given in (blocks, json.dumps(blocks)):
        told = wire.json("chat.postMessage", {"channel": channel, "text": "Hi", "blocks": given}).json
        assert told["message"]["text"] == "Hi"
        assert told["message"]["blocks"][0]["text"]["text"] == "Hello"
        assert "warning" not in told


def test_a_block_without_an_id_gets_one_that_stays(wire: Wire, office: Office) -> None:
    told = post(wire, office, text="Hi", blocks=[section("a"), {"type": "divider", "block_id": "mine"}])
    first, second = told["message"]["blocks"]
    assert first["block_id"]
    assert second["block_id"] == "mine"
    assert shown(wire, office, told["ts"])["blocks"] == [first, second]


# --- threads --------------------------------------------------------------------------------------------


def test_a_reply_names_its_thread_and_the_roots_author(wire: Wire, office: Office) -> None:
    """Reference B.1."""
    told = post(wire, office, text="Thanks", thread_ts=office.messages["welcome"])
    assert told["message"]["thread_ts"] == office.messages["welcome"]
    assert told["message"]["parent_user_id"] == office.users["ruth.okafor"]


def test_a_reply_to_a_reply_goes_to_its_root(wire: Wire, office: Office) -> None:
    """[MEAS] reference B' 3."""
    told = post(wire, office, "tax-season", text="Agreed", thread_ts=office.messages["reply"])
    assert told["message"]["thread_ts"] == office.messages["question"]


@pytest.mark.parametrize("thread_ts", ["1742300000.000000", 1602251441.0017, "", "0"])
def test_a_thread_of_nothing_is_posted_at_top_level(wire: Wire, office: Office, thread_ts: object) -> None:
    """Case 10: a float, too (node-slack-sdk#780, python-slack-sdk#840, n8n#16962)."""
    content = {"channel": office.channels["general"], "text": "x", "thread_ts": thread_ts}
    told = wire.json("chat.postMessage", content).json
    assert told["ok"] is True
    assert "thread_ts" not in told["message"]


@pytest.mark.parametrize(
    ("thread_ts", "micros"),
    [("abc", "0"), ("1", "1000000"), ("1e9", "19000000"), ("1742306401.000000", "1742306401000000")],
)
def test_a_thread_outside_slacks_times_is_refused(
    wire: Wire, office: Office, thread_ts: str, micros: str
) -> None:
    """[MEAS 2026-10-22] before 1990 or more than an hour ahead; the message tells microseconds."""
    told = post(wire, office, text="x", thread_ts=thread_ts)
    assert told == {
        "ok": False,
        "error": "invalid_thread_ts",
        "response_metadata": {"messages": [f"[ERROR] {micros} is not a valid thread_ts"]},
    }


def test_a_reply_can_be_sent_to_the_channel_too(wire: Wire, office: Office) -> None:
    """Reference B' 8: the argument and the subtype have different names (github-actions-slack#28)."""
    told = post(wire, office, text="News", thread_ts=office.messages["welcome"], reply_broadcast=True)
    found = shown(wire, office, told["ts"])
    assert found["subtype"] == "thread_broadcast"
    assert found["thread_ts"] == office.messages["welcome"]
    assert found["root"]["ts"] == office.messages["welcome"]
    assert found["root"]["reply_count"] == 1


def test_a_root_tells_of_its_replies(wire: Wire, office: Office) -> None:
    """Reference B.1, B' 7: keys that a thread adds, and who is told about it."""
    root = shown(wire, office, office.messages["question"], "tax-season")
    plain = ["client_msg_id", "type", "text", "user", "ts", "team", "blocks"]
    assert [key for key in root if key not in plain] == [
        "thread_ts", "reply_count", "reply_users_count", "latest_reply", "reply_users", "is_locked",
        "subscribed", "last_read", "reactions",
    ]  # fmt: skip
    assert root["thread_ts"] == root["ts"]
    assert (root["reply_count"], root["reply_users_count"]) == (2, 2)
    assert root["latest_reply"] == office.messages["reply_broadcast"]
    assert root["reply_users"] == [office.users["dana.whitfield"], office.users["marcus.lee"]]
    assert root["is_locked"] is False


@pytest.mark.parametrize(
    ("person", "subscribed"),
    [("dana.whitfield", True), ("priya.raman", True), ("marcus.lee", True), ("dana.whitford", False)],
)
def test_starting_and_replying_subscribe_to_a_thread(
    wire: Wire, office: Office, person: str, subscribed: bool
) -> None:
    """Reference B' 7; ``last_read`` is there for those who are subscribed."""
    root = shown(wire.sitting(person), office, office.messages["question"], "tax-season")
    assert root["subscribed"] is subscribed
    assert ("last_read" in root) is subscribed


def test_being_mentioned_subscribes_to_a_thread(wire: Wire, office: Office) -> None:
    """Reference B' 7."""
    mention = f"Ask <@{office.users['dana.whitford']}>"
    post(wire, office, "tax-season", text=mention, thread_ts=office.messages["question"])
    root = shown(wire.sitting("dana.whitford"), office, office.messages["question"], "tax-season")
    assert root["subscribed"] is True


# --- changing -------------------------------------------------------------------------------------------


@pytest.fixture
def posted(wire: Wire, office: Office) -> str:
    """The timestamp of a message of Dana Whitfield's in #general, with a reaction."""
    ts: str = post(wire, office, text="First")["ts"]
    wire.call("reactions.add", channel=office.channels["general"], timestamp=ts, name="eyes")
    return ts


def update(wire: Wire, office: Office, ts: str, **arguments: object) -> JSON:
    return wire.call("chat.update", channel=office.channels["general"], ts=ts, **arguments)


def test_an_update_echoes_neither_timestamp_nor_reactions(wire: Wire, office: Office, posted: str) -> None:
    """[MEAS 2026-10-21]"""
    told = update(wire, office, posted, text="Second")
    assert list(told) == ["ok", "channel", "ts", "text", "message"]
    assert (told["ts"], told["text"], told["message"]["text"]) == (posted, "Second", "Second")
    assert not {"ts", "reactions"} & set(told["message"])
    assert {"ts", "reactions"} <= set(shown(wire, office, posted))


def test_a_timestamp_is_read_as_slack_reads_it(wire: Wire, office: Office, posted: str) -> None:
    """Reference B' 2: a third part is ignored, and leading zeros of the microseconds are none."""
    seconds, micros = posted.split(".")
    for spelling in (f"{posted}.7", f"{seconds}.{int(micros)}", f"0{posted}"):
        assert update(wire, office, spelling, text=f"As {spelling}")["ts"] == posted
        channel = office.channels["general"]
        assert wire.call("reactions.get", channel=channel, timestamp=spelling)["message"]["ts"] == posted
        link = wire.call("chat.getPermalink", channel=channel, message_ts=spelling)["permalink"]
        assert link.endswith(f"/p{seconds}{micros}")
    assert delete(wire, office, f"{posted}.7")["ts"] == posted


def test_an_edited_message_says_so(wire: Wire, office: Office, posted: str) -> None:
    """Reference B.1: ``edited`` has a time of its own, later than the message's."""
    update(wire, office, posted, text="Second")
    edited = shown(wire, office, posted)["edited"]
    assert list(edited) == ["user", "ts"]
    assert edited["user"] == office.users["dana.whitfield"]
    assert edited["ts"] > posted


def test_a_text_takes_the_place_of_blocks_and_blocks_leave_no_mark(
    wire: Wire, office: Office, posted: str
) -> None:
    """Reference B' 9, the documentation's wording."""
    with_blocks = update(wire, office, posted, text="b", blocks=[section("Section")])
    assert with_blocks["message"]["blocks"][0]["type"] == "section"
    assert "edited" not in with_blocks["message"]
    with_text = update(wire, office, posted, text="c")
    assert with_text["message"]["blocks"][0]["type"] == "rich_text"
    assert "edited" in with_text["message"]


def test_an_update_answers_channel_then_message_then_permission(wire: Wire, office: Office) -> None:
    """[MEAS] reference A.1; blocks and text come after."""
    theirs, wrong = office.messages["welcome"], {"blocks": "abc", "text": ""}
    assert wire.call("chat.update", channel="general", ts=theirs, **wrong)["error"] == "channel_not_found"
    assert update(wire, office, "1742302800.999999", **wrong)["error"] == "message_not_found"
    assert update(wire, office, theirs, **wrong)["error"] == "cant_update_message"


def test_updating_a_persons_id_is_not_possible(wire: Wire, office: Office) -> None:
    """Case 40: python-slack-sdk#528."""
    told = wire.call(
        "chat.update", channel=office.users["marcus.lee"], ts=office.messages["dm_reply"], text="x"
    )
    assert told["error"] == "channel_not_found"


def test_an_update_has_limits(wire: Wire, office: Office, posted: str) -> None:
    """[REF] 4,000 characters; reference B' 19 for archived channels."""
    assert update(wire, office, posted, text="x" * 4001)["error"] == "msg_too_long"
    assert update(wire, office, posted)["error"] == "no_text"
    assert update(wire, office, posted, text="x", reply_broadcast=True)["error"] == "cant_broadcast_message"
    told = wire.sitting("tom.alvarez").call(
        "chat.update", channel=office.channels["old-software"], ts=office.messages["archived"], text="x"
    )
    assert told["error"] == "is_inactive"
    assert shown(wire, office, posted)["text"] == "First"


# --- deleting -------------------------------------------------------------------------------------------


def delete(wire: Wire, office: Office, ts: str, channel: str = "general") -> JSON:
    return wire.call("chat.delete", channel=office.channels[channel], ts=ts)


def test_a_deleted_message_is_gone(wire: Wire, office: Office, posted: str) -> None:
    assert delete(wire, office, posted) == {"ok": True, "channel": office.channels["general"], "ts": posted}
    told = wire.call("conversations.history", channel=office.channels["general"])
    assert posted not in [each["ts"] for each in told["messages"]]
    assert delete(wire, office, posted)["error"] == "message_not_found"


def test_only_ones_own_messages_can_be_deleted(wire: Wire, office: Office, posted: str) -> None:
    """[GK] an admin may delete others'."""
    assert delete(wire, office, office.messages["welcome"])["error"] == "cant_delete_message"
    assert delete(wire.sitting("ruth.okafor"), office, posted)["ok"] is True


def test_a_deleted_root_leaves_a_placeholder(wire: Wire, office: Office, posted: str) -> None:
    """[MEAS 2026-10-21/22] reference B.1: its keys, what can be done to it, and how it goes."""
    reply = post(wire, office, text="Reply", thread_ts=posted)["ts"]
    delete(wire, office, posted)
    placeholder = shown(wire, office, posted)
    assert set(placeholder) - {"reactions"} == {
        "type", "subtype", "text", "user", "parent_user_id", "hidden", "ts", "thread_ts", "reply_count",
        "reply_users", "latest_reply", "subscribed", "is_locked",
    }  # fmt: skip
    assert placeholder["subtype"] == "tombstone"
    assert placeholder["text"] == "This message was deleted."
    assert placeholder["user"] == placeholder["parent_user_id"] == "USLACKBOT"
    assert placeholder["hidden"] is True
    assert update(wire, office, posted, text="x")["error"] == "message_not_found"
    assert delete(wire, office, posted)["error"] == "message_not_found"
    assert wire.call("search.messages", query="deleted")["messages"]["total"] == 0
    channel = office.channels["general"]
    assert wire.call("chat.getPermalink", channel=channel, message_ts=posted)["ok"] is True
    assert wire.call("reactions.get", channel=channel, timestamp=posted)["ok"] is True
    delete(wire, office, reply)
    told = wire.call("conversations.replies", channel=channel, ts=posted)
    assert told["error"] == "thread_not_found"


def test_a_root_whose_last_reply_is_deleted_is_a_message_again(
    wire: Wire, office: Office, posted: str
) -> None:
    """[MEAS 2026-10-22] no ``thread_ts``, and a permalink without a query."""
    reply = post(wire, office, text="Reply", thread_ts=posted)["ts"]
    delete(wire, office, reply)
    assert "thread_ts" not in shown(wire, office, posted)
    told = wire.call("chat.getPermalink", channel=office.channels["general"], message_ts=posted)
    assert "?" not in told["permalink"]


# --- permalinks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "in_thread"), [("mention", False), ("question", True), ("reply", True)])
def test_a_permalink_names_the_thread_of_those_in_one(
    wire: Wire, office: Office, name: str, in_thread: bool
) -> None:
    """[MEAS] reference B' 15."""
    channel, ts = office.channels["tax-season"], office.messages[name]
    told = wire.call("chat.getPermalink", channel=channel, message_ts=ts)
    query = f"?thread_ts={office.messages['question']}&cid={channel}" if in_thread else ""
    assert told == {
        "ok": True,
        "channel": channel,
        "permalink": f"https://whitford-okafor.slack.com/archives/{channel}/p{ts.replace('.', '')}{query}",
    }


def test_there_is_no_permalink_of_nothing(wire: Wire, office: Office) -> None:
    missing = wire.call("chat.getPermalink", channel=office.channels["general"], message_ts="1")
    assert missing["error"] == "message_not_found"
    hidden = wire.call("chat.getPermalink", channel=office.channels["partners"], message_ts="1")
    assert hidden["error"] == "channel_not_found"


# --- what a message here cannot hold --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "pointer"),
    [
        ({"attachments": '[{"color":"#fff"}]'}, "no_text", None),
        ({"attachments": "[{}]", "text": ""}, "no_text", None),
        ({"attachments": "[" + ",".join(['{"text":"y"}'] * 101) + "]"}, "too_many_attachments", None),
        ({"markdown_text": "# Hi", "text": "x"}, "markdown_text_conflict", None),
        ({"markdown_text": "x" * 12_001}, "invalid_arguments", "/markdown_text"),
        (
            {"text": "x", "metadata": '{"event_type":"e","event_payload":{}}'},
            "metadata_must_be_sent_from_app",
            None,
        ),
    ],
)
def test_what_a_message_can_not_be_made_of(
    wire: Wire, office: Office, world: World, arguments: dict[str, str], error: str, pointer: str | None
) -> None:
    """Notes on tier 1; nothing of it is kept."""
    before = world.state_hash()
    told = post(wire, office, **arguments)
    assert told["error"] == error
    if pointer:
        assert messages_of(told)[0].endswith(f"[json-pointer:{pointer}]")
    assert world.state_hash() == before


def test_an_attachment_with_both_old_keys_and_blocks_is_invalid(wire: Wire, office: Office) -> None:
    """Case 19: node-slack-sdk#832."""
    attachment = {"callback_id": "callback", "id": 123, "title": "hi", "blocks": [{"type": "divider"}]}
    told = post(wire, office, text="x", attachments=[attachment])
    assert told["error"] == "invalid_attachments"
    assert messages_of(told) == ["[ERROR] invalid_keys"]


def test_arguments_that_change_nothing_here_are_let_through(wire: Wire, office: Office) -> None:
    """slack_bolt adds ``team_id`` to every call (reference F); nothing unfurls here."""
    told = post(
        wire, office, text="x", team_id="T1", unfurl_links=False, unfurl_media=0, link_names=1, as_user=True,
        mrkdwn=True, attachments="[]", metadata="{}",
    )  # fmt: skip
    assert told["ok"] is True
