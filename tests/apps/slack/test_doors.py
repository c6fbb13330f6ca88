"""The same action through any door leaves the same rows, and reads the same (Law 1).

A case says what is done; each door does it in a fork of one world.  Another door is one more entry of ``DOORS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest

from tests.apps.slack.screen import send
from tests.apps.slack.wire import JSON, Wire
from tests.office import NOW, Office
from workaday.clock import SECOND
from workaday.errors import ActionError
from workaday.server.local import LocalServer
from workaday.tool import toolbox
from workaday.world import World

SOON = NOW // SECOND + 600


@dataclass(frozen=True)
class Case:
    """A tool and its arguments; braces stand for ids and timestamps of the office, as ``{users[marcus.lee]}``."""

    tool: str
    arguments: Mapping[str, object]
    person: str = "dana.whitfield"
    before: Case | None = None
    """What is done first, by the tool; ``{before[…]}`` stands for what it answered."""

    def __str__(self) -> str:
        return f"{self.tool}({', '.join(f'{name}={value}' for name, value in self.arguments.items())})"

    def filled(self, office: Office) -> dict[str, object]:
        return {name: _filled(value, office) for name, value in self.arguments.items()}


def _filled(value: object, office: Office) -> object:
    if not isinstance(value, str):
        return value
    return value.format(**vars(office))


def prepared(world: World, case: Case, office: Office) -> Case:
    """The case once what comes before it has been done."""
    if case.before is None:
        return case
    first = prepared(world, case.before, office)
    answer = toolbox("slack")[first.tool].call(world, case.person, first.filled(office))
    told = {name: _after(value, answer) for name, value in case.arguments.items()}
    return Case(case.tool, told, case.person)


def _after(value: object, answer: JSON) -> object:
    if isinstance(value, str) and "{before" in value:
        return value.format(before=answer)
    return value


GENERAL, WELCOME = "{channels[general]}", "{messages[welcome]}"
PIN = {"channel": GENERAL, "timestamp": WELCOME}
BOOKMARK = Case(
    "slack_add_bookmark",
    {
        "channel_id": GENERAL,
        "title": "Handbook",
        "link": "https://x.example/a",
        "emoji": "book",
        "type": "link",
    },
)
REMINDER = Case("slack_add_reminder", {"text": "call <Hartley> & Sons", "time": "tomorrow at 9am"})
LATER = Case("slack_schedule_message", {"channel": "#general", "text": "Later & so", "post_at": SOON})
MADE = Case("slack_create_channel", {"name": "audit-2025"})
GROUP = Case("slack_create_user_group", {"name": "Tax leads"})
WRITES = [
    Case(
        "slack_post_message",
        {"channel": "{channels[general]}", "text": "Good *morning* <@{users[marcus.lee]}> & all"},
    ),
    Case("slack_post_message", {"channel": "#general", "text": "By name"}),
    Case("slack_post_message", {"channel": "{users[marcus.lee]}", "text": "To a person"}),
    Case("slack_post_message", {"channel": "{users[priya.raman]}", "text": "To a person, the first time"}),
    Case(
        "slack_post_message",
        {"channel": "{channels[tax-season]}", "text": "A reply", "thread_ts": "{messages[question]}"},
    ),
    Case(
        "slack_post_message",
        {
            "channel": "{channels[tax-season]}",
            "text": "To all",
            "thread_ts": "{messages[reply]}",
            "reply_broadcast": True,
        },
    ),
    Case("slack_post_message", {"channel": "{channels[general]}", "text": "Nowhere", "thread_ts": "0"}),
    Case("slack_post_message", {"channel": "{channels[general]}", "text": "x" * 40_001}),
    Case(
        "slack_edit_message", {"channel": "{channels[dm]}", "ts": "{messages[dm_reply]}", "text": "By noon"}
    ),
    Case("slack_delete_message", {"channel": "{channels[dm]}", "ts": "{messages[dm_reply]}"}),
    Case("slack_delete_message", {"channel": "{channels[tax-season]}", "ts": "{messages[reply]}"}),
    Case("slack_open_conversation", {"users": "{users[priya.raman]}"}),
    Case("slack_open_conversation", {"users": "{users[priya.raman]},{users[ines.duarte]}"}),
    Case("slack_open_conversation", {"users": "{users[marcus.lee]}"}),
    Case("slack_join_channel", {"channel": "{channels[tax-season]}"}),
    Case("slack_mark_read", {"channel": "{channels[general]}", "ts": "{messages[welcome]}"}),
    Case(
        "slack_add_reaction",
        {"channel": "{channels[general]}", "timestamp": "{messages[welcome]}", "name": "thumbsup"},
    ),
    Case(
        "slack_remove_reaction",
        {"channel": "{channels[general]}", "timestamp": "{messages[welcome]}", "name": "tada"},
        person="marcus.lee",
    ),
    Case("slack_post_me_message", {"channel": GENERAL, "text": "waves"}),
    LATER,
    Case(
        "slack_schedule_message",
        {
            "channel": "{channels[tax-season]}",
            "text": "Later",
            "post_at": SOON,
            "thread_ts": "{messages[question]}",
            "reply_broadcast": True,
        },
    ),
    Case(
        "slack_cancel_scheduled_message",
        {"channel": GENERAL, "scheduled_message_id": "{before[scheduled_message_id]}"},
        before=LATER,
    ),
    Case("slack_pin_message", PIN),
    Case("slack_unpin_message", PIN, before=Case("slack_pin_message", PIN)),
    BOOKMARK,
    Case(
        "slack_edit_bookmark",
        {"channel_id": GENERAL, "bookmark_id": "{before[bookmark][id]}", "title": "The handbook"},
        before=BOOKMARK,
    ),
    Case(
        "slack_remove_bookmark",
        {"channel_id": GENERAL, "bookmark_id": "{before[bookmark][id]}"},
        before=BOOKMARK,
    ),
    Case("slack_save_for_later", PIN),
    Case("slack_unsave", PIN, before=Case("slack_save_for_later", PIN)),
    REMINDER,
    Case("slack_add_reminder", {"text": "stand-up", "time": "every weekday at 9:30am"}),
    Case("slack_complete_reminder", {"reminder": "{before[reminder][id]}"}, before=REMINDER),
    Case("slack_delete_reminder", {"reminder": "{before[reminder][id]}"}, before=REMINDER),
    Case("slack_delete_file", {"file": "{files[notes.txt]}"}),
    Case("slack_publish_file", {"file": "{files[notes.txt]}"}),
    Case("slack_unpublish_file", {"file": "{files[notes.txt]}"}),
    Case("slack_create_channel", {"name": "audit-2025", "is_private": True}),
    Case("slack_rename_channel", {"channel": "{before[channel][id]}", "name": "audit-2026"}, before=MADE),
    Case("slack_set_topic", {"channel": "{channels[tax-season]}", "topic": "Close & sign"}),
    Case("slack_set_purpose", {"channel": "{channels[tax-season]}", "purpose": "<b>Season</b>"}),
    Case(
        "slack_invite_to_channel",
        {"channel": "{before[channel][id]}", "users": "{users[tom.alvarez]},{users[priya.raman]}"},
        before=MADE,
    ),
    Case(
        "slack_remove_from_channel",
        {"channel": "{before[channel][id]}", "user": "{users[priya.raman]}"},
        before=Case(
            "slack_invite_to_channel",
            {"channel": "{before[channel][id]}", "users": "{users[priya.raman]}"},
            before=MADE,
        ),
    ),
    Case("slack_leave_channel", {"channel": "{before[channel][id]}"}, before=MADE),
    Case("slack_archive_channel", {"channel": "{before[channel][id]}"}, before=MADE),
    Case("slack_unarchive_channel", {"channel": "{channels[old-software]}"}),
    Case("slack_close_conversation", {"channel": "{channels[dm]}"}),
    Case("slack_set_presence", {"presence": "away"}),
    Case("slack_pause_notifications", {"num_minutes": 30}),
    Case("slack_resume_notifications", {}, before=Case("slack_pause_notifications", {"num_minutes": 30})),
    Case("slack_create_user_group", {"name": "Tax leads", "description": "Who signs"}),
    Case(
        "slack_set_user_group_members",
        {"usergroup": "{before[usergroup][id]}", "users": "{users[marcus.lee]},{users[priya.raman]}"},
        before=GROUP,
    ),
    Case("slack_disable_user_group", {"usergroup": "{before[usergroup][id]}"}, before=GROUP),
    Case("slack_enable_user_group", {"usergroup": "{before[usergroup][id]}"}, before=GROUP),
    Case(
        "slack_update_user_group",
        {"usergroup": "{before[usergroup][id]}", "handle": "tax", "channels": "{channels[tax-season]}"},
        before=GROUP,
    ),
    Case("slack_update_profile", {"name": "display_name", "value": "Dana W. & co"}),
    Case("slack_end_do_not_disturb", {}, before=Case("slack_pause_notifications", {"num_minutes": 30})),
]
READS = [
    Case("slack_whoami", {}),
    Case("slack_list_scheduled_messages", {}, before=LATER),
    Case("slack_list_pins", {"channel": GENERAL}, before=Case("slack_pin_message", PIN)),
    Case("slack_list_bookmarks", {"channel_id": GENERAL}, before=BOOKMARK),
    Case("slack_list_reminders", {}, before=REMINDER),
    Case("slack_list_channels", {"types": "public_channel,im,mpim", "exclude_archived": False, "limit": 3}),
    Case("slack_get_channel", {"channel": "{channels[tax-season]}"}),
    Case("slack_get_presence", {"user": "{users[marcus.lee]}"}),
    Case("slack_get_do_not_disturb", {"user": "{users[marcus.lee]}"}),
    Case(
        "slack_get_do_not_disturb",
        {},
        before=Case("slack_set_quiet_hours", {"starts": "22:00", "ends": "7:30"}),
    ),
    Case("slack_list_user_groups", {}, before=GROUP),
    Case("slack_list_user_group_members", {"usergroup": "{before[usergroup][id]}"}, before=GROUP),
    Case("slack_list_members", {"channel": "{channels[tax-season]}", "limit": 2}),
    Case("slack_read_channel", {"channel": "{channels[tax-season]}", "limit": 2}),
    Case(
        "slack_read_channel",
        {"channel": "{channels[general]}", "oldest": "{messages[welcome]}", "inclusive": True},
    ),
    Case(
        "slack_read_thread", {"channel": "{channels[tax-season]}", "ts": "{messages[question]}", "limit": 1}
    ),
    Case("slack_get_permalink", {"channel": "{channels[tax-season]}", "message_ts": "{messages[reply]}"}),
    Case("slack_search_messages", {"query": "template", "count": 1}),
    Case("slack_search_files", {"query": "w-2c type:text"}),
    Case("slack_search_all", {"query": "Hartley", "sort": "timestamp"}),
    Case("slack_list_files", {"types": "snippets", "user": "{users[dana.whitfield]}", "ts_from": 1}),
    Case("slack_read_file", {"file": "{files[notes.txt]}"}),
    Case("slack_get_reactions", {"channel": "{channels[general]}", "timestamp": "{messages[welcome]}"}),
    Case("slack_list_users", {"limit": 3}),
    Case("slack_get_user", {"user": "{users[marcus.lee]}"}),
    Case("slack_find_user_by_email", {"email": "marcus.lee@whitford-okafor.example"}),
]
REFUSALS = [
    Case("slack_create_channel", {"name": "Not A Name"}),
    Case("slack_rename_channel", {"channel": GENERAL, "name": "partners"}),
    Case("slack_set_topic", {"channel": GENERAL, "topic": "x" * 251}),
    Case("slack_set_purpose", {"channel": "{channels[dm]}", "purpose": "x"}),
    Case("slack_invite_to_channel", {"channel": "{channels[tax-season]}", "users": "U0NOBODY"}),
    Case("slack_remove_from_channel", {"channel": GENERAL, "user": "{users[marcus.lee]}"}),
    Case("slack_leave_channel", {"channel": GENERAL}),
    Case("slack_archive_channel", {"channel": GENERAL}),
    Case("slack_unarchive_channel", {"channel": GENERAL}),
    Case("slack_close_conversation", {"channel": GENERAL}),
    Case("slack_set_presence", {"presence": "busy"}),
    Case("slack_pause_notifications", {"num_minutes": 0}),
    Case("slack_resume_notifications", {}),
    Case("slack_create_user_group", {"name": "x", "handle": "channel"}),
    Case("slack_set_user_group_members", {"usergroup": "S0NOTHING", "users": "U0NOBODY"}),
    Case("slack_update_user_group", {"usergroup": "S0NOTHING", "name": "x"}),
    Case("slack_update_profile", {"name": "display_name", "value": "@dana"}),
    Case("slack_update_profile", {"name": "title", "value": "x", "user": "{users[marcus.lee]}"}),
    Case("slack_end_do_not_disturb", {}),
    Case("slack_get_do_not_disturb", {"user": "U0NOBODY"}),
    Case("slack_schedule_message", {"channel": GENERAL, "text": "x", "post_at": 1}),
    Case("slack_schedule_message", {"channel": GENERAL, "text": "", "post_at": SOON}),
    Case("slack_cancel_scheduled_message", {"channel": GENERAL, "scheduled_message_id": "Q0NOTHING"}),
    Case("slack_post_me_message", {"channel": GENERAL, "text": "x" * 40_001}),
    Case("slack_pin_message", {"channel": GENERAL, "timestamp": "1742302800.999999"}),
    Case("slack_unpin_message", PIN),
    Case("slack_unsave", PIN),
    Case("slack_remove_bookmark", {"channel_id": GENERAL, "bookmark_id": "Bk0NOTHING"}),
    Case("slack_add_reminder", {"text": "x", "time": "some day"}),
    Case("slack_complete_reminder", {"reminder": "Rm0NOTHING"}),
    Case("slack_post_message", {"channel": "{channels[partners]}", "text": "x"}),
    Case("slack_post_message", {"channel": "{channels[general]}", "text": ""}),
    Case("slack_post_message", {"channel": "{channels[general]}", "text": "x", "thread_ts": "abc"}),
    Case("slack_post_message", {"channel": "{users[walt.brenner]}", "text": "x"}),
    Case("slack_edit_message", {"channel": "{channels[general]}", "ts": "{messages[welcome]}", "text": "x"}),
    Case("slack_delete_message", {"channel": "{channels[general]}", "ts": "{messages[welcome]}"}),
    Case("slack_open_conversation", {"users": "U0NOBODY"}),
    Case("slack_join_channel", {"channel": "{channels[old-software]}"}),
    Case("slack_mark_read", {"channel": "{channels[general]}", "ts": "abc"}),
    Case(
        "slack_add_reaction",
        {"channel": "{channels[general]}", "timestamp": "{messages[welcome]}", "name": ":eyes:"},
    ),
    Case(
        "slack_remove_reaction",
        {"channel": "{channels[general]}", "timestamp": "{messages[edited]}", "name": "eyes"},
    ),
    Case("slack_read_channel", {"channel": "{channels[general]}", "latest": "abc"}),
    Case("slack_read_thread", {"channel": "{channels[general]}", "ts": "1742302800.999999"}),
    Case("slack_list_channels", {"types": "dm"}),
    Case("slack_list_users", {"cursor": "bogus"}),
    Case("slack_search_messages", {"query": " "}),
    Case("slack_search_files", {"query": ""}),
    Case("slack_list_files", {"types": "pictures"}),
    Case("slack_list_files", {"user": "U0NOBODY"}),
    Case("slack_read_file", {"file": "{files[notes.txt]}"}, person="marcus.lee"),
    Case("slack_delete_file", {"file": "F0NOTHING"}),
    Case("slack_publish_file", {"file": "{files[notes.txt]}"}, person="ruth.okafor"),
    Case("slack_unpublish_file", {"file": "F0NOTHING"}),
    Case("slack_find_user_by_email", {"email": "nobody@example.com"}),
]


def by_tool(world: World, server: LocalServer, case: Case, office: Office) -> JSON:
    """In process."""
    return toolbox("slack")[case.tool].call(world, case.person, case.filled(office))


def by_wire(world: World, server: LocalServer, case: Case, office: Office) -> JSON:
    """The method that the tool names, with the same arguments."""
    seat = server.seat(world, case.person)
    told = Wire(server, seat).call(str(toolbox("slack")[case.tool].wire), **case.filled(office))
    server.leave(seat)
    return told


def by_page(world: World, server: LocalServer, case: Case, office: Office) -> JSON:
    """The forms of the pages, as a person fills them in."""
    seat = server.seat(world, case.person)
    url = server.page_url(seat, "slack")
    path, fields = form(case.tool, {name: str(value) for name, value in case.filled(office).items()})
    channel = fields.pop("channel", "")
    if channel in office.users.values():
        channel = send(f"{url}open", urlencode({"users": channel}).encode()).url.rpartition("/")[2]
    channel = office.channels.get(channel.removeprefix("#"), channel)
    answer = send(url + path.format(team=office.workspace, channel=channel), urlencode(fields).encode())
    assert answer.status == 303
    server.leave(seat)
    return {}


def form(tool: str, told: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A tool as a form: where it is sent, and its fields."""
    there = "client/{team}/{channel}"
    match tool:
        case "slack_post_message":
            broadcast = {"broadcast": "1"} if told.pop("reply_broadcast", "") else {}
            return f"{there}/post", {"mrkdwn": told.pop("text"), **told, **broadcast}
        case "slack_edit_message":
            return f"{there}/edit/{told.pop('ts')}", {"mrkdwn": told.pop("text"), **told}
        case "slack_delete_message":
            return f"{there}/delete/{told.pop('ts')}", told
        case "slack_add_reaction" | "slack_remove_reaction":
            return f"{there}/react/{told.pop('timestamp')}", told
        case "slack_schedule_message":
            broadcast = {"broadcast": "1"} if told.pop("reply_broadcast", "") else {}
            return f"{there}/schedule", {"mrkdwn": told.pop("text"), **told, **broadcast}
        case "slack_join_channel":
            return f"{there}/join", told
        case "slack_delete_file" | "slack_publish_file" | "slack_unpublish_file":
            return f"files/{told.pop('file')}/{tool.split('_')[1]}", told
        case "slack_mark_read":
            return f"{there}/mark", told
    return "open", told


Door = Callable[[World, LocalServer, Case, Office], JSON]
DOORS: dict[str, Door] = {"wire": by_wire, "page": by_page}
"""Every door but the tools' own, with which each is compared."""


WITHOUT_PAGE = frozenset(
    {
        "slack_post_me_message",
        "slack_cancel_scheduled_message",
        *("slack_pin_message", "slack_unpin_message", "slack_save_for_later", "slack_unsave"),
        *("slack_add_bookmark", "slack_edit_bookmark", "slack_remove_bookmark"),
        *("slack_add_reminder", "slack_complete_reminder", "slack_delete_reminder"),
        *("slack_create_channel", "slack_rename_channel", "slack_set_topic", "slack_set_purpose"),
        *("slack_invite_to_channel", "slack_remove_from_channel", "slack_leave_channel"),
        *("slack_archive_channel", "slack_unarchive_channel", "slack_close_conversation"),
        *("slack_set_presence", "slack_pause_notifications", "slack_resume_notifications"),
        *("slack_create_user_group", "slack_set_user_group_members"),
        *("slack_disable_user_group", "slack_enable_user_group", "slack_update_user_group"),
        *("slack_update_profile", "slack_end_do_not_disturb"),
    }
)
"""What no form of a page does alone."""
COMPARED = [
    pytest.param(case, door, id=f"{case}-{name}")
    for case in WRITES
    for name, door in DOORS.items()
    if name != "page" or case.tool not in WITHOUT_PAGE
]


@pytest.mark.parametrize(("case", "door"), COMPARED)
def test_a_write_leaves_the_same_rows_by_every_door(
    world: World, server: LocalServer, office: Office, case: Case, door: Door
) -> None:
    case = prepared(world, case, office)
    with world.fork() as one, world.fork() as other:
        by_tool(one, server, case, office)
        door(other, server, case, office)
        assert rows(one) == rows(other)
        assert one.state_hash() == other.state_hash()


def rows(world: World) -> list[tuple[object, ...]]:
    """What changed, whoever did it by which door."""
    return [(change.table, change.key, change.before, change.after) for change in world.changes()]


@pytest.mark.parametrize("case", WRITES, ids=str)
def test_a_write_of_the_table_is_a_write(
    world: World, server: LocalServer, office: Office, case: Case
) -> None:
    """All but those that find done already what they would do."""
    case = prepared(world, case, office)
    before = world.sequence()
    by_tool(world, server, case, office)
    done = case.arguments in ({"users": "{users[marcus.lee]}"}, {"channel": "{channels[tax-season]}"})
    assert bool(world.changes(before)) is not (
        done or case.tool in {"slack_unpublish_file", "slack_enable_user_group"}
    )


@pytest.mark.parametrize("case", [*READS, *WRITES], ids=str)
def test_a_tools_answer_is_part_of_its_methods_answer(
    world: World, server: LocalServer, office: Office, case: Case
) -> None:
    """The same keys with the same values; the Web API has more of them."""
    case = prepared(world, case, office)
    with world.fork() as one, world.fork() as other:
        assert missing(by_tool(one, server, case, office), by_wire(other, server, case, office)) == []


def missing(part: object, whole: object, path: str = "") -> list[str]:
    """Where ``part`` says something that ``whole`` does not."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return [
            each
            for key, value in part.items()
            for each in (missing(value, whole[key], f"{path}.{key}") if key in whole else [f"{path}.{key}"])
        ]
    if isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        return [
            each
            for position, pair in enumerate(zip(part, whole, strict=True))
            for each in missing(*pair, f"{path}[{position}]")
        ]
    return [] if part == whole else [path]


@pytest.mark.parametrize("case", REFUSALS, ids=str)
def test_a_refusal_has_the_same_code_by_every_door(
    world: World, server: LocalServer, office: Office, case: Case
) -> None:
    """And nothing is left of what was tried."""
    before = world.state_hash()
    with pytest.raises(ActionError) as refused:
        by_tool(world, server, case, office)
    assert by_wire(world, server, case, office)["error"] == refused.value.code
    assert (world.state_hash(), world.changes()) == (before, [])


def test_every_tool_with_a_method_is_compared() -> None:
    compared = {case.tool for case in (*READS, *WRITES)}
    assert compared == {name for name, tool in toolbox("slack").items() if tool.wire}
