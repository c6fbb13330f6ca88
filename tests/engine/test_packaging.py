"""What the package promises to those who install or import it, and which part may lean on which."""

import ast
import importlib
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import workaday

ROOT = Path(__file__).parents[2]
PARTS = ("apps", "seeds", "tasks", "verifiers")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def python_files(folder: str) -> list[Path]:
    """The modules in one folder of the tree, each once: not again through a link."""
    return sorted(path for path in (ROOT / folder).rglob("*.py") if not is_derived(path))


def is_derived(path: Path) -> bool:
    return "__pycache__" in path.parts or any(parent.is_symlink() for parent in path.parents)


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Every dotted name that a module imports; ``from a import b`` gives ``a.b``, since b may be a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield from (f"{base}.{alias.name}" for alias in names)


def package_of(path: Path) -> str:
    folders = path.relative_to(ROOT).parent.parts
    return ".".join(folders if folders[0] == "workaday" else ("workaday", *folders))


# --- arrows -------------------------------------------------------------------------------------------------


def leans_wrongly(source: str, package: str) -> list[str]:
    """What a module of this package imports although the design's arrows do not allow it."""
    return [name for name in imported(ast.parse(source), package) if not _allowed(name, package)]


def _allowed(name: str, package: str) -> bool:
    if re.match(r"(apps|seeds|tasks)\b", name):  # a bare ``verifiers`` is the library of that name
        return False
    found = re.match(r"workaday\.(apps|seeds|tasks|verifiers)(?:\.(\w+))?(?:\.(\w+))?", name)
    if not found:
        return True
    part, member, module = found.groups()
    match package.split(".")[1:3]:
        case ["apps", app]:
            return part == "apps" and member == app
        case ["seeds", *_]:
            return part in ("apps", "seeds")
        case ["verifiers", *_]:
            return part == "verifiers" or (part == "apps" and module == "models")
        case ["tasks", *_]:
            return True
        case _:
            return False


@pytest.mark.parametrize("folder", ["workaday", *PARTS])
def test_no_part_leans_on_one_that_it_must_not_know(folder: str) -> None:
    modules = python_files(folder)
    assert modules
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in modules
        if (wrong := leans_wrongly(path.read_text(), package_of(path)))
    }
    assert not found


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("workaday", "from workaday.apps.slack import app"),
        ("workaday", "from workaday import seeds"),
        ("workaday.server", "def f():\n    import workaday.tasks.slack"),
        ("workaday.server", "from ..verifiers import claims"),
        ("workaday.apps.slack", "from workaday.apps.gmail import service"),
        ("workaday.apps.slack", "from ..gmail import service"),
        ("workaday.apps.slack", "from workaday.verifiers import claims"),
        ("workaday.apps.slack", "import apps.slack.models"),
        ("workaday.seeds.marlow", "import workaday.tasks.slack"),
        ("workaday.verifiers", "from workaday.apps.slack import service"),
        ("workaday.verifiers", "from workaday.seeds.marlow import people"),
    ],
)
def test_a_wrong_arrow_is_seen_however_it_is_written(package: str, source: str) -> None:
    assert leans_wrongly(source, package)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("workaday.apps.slack", "from workaday.apps.slack.models import Message"),
        ("workaday.apps.slack", "from .models import Message"),
        ("workaday.apps.slack", "from workaday import world"),
        ("workaday.seeds.marlow", "from workaday.apps.slack import service"),
        ("workaday.verifiers", "from workaday.apps.slack.models import Message"),
        ("workaday.tasks.slack", "from workaday.verifiers import claims"),
        ("workaday.adapters", "import verifiers"),
    ],
)
def test_a_right_arrow_is_let_through(package: str, source: str) -> None:
    assert leans_wrongly(source, package) == []


def test_the_engine_knows_apps_tasks_and_seeds_by_entry_point_only() -> None:
    named = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in python_files("workaday")
        for text in _texts(ast.parse(path.read_text()))
        if re.match(r"workaday\.(apps|seeds|tasks)\.\w+", text)
    }
    assert not named


def _texts(tree: ast.AST) -> Iterator[str]:
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    yield from (node.value for node in constants if isinstance(node.value, str))


def test_every_entry_point_of_the_package_leads_somewhere() -> None:
    for group, points in PROJECT["entry-points"].items():
        declared = {point.name: point for point in metadata.entry_points(group=group)}
        for name, value in points.items():
            assert declared[name].value == value, "entry points changed: install again"
            assert declared[name].load() is not None


# --- importing ----------------------------------------------------------------------------------------------


def loaded_by(statement: str) -> set[str]:
    """Top-level modules that a new process has loaded after one statement."""
    script = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    return set(subprocess.check_output([sys.executable, "-c", script], text=True).split())


def import_names(distributions: set[str]) -> set[str]:
    provided = metadata.packages_distributions()
    return {
        module
        for module, owners in provided.items()
        if {canonical(owner) for owner in owners} & distributions
    }


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed_by(distribution: str) -> set[str]:
    """A distribution and all that it needs here, without its extras."""
    found, waiting = set[str](), {canonical(distribution)}
    while waiting:
        name = waiting.pop()
        found.add(name)
        needs = (Requirement(line) for line in metadata.requires(name) or ())
        wanted = {
            canonical(need.name) for need in needs if not need.marker or need.marker.evaluate({"extra": ""})
        }
        waiting |= wanted - found
    return found


def test_importing_the_package_loads_nothing_that_anybody_else_wrote() -> None:
    others = import_names({canonical(dist.name) for dist in metadata.distributions()} - {"workaday"})
    plain = loaded_by("pass")
    assert (loaded_by("import workaday") - plain) & others == set()


def test_a_public_name_is_loaded_when_it_is_first_asked_for() -> None:
    assert "sqlalchemy" in loaded_by("from workaday import World")


def test_the_public_names_are_chosen() -> None:
    expected = "App Check Episode Grade Outcome Rollout Task TaskFamily World"
    assert " ".join(sorted(workaday.__all__)) == expected
    assert all(getattr(workaday, name).__name__ == name for name in workaday.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = workaday.no_such_thing  # type: ignore[attr-defined]


def test_what_modules_import_at_once_is_a_core_dependency() -> None:
    """Adapters and the like import what belongs to one audience inside the function that uses it."""
    core = import_names(needed_by("workaday")) | sys.stdlib_module_names
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("workaday", *PARTS)
        for path in python_files(folder)
        for name in _at_once(ast.parse(path.read_text()), package_of(path))
        if name.split(".")[0] not in core
    }
    assert not found


def _at_once(module: ast.Module, package: str) -> Iterator[str]:
    for statement in module.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from imported(statement, package)


def test_a_checkout_shows_the_true_path_of_its_files() -> None:
    module = importlib.import_module("workaday.apps.slack")
    assert module.__file__ is not None
    assert Path(module.__file__).is_relative_to(ROOT / "apps")


@pytest.mark.parametrize("part", PARTS)
def test_no_part_can_be_mistaken_for_a_package_of_that_name(part: str) -> None:
    """With an __init__.py, ``import verifiers`` in a checkout would be ours and not the library of that name."""
    assert not (ROOT / part / "__init__.py").exists()
    assert (ROOT / "workaday" / part).readlink() == Path("..", part)


# --- the wheel ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of this tree, compiled files and all."""
    tree, out = tmp_path_factory.mktemp("tree") / "workaday", tmp_path_factory.mktemp("wheel")
    leave = shutil.ignore_patterns(".*", "build", "dist", "runs", "*.egg-info")
    shutil.copytree(ROOT, tree, symlinks=True, ignore=leave)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "apps", "workaday"], cwd=tree, check=True)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_a_wheel_carries_every_part_and_nothing_compiled(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        package_of(path).replace(".", "/") + f"/{path.name}"
        for folder in ("workaday", *PARTS)
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not is_derived(path)
    }
    assert {path for path in names if not path.startswith("workaday-")} == expected


def test_an_installed_wheel_finds_its_parts_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport workaday.apps.slack as m; print(m.__file__)"
    seen = subprocess.check_output([sys.executable, "-c", script], text=True, cwd=tmp_path)
    assert Path(seen.strip()) == tmp_path / "workaday/apps/slack/__init__.py"
