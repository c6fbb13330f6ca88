"""Slack's JSON tools: complete schemas, plain answers, and refusals that say which argument is at fault."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.apps.slack import platform
from tests.apps.slack.acting import DANA, MARCUS, PRIYA, TOM, WALT, post
from tests.apps.slack.test_service_files import png
from tests.office import NOW, Office
from workaday.clock import SECOND
from workaday.errors import ActionError
from workaday.tool import JSON, Tool, toolbox
from workaday.world import World

TOOLS = toolbox("slack")
READING = [tool for tool in TOOLS.values() if tool.reads]
WRITING = [tool for tool in TOOLS.values() if not tool.reads]


NAMED: dict[str, JSON] = {
    "slack_update_profile": {"name": "title", "value": "Partner"},
    "slack_set_preference": {"name": "theme", "value": '"dark"'},
    "slack_add_emoji": {"name": "signed-off"},
    "slack_add_emoji_alias": {"name": "signed-off"},
    "slack_remove_emoji": {"name": "signed-off"},
    "slack_rename_section": {"name": "Clients"},
}
"""What tools call by a name of their own kind."""


def minimal(tool: Tool, office: Office) -> JSON:
    """The arguments that a tool cannot do without, about what is there in the office."""
    channel = office.channels["general"]
    known = {
        "channel": channel,
        "ts": office.messages["welcome"],
        "timestamp": office.messages["welcome"],
        "message_ts": office.messages["welcome"],
        "users": office.users[MARCUS],
        "user": office.users[MARCUS],
        "email": f"{MARCUS}@whitford-okafor.example",
        "name": "eyes",
        "text": "hello",
        "query": "deadline",
        "channel_id": channel,
        "title": "Handbook",
        "link": "https://x.example/handbook",
        "time": "in 20 minutes",
        "post_at": NOW // SECOND + 600,
        "due": NOW // SECOND + 600,
        "state": "completed",
        "to": office.channels["dm"],
        "thread_ts": office.messages["welcome"],
        "bookmark_id": "Bk0NOTHING",
        "reminder": "Rm0NOTHING",
        "saved_id": 1,
        "scheduled_message_id": "Q0NOTHING",
        "file": office.files["notes.txt"],
        "filename": "letter.txt",
        "content": "Dear all",
        "app": "A0NOTHING",
        "callback_id": "new_expense",
        "block_id": "decide",
        "action_id": "approve",
        "view": "V0NOTHING",
        "usergroup": "S0NOTHING",
        "presence": "away",
        "topic": "Close & sign",
        "purpose": "Year end",
        "num_minutes": 30,
        "level": "mentions",
        "section": "L0NOTHING",
        "starts": "22:00",
        "ends": "07:30",
        "alias_for": "tada",
        "image": base64.b64encode(png(8, 8)).decode(),
        **NAMED.get(tool.name, {}),
    }
    return {name: known[name] for name in tool.schema["function"]["parameters"].get("required", [])}


_MADE = ("slack_create_channel", ("channel", "channel", "id"))
_GROUPED = ("slack_create_user_group", ("usergroup", "usergroup", "id"))
BEFORE = {
    "slack_invite_to_channel": _MADE,
    "slack_leave_channel": _MADE,
    "slack_rename_channel": _MADE,
    "slack_archive_channel": _MADE,
    "slack_unarchive_channel": ("slack_archive_channel", ()),
    "slack_remove_from_channel": ("slack_invite_to_channel", ("channel", "channel", "id")),
    "slack_resume_notifications": ("slack_pause_notifications", ()),
    "slack_set_user_group_members": _GROUPED,
    "slack_list_user_group_members": _GROUPED,
    "slack_disable_user_group": _GROUPED,
    "slack_enable_user_group": ("slack_disable_user_group", ("usergroup", "usergroup", "id")),
    "slack_update_user_group": _GROUPED,
    "slack_end_do_not_disturb": ("slack_pause_notifications", ()),
    "slack_remove_emoji": ("slack_add_emoji_alias", ()),
    **dict.fromkeys(
        ("slack_rename_section", "slack_delete_section", "slack_move_to_section"),
        ("slack_create_section", ("section", "section", "id")),
    ),
    "slack_remove_reaction": ("slack_add_reaction", ()),
    "slack_dismiss_note": ("slack_run_command", ("ts", "about")),
    "slack_unpin_message": ("slack_pin_message", ()),
    "slack_unsave": ("slack_save_for_later", ()),
    "slack_unpublish_file": ("slack_publish_file", ()),
    "slack_mark_saved": ("slack_save_for_later", ()),
    "slack_remind_saved": ("slack_save_for_later", ()),
    "slack_edit_bookmark": ("slack_add_bookmark", ("bookmark_id", "bookmark", "id")),
    "slack_remove_bookmark": ("slack_add_bookmark", ("bookmark_id", "bookmark", "id")),
    "slack_complete_reminder": ("slack_add_reminder", ("reminder", "reminder", "id")),
    "slack_delete_reminder": ("slack_add_reminder", ("reminder", "reminder", "id")),
    "slack_cancel_scheduled_message": (
        "slack_schedule_message",
        ("scheduled_message_id", "scheduled_message_id"),
    ),
    "slack_send_scheduled_message_now": (
        "slack_schedule_message",
        ("scheduled_message_id", "scheduled_message_id"),
    ),
}
"""What has to be done before, and which argument is found where in its answer."""


OF_APPS = (
    *("slack_use_shortcut", "slack_use_control", "slack_submit_view", "slack_close_view"),
    "slack_open_app_home",
)
"""What takes an app that offers something."""


def prepared(world: World, office: Office, name: str) -> JSON:
    """The arguments of a tool, once there is what it is about."""
    arguments = minimal(TOOLS[name], office)
    if name == "slack_close_conversation":
        arguments["channel"] = office.channels["dm"]
    if name in BEFORE:
        first, found = BEFORE[name]
        given = prepared(world, office, first)
        answer: Any = TOOLS[first].call(world, DANA, given)
        for key in found[1:]:
            answer = answer[key]
        arguments |= {found[0]: answer} if found else {}
        if name == "slack_unarchive_channel":
            arguments["channel"] = given["channel"]
    if name == "slack_rename_channel":
        arguments["name"] = "year-end"
    if name in OF_APPS:
        arguments |= platform.offered(world, office)[name]
    return arguments


def call(world: World, name: str, person: str = DANA, /, **arguments: Any) -> JSON:
    return TOOLS[name].call(world, person, arguments)


def refusal(world: World, name: str, person: str = DANA, /, **arguments: Any) -> dict[str, str]:
    with pytest.raises(ActionError) as caught:
        call(world, name, person, **arguments)
    return caught.value.as_dict()


# --- schemas --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_says_what_it_does_and_what_each_argument_means(name: str) -> None:
    function = TOOLS[name].schema["function"]
    assert re.fullmatch(r"slack_[a-z_]{1,56}", name)
    assert function["description"].endswith(".")
    parameters = function["parameters"]
    assert parameters["type"] == "object"
    assert parameters["additionalProperties"] is False
    assert set(parameters.get("required", [])) <= set(parameters["properties"])
    for argument in parameters["properties"].values():
        assert argument["description"]
        assert argument["type"] in {"string", "integer", "boolean"}
        assert "default" not in argument or type(argument["default"]).__name__ in {"str", "int", "bool"}


@pytest.mark.parametrize("name", TOOLS)
def test_a_schema_is_json_and_its_defaults_are_taken(name: str, office: Office) -> None:
    tool = TOOLS[name]
    assert json.loads(json.dumps(tool.schema)) == tool.schema
    parsed = tool.parse(minimal(tool, office))
    for argument, told in tool.schema["function"]["parameters"]["properties"].items():
        assert "default" not in told or parsed[argument] == told["default"]


def test_tools_are_listed_in_the_order_of_writing_each_once() -> None:
    names = [tool.name for tool in TOOLS.values()]
    assert len(set(names)) == len(names) >= 15


# --- every tool -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [tool.name for tool in READING])
def test_a_tool_that_reads_leaves_no_trace(world: World, office: Office, name: str) -> None:
    post(world, office.channels["general"])
    arguments = prepared(world, office, name)
    before = (world.state_hash(), world.sequence(), world.clock.now)
    answer = TOOLS[name].call(world, DANA, arguments)
    assert json.loads(json.dumps(answer)) == answer
    assert (world.state_hash(), world.sequence(), world.clock.now) == before


@pytest.mark.parametrize("name", [tool.name for tool in WRITING])
def test_a_tool_that_writes_answers_json_and_is_recorded(world: World, office: Office, name: str) -> None:
    arguments = prepared(world, office, name)
    if name in {"slack_edit_message", "slack_delete_message"}:
        arguments["ts"] = post(world, arguments["channel"])
    if name == "slack_edit_bookmark":
        arguments["title"] = "The handbook"
    if name == "slack_update_user_group":
        arguments["handle"] = "tax"
    if name == "slack_edit_scheduled_message":
        made = call(world, "slack_schedule_message", **minimal(TOOLS["slack_schedule_message"], office))
        arguments |= {"scheduled_message_id": made["scheduled_message_id"], "text": "later"}
    if name == "slack_mark_activity_seen":
        post(world, office.channels["general"], "<!here>", MARCUS)
    if name == "slack_join_channel":
        arguments["channel"] = office.channels["tax-season"]
    if name == "slack_open_conversation":
        arguments["users"] = office.users[TOM]
    person = TOM if name == "slack_join_channel" else DANA
    before = world.sequence()
    answer = TOOLS[name].call(world, person, arguments)
    assert json.loads(json.dumps(answer)) == answer
    last = world.changes(before)[-1]
    assert (last.name, last.doors, last.person) == (name, ("tool",), person)


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_without_its_arguments_names_the_first(world: World, name: str) -> None:
    required = TOOLS[name].schema["function"]["parameters"].get("required", [])
    if required:
        assert refusal(world, name)["argument"] == required[0]


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_refuses_what_it_does_not_know(world: World, office: Office, name: str) -> None:
    arguments = {**minimal(TOOLS[name], office), "chanel": "C1"}
    assert refusal(world, name, **arguments)["argument"] == "chanel"


@pytest.mark.parametrize("name", TOOLS)
def test_nobody_acts_without_an_account(world: World, office: Office, name: str) -> None:
    for person in (WALT, "somebody.else"):
        assert refusal(world, name, person, **minimal(TOOLS[name], office))["error"] == "account_inactive"


WORDS = st.sampled_from(
    [
        "",
        " ",
        "0",
        "C0MADEUP1234",
        "general",
        "#general",
        "1742217540.000000",
        "9" * 400,
        "im,mpim",
        "eyes",
        "\x00",
        "🙂",
    ]
) | st.text(max_size=30)
NUMBERS = st.sampled_from([0, -1, 1, 2**31, 2**63, 10**30, -(10**30)])


def values(tool: Tool) -> st.SearchStrategy[JSON]:
    kinds: dict[str, st.SearchStrategy[Any]] = {"string": WORDS, "integer": NUMBERS, "boolean": st.booleans()}
    parameters = tool.schema["function"]["parameters"]
    required = parameters.get("required", [])
    strategies = {name: kinds[told["type"]] for name, told in parameters["properties"].items()}
    return st.fixed_dictionaries(
        {name: strategies[name] for name in required},
        optional={name: each for name, each in strategies.items() if name not in required},
    )


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_model_sends_is_answered_or_refused(
    world: World, office: Office, data: st.DataObject
) -> None:
    tool = data.draw(st.sampled_from(list(TOOLS.values())), label="tool")
    arguments = data.draw(values(tool), label="arguments")
    real = minimal(tool, office)
    for name in data.draw(st.sets(st.sampled_from(sorted(real) or ["none"])), label="real"):
        arguments |= {name: real[name]} if name in real else {}
    before = world.state_hash()
    try:
        json.dumps(tool.call(world, DANA, arguments))
    except ActionError:
        assert world.state_hash() == before
    assert world.state_hash() == world.full_state_hash()


# --- one by one -----------------------------------------------------------------------------------------


def test_who_one_is(world: World, office: Office) -> None:
    assert call(world, "slack_whoami") == {
        "user_id": office.users[DANA],
        "user": DANA,
        "team_id": office.workspace,
        "team": "Whitford & Okafor",
    }


def pages(world: World, name: str, key: str, **arguments: Any) -> Iterator[list[Any]]:
    """Every page of an answer."""
    cursor = ""
    while True:
        answer = call(world, name, cursor=cursor, **arguments)
        yield answer[key]
        cursor = answer.get("response_metadata", {}).get("next_cursor", "")
        if not cursor:
            return


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_lists_come_in_pages(world: World, office: Office, limit: int) -> None:
    kinds = "public_channel,private_channel,mpim,im"
    for name, key, arguments in (
        ("slack_list_channels", "channels", {"types": kinds}),
        ("slack_list_users", "members", {}),
        ("slack_list_members", "members", {"channel": office.channels["general"]}),
        ("slack_read_channel", "messages", {"channel": office.channels["tax-season"]}),
    ):
        whole = call(world, name, limit=999, **arguments)[key]
        told = list(pages(world, name, key, limit=limit, **arguments))
        assert [each for page in told for each in page] == whole
        assert all(len(page) == limit for page in told[:-1])


def test_a_conversation_is_told_as_slack_tells_it(world: World, office: Office) -> None:
    told = {
        each["id"]: each
        for each in call(world, "slack_list_channels", types="public_channel,mpim,im")["channels"]
    }
    assert told[office.channels["general"]] == {
        "id": office.channels["general"],
        "is_archived": False,
        "name": "general",
        "is_private": False,
        "is_mpim": False,
        "is_member": True,
        "topic": {"value": ""},
        "purpose": {"value": ""},
        "num_members": 8,
    }
    assert told[office.channels["dm"]] == {
        "id": office.channels["dm"],
        "is_archived": False,
        "is_im": True,
        "user": office.users[MARCUS],
    }
    assert told[office.channels["group"]]["is_mpim"]
    assert office.channels["old-software"] not in told
    archived = call(world, "slack_list_channels", exclude_archived=False)["channels"]
    assert office.channels["old-software"] in {each["id"] for each in archived}


@pytest.mark.parametrize("types", ["public", "public_channel,dm", "Im"])
def test_an_unknown_kind_of_conversation_is_refused(world: World, types: str) -> None:
    assert refusal(world, "slack_list_channels", types=types)["error"] == "invalid_types"


@pytest.mark.parametrize("cursor", ["rubbish", "dXNlcjo=", "dGVhbTpDMQ=", "bmV4dF90czoxMjM=", "Z29vZGJ5ZTpV"])
def test_a_cursor_that_was_not_given_out_is_refused(world: World, office: Office, cursor: str) -> None:
    for name, arguments in (
        ("slack_list_users", {}),
        ("slack_read_channel", {"channel": office.channels["general"]}),
    ):
        assert refusal(world, name, cursor=cursor, **arguments)["error"] == "invalid_cursor"


def test_a_channel_is_found_before_anything_else_is_looked_at(world: World) -> None:
    told = refusal(world, "slack_read_channel", channel="C0MADEUP1234", oldest="abc", cursor="rubbish")
    assert (told["error"], told["argument"]) == ("channel_not_found", "channel")


@pytest.mark.parametrize(
    ("bounds", "error"),
    [
        ({"oldest": "abc", "latest": "abc"}, "invalid_ts_latest"),
        ({"oldest": "abc"}, "invalid_ts_oldest"),
        ({"latest": "00", "cursor": "rubbish"}, "invalid_ts_latest"),
        ({"cursor": "rubbish"}, "invalid_cursor"),
    ],
)
def test_bounds_are_looked_at_in_slack_s_order(
    world: World, office: Office, bounds: dict[str, str], error: str
) -> None:
    assert (
        refusal(world, "slack_read_channel", channel=office.channels["general"], **bounds)["error"] == error
    )


def test_a_thread_is_told_with_its_root_and_replies(world: World, office: Office) -> None:
    tax, question = office.channels["tax-season"], office.messages["question"]
    root, reply, also_sent = call(world, "slack_read_thread", channel=tax, ts=question)["messages"]
    assert root == {
        "type": "message",
        "user": office.users[PRIYA],
        "text": "Which engagement letter do we send to returning clients?",
        "ts": question,
        "thread_ts": question,
        "reply_count": 2,
        "reply_users_count": 2,
        "latest_reply": office.messages["reply_broadcast"],
        "reply_users": [office.users[DANA], office.users[MARCUS]],
        "reactions": [{"name": "eyes", "users": [office.users[MARCUS]], "count": 1}],
    }
    assert (reply["thread_ts"], reply["parent_user_id"]) == (question, office.users[PRIYA])
    assert "subtype" not in reply
    assert also_sent["subtype"] == "thread_broadcast"


def test_a_message_can_be_posted_to_a_channel_s_name_and_answered(world: World, office: Office) -> None:
    posted = call(world, "slack_post_message", channel="#tax-season", text="hello")
    assert posted["channel"] == office.channels["tax-season"]
    reply = call(
        world,
        "slack_post_message",
        channel=posted["channel"],
        text="answer",
        thread_ts=posted["ts"],
        reply_broadcast=True,
    )
    assert reply["message"]["thread_ts"] == posted["ts"]
    assert reply["message"]["subtype"] == "thread_broadcast"


def test_a_search_says_where_and_who_and_how_many(world: World, office: Office) -> None:
    told = call(world, "slack_search_messages", query="W-2c", count=1)["messages"]
    assert told["total"] == 2
    assert told["paging"] == {"count": 1, "total": 2, "page": 1, "pages": 2}
    (match,) = told["matches"]
    assert match["channel"] == {
        "id": office.channels["group"],
        "name": "mpdm-dana.whitfield--dana.whitford--priya.raman-1",
    }
    assert (match["username"], match["ts"]) == ("dana.whitford", office.messages["group"])
    direct = call(world, "slack_search_messages", query="Hartley")["messages"]["matches"][0]
    assert direct["channel"]["name"] == office.users[MARCUS]


def test_a_search_far_beyond_the_last_page_is_empty(world: World) -> None:
    told = call(world, "slack_search_messages", query="deadline", page=2**62, count=2**62)["messages"]
    assert (told["total"], told["matches"]) == (1, [])


def test_pages_of_people_tell_names_that_are_nearly_the_same_apart(world: World, office: Office) -> None:
    members = {each["id"]: each for each in call(world, "slack_list_users")["members"]}
    names = {members[office.users[person]]["real_name"] for person in ("dana.whitfield", "dana.whitford")}
    assert names == {"Dana Whitfield", "Dana Whitford"}
    assert members[office.users[WALT]]["deleted"]


# --- files ----------------------------------------------------------------------------------------------


def test_a_text_is_uploaded_shared_and_read(world: World, office: Office) -> None:
    general = office.channels["general"]
    made = call(
        world,
        "slack_upload_file",
        filename="letter.txt",
        content="Dear all",
        channel="#general",
        initial_comment="Please read",
    )["file"]
    newest = call(world, "slack_read_channel", MARCUS, channel=general, limit=1)["messages"][0]
    assert (newest["text"], newest["files"]) == ("Please read", [made])
    assert call(world, "slack_read_file", MARCUS, file=made["id"])["content"] == "Dear all"
    assert call(world, "slack_list_files", MARCUS, channel=general)["files"] == [made]
    call(world, "slack_share_file", MARCUS, file=made["id"], channel="tax-season", text="Here too")
    assert call(world, "slack_search_files", PRIYA, query="dear in:tax-season")["files"]["matches"] == [made]


def test_other_files_are_bytes_in_base64(world: World) -> None:
    made = call(world, "slack_upload_file", filename="a.png", content="", content_base64="iVBORw0KGgo=")
    told = call(world, "slack_download_file", file=made["file"]["id"])
    assert (told["file"]["filetype"], told["content_base64"]) == ("png", "iVBORw0KGgo=")
    assert "content" not in call(world, "slack_read_file", file=made["file"]["id"])
    refused = refusal(world, "slack_upload_file", filename="a.png", content="", content_base64="no base64")
    assert refused["error"] == "invalid_arguments"
    assert refusal(world, "slack_upload_file", filename="a", content="")["error"] == "missing_argument"


def test_a_deleted_file_is_a_tombstone_in_its_message(world: World, office: Office) -> None:
    made = call(world, "slack_upload_file", filename="a.txt", content="x", channel="general")["file"]
    call(world, "slack_delete_file", file=made["id"])
    newest = call(world, "slack_read_channel", channel=office.channels["general"], limit=1)["messages"][0]
    assert newest["files"] == [{"id": made["id"], "mode": "tombstone"}]
    assert refusal(world, "slack_read_file", file=made["id"])["error"] == "file_deleted"
