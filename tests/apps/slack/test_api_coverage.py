"""coverage.toml says what the Web API has: no more, and no less."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from tests.apps.slack.wire import JSON, Wire
from workaday.apps import slack
from workaday.apps.slack.api.absent import ABSENT, RETIRED
from workaday.apps.slack.api.methods import METHODS
from workaday.apps.slack.api.scopes import HELD
from workaday.tool import toolbox

ROOT = Path(__file__).parents[3]
REFERENCE = Path("/work/shared/reference/slack.md")
LISTED: list[JSON] = tomllib.loads((Path(slack.__file__).parent / "coverage.toml").read_text())["endpoint"]
HERE = {each["name"] for each in LISTED if each["status"] in {"supported", "partial"}}
NOT_HERE = {each["name"] for each in LISTED if each["status"] == "absent"}


def test_what_is_listed_as_here_is_what_is_served() -> None:
    assert set(METHODS) - set(ABSENT) - set(RETIRED) == HERE
    assert set(ABSENT) >= NOT_HERE
    assert len(LISTED) == len(HERE) + len(NOT_HERE)


def test_every_entry_is_complete() -> None:
    for each in LISTED:
        assert list(each) == ["name", "status", "tests", "note"]
        assert each["tests"]
        assert each["note"] or each["status"] == "supported"


@lru_cache
def named_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: str(entry["name"]))
def test_every_named_test_exists(entry: JSON) -> None:
    for test in entry["tests"]:
        path, _, name = test.partition("::")
        assert name in named_in(path)


def test_every_tools_method_is_here() -> None:
    assert {tool.wire for tool in toolbox("slack").values() if tool.wire} <= HERE


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference is not on this machine")
def test_tiers_1_and_2_of_the_reference_are_listed_whole() -> None:
    """Reference A.1 and A.2; a name of A.3 that is not listed is absent, too."""
    text = REFERENCE.read_text()
    tiers, rest = text[text.index("### A.1") : text.index("### A.3")], text[text.index("### A.3") :]
    named = re.compile(r"^\| `([A-Za-z0-9.]+)` \|", re.MULTILINE)
    listed = {each["name"] for each in LISTED}
    assert set(named.findall(tiers)) <= listed
    assert set(named.findall(rest[: rest.index("## B.")])) <= listed | set(ABSENT) | set(RETIRED)


@pytest.mark.parametrize("method", sorted(ABSENT))
def test_every_absent_method_is_refused_truly(wire: Wire, method: str) -> None:
    """A scope that it wants and the token has not; where none is missing, access is denied with a reason."""
    told = wire.call(method)
    if told["error"] == "missing_scope":
        assert not set(ABSENT[method].scopes) & set(HELD)
        assert told["needed"] == ",".join(ABSENT[method].scopes)
    else:
        assert told["error"] == "access_denied"
        assert method in told["response_metadata"]["messages"][0]
    assert wire.request("POST", method).json == {"ok": False, "error": "not_authed"}


@pytest.mark.parametrize("method", sorted(HERE))
def test_every_method_that_is_here_answers(wire: Wire, method: str) -> None:
    """With what it needs or without: never as if it were not there."""
    told = wire.call(method)
    assert told.get("error") not in {"unknown_method", "missing_scope", "access_denied", "method_deprecated"}


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference is not on this machine")
def test_the_scopes_of_a_method_are_the_references() -> None:
    """Reference A.1, the scopes of a user's token."""
    rows = re.findall(r"^\| `([A-Za-z0-9.]+)` \| [^|]* \| ([^|]*) \|", REFERENCE.read_text(), re.MULTILINE)
    for name, scopes in rows:
        if name in HERE:
            wanted = re.search(r"(?:user|only): (\S+)$", scopes.strip())
            assert set(METHODS[name].scopes) == (set(wanted[1].split("/")) if wanted else set())
