"""Real clients of the products, each installed apart from the project, once for a machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

HERE = Path(__file__).parent
KEPT = platformdirs.user_cache_path("workaday") / "clients"
SECONDS = 300


@pytest.fixture(scope="session")
def node_clients() -> Path:
    """A folder with Node's clients and the scripts beside them."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no Node on this machine")
    folder = KEPT / "node"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "package.json").read_text()
    installed = folder / "node_modules" / ".workaday"
    (folder / "package.json").write_text(wanted)
    for script in sorted(HERE.glob("*.mjs")):
        shutil.copy(script, folder)
    if not installed.exists() or installed.read_text() != wanted:
        _run([npm, "install", "--silent", "--no-fund", "--no-audit"], folder)
        installed.write_text(wanted)
    return folder


def _run(command: list[str], folder: Path) -> None:
    """Install something.  Without a way to the package index there is nothing to test."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
        pytest.skip(f"{command[0]} could not install what is tested")
