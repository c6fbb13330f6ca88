"""The control door: worlds made, moved, looked into and deleted, by the admin alone."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests import office as small_office
from tests.office import NOW, Office
from workaday.clock import SECOND
from workaday.server import agent, control
from workaday.server.host import Host
from workaday.snapshot import Snapshot, Store

ADMIN = "admin-token"
NEW = {"firm": "office", "size": "tiny", "persons": ["dana.whitfield"]}


@pytest.fixture
def host(tmp_path: Path, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr("workaday.snapshot.recipes", lambda: {"office": small_office.RECIPE})
    opened = Host(tmp_path, store=Store(snapshot.folder.parent))
    yield opened
    opened.close()


class Answer(NamedTuple):
    status: int
    json: Any
    data: bytes
    content_type: str


def answer_of(told: TestResponse) -> Answer:
    return Answer(told.status_code, told.get_json(silent=True), told.data, told.content_type)


class Admin:
    """A client of the control door that holds the admin token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def __call__(self, method: str, path: str, body: object = None, **more: Any) -> Answer:
        headers = {"Authorization": f"Bearer {ADMIN}"}
        return answer_of(self.client.open(path, method=method, json=body, headers=headers, **more))

    def new(self, **more: Any) -> Any:
        answer = self("POST", "/worlds", NEW | more)
        assert answer.status == 201, answer.data
        return answer.json


@pytest.fixture
def admin(host: Host) -> Admin:
    return Admin(control.create_app(host, ADMIN, 8080).test_client())


@pytest.fixture
def agents(host: Host) -> FlaskClient:
    return agent.create_app(host).test_client()


def post(agents: FlaskClient, seat: Any, text: str) -> Answer:
    url = f"/w/{seat['token']}/tools/slack_post_message"
    return answer_of(agents.post(url, json={"channel": "general", "text": text}))


# --- who may come in ------------------------------------------------------------------------------------

ROUTES = [
    ("POST", "/worlds"),
    ("GET", "/worlds"),
    ("GET", "/worlds/x"),
    ("DELETE", "/worlds/x"),
    ("POST", "/worlds/x/seats"),
    ("DELETE", "/worlds/x/seats/dana.whitfield"),
    ("POST", "/worlds/x/reset"),
    ("POST", "/worlds/x/fork"),
    ("POST", "/worlds/x/advance"),
    ("POST", "/worlds/x/settle"),
    ("GET", "/worlds/x/changes"),
    ("GET", "/worlds/x/state_hash"),
    ("GET", "/worlds/x/snapshot"),
    ("GET", "/controls"),
    ("POST", "/worlds/x/controls/slack_clear_faults"),
    ("POST", "/episodes"),
    ("GET", "/episodes/x"),
    ("POST", "/episodes/x/grade"),
]


def _replaced(path: str, words: dict[str, str]) -> str:
    for word, stand_in in words.items():
        path = path.replace(word, stand_in)
    return path


def test_the_list_of_routes_is_whole(host: Host) -> None:
    rules = control.create_app(host, ADMIN, 8080).url_map.iter_rules()
    found = {(method, rule.rule) for rule in rules for method in (rule.methods or set()) - {"HEAD"}}
    words = {"/x": "/<name>", "dana.whitfield": "<person>", "slack_clear_faults": "<control>"}
    named = {(m, _replaced(p, words)) for m, p in ROUTES}
    assert found == named


@pytest.mark.parametrize(("method", "path"), [*ROUTES, ("GET", "/"), ("GET", "/nowhere"), ("PUT", "/worlds")])
@pytest.mark.parametrize(
    "given",
    [None, "", "Bearer", "Bearer ", "Bearer x", f"bearer {ADMIN}", f"Bearer {ADMIN} ", ADMIN, "Bearer é"],
)
def test_nobody_comes_in_without_the_admin_token(
    host: Host, admin: Admin, method: str, path: str, given: str | None
) -> None:
    headers = {} if given is None else {"Authorization": given}
    answer = answer_of(admin.client.open(path, method=method, json={}, headers=headers))
    assert (answer.status, answer.json["error"]) == (401, "unauthorized")
    assert host.registry.all() == []


def test_an_agents_token_is_not_the_admins(admin: Admin) -> None:
    token = admin.new()["seats"][0]["token"]
    for given in (f"Bearer {token}", f"Bearer xoxp-{token}"):
        assert admin.client.get("/worlds", headers={"Authorization": given}).status_code == 401


# --- worlds ---------------------------------------------------------------------------------------------


def test_a_new_world_tells_everything_that_an_agent_is_given(admin: Admin) -> None:
    made = admin.new(persons=["dana.whitfield", "marcus.lee"])
    dana, marcus = made["seats"]
    token = dana["token"]
    assert dana == {
        "person": "dana.whitfield",
        "token": token,
        "pages": {"slack": f"http://localhost:8080/w/{token}/slack/"},
        "api": {"slack": "http://localhost:8080/slack/api/"},
        "tools": f"http://localhost:8080/w/{token}/tools",
        "bearer": {"slack": f"xoxp-{token}"},
    }
    assert marcus["token"] != token
    assert admin("GET", f"/worlds/{made['world']}").json == made
    assert [each["id"] for each in admin("GET", "/worlds").json["worlds"]] == [made["world"]]


def test_addresses_lead_to_the_host_by_which_the_admin_came(admin: Admin) -> None:
    name = admin.new()["world"]
    for came_by, told in (
        ("box:8081", "http://box:8080/"),
        ("[::1]:8081", "http://[::1]:8080/"),
        ("box", "http://box:8080/"),
    ):
        answer = admin("GET", f"/worlds/{name}", base_url=f"http://{came_by}")
        assert answer.json["seats"][0]["tools"].startswith(told)


def test_agents_act_in_a_hosted_world_by_every_door(
    admin: Admin, agents: FlaskClient, office: Office
) -> None:
    seat = admin.new()["seats"][0]
    assert agents.get(f"/w/{seat['token']}/slack/", follow_redirects=True).status_code == 200
    assert post(agents, seat, "Hello.").json["message"]["user"] == office.users["dana.whitfield"]
    headers = {"Authorization": f"Bearer {seat['bearer']['slack']}"}
    assert (
        answer_of(agents.post("/slack/api/auth.test", headers=headers)).json["user_id"]
        == office.users["dana.whitfield"]
    )


def test_a_world_that_is_reset_is_as_it_was(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    before = admin("GET", f"/worlds/{made['world']}/state_hash").json["state_hash"]
    assert before == made["snapshot"]
    post(agents, made["seats"][0], "Hello.")
    assert admin("GET", f"/worlds/{made['world']}/state_hash").json["state_hash"] != before
    assert admin("POST", f"/worlds/{made['world']}/reset").json == {"state_hash": before, "now": NOW}


def test_a_fork_goes_its_own_way_under_tokens_of_its_own(admin: Admin, agents: FlaskClient) -> None:
    origin = admin.new()
    post(agents, origin["seats"][0], "Before the fork.")
    fork = admin("POST", f"/worlds/{origin['world']}/fork").json
    same = admin("GET", f"/worlds/{origin['world']}/state_hash").json
    assert admin("GET", f"/worlds/{fork['world']}/state_hash").json == same
    assert fork["forked_from"] == origin["world"]
    assert fork["seats"][0]["token"] != origin["seats"][0]["token"]
    post(agents, fork["seats"][0], "After it.")
    assert admin("GET", f"/worlds/{origin['world']}/state_hash").json == same


def test_advancing_moves_one_worlds_clock(admin: Admin) -> None:
    moved, other = admin.new(), admin.new()
    assert admin("POST", f"/worlds/{moved['world']}/advance", {"seconds": 1.5}).json == {
        "now": NOW + 3 * SECOND // 2
    }
    assert admin("POST", f"/worlds/{other['world']}/advance", {"seconds": 0}).json == {"now": NOW}


def test_changes_say_who_did_what_through_which_door(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    post(agents, made["seats"][0], "Hello.")
    told = admin("GET", f"/worlds/{made['world']}/changes").json
    (message,) = [each for each in told["changes"] if each["table"] == "slack_message"]
    assert (message["kind"], message["before"], message["after"]["text"]) == ("insert", None, "Hello.")
    assert (message["name"], message["person"], message["doors"]) == (
        "slack_post_message",
        "dana.whitfield",
        ["tool"],
    )
    later = admin("GET", f"/worlds/{made['world']}/changes?since={told['sequence']}").json
    assert later == {"sequence": told["sequence"], "changes": []}


def test_settling_makes_the_present_what_a_reset_goes_back_to(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    post(agents, made["seats"][0], "To stay.")
    settled = admin("POST", f"/worlds/{made['world']}/settle").json["state_hash"]
    post(agents, made["seats"][0], "To go.")
    assert admin("POST", f"/worlds/{made['world']}/reset").json["state_hash"] == settled
    assert admin("GET", f"/worlds/{made['world']}/changes").json["changes"] == []


def test_a_snapshot_is_one_database_file_with_the_present_in_it(
    admin: Admin, agents: FlaskClient, tmp_path: Path
) -> None:
    made = admin.new()
    post(agents, made["seats"][0], "In the file.")
    answer = admin("GET", f"/worlds/{made['world']}/snapshot")
    assert answer.content_type == "application/vnd.sqlite3"
    (tmp_path / "copy.db").write_bytes(answer.data)
    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("SELECT count(*) FROM slack_message WHERE text = 'In the file.'").fetchone() == (1,)
    copy.close()


def test_a_deleted_world_is_gone_with_its_files(admin: Admin, agents: FlaskClient, tmp_path: Path) -> None:
    made, other = admin.new(), admin.new()
    assert post(agents, made["seats"][0], "Hello.").status == 200
    assert admin("DELETE", f"/worlds/{made['world']}").json == {"deleted": made["world"]}
    assert post(agents, made["seats"][0], "Hello?").status == 404
    assert post(agents, other["seats"][0], "Hello.").status == 200
    assert [path.name for path in (tmp_path / "worlds").iterdir()] == [other["world"]]


# --- seats ----------------------------------------------------------------------------------------------


def test_a_seat_can_be_given_later_and_taken_away(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    seats = admin("POST", f"/worlds/{made['world']}/seats", {"persons": ["priya.raman"]}).json["seats"]
    assert [seat["person"] for seat in seats] == ["dana.whitfield", "priya.raman"]
    assert seats[0] == made["seats"][0]
    gone = admin("DELETE", f"/worlds/{made['world']}/seats/priya.raman")
    assert gone.json == {"revoked": ["priya.raman"]}
    assert [post(agents, seat, "Hello.").status for seat in seats] == [200, 404]


def test_a_world_whose_files_are_gone_can_still_be_deleted(admin: Admin, tmp_path: Path) -> None:
    made = admin.new()
    shutil.rmtree(tmp_path / "worlds" / made["world"])
    assert admin("POST", f"/worlds/{made['world']}/reset", {}).status == 400
    assert admin("DELETE", f"/worlds/{made['world']}").status == 200
    assert admin("GET", "/worlds").json == {"worlds": []}


def test_who_waited_for_a_world_that_was_deleted_meanwhile_does_not_get_in(host: Host, admin: Admin) -> None:
    made = admin.new()
    with ThreadPoolExecutor(1) as threads:
        with host.world(made["world"]):
            waiting = threads.submit(host.find, made["seats"][0]["token"])
            assert not wait([waiting], timeout=0.2).done
            host.registry.revoke(made["world"])
        assert waiting.result() is None


# --- what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "firm"),
        (NEW | {"firm": "acme"}, "there is no firm called 'acme'"),
        (NEW | {"firm": 5}, "firm"),
        (NEW | {"size": "huge"}, "size"),
        (NEW | {"size": "full"}, "has no size 'full'"),
        (NEW | {"seed": -1}, "seed"),
        (NEW | {"seed": "1"}, "seed"),
        (NEW | {"seed": 2**70}, "integers go up to"),
        (NEW | {"persons": []}, "persons"),
        (NEW | {"persons": "dana.whitfield"}, "persons"),
        (NEW | {"persons": ["dana"]}, "there is nobody called 'dana'"),
        (NEW | {"persons": ["dana.whitfield\u0000"]}, "there is nobody called"),
        (NEW | {"persons": ["\ud800"]}, "surrogate"),
        (NEW | {"extra": 1}, "extra"),
        ([], "object"),
        ("text", "object"),
    ],
)
def test_a_world_that_cannot_be_made_is_refused_with_the_reason(
    admin: Admin, tmp_path: Path, body: object, says: str
) -> None:
    answer = admin("POST", "/worlds", body)
    assert answer.status == 400, answer.data
    assert set(answer.json) == {"error", "message"}
    assert says in answer.json["message"]
    assert admin("GET", "/worlds").json == {"worlds": []}
    assert list((tmp_path / "worlds").iterdir()) == []


@pytest.mark.parametrize("seconds", [-1, 1e300, "10", None, [], True])
def test_time_does_not_move_by_what_is_no_length_of_time(admin: Admin, seconds: object) -> None:
    name = admin.new()["world"]
    answer = admin("POST", f"/worlds/{name}/advance", {"seconds": seconds})
    assert (answer.status, answer.json["error"]) == (400, "invalid_arguments")
    assert admin("POST", f"/worlds/{name}/advance", {"seconds": 0}).json == {"now": NOW}


@pytest.mark.parametrize("since", ["-1", "x", "", "9" * 400, "1.5", "²", "%00"])
def test_changes_are_since_a_number(admin: Admin, since: str) -> None:
    name = admin.new()["world"]
    assert admin("GET", f"/worlds/{name}/changes?since={since}").status == 400


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if "/x" in route[1]])
def test_a_world_that_there_is_not_is_not_found(admin: Admin, method: str, path: str) -> None:
    bodies = {"/worlds/x/advance": {"seconds": 1}, "/worlds/x/seats": {"persons": ["dana.whitfield"]}}
    for name in ("x", "..", "%2e%2e", "x%00", "a" * 300):
        answer = admin(method, path.replace("/x", f"/{name}", 1), bodies.get(path, {}))
        assert answer.status in {404, 405}, answer.data
        assert answer.json["error"] in {"no_such_world", "not_found", "method_not_allowed"}


@pytest.mark.parametrize("data", [b"{", b"\xff", b"[" * 100_000, b'{"a": NaN}'])
def test_broken_json_is_refused(admin: Admin, data: bytes) -> None:
    headers = {"Authorization": f"Bearer {ADMIN}"}
    answer = answer_of(admin.client.post("/worlds", data=data, headers=headers))
    assert (answer.status, answer.json["error"]) == (400, "invalid_arguments")


# --- what apps offer to whoever runs a world ------------------------------------------------------------


def test_an_apps_controls_are_listed_and_carried_out(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    listed = {each["function"]["name"] for each in admin("GET", "/controls").json}
    assert "slack_add_fault" in listed
    path = f"/worlds/{made['world']}/controls/slack_add_fault"
    assert admin("POST", path, {"method": "auth.test", "kind": "ratelimited"}).status == 200
    bearer = {"Authorization": f"Bearer {made['seats'][0]['bearer']['slack']}"}
    assert agents.post("/slack/api/auth.test", headers=bearer).status_code == 429


def test_a_control_is_no_tool_of_the_agents(admin: Admin, agents: FlaskClient) -> None:
    made = admin.new()
    tools = f"/w/{made['seats'][0]['token']}/tools/slack_add_fault"
    assert agents.post(tools, json={"method": "*", "kind": "ratelimited"}).status_code == 404
    path = f"/worlds/{made['world']}/controls"
    assert admin("POST", f"{path}/slack_nonsense", {}).status == 404
    assert admin("POST", f"{path}/slack_add_fault", {"method": "*", "kind": "odd"}).status == 400
