"""Whatever is sent is answered in Slack's way, and what is refused leaves nothing behind.

The errors are those that Slack documents for the method or for every method (reference 0.6, A.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.apps.slack.wire import FORM, Reply, Wire
from tests.office import DEACTIVATED, NOW, Office
from workaday.apps.slack.api.absent import ABSENT, RETIRED
from workaday.apps.slack.api.methods import METHODS
from workaday.clock import SECOND
from workaday.server.local import LocalServer
from workaday.snapshot import Snapshot
from workaday.world import World

REFERENCE = Path("/work/shared/reference/slack.md")
ARGUMENTS = {
    "api.test": "error foo",
    "auth.test": "token",
    "chat.delete": "channel ts",
    "chat.getPermalink": "channel message_ts",
    "chat.postMessage": (
        "channel text thread_ts blocks attachments metadata markdown_text mrkdwn reply_broadcast parse "
        "username icon_emoji icon_url"
    ),
    "chat.update": "channel ts text blocks attachments metadata reply_broadcast file_ids markdown_text",
    "conversations.history": "channel oldest latest inclusive limit cursor include_all_metadata",
    "conversations.info": "channel include_num_members include_locale",
    "conversations.join": "channel",
    "conversations.list": "types exclude_archived limit cursor",
    "conversations.mark": "channel ts",
    "conversations.members": "channel limit cursor",
    "conversations.open": "channel users return_im prevent_creation",
    "conversations.replies": "channel ts oldest latest inclusive limit cursor",
    "reactions.add": "channel timestamp name",
    "reactions.get": "channel timestamp file",
    "reactions.remove": "channel timestamp name file_comment",
    "search.all": "query count page sort sort_dir highlight",
    "search.files": "query count page sort sort_dir",
    "search.messages": "query count page sort sort_dir cursor highlight",
    "files.completeUploadExternal": "files channel_id channels thread_ts initial_comment blocks",
    "files.delete": "file",
    "files.getUploadURLExternal": "length filename alt_txt snippet_type",
    "files.info": "file count page cursor limit",
    "files.list": "channel user types ts_from ts_to count page show_files_hidden_by_limit",
    "files.revokePublicURL": "file",
    "files.sharedPublicURL": "file",
    "users.conversations": "types user exclude_archived exclude_muted limit cursor",
    "users.info": "user include_locale",
    "users.list": "limit cursor include_locale",
    "users.lookupByEmail": "email",
    "bookmarks.add": "channel_id title type link emoji parent_id",
    "bookmarks.edit": "channel_id bookmark_id title link emoji",
    "bookmarks.list": "channel_id",
    "bookmarks.remove": "channel_id bookmark_id",
    "chat.deleteScheduledMessage": "channel scheduled_message_id",
    "chat.meMessage": "channel text",
    "chat.postEphemeral": "channel user text blocks attachments thread_ts markdown_text username icon_emoji",
    "chat.scheduleMessage": "channel text post_at thread_ts blocks attachments metadata markdown_text",
    "chat.scheduledMessages.list": "channel cursor latest limit oldest",
    "chat.unfurl": "channel ts unfurls",
    "pins.add": "channel timestamp",
    "pins.list": "channel",
    "pins.remove": "channel timestamp",
    "reactions.list": "user limit cursor",
    "reminders.add": "text time user recurrence",
    "reminders.complete": "reminder",
    "reminders.delete": "reminder",
    "reminders.info": "reminder",
    "reminders.list": "",
    "stars.add": "channel timestamp file file_comment",
    "stars.list": "count page limit",
    "stars.remove": "channel timestamp file file_comment",
    "conversations.create": "name is_private",
    "conversations.rename": "channel name",
    "conversations.setTopic": "channel topic",
    "conversations.setPurpose": "channel purpose",
    "conversations.invite": "channel users force",
    "conversations.kick": "channel user",
    "conversations.leave": "channel",
    "conversations.archive": "channel",
    "conversations.unarchive": "channel",
    "conversations.close": "channel",
    "users.profile.get": "user include_labels",
    "users.profile.set": "profile name value user",
    "team.profile.get": "visibility",
    "team.preferences.list": "",
    "users.getPresence": "user",
    "users.setPresence": "presence",
    "users.identity": "",
    "dnd.info": "user",
    "dnd.teamInfo": "users",
    "dnd.setSnooze": "num_minutes",
    "dnd.endSnooze": "",
    "dnd.endDnd": "",
    "usergroups.list": "include_count include_disabled include_users",
    "usergroups.users.list": "usergroup include_disabled",
    "usergroups.create": "name handle description channels include_count enable_section",
    "usergroups.update": "usergroup name handle description channels enable_section",
    "usergroups.users.update": "usergroup users",
    "usergroups.enable": "usergroup",
    "usergroups.disable": "usergroup",
    "team.info": "team domain",
    "emoji.list": "include_categories",
    "bots.info": "bot",
    "views.open": "trigger_id view",
    "views.publish": "user_id view hash",
    "views.push": "trigger_id view",
    "views.update": "view_id external_id view hash",
    "apps.connections.open": "",
    "apps.event.authorizations.list": "event_context",
}
"""The arguments of each method (reference A.1)."""
SERVED = sorted(set(METHODS) - set(ABSENT) - set(RETIRED))
HOSTILE = [
    "",
    "0",
    "\x00",
    "a\x00b",
    "'",
    "'; DROP TABLE slack_message; --",
    '"',
    "<script>alert(1)</script>",
    "&lt;&amp;",
    "🙂",
    "👩🏽‍🚒",
    "\u202eabc",
    "x" * 40_000,
    "9" * 5000,
    "-" + "9" * 400,
    "1e400",
    "-1e400",
    "9223372036854775808",
    "-9223372036854775809",
    "NaN",
    "[" * 3000,
    '{"a":' * 300,
    "[" + "[]," * 200 + "[]]",
    '[{"type":"section","text":{"type":"mrkdwn","text":"\\ud800"}}]',
    '[{"type":"divider","x":' + "9" * 4000 + "}]",
    '[{"type":"divider","x":1e400}]',
    '[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"a","style":7}]}]}]',
    "[null]",
    '["x"]',
    "null",
    "dGVhbTo=",
    "bmV4dF90czo5OTk5OTk5OTk5OTk5OTk5",
    "dXNlcjpVU0xBQ0tCT1Q=",
    "1742302800.000000",
    "9999999999999999.999999",
    "*",
    "%",
    "_",
    "from: in: after:x before:9999-99-99",
    'from:"',
    "-a -b",
    'AND OR NOT NEAR("',
    "in:@ from:<@",
    "¹²³",
    "١٢٣",
    "\ufffe\uffff",
    "\r\n",
    " ",
]


@pytest.fixture(scope="module")
def hostile_wire(server: LocalServer, snapshot: Snapshot) -> Iterator[Wire]:
    """A world of its own, because what succeeds is kept from one example to the next."""
    with World.open(snapshot) as world:
        yield Wire(server, server.seat(world, "dana.whitfield"))


def plausible(office: Office) -> dict[str, str]:
    """Values that lead further in than nonsense does."""
    stamps = dict.fromkeys(("ts", "thread_ts", "timestamp", "message_ts"), office.messages["question"])
    return {
        **stamps,
        "channel": office.channels["tax-season"],
        "user": office.users["marcus.lee"],
        "users": office.users["marcus.lee"],
        "email": "marcus.lee@whitford-okafor.example",
        "name": "eyes",
        "text": "Hello",
        "time": "in 20 minutes",
        "post_at": str(NOW // SECOND + 60),
        "title": "Handbook",
        "type": "link",
        "link": "https://x.example",
        "channel_id": office.channels["tax-season"],
        "query": "template",
        "file": office.files["notes.txt"],
        "filename": "notes.txt",
        "length": "3",
    }


@lru_cache
def documented() -> dict[str, set[str]]:
    """The errors that Slack documents: of each method, and under an empty name of all of them."""
    text = REFERENCE.read_text()
    rows = re.findall(r"^\| `([A-Za-z0-9.]+)` (?:\|[^|]*){3}\| ([^|]*) \|$", text, re.MULTILINE)
    common = text.partition("### 0.6")[2].partition("###")[0].partition("\n")[2]
    errors = {name: set(codes.split(", ")) for name, codes in rows}
    errors["chat.postMessage"].add("invalid_thread_ts")  # measured (reference B' 3)
    errors["files.getUploadURLExternal"].add("missing_argument")  # seen (reference B' 23)
    for name in ("usergroups.update", "usergroups.enable", "usergroups.disable", "usergroups.users.update"):
        errors[name].add("no_such_subteam")  # documented of usergroups.users.list alone
    for name in ("users.getPresence", "users.profile.set"):
        errors[name].add("user_not_found")  # documented of users.info and users.profile.get
    return {**errors, "": set(re.findall(r"[a-z_0-9]+", common))}


def hold(wire: Wire, sequence: int, reply: Reply) -> str | None:
    """An answer in Slack's form; if it is a refusal, nothing has been written since ``sequence``.  Its error."""
    told = json.loads(reply.body)
    assert reply.status == 200, reply.body
    assert told["ok"] is True or (told["ok"] is False and isinstance(told["error"], str | None))
    if not told["ok"]:
        assert told["error"] != "internal_error"
        assert wire.seat.world.sequence() == sequence
    error: str | None = told.get("error")
    return error


def test_every_method_that_is_served_is_attacked() -> None:
    assert sorted(ARGUMENTS) == SERVED


@pytest.mark.parametrize("method", SERVED)
def test_every_hostile_value_in_every_argument_is_answered(
    hostile_wire: Wire, office: Office, method: str
) -> None:
    """One argument at a time goes wrong, and the others are as they should be."""
    world, names = hostile_wire.seat.world, ARGUMENTS[method].split()
    good = {name: value for name, value in plausible(office).items() if name in names and name != "users"}
    errors = set()
    for name in names:
        for value in [*HOSTILE, *elsewhere(office)]:
            sequence = world.sequence()
            body = urlencode({**good, name: value.encode()}).encode()
            bearer = None if name == "token" else hostile_wire.token
            reply = hostile_wire.request("POST", method, body, bearer=bearer, content_type=FORM)
            errors.add(hold(hostile_wire, sequence, reply))
    assert world.state_hash() == world.full_state_hash()
    if method != "api.test" and REFERENCE.exists():
        assert errors - {None} <= documented().get(method, set()) | documented()[""]


def elsewhere(office: Office) -> list[str]:
    """Ids of what is there and can not be used, or only in another way."""
    return [
        *(office.channels[name] for name in ("partners", "old-software", "dm", "group")),
        *(office.users[name] for name in (DEACTIVATED, "dana.whitfield")),
        *(office.messages[name] for name in ("archived", "private", "reply")),
        ",".join(office.users.values()),
    ]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(method=st.sampled_from(SERVED), body=st.binary(max_size=200), form=st.booleans())
def test_any_bytes_are_answered(hostile_wire: Wire, method: str, body: bytes, form: bool) -> None:
    """Bodies that are not what their type says."""
    sequence = hostile_wire.seat.world.sequence()
    kind = FORM if form else "application/json; charset=utf-8"
    reply = hostile_wire.request("POST", method, body, bearer=hostile_wire.token, content_type=kind)
    hold(hostile_wire, sequence, reply)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    method=st.sampled_from(["chat.postMessage", "chat.update", "conversations.open", "reactions.add"]),
    names=st.lists(st.sampled_from(["text", "blocks", "ts", "thread_ts", "users", "name", "attachments"])),
    value=JSON,
)
def test_json_of_any_shape_is_answered(
    hostile_wire: Wire, office: Office, method: str, names: list[str], value: object
) -> None:
    """Real types where texts are expected, half surrogates, depths."""
    sequence = hostile_wire.seat.world.sequence()
    content = {"channel": office.channels["general"], "text": "x", **dict.fromkeys(names, value)}
    hold(hostile_wire, sequence, hostile_wire.json(method, content))


@pytest.mark.parametrize("encoded", ["%ED%A0%80", "%FF", "%C3", "%00", "%F0%9F%99%82", "%zz"])
def test_any_bytes_of_a_text_are_kept_or_replaced(hostile_wire: Wire, office: Office, encoded: str) -> None:
    """Half of a surrogate pair, bytes that are no UTF-8, and a NUL, by form."""
    for method in ("chat.postMessage", "search.messages", "users.lookupByEmail"):
        sequence = hostile_wire.seat.world.sequence()
        body = f"channel={office.channels['general']}&text={encoded}&query={encoded}&email={encoded}"
        reply = hostile_wire.request(
            "POST", method, body.encode(), bearer=hostile_wire.token, content_type=FORM
        )
        hold(hostile_wire, sequence, reply)


def test_a_failure_of_the_server_is_told_without_its_reasons(
    wire: Wire, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of this program is no answer of Slack's: status 500, and nothing of the world in it."""

    def broken(*_: object) -> None:
        raise RuntimeError("a secret of the world")

    monkeypatch.setattr("workaday.apps.slack.service.people.workspace", broken)
    before = world.sequence()
    reply = wire.post("auth.test")
    assert (reply.status, reply.json) == (500, {"ok": False, "error": "internal_error"})
    assert world.sequence() == before
