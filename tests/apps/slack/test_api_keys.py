"""Every key that the Web API answers with is one that Slack has been seen to answer with.

The keys come from ``slack-response-keys.json``: the union of those in the samples of slackapi/java-slack-sdk.
The samples were made with a bot's token in one workspace, so an object's keys are gathered from all the methods
that give such an object: a message is the same in a history, a thread and an echo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.apps.slack.test_service_files import png
from tests.apps.slack.wire import JSON, Wire
from tests.office import DEACTIVATED, NOW, Office
from workaday.apps.slack.service import setup
from workaday.clock import SECOND
from workaday.world import World

KEYS = Path(__file__).parents[4] / "shared/data/slack-response-keys.json"
FAMILIES = re.compile(r"(conversations|chat|reactions|pins|files)\.|users\.conversations|search\.files")
OBJECTS = (
    (re.compile(r"^(channels\[\]|channel)\.latest(?=\.)"), "<message>"),
    (re.compile(r"^(items\[\]\.)?(messages\[\]|message)(\.root)?(?=\.)"), "<message>"),
    (re.compile(r"^(channels\[\]|channel)(?=\.)"), "<conversation>"),
    (
        re.compile(r"^(<message>\.files\[\]|items\[\]\.file|files\[\]|file|files\.matches\[\])(?=\.)"),
        "<file>",
    ),
    (re.compile(r"(?<=\.shares)\.(public|private)\.[CDG][A-Z0-9_]+"), ".<place>"),
)
STOP = {"blocks", "args"}
NAMES = (
    (re.compile(r"^emoji\.[^.]+$"), "emoji.*"),
    (re.compile(r"^profile\.fields\.Xf[A-Z0-9]+"), "profile.fields.X00000000"),
)
"""Keys that a workspace has made itself, and what stands for them in the samples."""
DOCUMENTED = {
    "pins.list": {"items[].channel", "items[].message"},
    "conversations.history": {"messages[].old_name", "messages[].name"},
    "dnd.info": {"snooze_enabled", "snooze_endtime", "snooze_remaining"},
    "users.list": {"members[].profile.pronouns"},
    **{name: {"view.state.values"} for name in ("views.open", "views.publish", "views.update")},
}
"""Keys that the samples have not, because nothing like that was there (reference B.1, B.3, B.5)."""
PINNED = "<message>.pinned_to"
"""In the samples only messages within messages have it (reference B.1)."""

pytestmark = pytest.mark.skipif(not KEYS.exists(), reason="the samples' keys are not on this machine")


@lru_cache(maxsize=1)
def samples() -> dict[str, list[str]]:
    methods: dict[str, list[str]] = json.loads(KEYS.read_text())["methods"]
    return methods


@lru_cache(maxsize=1)
def objects() -> frozenset[str]:
    """The keys of messages and conversations, by ``<message>.key`` and ``<conversation>.key``."""
    seen = (of_object(path) for name, paths in samples().items() if FAMILIES.match(name) for path in paths)
    return frozenset({PINNED, *seen})


def of_object(path: str) -> str:
    for container, kind in OBJECTS:
        path = container.sub(kind, path)
    return path


def paths(told: object, prefix: str = "") -> Iterator[str]:
    if isinstance(told, list):
        for each in told:
            yield from paths(each, f"{prefix}[]")
    elif isinstance(told, dict):
        for key, value in told.items():
            path = f"{prefix}.{key}" if prefix else key
            yield path
            if key not in STOP:
                yield from paths(value, path)


def strange(method: str, told: JSON) -> set[str]:
    """What the method answers with and no sample has."""
    known = {*samples()[method], *DOCUMENTED.get(method, ())}
    return {path for path in paths(told) if spelled(path) not in known and of_object(path) not in objects()}


def spelled(path: str) -> str:
    for name, instead in NAMES:
        path = name.sub(instead, path)
    return path


@pytest.fixture
def answers(wire: Wire, office: Office) -> list[tuple[str, JSON]]:
    """An answer of every method, about things that have every key that there is."""
    general, season = office.channels["general"], office.channels["tax-season"]
    thread, kinds = office.messages["question"], "public_channel,private_channel,mpim,im"
    written = wire.call("chat.postMessage", channel=season, text="First")["ts"]
    mine = {"channel": season, "ts": written}
    welcome = {"channel": general, "timestamp": office.messages["welcome"]}
    reply = {"channel": season, "text": "x", "thread_ts": thread}
    calls: list[tuple[str, Mapping[str, object]]] = [
        ("api.test", {"foo": "bar"}),
        ("auth.test", {}),
        ("chat.postMessage", reply),
        ("chat.postMessage", {**reply, "reply_broadcast": True}),
        ("chat.update", {**mine, "text": "Second"}),
        ("chat.getPermalink", {"channel": season, "message_ts": written}),
        ("reactions.add", {**welcome, "name": "eyes"}),
        ("reactions.remove", {**welcome, "name": "eyes"}),
        ("reactions.get", welcome),
        ("reactions.get", {"channel": season, "timestamp": thread}),
        ("reactions.get", {"channel": season, "timestamp": office.messages["reply"]}),
        ("conversations.list", {"types": kinds}),
        ("users.conversations", {"types": kinds}),
        *(("conversations.info", {"channel": channel}) for channel in office.channels.values()),
        ("conversations.info", {"channel": general, "include_num_members": 1, "include_locale": 1}),
        ("conversations.history", {"channel": season, "latest": "9999999999.0", "limit": 3}),
        ("conversations.replies", {"channel": season, "ts": thread, "limit": 1}),
        ("conversations.members", {"channel": general, "limit": 1}),
        ("conversations.open", {"users": office.users["marcus.lee"], "return_im": 1}),
        ("conversations.open", {"channel": office.channels["group"], "return_im": 1}),
        ("conversations.mark", {"channel": general, "ts": office.messages["welcome"]}),
        ("conversations.join", {"channel": season}),
        ("users.list", {"include_locale": 1, "limit": 20}),
        ("users.info", {"user": office.users["dana.whitfield"]}),
        ("users.info", {"user": office.users[DEACTIVATED]}),
        ("users.lookupByEmail", {"email": "marcus.lee@whitford-okafor.example"}),
        ("chat.postMessage", {**reply, "attachments": [{"text": "x"}, {"blocks": [{"type": "divider"}]}]}),
        ("chat.postEphemeral", {"channel": season, "user": office.users["marcus.lee"], "text": "x"}),
        ("chat.meMessage", {"channel": season, "text": "x"}),
        ("pins.add", {"channel": season, "timestamp": written}),
        ("pins.list", {"channel": season}),
        ("conversations.history", {"channel": season}),
        ("reactions.list", {"user": office.users["marcus.lee"]}),
        ("stars.add", {"channel": season, "timestamp": written}),
        ("stars.list", {}),
        ("bookmarks.add", {"channel_id": season, "title": "x", "type": "link", "link": "https://x.example"}),
        ("bookmarks.list", {"channel_id": season}),
        ("reminders.add", {"text": "x", "time": "every day at 5pm"}),
        ("reminders.add", {"text": "x", "time": "in 20 minutes"}),
        ("reminders.list", {}),
        ("chat.scheduleMessage", {**reply, "post_at": NOW // SECOND + 60, "attachments": [{"text": "x"}]}),
        ("chat.scheduledMessages.list", {}),
        ("chat.delete", mine),
        ("files.getUploadURLExternal", {"filename": "a.txt", "length": 1}),
        ("files.info", {"file": office.files["notes.txt"]}),
        ("files.list", {}),
        ("search.files", {"query": "Hartley"}),
    ]
    return [
        *shared(wire, general),
        *((method, wire.call(method, **arguments)) for method, arguments in calls),
    ]


@pytest.fixture
def managed(wire: Wire, world: World, office: Office) -> list[tuple[str, JSON]]:
    """The same of channels, people, their groups and their pauses."""
    priya, tom = office.users["priya.raman"], office.users["tom.alvarez"]
    with world.action("furnish", door="setup", person=None) as context:
        bot = setup.install(context, "Ledger", bot_scopes=("chat:write",))
        field = setup.profile_field(context, "Desk").id
        setup.emoji(context, "signed-off", creator=tom, image=png(8, 8))
    place = {"channel": wire.call("conversations.create", name="first")["channel"]["id"]}
    group = {"usergroup": wire.call("usergroups.create", name="Signers")["usergroup"]["id"]}
    status = {"status_text": "x", "status_emoji": ":signed-off:", "fields": {field: "2-14"}}
    said = {**status, "pronouns": "she/her"}
    calls: list[tuple[str, Mapping[str, object]]] = [
        ("conversations.create", {"name": "second", "is_private": True}),
        ("conversations.rename", {**place, "name": "third"}),
        ("conversations.setTopic", {**place, "topic": "x"}),
        ("conversations.setPurpose", {**place, "purpose": "x"}),
        ("conversations.invite", {**place, "users": f"{priya},{tom}"}),
        (
            "conversations.invite",
            {**place, "users": f"{office.users['ines.duarte']},U0NOBODY", "force": True},
        ),
        ("conversations.kick", {**place, "user": priya}),
        ("conversations.history", place),
        ("conversations.archive", place),
        ("conversations.unarchive", place),
        ("conversations.leave", place),
        ("conversations.close", {"channel": office.channels["dm"]}),
        ("conversations.close", {"channel": office.channels["dm"]}),
        ("users.profile.set", {"profile": said}),
        ("users.profile.get", {"include_labels": True}),
        ("users.info", {"user": office.users["dana.whitfield"]}),
        ("users.info", {"user": bot.user_id}),
        ("users.list", {}),
        ("users.getPresence", {}),
        ("users.setPresence", {"presence": "away"}),
        ("dnd.setSnooze", {"num_minutes": 5}),
        ("dnd.info", {}),
        ("dnd.endSnooze", {}),
        ("usergroups.create", {"name": "Partners two", "channels": place["channel"], "enable_section": True}),
        ("usergroups.users.update", {**group, "users": priya}),
        ("usergroups.update", {**group, "description": "x"}),
        ("usergroups.disable", group),
        ("usergroups.list", {"include_users": True, "include_count": True, "include_disabled": True}),
        ("usergroups.enable", group),
        ("usergroups.users.list", group),
        ("team.info", {}),
        ("emoji.list", {"include_categories": True}),
        ("bots.info", {"bot": bot.id}),
    ]
    return [(method, wire.call(method, **arguments)) for method, arguments in calls]


def shared(wire: Wire, channel: str) -> list[tuple[str, JSON]]:
    """What sharing a picture and a text, replying and deleting one of them is answered."""
    told = []
    for name, content in (("a.png", png(2000, 10)), ("a.txt", b"x\n" * 9)):
        begun = wire.call("files.getUploadURLExternal", filename=name, length=len(content), alt_txt="x")
        urlopen(Request(begun["upload_url"], content)).close()
        done = {"files": [{"id": begun["file_id"]}], "channel_id": channel}
        told.append(("files.completeUploadExternal", wire.call("files.completeUploadExternal", **done)))
    ((share,),) = told[0][1]["files"][0]["shares"]["public"].values()
    wire.call("chat.postMessage", channel=channel, text="x", thread_ts=share["ts"])
    for method, arguments in (
        ("stars.add", {"file": begun["file_id"]}),
        ("stars.list", {}),
        ("files.list", {}),
        ("conversations.history", {"channel": channel}),
        ("files.delete", {"file": begun["file_id"]}),
        ("conversations.history", {"channel": channel}),
    ):
        told.append((method, wire.call(method, **arguments)))
    return told


def test_no_answer_has_a_key_that_slacks_have_not(answers: list[tuple[str, JSON]]) -> None:
    """Reference, "how to use as a judge", (1)."""
    refused = [method for method, told in answers if told["ok"] is not True]
    assert [method for method in refused if method != "conversations.info"] == []
    assert {method: strange(method, told) for method, told in answers if strange(method, told)} == {}


def test_no_answer_about_people_and_channels_has_a_key_that_slacks_have_not(
    managed: list[tuple[str, JSON]],
) -> None:
    assert [(method, told) for method, told in managed if told["ok"] is not True] == []
    assert {method: strange(method, told) for method, told in managed if strange(method, told)} == {}


def test_a_key_that_slack_has_not_would_be_found() -> None:
    """The check itself has teeth, in every object that it looks into."""
    for method, told in (
        ("conversations.history", {"messages": [{"bogus": 1}]}),
        ("conversations.history", {"messages": [{"root": {"bogus": 1}}]}),
        ("conversations.open", {"channel": {"latest": {"bogus": 1}}}),
        ("conversations.list", {"channels": [{"topic": {"bogus": 1}}]}),
        ("users.info", {"user": {"profile": {"bogus": 1}}}),
    ):
        assert len(strange(method, told)) == 1


def test_nothing_that_a_person_posts_looks_posted_by_an_app(answers: list[tuple[str, JSON]]) -> None:
    """The same action reads the same by every door, and a page posts for a person."""
    told_of = [(path, name) for name, told in answers for path in paths(told)]
    told_of = [each for each in told_of if not re.search(r"(^|\.)(files|file|matches)\b", each[0])]
    found = {path.rpartition(".")[2] for path, name in told_of if not name.startswith("bookmarks.")}
    assert not found & {"bot_id", "app_id", "bot_profile", "bot_link", "icons", "username"}
