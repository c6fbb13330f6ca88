"""Whatever is done to a world, in whatever order, it keeps count of its state, and can be played again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from tests.office import EVERYBODY, Office
from workaday import journal
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import channels, marks, messages, reactions
from workaday.database import Base
from workaday.errors import ActionError
from workaday.snapshot import Snapshot
from workaday.world import Context, World

PERSONS = st.sampled_from(["dana.whitfield", "marcus.lee", "ruth.okafor"])
TEXTS = st.text(max_size=40) | st.sampled_from(
    ["<!here> & <b>", "🙂 café\x00 end", 'it\'s "so" \\ %s', "x" * 900]
)
EMOJI = st.sampled_from(["eyes", "+1", "thumbsup", "wave::skin-tone-2", "no_such_emoji"])
CHANNELS = st.sampled_from(["general", "tax-season", "dm"])

Step = Callable[[World], None]

SHORT = settings(
    max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


class Histories(RuleBasedStateMachine):
    """Random office days.

    ``settled`` is what changes count from, ``start`` what a reset goes back to; the two part at a fork.
    ``played`` is what has been done since the start, ``moments`` the states at entries of the journal.
    """

    snapshot: Snapshot
    office: Office
    world: World
    settled: list[str]
    start: list[str]
    moments: dict[int, str]
    opened = False

    @initialize()
    def open(self) -> None:
        self.world, self.opened = World.open(self.snapshot), True
        self._settled()

    def teardown(self) -> None:
        if self.opened:
            self._can_be_played_again()
            self.world.close()

    # --- what can happen ----------------------------------------------------------------------------------

    @rule(person=PERSONS, channel=CHANNELS, text=TEXTS, which=st.integers(0, 50), broadcast=st.booleans())
    def post(self, person: str, channel: str, text: str, which: int, broadcast: bool) -> None:
        def step(context: Context) -> None:
            place = self.office.channels[channel]
            root = pick(context, place, which) if which % 2 else None
            messages.post(context, place, text, thread_ts=root, broadcast=broadcast)

        self._act(person, step)

    @rule(person=PERSONS, channel=CHANNELS, text=TEXTS, which=st.integers(0, 50))
    def edit(self, person: str, channel: str, text: str, which: int) -> None:
        def step(context: Context) -> None:
            place = self.office.channels[channel]
            messages.edit(context, place, pick(context, place, which, self.office.users[person]), text)

        self._act(person, step)

    @rule(person=PERSONS, channel=CHANNELS, which=st.integers(0, 50))
    def delete(self, person: str, channel: str, which: int) -> None:
        place = self.office.channels[channel]
        self._act(person, lambda context: messages.delete(context, place, pick(context, place, which)))

    @rule(
        person=PERSONS, channel=CHANNELS, which=st.integers(0, 50), name=EMOJI, change=st.sampled_from("+-")
    )
    def react(self, person: str, channel: str, which: int, name: str, change: str) -> None:
        place = self.office.channels[channel]
        change_reaction = reactions.add if change == "+" else reactions.remove
        self._act(person, lambda context: change_reaction(context, place, pick(context, place, which), name))

    @rule(person=PERSONS, others=st.lists(st.sampled_from(EVERYBODY), min_size=1, max_size=4))
    def open_direct(self, person: str, others: list[str]) -> None:
        users = [self.office.users[other] for other in others]
        self._act(person, lambda context: channels.open_direct(context, users))

    @rule(person=PERSONS, channel=st.sampled_from(["tax-season", "partners", "old-software"]))
    def join(self, person: str, channel: str) -> None:
        self._act(person, lambda context: channels.join(context, self.office.channels[channel]))

    @rule(person=PERSONS, channel=CHANNELS, which=st.integers(0, 50))
    def mark(self, person: str, channel: str, which: int) -> None:
        place = self.office.channels[channel]
        self._act(person, lambda context: marks.mark(context, place, pick(context, place, which)))

    @rule(person=PERSONS, channel=CHANNELS)
    def post_and_fail(self, person: str, channel: str) -> None:
        def step(context: Context) -> None:
            messages.post(context, self.office.channels[channel], "never")
            raise ActionError

        self._act(person, step)

    @rule(seconds=st.sampled_from([0, 0.000001, 1, 86_400]))
    def advance(self, seconds: float) -> None:
        self._do(lambda world: world.advance(seconds))

    # --- what a host does -----------------------------------------------------------------------------------

    @rule()
    def settle(self) -> None:
        self.world.settle()
        self._settled()

    @rule()
    def reset(self) -> None:
        self.world.reset()
        self.played.clear()
        assert dump(self.world) == self.start
        self.moments = {at: state for at, state in self.moments.items() if at <= self.world.sequence()}

    @rule()
    def fork(self) -> None:
        fork, before = self.world.fork(), dump(self.world)
        assert dump(fork) == before
        assert fork.state_hash() == self.world.state_hash()
        self.world.close()
        self.world = fork
        self._started()

    # --- what is always true ----------------------------------------------------------------------------------

    @invariant()
    def keeps_count_of_its_state(self) -> None:
        if self.opened:
            assert self.world.state_hash() == self.world.full_state_hash()
            self.moments[self.world.sequence()] = self.world.state_hash()

    @rule(which=st.integers(0, 1000))
    @precondition(lambda self: self.moments)
    def can_go_back(self, which: int) -> None:
        moments = [moment for moment in self.moments.items() if moment[0] <= self.world.sequence()]
        sequence, state = moments[which % len(moments)]
        with self.world.before(sequence) as past:
            assert past.state_hash() == past.full_state_hash() == state
            assert sequence > 0 or dump(past) == self.settled
            assert past.sequence() == sequence

    def _can_be_played_again(self) -> None:
        with World.from_image(self.image) as again:
            for step in self.played:
                step(again)
            assert dump(again) == dump(self.world)
            assert [str(each) for each in again.changes()] == [str(each) for each in self.world.changes()]

    # --- how --------------------------------------------------------------------------------------------------

    def _settled(self) -> None:
        self.settled = dump(self.world)
        self.moments = {0: self.world.state_hash()}
        self._started()

    def _started(self) -> None:
        self.start, self.image = dump(self.world), self.world.image()
        self.played: list[Step] = []

    def _act(self, person: str, step: Callable[[Context], object]) -> None:
        def attempt(world: World) -> None:
            try:
                with world.action("act", door="tool", person=person) as context:
                    step(context)
            except ActionError:
                pass

        self._do(attempt)

    def _do(self, step: Step) -> None:
        self.played.append(step)
        step(self.world)


def pick(context: Context, channel: str, which: int, author: str | None = None) -> str:
    """The timestamp of some message of a channel, by that author where one is named."""
    query = select(Message.ts).where(Message.channel_id == channel).order_by(Message.ts)
    if author:
        query = query.where(Message.user_id == author)
    timestamps = context.session.scalars(query).all()
    return timestamps[which % len(timestamps)] if timestamps else "1742217540.000000"


def dump(world: World) -> list[str]:
    return [f"{table} {sorted(row.items())}" for table, row in journal.dump(world.raw, Base.metadata)]


def test_any_history_is_counted_reverted_and_played_again(snapshot: Snapshot, office: Office) -> None:
    Histories.snapshot, Histories.office = snapshot, office
    run_state_machine_as_test(Histories, settings=settings(SHORT, derandomize=True))


@pytest.mark.proof
def test_many_more_histories_are_counted_reverted_and_played_again(
    snapshot: Snapshot, office: Office
) -> None:
    Histories.snapshot, Histories.office = snapshot, office
    run_state_machine_as_test(Histories, settings=settings(SHORT, max_examples=600, stateful_step_count=60))
