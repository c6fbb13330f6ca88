"""A world reads no clock and no chance but its own (Law 2): ruff holds what it can see, the rest is held here."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What runs worlds from outside may read the wall clock; the same list as in pyproject.toml's per-file-ignores.
OUTSIDE_A_WORLD = re.compile(r"workaday/((server|agents|learning|adapters)/|(bench|browser|wall)\.py$)")
DEFINES_SQL_TIME = "workaday/database.py"
PAGE_CLOCK = re.compile(r"workaday/web/.*clock\w*\.(js|html)$")

CLOCK_CALLS = {"now", "utcnow", "today"}
CHANCE_MODULES = {"random", "secrets"}
SQL_CLOCK_OR_CHANCE = re.compile(
    r"\bCURRENT_(TIMESTAMP|DATE|TIME)\b|\(\s*'now'|\b(random|randomblob)\s*\(", re.IGNORECASE
)
JS_CLOCK_OR_CHANCE = re.compile(
    r"\bDate\s*\.\s*now\b|\bnew\s+Date\s*(\(\s*\)|(?!\s*\())|(?<!new )(?<!\.)\bDate\s*\(\s*\)|\bperformance\s*\.\s*now\b"
    r"|\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*(randomUUID|getRandomValues)\b"
)
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)


def banned_in_python(source: str, *, sql: bool = True) -> list[str]:
    """``line: what`` for each reading of the process's clock, chance or hash seed that ruff cannot see."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes = (node for node in ast.walk(tree) if id(node) not in prose)
    return [f"{getattr(node, 'lineno', 0)}: {what}" for node in nodes for what in _banned(node, sql=sql)]


def _banned(node: ast.AST, *, sql: bool) -> Iterator[str]:
    match node:
        case ast.Name(id="hash", ctx=ast.Load()):
            yield "hash() differs between processes"
        case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCK_CALLS:
            yield f".{name}() reads the machine's clock"
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]) if (
            name in CLOCK_CALLS
        ):
            yield f".{name} by another spelling"
        case ast.Call(args=[ast.Constant(value=str(name)), *_], func=function) if (
            name in CHANCE_MODULES and "import" in ast.unparse(function)
        ):
            yield f"{name} imported by another spelling"
        case ast.Constant(value=str(text)) if sql and SQL_CLOCK_OR_CHANCE.search(text):
            yield "SQL that reads the clock or chance"


def banned_in_script(source: str) -> list[str]:
    """Each reading of the browser's clock or chance in JavaScript (or a page that holds some)."""
    return [match.group() for match in JS_CLOCK_OR_CHANCE.finditer(JS_COMMENT.sub("", source))]


def files(*patterns: str) -> list[Path]:
    found = (path for pattern in patterns for path in ROOT.glob(pattern) if "__pycache__" not in path.parts)
    return sorted(path for path in found if path.is_file() and not _through_a_link(path))


def _through_a_link(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def world_code() -> list[Path]:
    python = files("workaday/**/*.py", "apps/**/*.py", "seeds/**/*.py", "tasks/**/*.py", "verifiers/**/*.py")
    return [path for path in python if not OUTSIDE_A_WORLD.match(name(path))]


def test_world_code_reads_no_clock_and_no_chance_of_the_process() -> None:
    code = world_code()
    assert {"workaday", "apps", "seeds", "tasks", "verifiers"} == {name(path).split("/")[0] for path in code}
    found = {
        name(path): banned
        for path in code
        if (banned := banned_in_python(path.read_text(), sql=name(path) != DEFINES_SQL_TIME))
    }
    assert not found


def test_pages_read_no_clock_but_the_page_clock() -> None:
    scripts = files(
        "apps/**/static/**/*.js", "apps/**/templates/**/*", "workaday/web/**/*.js", "workaday/web/**/*.html"
    )
    assert {".js", ".html"} <= {path.suffix for path in scripts}
    found = {
        name(path): banned
        for path in scripts
        if not PAGE_CLOCK.match(name(path)) and (banned := banned_in_script(path.read_text()))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "import datetime as dt\nmoment = dt.now(zone)",
        "moment = type(other).utcnow()",
        "day = calendar.date.today()",
        "moment = getattr(datetime, 'now')()",
        "column = mapped_column(server_default=func.now())",
        "column = mapped_column(server_default=text('CURRENT_TIMESTAMP'))",
        "rows = session.execute(text(\"SELECT date('now')\"))",
        "rows = session.execute(text('SELECT id FROM t ORDER BY RANDOM()'))",
        "color = palette[hash(person) % 8]",
        "people = sorted(people, key=hash)",
        "chance = __import__('random')",
        "chance = importlib.import_module('secrets')",
    ],
)
def test_a_forbidden_reading_in_python_is_caught_however_it_is_spelt(source: str) -> None:
    assert banned_in_python(source)


@pytest.mark.parametrize(
    "source",
    [
        "seconds = context.clock.now // 1_000_000",
        "def __hash__(self):\n    return 7",
        "digest = world.state_hash()",
        "def f():\n    'Unlike CURRENT_TIMESTAMP, this is the time of the world.'",
        "query = 'from:dana today now'",
        "chance = rng('people', 7)",
    ],
)
def test_what_a_world_may_do_in_python_is_let_through(source: str) -> None:
    assert banned_in_python(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "const t = Date.now();",
        "const t = new Date();",
        "const t = new Date;",
        "const t = Date();",
        "<script>label.textContent = new Date( ).toString()</script>",
        "const t = performance.now();",
        "const id = Math.random();",
        "const id = crypto.randomUUID();",
    ],
)
def test_a_forbidden_reading_in_a_page_is_caught(source: str) -> None:
    assert banned_in_script(source)


@pytest.mark.parametrize(
    "source",
    [
        "const t = new Date(row.dataset.ts * 1000);",
        "// Date.now() would be the machine's time",
        "/* never new Date() */ const t = pageClock.now();",
        "const year = date.getFullYear();",
    ],
)
def test_what_a_page_may_do_is_let_through(source: str) -> None:
    assert banned_in_script(source) == []


# --- ruff's part --------------------------------------------------------------------------------------------

needs_ruff = pytest.mark.skipif(importlib.util.find_spec("ruff") is None, reason="ruff is in the extra 'dev'")


def ruff_bans(source: str, file: str) -> list[int]:
    """The lines on which ruff, set up as it is for this project, sees a banned name in such a file."""
    command = [sys.executable, "-m", "ruff", "check", "--select=TID251", "--output-format=json"]
    done = subprocess.run(
        [*command, f"--stdin-filename={file}", "-"],
        input=source,
        text=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return [row["location"]["row"] for row in json.loads(done.stdout)]


def readings() -> list[str]:
    """One line of Python for each banned name, bound to it through an alias."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    banned = settings["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]
    return [f"import {dotted.split('.')[0]} as m{n}; m{n}{_rest(dotted)}" for n, dotted in enumerate(banned)]


def _rest(dotted: str) -> str:
    _, dot, rest = dotted.partition(".")
    return dot + rest


@needs_ruff
@pytest.mark.parametrize(
    "file",
    [
        "apps/slack/service.py",
        "seeds/marlow/people.py",
        "tasks/slack/ask.py",
        "verifiers/claims.py",
        "workaday/world.py",
    ],
)
def test_ruff_refuses_every_banned_name_in_the_code_of_a_world(file: str) -> None:
    lines = readings()
    assert len(lines) >= 10
    assert sorted(set(ruff_bans("\n".join(lines) + "\n", file))) == list(range(1, len(lines) + 1))


@needs_ruff
@pytest.mark.parametrize(
    "file", ["workaday/server/agent.py", "workaday/agents/chance.py", "workaday/wall.py", "workaday/bench.py"]
)
def test_ruff_lets_what_runs_worlds_read_the_wall_clock(file: str) -> None:
    assert ruff_bans("import time\nstarted = time.time()\n", file) == []


@needs_ruff
def test_chance_alone_may_import_random() -> None:
    importing = "from random import Random\n"
    assert ruff_bans(importing, "workaday/chance.py") == []
    assert ruff_bans(importing, "workaday/people.py") == [1]
