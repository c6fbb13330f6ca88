"""Whatever people do on Slack, in whatever order and by whichever door, what it says of itself stays true.

The truth is worked out anew from the plain rows, by other means than the service's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.apps.slack.wire import Wire
from tests.office import Office
from workaday.apps.slack.pages.door import DOOR as PAGE
from workaday.apps.slack.service import marks
from workaday.errors import ActionError
from workaday.server.local import LocalServer
from workaday.snapshot import Snapshot
from workaday.tool import toolbox
from workaday.world import World

PERSONS = st.sampled_from(["dana.whitfield", "marcus.lee", "ruth.okafor", "priya.raman"])
DOORS = st.sampled_from(["tool", "wire"])
TEXTS = st.sampled_from(["hello", "<!here> & co", "🙂", 'it\'s "so"', "x" * 300]) | st.text(max_size=20)
WHICH = st.integers(0, 60)
NAMES = st.sampled_from(["audit-2025", "year-end", "Year End", "general", "x" * 90, "données"])

Row = dict[str, Any]
SHORT = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


class OfficeDays(RuleBasedStateMachine):
    """Random days, several people, two doors in turn."""

    snapshot: Snapshot
    server: LocalServer
    office: Office
    world: World
    opened = False

    @initialize()
    def open(self) -> None:
        self.world, self.opened = World.open(self.snapshot), True
        self.wires: dict[str, Wire] = {}

    def teardown(self) -> None:
        if self.opened:
            for wire in self.wires.values():
                self.server.leave(wire.seat)
            self.world.close()

    # --- doing ------------------------------------------------------------------------------------------

    def _do(self, door: str, person: str, tool: str, **arguments: Any) -> None:
        if door == "tool":
            try:
                toolbox("slack")[tool].call(self.world, person, arguments)
            except ActionError:
                return
        else:
            if person not in self.wires:
                self.wires[person] = Wire(self.server, self.server.seat(self.world, person))
            self.wires[person].call(str(toolbox("slack")[tool].wire), **arguments)

    def _channel(self, which: int) -> str:
        found = [row["id"] for row in self._rows("slack_channel")]
        return str(found[which % len(found)])

    def _message(self, which: int) -> tuple[str, str]:
        found = [(row["channel_id"], row["ts"]) for row in self._rows("slack_message")]
        return found[which % len(found)]

    @rule(door=DOORS, person=PERSONS, which=WHICH, text=TEXTS)
    def post(self, door: str, person: str, which: int, text: str) -> None:
        self._do(door, person, "slack_post_message", channel=self._channel(which), text=text)

    @rule(door=DOORS, person=PERSONS, which=WHICH, text=TEXTS, broadcast=st.booleans())
    def reply(self, door: str, person: str, which: int, text: str, broadcast: bool) -> None:
        channel, ts = self._message(which)
        told = {"channel": channel, "thread_ts": ts, "text": text, "reply_broadcast": broadcast}
        self._do(door, person, "slack_post_message", **told)

    @rule(door=DOORS, person=PERSONS, which=WHICH, other=st.sampled_from(["priya.raman", "marcus.lee"]))
    def mention(self, door: str, person: str, which: int, other: str) -> None:
        text = f"<@{self.office.users[other]}> please"
        self._do(door, person, "slack_post_message", channel=self._channel(which), text=text)

    @rule(door=DOORS, person=PERSONS, which=WHICH, text=TEXTS)
    def edit(self, door: str, person: str, which: int, text: str) -> None:
        channel, ts = self._message(which)
        self._do(door, person, "slack_edit_message", channel=channel, ts=ts, text=text)

    @rule(door=DOORS, person=PERSONS, which=WHICH)
    def delete(self, door: str, person: str, which: int) -> None:
        channel, ts = self._message(which)
        self._do(door, person, "slack_delete_message", channel=channel, ts=ts)

    @rule(
        door=DOORS,
        person=PERSONS,
        which=WHICH,
        off=st.booleans(),
        name=st.sampled_from(["eyes", "+1", "thumbsup"]),
    )
    def react(self, door: str, person: str, which: int, off: bool, name: str) -> None:
        channel, ts = self._message(which)
        tool = "slack_remove_reaction" if off else "slack_add_reaction"
        self._do(door, person, tool, channel=channel, timestamp=ts, name=name)

    @rule(door=DOORS, person=PERSONS, which=WHICH, off=st.booleans())
    def pin(self, door: str, person: str, which: int, off: bool) -> None:
        channel, ts = self._message(which)
        tool = "slack_unpin_message" if off else "slack_pin_message"
        self._do(door, person, tool, channel=channel, timestamp=ts)

    @rule(door=DOORS, person=PERSONS, which=WHICH, off=st.booleans())
    def save(self, door: str, person: str, which: int, off: bool) -> None:
        channel, ts = self._message(which)
        tool = "slack_unsave" if off else "slack_save_for_later"
        self._do(door, person, tool, channel=channel, timestamp=ts)

    @rule(door=DOORS, person=PERSONS, which=WHICH)
    def mark(self, door: str, person: str, which: int) -> None:
        channel, ts = self._message(which)
        self._do(door, person, "slack_mark_read", channel=channel, ts=ts)

    @rule(door=DOORS, person=PERSONS, others=st.lists(PERSONS, min_size=1, max_size=3))
    def open_direct(self, door: str, person: str, others: list[str]) -> None:
        users = ",".join(self.office.users[other] for other in others)
        self._do(door, person, "slack_open_conversation", users=users)

    @rule(door=DOORS, person=PERSONS, name=NAMES, private=st.booleans())
    def create(self, door: str, person: str, name: str, private: bool) -> None:
        self._do(door, person, "slack_create_channel", name=name, is_private=private)

    @rule(
        door=DOORS,
        person=PERSONS,
        which=WHICH,
        tool=st.sampled_from(
            ["slack_join_channel", "slack_leave_channel", "slack_archive_channel", "slack_unarchive_channel"]
        ),
    )
    def come_and_go(self, door: str, person: str, which: int, tool: str) -> None:
        self._do(door, person, tool, channel=self._channel(which))

    @rule(door=DOORS, person=PERSONS, which=WHICH, other=PERSONS, out=st.booleans())
    def invite(self, door: str, person: str, which: int, other: str, out: bool) -> None:
        channel, user = self._channel(which), self.office.users[other]
        if out:
            self._do(door, person, "slack_remove_from_channel", channel=channel, user=user)
        else:
            self._do(door, person, "slack_invite_to_channel", channel=channel, users=user)

    @rule(door=DOORS, person=PERSONS, which=WHICH, name=NAMES)
    def rename(self, door: str, person: str, which: int, name: str) -> None:
        self._do(door, person, "slack_rename_channel", channel=self._channel(which), name=name)

    @rule(door=DOORS, person=PERSONS, which=WHICH, seconds=st.integers(-5, 100))
    def schedule(self, door: str, person: str, which: int, seconds: int) -> None:
        told = {
            "channel": self._channel(which),
            "text": "later",
            "post_at": self.world.clock.seconds + seconds,
        }
        self._do(door, person, "slack_schedule_message", **told)

    @rule(seconds=st.sampled_from([0, 1, 60, 86_400]))
    def wait(self, seconds: int) -> None:
        self.world.advance(seconds)

    # --- what is always true ----------------------------------------------------------------------------

    def _rows(self, table: str) -> list[Row]:
        cursor = self.world.raw.execute(f"SELECT * FROM {table} ORDER BY rowid")
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    @invariant()
    def timestamps_are_unique_and_in_order_of_writing(self) -> None:
        if not self.opened:
            return
        by_channel: dict[str, list[Row]] = defaultdict(list)
        for row in sorted(self._rows("slack_message"), key=lambda row: row["id"]):
            by_channel[row["channel_id"]].append(row)
        for rows in by_channel.values():
            stamps = [row["ts"] for row in rows]
            assert len(set(stamps)) == len(stamps)
            drawn = [row["ts"] for row in rows if row["id"] > self._seeded()]
            assert drawn == sorted(drawn)

    def _seeded(self) -> int:
        """The last message that was there before anybody did anything: seeds write history in any order."""
        if not hasattr(self, "_last_seeded"):
            with World.open(self.snapshot) as fresh:
                self._last_seeded = int(fresh.raw.execute("SELECT max(id) FROM slack_message").fetchone()[0])
        return self._last_seeded

    @invariant()
    def replies_hang_on_roots_and_are_counted(self) -> None:
        if not self.opened:
            return
        rows = {(row["channel_id"], row["ts"]): row for row in self._rows("slack_message")}
        counts: Counter[tuple[str, str]] = Counter()
        for row in rows.values():
            if row["thread_ts"] is not None:
                root = rows[row["channel_id"], row["thread_ts"]]
                assert root["thread_ts"] is None
                counts[row["channel_id"], row["thread_ts"]] += 1
            assert not row["broadcast"] or row["thread_ts"]
        tombs = {key for key, row in rows.items() if row["subtype"] == "tombstone"}
        assert all(counts[key] for key in tombs)
        for person in ("ruth.okafor",):
            told = self._wire(person)
            for channel in self._visible(person):
                answer = told.call("conversations.history", channel=channel, limit=999)
                for message in answer["messages"]:
                    assert message.get("reply_count", 0) == counts[channel, message["ts"]] or (
                        message.get("thread_ts") not in {None, message["ts"]}
                    )

    def _wire(self, person: str) -> Wire:
        if person not in self.wires:
            self.wires[person] = Wire(self.server, self.server.seat(self.world, person))
        return self.wires[person]

    def _visible(self, person: str) -> list[str]:
        user = self.office.users[person]
        mine = {row["channel_id"] for row in self._rows("slack_membership") if row["user_id"] == user}
        rows = self._rows("slack_channel")
        return [row["id"] for row in rows if row["kind"] == "public" or row["id"] in mine]

    @invariant()
    def what_is_unread_is_what_came_after_the_mark(self) -> None:
        if not self.opened:
            return
        marked = {
            (row["channel_id"], row["user_id"]): row["last_read"] for row in self._rows("slack_read_mark")
        }
        members = {(row["channel_id"], row["user_id"]) for row in self._rows("slack_membership")}
        for person in ("marcus.lee", "priya.raman"):
            user = self.office.users[person]
            expected: Counter[str] = Counter()
            for row in self._rows("slack_message"):
                place = row["channel_id"], user
                shown = row["thread_ts"] is None or row["broadcast"]
                if (
                    place in members
                    and shown
                    and row["user_id"] != user
                    and row["subtype"] not in marks.QUIET
                ):
                    expected[row["channel_id"]] += row["ts"] > marked.get(place, "")
            with self.world.action("look", door=PAGE, person=person, reads=True) as context:
                told = {channel: news.messages for channel, news in marks.unread(context).items()}
            assert told == {channel: count for channel, count in expected.items() if count}

    @invariant()
    def memberships_keep_the_rules(self) -> None:
        if not self.opened:
            return
        seated: dict[str, set[str]] = defaultdict(set)
        for row in self._rows("slack_membership"):
            seated[row["channel_id"]].add(row["user_id"])
        for row in self._rows("slack_channel"):
            if row["kind"] == "im":
                assert 1 <= len(seated[row["id"]]) <= 2
            if row["kind"] == "mpim":
                assert 3 <= len(seated[row["id"]]) <= 9
            if row["kind"] == "private" and not row["is_archived"]:
                assert seated[row["id"]], "a private channel that nobody is in"
            if row["is_general"]:
                assert not row["is_archived"]
                assert set(self.office.users.values()) - seated[row["id"]] <= {
                    self.office.users["walt.brenner"]
                }
        names = [row["name"] for row in self._rows("slack_channel") if row["name"]]
        assert len(set(names)) == len(names)

    @invariant()
    def what_hangs_on_messages_hangs_on_some(self) -> None:
        if not self.opened:
            return
        there = {(row["channel_id"], row["ts"]) for row in self._rows("slack_message")}
        for table in ("slack_reaction", "slack_pin"):
            for row in self._rows(table):
                assert (row["channel_id"], row["message_ts"]) in there, table

    @invariant()
    def the_index_is_that_of_the_messages(self) -> None:
        if self.opened:
            with self.world.tampering("check"):
                self.world.raw.execute(
                    "INSERT INTO slack_message_index (slack_message_index, rank) VALUES ('integrity-check', 1)"
                )


def play(snapshot: Snapshot, server: LocalServer, office: Office, how: settings) -> None:
    OfficeDays.snapshot, OfficeDays.server, OfficeDays.office = snapshot, server, office
    run_state_machine_as_test(OfficeDays, settings=how)


def test_any_days_by_any_doors_keep_the_invariants(
    snapshot: Snapshot, server: LocalServer, office: Office
) -> None:
    play(snapshot, server, office, settings(SHORT, derandomize=True))


@pytest.mark.proof
def test_many_more_days_keep_the_invariants(snapshot: Snapshot, server: LocalServer, office: Office) -> None:
    play(snapshot, server, office, settings(SHORT, max_examples=300, stateful_step_count=50))
