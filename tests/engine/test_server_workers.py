"""Several processes behind two ports: any of them serves any world, and killing one loses nothing."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.office import NOW
from workaday.clock import SECOND
from workaday.errors import WorkadayError
from workaday.server import wsgi
from workaday.server.workers import serve
from workaday.snapshot import Snapshot

ROOT = Path(__file__).parents[2]
ADMIN = "admin-token"
SERVE = """
import sys
from pathlib import Path
import workaday.snapshot
from tests.office import RECIPE
from workaday.server.workers import serve
workaday.snapshot.recipes = lambda: {"office": RECIPE}
serve("127.0.0.1", 0, 0, workers=2, folder=Path(sys.argv[1]), admin_token=sys.argv[2] or None)
"""

PROCESSES = 3
"""Two that answer, and one that carries what leaves the worlds."""


class Running:
    """A server in processes of its own."""

    def __init__(self, folder: Path, snapshot: Snapshot, admin: str = ADMIN) -> None:
        cache = snapshot.folder.parent.parent
        environment = os.environ | {"WORKADAY_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), admin],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.said = [self.process.stdout.readline() for _ in range(2 if admin else 3)]
        self.agents, self.control = (re.findall(r"http://(\S+)", line)[0] for line in self.said[:2])
        assert eventually(lambda: len(self.children()) == PROCESSES)

    def children(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in found.split()]

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the control door."""
        return asked(self.control, method, path, body, {"Authorization": f"Bearer {ADMIN}"})[1]

    def post(self, token: str, text: str) -> int:
        path = f"/w/{token}/tools/slack_post_message"
        return asked(self.agents, "POST", path, {"channel": "general", "text": text})[0]

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """How it ended, and what it said on standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=30)
        return self.process.returncode, errors


def asked(
    host: str, method: str, path: str, body: object, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(host, timeout=60)
    try:
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, headers or {})
        answer = connection.getresponse()
        told = answer.read()
        return answer.status, json.loads(told) if answer.headers[
            "Content-Type"
        ] == "application/json" else told
    finally:
        connection.close()


def eventually(what: Callable[[], bool]) -> bool:
    for _ in range(400):
        if what():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def running(folder: Path, snapshot: Snapshot) -> Iterator[Running]:
    started = Running(folder, snapshot)
    yield started
    if started.process.poll() is None:
        assert started.stop()[0] == 0


@pytest.fixture
def made(running: Running) -> Any:
    return running.ask("POST", "/worlds", {"firm": "office", "size": "tiny", "persons": ["dana.whitfield"]})


def token(made: Any) -> str:
    return str(made["seats"][0]["token"])


def messages(running: Running, made: Any) -> list[str]:
    """The texts written since the world was made."""
    changes = running.ask("GET", f"/worlds/{made['world']}/changes")["changes"]
    return sorted(each["after"]["text"] for each in changes if each["table"] == "slack_message")


def test_every_process_serves_every_world(running: Running, made: Any) -> None:
    """Many new connections go to both processes; all see one world."""
    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(lambda n: running.post(token(made), f"m{n:03}"), range(120)))
    assert statuses == [200] * 120
    assert messages(running, made) == [f"m{n:03}" for n in range(120)]
    name = made["world"]
    open_in = [pid for pid in running.children() if name in open_files(pid)]
    assert len(open_in) == 2


def open_files(pid: int) -> str:
    return " ".join(str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink())


def test_a_killed_process_loses_nothing_and_is_replaced(running: Running, made: Any) -> None:
    assert running.post(token(made), "first") == 200
    for killed in running.children():
        others = set(running.children())
        os.kill(killed, signal.SIGKILL)
        assert running.post(token(made), f"after {len(messages(running, made))}") == 200
        assert eventually(lambda before=others: len(set(running.children()) - before) == 1)  # type: ignore[misc]
    assert messages(running, made) == [*(f"after {n}" for n in range(1, PROCESSES + 1)), "first"]


def test_a_world_deleted_through_one_process_stops_in_all(running: Running, made: Any) -> None:
    assert {running.post(token(made), "x") for _ in range(20)} == {200}
    running.ask("DELETE", f"/worlds/{made['world']}")
    assert {running.post(token(made), "x") for _ in range(20)} == {404}


def test_resets_while_agents_act_leave_a_whole_world(running: Running, made: Any) -> None:
    """Some actions are undone, none is refused, and none is half there."""
    with ThreadPoolExecutor(6) as threads:
        acting = [threads.submit(running.post, token(made), f"m{n}") for n in range(100)]
        resetting = [
            threads.submit(running.ask, "POST", f"/worlds/{made['world']}/reset", {}) for _ in range(10)
        ]
        assert {each.result() for each in acting} == {200}
        assert all("state_hash" in each.result() for each in resetting)
    told = running.ask("POST", f"/worlds/{made['world']}/reset", {})
    assert told == {"state_hash": made["snapshot"], "now": NOW}


def test_time_moved_by_several_at_once_adds_up(running: Running, made: Any) -> None:
    path = f"/worlds/{made['world']}/advance"
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: running.ask("POST", path, {"seconds": n}), range(1, 41)))
    assert running.ask("POST", path, {"seconds": 0}) == {"now": NOW + sum(range(1, 41)) * SECOND}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_every_process_and_worlds_outlive_the_server(
    tmp_path: Path, snapshot: Snapshot, number: int
) -> None:
    first = Running(tmp_path, snapshot)
    made = first.ask("POST", "/worlds", {"firm": "office", "size": "tiny", "persons": ["dana.whitfield"]})
    assert first.post(token(made), "kept") == 200
    children = first.children()
    assert first.stop(number) == (0, "")
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]

    second = Running(tmp_path, snapshot)
    assert second.post(token(made), "and more") == 200
    assert messages(second, made) == ["and more", "kept"]
    second.stop()


def test_the_processes_of_a_killed_server_end_too(tmp_path: Path, snapshot: Snapshot) -> None:
    started = Running(tmp_path, snapshot)
    children = started.children()
    started.stop(signal.SIGKILL)
    assert eventually(lambda: not [pid for pid in children if is_running(pid)])


def is_running(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_without_an_admin_token_one_is_made_up_and_printed(tmp_path: Path, snapshot: Snapshot) -> None:
    started = Running(tmp_path, snapshot, admin="")
    made_up = started.said[2].split()[-1]
    assert len(made_up) >= 32
    for given, status in ((made_up, 200), ("", 401)):
        headers = {"Authorization": f"Bearer {given}"}
        assert asked(started.control, "GET", "/worlds", None, headers)[0] == status
    started.stop()


def test_a_port_that_is_taken_and_no_workers_are_refused_with_the_reason(tmp_path: Path) -> None:
    with wsgi.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WorkadayError, match=f"cannot listen on 127.0.0.1, port {port}"):
            serve("127.0.0.1", port, 0, workers=1, folder=tmp_path)
    with pytest.raises(WorkadayError, match="at least one worker"):
        serve("127.0.0.1", 0, 0, workers=0, folder=tmp_path)
