"""Listing, reading, opening and joining conversations over the Web API (reference A.1, B.2, B')."""

from __future__ import annotations

import base64

import pytest

from tests.apps.slack.wire import JSON, Wire, messages_of
from tests.office import Office
from workaday.apps.slack.service import messages
from workaday.tool import toolbox
from workaday.world import World

ALL_KINDS = "public_channel,private_channel,mpim,im"
CHANNEL_KEYS = [
    "id", "name", "name_normalized", "is_channel", "is_group", "is_im", "is_mpim", "is_private", "created",
    "is_archived", "is_general", "unlinked", "is_shared", "is_org_shared", "is_ext_shared",
    "is_pending_ext_shared", "pending_shared", "context_team_id", "updated", "parent_conversation", "creator",
    "shared_team_ids", "pending_connected_team_ids", "is_member", "topic", "purpose", "properties",
    "previous_names",
]  # fmt: skip
"""Reference B.2, without the one key that lists and info each add."""


def spelled(cursor: str) -> str:
    return base64.b64decode(cursor).decode()


def history(wire: Wire, channel: str, **arguments: object) -> JSON:
    return wire.call("conversations.history", channel=channel, **arguments)


def texts(told: JSON) -> list[str]:
    return [each["text"] for each in told["messages"]]


@pytest.fixture
def busy(wire: Wire, office: Office) -> list[str]:
    """The timestamps of six messages in #tax-season, all of one second, oldest first."""
    channel = office.channels["tax-season"]
    return [wire.call("chat.postMessage", channel=channel, text=f"Message {n}")["ts"] for n in range(6)]


# --- lists ----------------------------------------------------------------------------------------------


def test_a_channel_has_the_29_keys_that_slack_gives_it(wire: Wire, office: Office) -> None:
    """[MEAS, JAVA] reference B.2: lists add ``num_members``, info adds ``last_read``."""
    listed = wire.call("conversations.list")["channels"][0]
    assert list(listed) == [*CHANNEL_KEYS, "num_members"]
    shown = wire.call("conversations.info", channel=office.channels["general"])["channel"]
    assert list(shown) == [*CHANNEL_KEYS, "last_read"]


def test_of_a_channel_of_one_workspace_nothing_is_shared(wire: Wire, office: Office) -> None:
    """Reference B.2: the values that a plain channel has."""
    shown = wire.call("conversations.info", channel=office.channels["general"])["channel"]
    unset = {"value": "", "creator": "", "last_set": 0}
    assert shown == {
        "id": office.channels["general"],
        "name": "general",
        "name_normalized": "general",
        "is_channel": True,
        **dict.fromkeys(("is_group", "is_im", "is_mpim", "is_private", "is_archived"), False),
        "created": shown["created"],
        "is_general": True,
        "unlinked": 0,
        **dict.fromkeys(("is_shared", "is_org_shared", "is_ext_shared", "is_pending_ext_shared"), False),
        "pending_shared": [],
        "context_team_id": office.workspace,
        "updated": shown["created"] * 1000,
        "parent_conversation": None,
        "creator": office.users["ruth.okafor"],
        "shared_team_ids": [office.workspace],
        "pending_connected_team_ids": [],
        "is_member": True,
        "topic": unset,
        "purpose": unset,
        "properties": {"tabs": [], "tabz": []},
        "previous_names": [],
        "last_read": shown["last_read"],
    }


def test_only_public_channels_are_listed_unless_more_is_asked_for(wire: Wire, office: Office) -> None:
    """Reference B.2: ``types`` defaults to public_channel; archived channels are among them."""
    listed = {each["name"] for each in wire.call("conversations.list")["channels"]}
    assert listed == {"general", "tax-season", "old-software"}
    assert {each["name"] for each in wire.call("conversations.list", types="")["channels"]} == listed


def test_a_list_holds_what_the_person_can_see(wire: Wire, office: Office) -> None:
    """Private channels and direct messages of others are not there."""
    listed = {each["id"] for each in wire.call("conversations.list", types=ALL_KINDS)["channels"]}
    assert listed == {id for name, id in office.channels.items() if name != "partners"}
    partner = wire.sitting("marcus.lee").call("conversations.list", types="private_channel")["channels"]
    assert [each["name"] for each in partner] == ["partners"]


def test_an_unknown_type_is_refused(wire: Wire) -> None:
    assert wire.call("conversations.list", types="public_channel,dm")["error"] == "invalid_types"


def test_membership_and_numbers_are_told(wire: Wire, office: Office) -> None:
    listed = {
        each["name"]: each for each in wire.sitting("ines.duarte").call("conversations.list")["channels"]
    }
    assert {name: each["is_member"] for name, each in listed.items()} == {
        "general": True,
        "tax-season": False,
        "old-software": False,
    }
    assert listed["tax-season"]["num_members"] == 4


def test_a_direct_message_has_a_user_and_no_name(wire: Wire, office: Office) -> None:
    """Case 26: korotovsky/slack-mcp-server#16."""
    (listed,) = wire.call("conversations.list", types="im")["channels"]
    assert listed == {
        "id": office.channels["dm"],
        "created": listed["created"],
        "is_archived": False,
        "is_im": True,
        "is_org_shared": False,
        "context_team_id": office.workspace,
        "updated": listed["created"] * 1000,
        "user": office.users["marcus.lee"],
        "is_user_deleted": False,
        "priority": 0,
    }


def test_times_have_slacks_units(wire: Wire, office: Office) -> None:
    """Reference B.2: ``created`` in seconds, ``updated`` in milliseconds."""
    shown = wire.call("conversations.info", channel=office.channels["general"])["channel"]
    assert shown["updated"] == shown["created"] * 1000


def test_pages_of_channels_join_to_the_whole_list(wire: Wire) -> None:
    """Reference B' 6: cursors ``team:C…``; the end is an empty one [MEAS]."""
    whole = wire.call("conversations.list", types=ALL_KINDS)
    assert whole["response_metadata"] == {"next_cursor": ""}
    found, cursor = [], ""
    while True:
        part = wire.call("conversations.list", types=ALL_KINDS, limit=2, cursor=cursor)
        found += part["channels"]
        cursor = part["response_metadata"]["next_cursor"]
        if not cursor:
            break
        assert spelled(cursor).startswith("team:")
        assert len(part["channels"]) == 2
    assert found == whole["channels"]


def test_pages_may_be_short_or_empty_while_there_is_more(wire: Wire) -> None:
    """Case 11: what is left out is left out after paging (python-slack-sdk#1043, #1494)."""
    sizes, names, cursor = [], [], ""
    while True:
        part = wire.call("conversations.list", exclude_archived=True, limit=1, cursor=cursor)
        sizes.append(len(part["channels"]))
        names += [each["name"] for each in part["channels"]]
        cursor = part["response_metadata"]["next_cursor"]
        if not cursor:
            break
    assert sorted(sizes) == [0, 1, 1]
    assert sorted(names) == ["general", "tax-season"]


def test_a_negative_limit_lists_everything(wire: Wire) -> None:
    """[MEAS 2026-10-12]"""
    assert len(wire.call("conversations.list", types=ALL_KINDS, limit=-1)["channels"]) == 5


@pytest.mark.parametrize("cursor", ["bogus", "dGVhbTo=", "dXNlcjpVMQ==", "dGVhbTpDMQ==", "%", "é", "{good}!"])
def test_a_cursor_that_was_not_given_out_is_refused(wire: Wire, cursor: str) -> None:
    good = wire.call("conversations.list", limit=1)["response_metadata"]["next_cursor"]
    cursor = cursor.format(good=good)
    assert wire.call("conversations.list", cursor=cursor)["error"] == "invalid_cursor"


def test_ones_own_conversations_are_listed_without_memberships(wire: Wire, office: Office) -> None:
    """[REF example] users.conversations omits is_member and num_members."""
    told = wire.call("users.conversations", types=ALL_KINDS, exclude_archived=True)
    assert {each["id"] for each in told["channels"]} == {
        office.channels[name] for name in ("general", "tax-season", "dm", "group")
    }
    for each in told["channels"]:
        assert not {"is_member", "num_members"} & set(each)


def test_anothers_conversations_are_those_that_one_can_see(wire: Wire, office: Office) -> None:
    """[REF] Marcus is in #partners, too, which Dana cannot see."""
    told = wire.call("users.conversations", types=ALL_KINDS, user=office.users["marcus.lee"])
    assert {each["id"] for each in told["channels"]} == {
        office.channels[name] for name in ("general", "tax-season", "dm")
    }
    assert wire.call("users.conversations", user="U0NOBODY")["error"] == "invalid_arguments"


def test_muted_conversations_are_left_out_on_request(wire: Wire, office: Office) -> None:
    """[REF] exclude_muted."""
    toolbox("slack")["slack_mute_channel"].call(
        wire.seat.world, "dana.whitfield", {"channel": office.channels["tax-season"]}
    )
    for arguments, muted in (({}, True), ({"exclude_muted": True}, False)):
        told = wire.call("users.conversations", **arguments)["channels"]
        assert (office.channels["tax-season"] in {each["id"] for each in told}) is muted


def test_members_are_paged_by_slacks_own_cursor(wire: Wire, office: Office) -> None:
    """[REF example] ``{user_id: W1234567}`` in base64."""
    channel = office.channels["tax-season"]
    whole = wire.call("conversations.members", channel=channel)
    assert set(whole["members"]) == {
        office.users[name] for name in ("dana.whitfield", "marcus.lee", "priya.raman", "dana.whitford")
    }
    assert whole["response_metadata"] == {"next_cursor": ""}
    first = wire.call("conversations.members", channel=channel, limit=3)
    cursor = first["response_metadata"]["next_cursor"]
    assert spelled(cursor) == f"{{user_id: {whole['members'][3]}}}"
    rest = wire.call("conversations.members", channel=channel, limit=3, cursor=cursor)
    assert first["members"] + rest["members"] == whole["members"]


# --- what cannot be seen --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method",
    ["conversations.info", "conversations.history", "conversations.replies", "conversations.members"],
)
def test_a_private_channel_of_others_is_as_if_it_did_not_exist(
    wire: Wire, office: Office, method: str
) -> None:
    """Case 5: brekkylab/backlot#81."""
    ts = office.messages["private"]
    hidden = wire.post(method, channel=office.channels["partners"], ts=ts)
    unknown = wire.post(method, channel="C0NOBODY123", ts=ts)
    assert hidden.json == unknown.json == {"ok": False, "error": "channel_not_found"}


@pytest.mark.parametrize("channel", ["general", "#general", "{user}", "c0nobody", "'; --", " "])
def test_reading_takes_ids_alone(wire: Wire, office: Office, channel: str) -> None:
    """[MEAS 2026-10-21]; a user's id: PipedreamHQ/pipedream#21684."""
    told = history(wire, channel.format(user=office.users["marcus.lee"]))
    assert told["error"] == "channel_not_found"


def test_a_public_channel_can_be_read_without_joining(wire: Wire, office: Office) -> None:
    """Reference B.2: a user's token may."""
    told = history(wire.sitting("ines.duarte"), office.channels["tax-season"])
    assert told["ok"] is True
    assert told["messages"]


# --- one conversation -----------------------------------------------------------------------------------


def test_info_tells_numbers_and_language_only_on_request(wire: Wire, office: Office) -> None:
    channel = office.channels["tax-season"]
    shown = wire.call("conversations.info", channel=channel, include_num_members=True, include_locale=True)[
        "channel"
    ]
    assert (shown["num_members"], shown["locale"]) == (4, "en-US")
    assert not {"num_members", "locale"} & set(wire.call("conversations.info", channel=channel)["channel"])


def test_only_direct_messages_tell_what_is_unread(wire: Wire, office: Office) -> None:
    """Case 46: haskellcamargo/sclack#132, matryer/xbar-plugins#1285."""
    assert (
        "unread_count" not in wire.call("conversations.info", channel=office.channels["general"])["channel"]
    )
    direct = wire.call("conversations.info", channel=office.channels["group"])["channel"]
    assert (direct["unread_count"], direct["unread_count_display"], direct["is_open"]) == (1, 1, True)
    assert direct["latest"]["ts"] == office.messages["group"]
    assert direct["last_read"] == "0000000000.000000"


def test_a_direct_message_is_open_once_something_is_said_in_it(wire: Wire, office: Office) -> None:
    """Reference B.2: ``is_open`` is each person's own."""
    priya = wire.sitting("priya.raman")
    direct = priya.call("conversations.open", users=office.users["dana.whitfield"])["channel"]["id"]
    shown = wire.call("conversations.info", channel=direct)["channel"]
    assert (shown["is_open"], shown["latest"], shown["unread_count"]) == (False, None, 0)
    assert priya.call("conversations.info", channel=direct)["channel"]["is_open"] is True
    priya.call("chat.postMessage", channel=direct, text="Hello")
    shown = wire.call("conversations.info", channel=direct)["channel"]
    assert (shown["is_open"], shown["latest"]["text"], shown["unread_count"]) == (True, "Hello", 1)


def test_a_group_conversation_is_described_by_its_people(wire: Wire, office: Office) -> None:
    """[VCR] reference B.2."""
    shown = wire.call("conversations.info", channel=office.channels["group"])["channel"]
    assert shown["name"] == "mpdm-dana.whitfield--dana.whitford--priya.raman-1"
    assert (shown["is_mpim"], shown["is_private"]) == (True, True)
    assert shown["topic"]["value"] == "Group messaging"
    assert shown["purpose"]["value"] == "Group messaging with: @dana.whitfield @dana.whitford @priya.raman"


# --- history --------------------------------------------------------------------------------------------


def test_history_has_slacks_keys_in_slacks_order(wire: Wire, office: Office) -> None:
    """[MEAS] reference B' 4: on the last page there is no ``response_metadata``."""
    told = history(wire, office.channels["general"])
    assert list(told) == [
        "ok", "messages", "has_more", "pin_count", "channel_actions_ts", "channel_actions_count",
    ]  # fmt: skip
    assert (told["pin_count"], told["channel_actions_ts"], told["channel_actions_count"]) == (0, None, 0)


def test_history_echoes_its_bounds_as_slack_reads_them(wire: Wire, office: Office) -> None:
    """[MEAS] reference B' 2: ``.5`` is five microseconds; a third part is ignored."""
    told = history(wire, office.channels["general"], latest="1742302800.5.7", oldest="1e3")
    assert list(told)[:3] == ["ok", "latest", "oldest"]
    assert (told["latest"], told["oldest"]) == ("1742302800.000005", "0000000013.000000")
    assert not {"latest", "oldest"} & set(history(wire, office.channels["general"], latest="0", oldest=""))


def test_history_is_newest_first_in_order_of_posting(wire: Wire, office: Office, busy: list[str]) -> None:
    """Case 8: six posts in one second (brekkylab/backlot#196)."""
    assert len({ts.partition(".")[0] for ts in busy}) == 1
    assert texts(history(wire, office.channels["tax-season"], limit=6)) == [
        f"Message {n}" for n in reversed(range(6))
    ]


def test_history_has_no_replies_but_those_sent_to_the_channel(wire: Wire, office: Office) -> None:
    """Reference B' 4."""
    found = {each["ts"] for each in history(wire, office.channels["tax-season"])["messages"]}
    assert office.messages["reply_broadcast"] in found
    assert office.messages["reply"] not in found


def test_bounds_are_exclusive_unless_inclusive(wire: Wire, office: Office, busy: list[str]) -> None:
    """Reference B' 4."""
    channel = office.channels["tax-season"]
    between = {"oldest": busy[1], "latest": busy[4]}
    assert texts(history(wire, channel, **between)) == ["Message 3", "Message 2"]
    assert texts(history(wire, channel, **between, inclusive=1)) == [f"Message {n}" for n in (4, 3, 2, 1)]


def test_history_walks_backward_page_by_page(wire: Wire, office: Office, busy: list[str]) -> None:
    """Cursors are ``next_ts:`` and digits (reference B' 6)."""
    channel, found, cursor = office.channels["tax-season"], [], ""
    for _ in range(20):
        told = history(wire, channel, limit=2, cursor=cursor)
        found += told["messages"]
        if not told["has_more"]:
            break
        cursor = told["response_metadata"]["next_cursor"]
        assert spelled(cursor).startswith("next_ts:")
        assert spelled(cursor).removeprefix("next_ts:").isdigit()
    assert found == history(wire, channel)["messages"]


def test_history_walks_forward_from_a_lower_bound_alone(wire: Wire, office: Office, busy: list[str]) -> None:
    """[MEAS 2026-10-23] each page newest first; with an upper bound it walks backward."""
    channel = office.channels["tax-season"]
    first = history(wire, channel, oldest=busy[0], limit=2)
    assert texts(first) == ["Message 2", "Message 1"]
    cursor = first["response_metadata"]["next_cursor"]
    assert texts(history(wire, channel, oldest=busy[0], limit=2, cursor=cursor)) == ["Message 4", "Message 3"]
    assert texts(history(wire, channel, oldest=busy[0], latest=busy[5], limit=2)) == [
        "Message 4",
        "Message 3",
    ]


def test_history_errors_come_in_slacks_order(wire: Wire, office: Office) -> None:
    """[MEAS] channel, then latest, oldest, cursor."""
    wrong = {"latest": "abc", "oldest": "00", "cursor": "bogus"}
    assert history(wire, "C0NOBODY", **wrong)["error"] == "channel_not_found"
    channel = office.channels["general"]
    assert history(wire, channel, **wrong)["error"] == "invalid_ts_latest"
    assert history(wire, channel, oldest="00", cursor="bogus")["error"] == "invalid_ts_oldest"
    assert history(wire, channel, cursor="bogus")["error"] == "invalid_cursor"


@pytest.mark.parametrize("place", ["", "123", "x" * 16, "٠" * 16, "1742302800.000000"])
def test_a_cursor_that_names_no_message_is_refused(wire: Wire, office: Office, place: str) -> None:
    """Reference B' 6: ``next_ts:`` and sixteen digits."""
    cursor = base64.b64encode(f"next_ts:{place}".encode()).decode()
    assert history(wire, office.channels["general"], cursor=cursor)["error"] == "invalid_cursor"


@pytest.mark.parametrize("bound", ["abc", "00", "0.0", "-0", "١٢٣", "inf"])
def test_a_bound_that_reads_as_zero_is_refused(wire: Wire, office: Office, bound: str) -> None:
    """[MEAS] but empty and ``0`` mean none; digits are ASCII's."""
    assert history(wire, office.channels["general"], latest=bound)["error"] == "invalid_ts_latest"


def test_limits_of_history(wire: Wire, office: Office, busy: list[str]) -> None:
    """Reference 0.3 and A.1: zero is as if absent, a negative limit gives one message [MEAS]."""
    channel = office.channels["tax-season"]
    everything = texts(history(wire, channel))
    assert texts(history(wire, channel, limit=0)) == everything
    assert texts(history(wire, channel, limit=-5)) == everything[:1]
    assert texts(history(wire, channel, limit=5000)) == everything


def test_history_shows_100_messages_unless_told_otherwise_and_999_at_most(wire: Wire, office: Office) -> None:
    """Reference A.1, limits."""
    channel = office.channels["tax-season"]
    before = len(history(wire, channel)["messages"])
    _post(wire, channel, 1000)
    assert len(history(wire, channel)["messages"]) == 100
    assert len(history(wire, channel, limit=1000)["messages"]) == 999
    rest = history(wire, channel, limit=999)["response_metadata"]["next_cursor"]
    assert len(history(wire, channel, limit=999, cursor=rest)["messages"]) == before + 1


def _post(wire: Wire, channel: str, how_many: int, thread_ts: str | None = None) -> None:
    """Many messages at once."""
    with wire.seat.world.action("post", door="tool", person=wire.seat.person) as context:
        for n in range(how_many):
            messages.post(context, channel, f"Message {n}", thread_ts=thread_ts)


# --- replies --------------------------------------------------------------------------------------------


@pytest.fixture
def thread(wire: Wire, office: Office) -> list[str]:
    """The timestamps of a thread: its root, then five replies."""
    channel = office.channels["tax-season"]
    root = wire.call("chat.postMessage", channel=channel, text="Root")["ts"]
    replies = [
        wire.call("chat.postMessage", channel=channel, text=f"Reply {n}", thread_ts=root)["ts"]
        for n in range(5)
    ]
    return [root, *replies]


def replies(wire: Wire, office: Office, ts: str, **arguments: object) -> JSON:
    return wire.call("conversations.replies", channel=office.channels["tax-season"], ts=ts, **arguments)


def test_a_thread_is_its_root_then_replies_oldest_first(
    wire: Wire, office: Office, thread: list[str]
) -> None:
    """Reference B' 5: the bounds are not echoed, and the last page has no cursor [MEAS]."""
    told = replies(wire, office, thread[0], latest="0", oldest="1")
    assert [each["ts"] for each in told["messages"]] == thread
    assert list(told) == ["ok", "messages", "has_more"]


def test_the_root_comes_first_on_every_page(wire: Wire, office: Office, thread: list[str]) -> None:
    """Case 14: rusq/slackdump."""
    first = replies(wire, office, thread[0], limit=2)
    assert [each["ts"] for each in first["messages"]] == [thread[0], *thread[1:3]]
    second = replies(wire, office, thread[0], limit=2, cursor=first["response_metadata"]["next_cursor"])
    assert [each["ts"] for each in second["messages"]] == [thread[0], *thread[3:5]]


def test_the_timestamp_of_a_reply_gives_that_reply_alone(
    wire: Wire, office: Office, thread: list[str]
) -> None:
    """Case 13: bolt-python#783."""
    told = replies(wire, office, thread[2])
    assert texts(told) == ["Reply 1"]
    assert told["messages"][0]["parent_user_id"] == office.users["dana.whitfield"]


def test_a_thread_shows_1000_replies_at_most(wire: Wire, office: Office) -> None:
    """Reference A.1, limits; a negative limit shows one, as in a history."""
    root = office.messages["mention"]
    _post(wire, office.channels["tax-season"], 1001, root)
    for arguments in ({}, {"limit": 0}, {"limit": 2000}):
        told = replies(wire, office, root, **arguments)
        assert (len(told["messages"]), told["has_more"]) == (1001, True)
    assert len(replies(wire, office, root, limit=-1)["messages"]) == 2


def test_a_message_without_replies_is_a_thread_of_one(wire: Wire, office: Office) -> None:
    told = replies(wire, office, office.messages["mention"])
    assert [each["ts"] for each in told["messages"]] == [office.messages["mention"]]
    assert "thread_ts" not in told["messages"][0]


def test_bounds_apply_to_replies(wire: Wire, office: Office, thread: list[str]) -> None:
    """Reference B' 5."""
    told = replies(wire, office, thread[0], oldest=thread[2], latest=thread[5])
    assert texts(told) == ["Root", "Reply 2", "Reply 3"]


@pytest.mark.parametrize("ts", ["1742302800.999999", "abc", "0", "1"])
def test_a_timestamp_of_nothing_is_no_thread(wire: Wire, office: Office, ts: str) -> None:
    assert replies(wire, office, ts)["error"] == "thread_not_found"


# --- opening, joining, marking --------------------------------------------------------------------------


def test_opening_a_direct_message_gives_its_id_alone(wire: Wire, office: Office) -> None:
    """Reference B' 16."""
    told = wire.call("conversations.open", users=office.users["priya.raman"])
    assert list(told) == ["ok", "channel"]
    assert list(told["channel"]) == ["id"]
    assert told["channel"]["id"].startswith("D")


def test_opening_again_changes_nothing_and_says_so(wire: Wire, office: Office, world: World) -> None:
    """[JAVA, REF example] ``no_op`` and ``already_open``."""
    before = world.state_hash()
    told = wire.call("conversations.open", users=office.users["marcus.lee"])
    assert told == {
        "ok": True,
        "no_op": True,
        "already_open": True,
        "channel": {"id": office.channels["dm"]},
    }
    assert world.state_hash() == before


def test_the_same_people_in_any_order_have_the_same_conversation(wire: Wire, office: Office) -> None:
    """Reference B.2."""
    people = [office.users[name] for name in ("priya.raman", "dana.whitford", "dana.whitfield")]
    for users in (people, people[::-1]):
        told = wire.call("conversations.open", users=",".join(users))
        assert told["channel"]["id"] == office.channels["group"]


def test_opening_can_return_the_whole_conversation(wire: Wire, office: Office) -> None:
    """Reference B.2: return_im adds what is new in it."""
    shown = wire.call("conversations.open", channel=office.channels["dm"], return_im=True)["channel"]
    assert shown["user"] == office.users["marcus.lee"]
    assert {"last_read", "latest", "unread_count", "unread_count_display", "is_open"} <= set(shown)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "users_list_not_supplied"),
        ({"users": ""}, "users_list_not_supplied"),
        ({"users": "['{priya.raman}', '{marcus.lee}']"}, "user_not_found"),
        ({"users": "U0NOBODY"}, "user_not_found"),
        ({"users": "{walt.brenner}"}, "user_disabled"),
        ({"channel": "{general}"}, "method_not_supported_for_channel_type"),
        ({"channel": "{partners}"}, "channel_not_found"),
        ({"users": "{priya.raman}", "prevent_creation": "true"}, "channel_not_found"),
    ],
)
def test_what_cannot_be_opened(
    wire: Wire, office: Office, world: World, arguments: dict[str, str], error: str
) -> None:
    """Case 25 for the spelling of a Python list: python-slack-sdk#267."""
    ids = {**office.users, **office.channels}
    filled = {name: _filled(value, ids) for name, value in arguments.items()}
    before = world.state_hash()
    assert wire.call("conversations.open", **filled) == {"ok": False, "error": error}
    assert world.state_hash() == before


def _filled(text: str, ids: dict[str, str]) -> str:
    for name, value in ids.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def test_joining_gives_the_channel_and_writes_the_notice(wire: Wire, office: Office) -> None:
    ines = wire.sitting("ines.duarte")
    told = ines.call("conversations.join", channel=office.channels["tax-season"])
    assert list(told) == ["ok", "channel"]
    assert told["channel"]["is_member"] is True
    newest = history(ines, office.channels["tax-season"], limit=1)["messages"][0]
    assert newest["subtype"] == "channel_join"


def test_joining_twice_is_only_warned_of(wire: Wire, office: Office) -> None:
    """[SPEC example]"""
    told = wire.call("conversations.join", channel=office.channels["tax-season"])
    assert told["ok"] is True
    assert told["warning"] == "already_in_channel"
    assert told["response_metadata"] == {"warnings": ["already_in_channel"]}


def test_two_warnings_stand_side_by_side(wire: Wire, office: Office) -> None:
    body = f'{{"channel":"{office.channels["tax-season"]}"}}'.encode()
    told = wire.request(
        "POST", "conversations.join", body, bearer=wire.token, content_type="application/json"
    ).json
    assert told["warning"] == "already_in_channel,missing_charset"
    assert told["response_metadata"]["warnings"] == ["already_in_channel", "missing_charset"]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("old-software", "is_archived"),
        ("partners", "channel_not_found"),
        ("dm", "method_not_supported_for_channel_type"),
    ],
)
def test_what_cannot_be_joined(wire: Wire, office: Office, name: str, error: str) -> None:
    assert wire.call("conversations.join", channel=office.channels[name])["error"] == error


def test_marking_moves_how_far_one_has_read(wire: Wire, office: Office) -> None:
    """Reference B' 20."""
    channel, ts = office.channels["general"], office.messages["welcome"]
    assert wire.call("conversations.mark", channel=channel, ts=ts) == {"ok": True}
    assert wire.call("conversations.info", channel=channel)["channel"]["last_read"] == ts
    assert (
        wire.sitting("tom.alvarez").call("conversations.info", channel=channel)["channel"]["last_read"] != ts
    )


@pytest.mark.parametrize("ts", ["abc", "", "now"])
def test_marking_needs_a_timestamp(wire: Wire, office: Office, ts: str) -> None:
    assert wire.call("conversations.mark", channel=office.channels["general"], ts=ts)["error"] == (
        "invalid_timestamp"
    )
    missing = wire.call("conversations.mark", channel=office.channels["general"])
    assert messages_of(missing) == ["[ERROR] missing required field: ts"]


def test_marking_is_for_members(wire: Wire, office: Office) -> None:
    told = wire.sitting("ines.duarte").call(
        "conversations.mark", channel=office.channels["tax-season"], ts="1"
    )
    assert told["error"] == "not_in_channel"
