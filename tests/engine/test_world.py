"""A world: actions are whole or not at all, a reset goes back exactly, copies and neighbours never disturb it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from tests.office import Office
from workaday.apps.slack.errors import MessageNotFound
from workaday.apps.slack.models import Channel, Membership, Message
from workaday.apps.slack.service import channels, messages, people, reactions, search
from workaday.clock import SECOND
from workaday.errors import WorldError
from workaday.snapshot import Snapshot
from workaday.world import Context, World

DANA, MARCUS = "dana.whitfield", "marcus.lee"
ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["in memory", "in a file"])
def world(request: pytest.FixtureRequest, snapshot: Snapshot, tmp_path: Path) -> Iterator[World]:
    path = tmp_path / "world.db" if request.param == "in a file" else None
    with World.open(snapshot, path=path) as opened:
        yield opened


def post(world: World, channel: str, text: str = "a heron on the roof", person: str = DANA) -> str:
    with world.action("post", door="tool", person=person) as context:
        return messages.post(context, channel, text).message.ts


def act(world: World, *steps: Callable[[Context], object], person: str = DANA, reads: bool = False) -> None:
    """One action of several steps."""
    with world.action("act", door="tool", person=person, reads=reads) as context:
        for step in steps:
            step(context)


def found(world: World, words: str) -> list[str]:
    """The timestamps that Dana's search finds."""
    with world.action("search", door="tool", person=DANA, reads=True) as context:
        return [message.ts for message in search.messages(context, words).messages]


def everything(world: World) -> tuple[object, ...]:
    """All that somebody could see of a world, by several ways."""
    return (
        world.state_hash(),
        world.full_state_hash(),
        world.sequence(),
        world.clock.now,
        [str(change) for change in world.changes()],
        world.raw.execute("SELECT * FROM workaday_action ORDER BY number").fetchall(),
        world.raw.execute("SELECT kind, value FROM workaday_sequence ORDER BY kind").fetchall(),
        found(world, "heron"),
        found(world, "deadline"),
    )


def integrity(context: Context) -> None:
    twice = select(Channel.id).order_by(Channel.id).limit(1)
    context.session.execute(
        insert(Channel).values(
            id=context.session.scalars(twice).one(), kind="public", creator_id="U1", created=1, updated=1
        )
    )


def dangling(context: Context) -> None:
    seat = Membership(channel_id="C0NOSUCHROOM", user_id=people.me(context).id, joined=1)
    context.session.add(seat)
    context.session.flush()


def interrupted(_: Context) -> None:
    raise KeyboardInterrupt


def refused(context: Context) -> None:
    with_general = select(Channel.id).where(Channel.name == "general")
    messages.get(context, context.session.scalars(with_general).one(), "1000000000.000000")


def nonsense(context: Context) -> None:
    context.session.execute(text("SELECT * FROM no_such_table"))


FAILURES: list[tuple[Callable[[Context], None], type[BaseException]]] = [
    (integrity, IntegrityError),
    (dangling, IntegrityError),
    (interrupted, KeyboardInterrupt),
    (refused, MessageNotFound),
    (nonsense, Exception),
]


# --- an action ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fail", "error"), FAILURES, ids=[each.__name__ for each, _ in FAILURES])
def test_an_action_that_fails_in_the_middle_leaves_no_trace(
    world: World, office: Office, fail: Callable[[Context], None], error: type[BaseException]
) -> None:
    post(world, office.channels["general"], "the heron is back")
    before = everything(world)

    def half(context: Context) -> None:
        messages.post(context, office.channels["general"], "a second heron")
        reactions.add(context, office.channels["general"], office.messages["welcome"], "eyes")
        context.clock.move(context.clock.now + SECOND)

    with pytest.raises(error):
        act(world, half, fail)
    assert everything(world) == before
    post(world, office.channels["general"], "a third heron")
    assert len(found(world, "heron")) == 2


def test_what_failed_did_not_use_up_identifiers_or_timestamps(world: World, office: Office) -> None:
    given: list[tuple[int, str, str]] = []

    def write(context: Context) -> None:
        written = messages.post(context, office.channels["general"], "words").message
        given.append((written.id, written.ts, written.client_msg_id))

    with pytest.raises(KeyboardInterrupt):
        act(world, write, interrupted)
    act(world, write)
    assert given[0] == given[1]


def test_a_foreign_key_that_leads_nowhere_is_refused(world: World) -> None:
    with pytest.raises(IntegrityError):
        act(world, dangling)


def test_an_action_is_recorded_with_its_door_and_person(world: World, office: Office) -> None:
    post(world, office.channels["general"])
    rows = world.raw.execute("SELECT number, name, door, person_id, at FROM workaday_action").fetchall()
    assert rows == [(1, "post", "tool", DANA, world.clock.now)]
    assert {(change.action, change.name, change.person, change.doors) for change in world.changes()} == {
        (1, "post", DANA, ("tool",))
    }


def test_an_action_that_changes_nothing_leaves_no_trace(world: World, office: Office) -> None:
    post(world, office.channels["general"])
    before = everything(world)
    with world.action("looks", door="tool", person=DANA):
        pass
    with world.action("writes what is there", door="tool", person=DANA) as context:
        context.session.execute(text("UPDATE slack_channel SET name = name, topic = topic || ''"))
        context.clock.move(context.clock.now)
    assert everything(world) == before


def write_through_the_orm(context: Context) -> None:
    context.session.scalars(select(Message).limit(1)).one().text = "changed"


def write_through_a_statement(context: Context) -> None:
    context.schedule("slack.nothing", {}, at=context.clock.now)


def write_behind_the_orm(context: Context) -> None:
    context.world.raw.execute("DELETE FROM slack_reaction")


def take_an_identifier(context: Context) -> None:
    context.ids.number("slack_message")


def move_the_clock(context: Context) -> None:
    context.clock.move(context.clock.now + 1)


@pytest.mark.parametrize(
    "write",
    [
        write_through_the_orm,
        write_through_a_statement,
        write_behind_the_orm,
        take_an_identifier,
        move_the_clock,
    ],
)
def test_a_read_that_writes_is_refused(
    world: World, office: Office, write: Callable[[Context], object]
) -> None:
    for _ in range(2):
        before = everything(world)
        with pytest.raises(WorldError, match="act was to read only"):
            act(world, write, reads=True)
        assert everything(world) == before
        post(world, office.channels["general"])


def test_a_read_sees_what_was_written_and_leaves_no_trace(world: World, office: Office) -> None:
    ts = post(world, office.channels["general"])
    before = everything(world)
    with world.read() as session:
        assert session.scalars(select(Message.text).where(Message.ts == ts)).one() == "a heron on the roof"
    assert everything(world) == before


def test_an_action_cannot_start_inside_another(world: World) -> None:
    with world.action("outer", door="tool", person=DANA):
        for forbidden in (act, World.reset, World.settle, partial(World.advance, seconds=1)):
            with pytest.raises(WorldError, match="inside another action"):
                forbidden(world)


def test_another_thread_waits_for_the_action_to_end(world: World, office: Office) -> None:
    order: list[str] = []
    started = threading.Event()

    def other() -> None:
        started.set()
        post(world, office.channels["general"], "second")
        order.append("second")

    with world.action("first", door="tool", person=DANA) as context:
        thread = threading.Thread(target=other)
        thread.start()
        started.wait()
        messages.post(context, office.channels["general"], "first")
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_objects_do_not_outlive_their_action(world: World, office: Office) -> None:
    with world.action("loads", door="tool", person=DANA) as context:
        loaded = context.session.get_one(Channel, office.channels["general"])
    with world.action("loads again", door="tool", person=DANA) as context:
        assert context.session.get_one(Channel, office.channels["general"]) is not loaded


def test_what_a_statement_wrote_is_what_the_session_reads(world: World, office: Office) -> None:
    where = office.channels["general"]
    with world.action("mixes", door="tool", person="tom.alvarez") as context:
        query = select(Message).where(Message.ts == office.messages["edited"], Message.channel_id == where)
        entity = context.session.scalars(query).one()
        messages.edit(context, where, entity.ts, "Lunch order closes at noon.")
        assert entity.text == "Lunch order closes at noon."
        entity.text = "Lunch order closes now."
        assert messages.get(context, where, entity.ts).text == "Lunch order closes now."


def test_a_closed_world_says_so(world: World) -> None:
    world.close()
    world.close()
    for use in (act, World.reset, World.settle, World.state_hash, World.changes, World.sequence, World.fork):
        with pytest.raises(WorldError, match="closed"):
            use(world)


# --- reset and settle -----------------------------------------------------------------------------------


def meddle(world: World, office: Office) -> None:
    """Everything that can be done to a world, and some that fails."""
    general = office.channels["general"]
    ts = post(world, general, "a heron and a deadline")
    with world.action("more", door="page", person=DANA) as context:
        messages.edit(context, general, ts, "a heron without")
        reactions.add(context, general, office.messages["welcome"], "eyes")
        messages.delete(context, office.channels["tax-season"], office.messages["reply"])
        channels.open_direct(context, [office.users["tom.alvarez"]])
    world.advance(3600)
    for fail, error in FAILURES:
        with pytest.raises(error):
            act(world, lambda context: messages.post(context, general, "never"), fail, person=MARCUS)


def test_a_reset_goes_back_exactly(world: World, office: Office) -> None:
    before = everything(world)
    for _ in range(3):
        meddle(world, office)
        assert everything(world) != before
        world.reset()
        assert everything(world) == before


def test_after_a_reset_the_same_actions_give_the_same_again(world: World, office: Office) -> None:
    meddle(world, office)
    first = everything(world)
    world.reset()
    meddle(world, office)
    assert everything(world) == first


def test_a_reset_goes_back_to_what_was_settled(world: World, office: Office) -> None:
    post(world, office.channels["general"], "a heron before the task")
    world.advance(60)
    state, now = world.state_hash(), world.clock.now
    world.settle()
    assert (world.state_hash(), world.full_state_hash(), world.clock.now) == (state, state, now)
    assert (world.changes(), world.sequence()) == ([], 0)
    meddle(world, office)
    world.reset()
    assert (world.state_hash(), world.full_state_hash(), world.clock.now) == (state, state, now)
    assert (world.changes(), world.sequence()) == ([], 0)
    assert len(found(world, "heron")) == 1


def test_a_world_in_a_file_does_what_one_in_memory_does(
    snapshot: Snapshot, office: Office, tmp_path: Path
) -> None:
    with World.open(snapshot) as memory, World.open(snapshot, path=tmp_path / "world.db") as file:
        for world in (memory, file):
            post(world, office.channels["general"], "a heron before it is settled")
            world.settle()
            meddle(world, office)
        assert everything(memory) == everything(file)


# --- copies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied_to", ["memory", "file"])
def test_a_fork_is_the_same_and_goes_its_own_way(
    world: World, office: Office, tmp_path: Path, copied_to: str
) -> None:
    general = office.channels["general"]
    post(world, general, "a heron in both")
    with world.fork(path=tmp_path / "fork.db" if copied_to == "file" else None) as fork:
        assert everything(fork) == everything(world)
        post(world, general, "a heron here")
        fork.advance(60)
        post(fork, general, "two herons there")
        assert len(found(world, "heron")) == len(found(fork, "heron")) == 2
        assert found(world, "there") == found(fork, "here") == []
        assert fork.clock.now == world.clock.now + 60 * SECOND
        assert fork.full_state_hash() != world.full_state_hash()


def test_a_reset_of_a_fork_comes_back_to_the_fork(world: World, office: Office) -> None:
    post(world, office.channels["general"], "a heron in both")
    with world.fork() as fork:
        at_the_fork = everything(fork)
        meddle(fork, office)
        fork.reset()
        assert everything(fork) == at_the_fork
        assert [str(change) for change in fork.changes()] == [str(change) for change in world.changes()]


def test_a_fork_of_a_fork_outlives_the_world(world: World, office: Office) -> None:
    post(world, office.channels["general"])
    first = world.fork()
    second = first.fork()
    state = world.state_hash()
    world.close()
    first.close()
    with second:
        assert second.full_state_hash() == state


def test_half_an_action_is_never_copied(world: World, office: Office) -> None:
    with world.action("writes", door="tool", person=DANA) as context:
        messages.post(context, office.channels["general"], "half")
        with pytest.raises(WorldError, match="middle of an action"):
            world.fork()
    with world.read(), world.fork() as fork:
        assert fork.state_hash() == world.state_hash()


def test_before_is_the_world_as_it_was_settled(world: World, office: Office) -> None:
    settled = everything(world)
    meddle(world, office)
    present = everything(world)
    with world.before() as past:
        assert everything(past) == settled
        post(past, office.channels["general"], "a heron in the past")
        past.reset()
        assert everything(past) == settled
    assert everything(world) == present


def test_any_moment_of_the_journal_can_be_gone_back_to(world: World, office: Office) -> None:
    moments = [everything(world)]
    sequences = [world.sequence()]
    for step in range(5):
        ts = post(world, office.channels["general"], f"heron number {step}")
        world.advance(60)
        with world.action("edit", door="wire", person=DANA) as context:
            messages.edit(context, office.channels["general"], ts, f"deadline number {step}")
        moments.append(everything(world))
        sequences.append(world.sequence())
    for moment, sequence in zip(moments, sequences, strict=True):
        with world.before(sequence) as past:
            assert everything(past) == moment


def test_going_back_untangles_unique_values_that_changed_hands(world: World, office: Office) -> None:
    state = world.full_state_hash()
    general, tax = office.channels["general"], office.channels["tax-season"]
    with world.action("swap", door="tool", person=DANA) as context:
        for channel, name in ((general, "in-between"), (tax, "general"), (general, "tax-season")):
            rename = text("UPDATE slack_channel SET name = :name WHERE id = :id")
            context.session.execute(rename, {"name": name, "id": channel})
    with world.before() as past:
        assert past.full_state_hash() == state
        with pytest.raises(IntegrityError):
            act(past, dangling)


# --- worlds in files ------------------------------------------------------------------------------------


def test_a_world_in_a_file_is_found_again(snapshot: Snapshot, office: Office, tmp_path: Path) -> None:
    path = tmp_path / "world.db"
    with World.open(snapshot, path=path) as world:
        settled = everything(world)
        post(world, office.channels["general"])
        present = everything(world)
    with World.at(path) as again:
        assert everything(again) == present
        again.reset()
        assert everything(again) == settled


def test_a_world_is_not_made_over_another(snapshot: Snapshot, tmp_path: Path) -> None:
    path = tmp_path / "world.db"
    World.open(snapshot, path=path).close()
    with pytest.raises(WorldError, match="already"):
        World.open(snapshot, path=path)


def test_a_world_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="there is no world at"):
        World.at(tmp_path / "nothing.db")
    assert not (tmp_path / "nothing.db").exists()


WORKER = """
import sys
from pathlib import Path
from workaday.app import apps
from workaday.apps.slack.service import messages
from workaday.world import World

apps()
path, channel, person, count, dies = sys.argv[1:]
with World.at(Path(path)) as world:
    for number in range(int(count)):
        with world.action("post", door="wire", person=person) as context:
            messages.post(context, channel, f"heron {number} of {person}")
    if dies == "dies":
        with world.action("post", door="wire", person=person) as context:
            messages.post(context, channel, "half a heron")
            print("now", flush=True)
            sys.stdin.read()
"""


def worker(path: Path, channel: str, person: str, count: int, dies: str = "lives") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORKER, str(path), channel, person, str(count), dies]
    return subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_two_processes_write_to_one_world(snapshot: Snapshot, office: Office, tmp_path: Path) -> None:
    path, general, count = tmp_path / "world.db", office.channels["general"], 25
    with World.open(snapshot, path=path) as world:
        running = [worker(path, general, person, count) for person in (DANA, MARCUS)]
        for process in running:
            _, errors = process.communicate(timeout=60)
            assert (process.returncode, errors) == (0, "")
        query = "SELECT id, ts FROM slack_message WHERE text LIKE 'heron %' ORDER BY id"
        written = world.raw.execute(query).fetchall()
        assert len(written) == 2 * count
        assert [ts for _, ts in written] == sorted({ts for _, ts in written})
        assert [change.action for change in world.changes() if change.table == "slack_message"] == list(
            range(1, 2 * count + 1)
        )
        assert world.state_hash() == world.full_state_hash()


def test_an_action_waits_for_that_of_another_connection_and_sees_what_it_did(
    snapshot: Snapshot, office: Office, tmp_path: Path
) -> None:
    path, general = tmp_path / "world.db", office.channels["general"]
    with World.open(snapshot, path=path) as world, World.at(path) as other, ThreadPoolExecutor(1) as pool:
        with world.action("first", door="tool", person=DANA) as context:
            first = messages.post(context, general, "first").message.ts
            waiting = pool.submit(post, other, general, "second", MARCUS)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.2)
        assert waiting.result(timeout=30) > first
        assert [change.action for change in world.changes() if change.table == "slack_message"] == [1, 2]


def test_a_process_that_is_killed_in_the_middle_leaves_no_half_action(
    snapshot: Snapshot, office: Office, tmp_path: Path
) -> None:
    path = tmp_path / "world.db"
    with World.open(snapshot, path=path) as world:
        process = worker(path, office.channels["general"], DANA, 3, "dies")
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert len(found(world, "heron")) == 3
        assert world.state_hash() == world.full_state_hash()
        post(world, office.channels["general"], "a heron after all")
        assert len(found(world, "heron")) == 4


# --- many worlds ----------------------------------------------------------------------------------------


def test_hundreds_of_worlds_in_eight_threads_never_see_each_other(snapshot: Snapshot, office: Office) -> None:
    def live(number: int) -> tuple[str, int, int]:
        with World.open(snapshot) as world:
            world.advance(number)
            for round_ in range(3):
                post(world, office.channels["general"], f"heron {number} in round {round_}")
                world.advance(number)
            seen = found(world, "heron")
            mine = found(world, f'"heron {number} in round"')
            assert seen == mine
            assert world.state_hash() == world.full_state_hash()
            return world.state_hash(), world.clock.now, len(mine)

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(live, range(200)))
    assert [count for _, _, count in together] == [3] * 200
    assert len({state for state, _, _ in together}) == 200
    for number in (0, 7, 199):
        assert live(number) == together[number]


REPLAY = """
import json
from pathlib import Path
import sys
from tests.office import find
from tests.engine.test_world import meddle
from workaday.app import apps
from workaday.world import World

apps()
with World.from_image(Path(sys.argv[1]).read_bytes()) as world:
    meddle(world, find(world))
    print(json.dumps([world.state_hash(), world.full_state_hash(), [str(c) for c in world.changes()]]))
"""


def test_the_same_actions_leave_the_same_in_every_process_zone_and_hash_seed(
    snapshot: Snapshot, office: Office, tmp_path: Path
) -> None:
    image = tmp_path / "image.db"
    with World.open(snapshot) as world:
        image.write_bytes(world.image())
        meddle(world, office)
        expected = [world.state_hash(), world.full_state_hash(), [str(change) for change in world.changes()]]
    for zone, seed in (("UTC", "0"), ("Asia/Tokyo", "1"), ("America/New_York", "2")):
        environment = {"TZ": zone, "PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        command = [sys.executable, "-c", REPLAY, str(image)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        assert json.loads(done.stdout) == expected
