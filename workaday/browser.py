"""Which Chromium to drive, and how to start it so that it talks to nobody but us."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ENVIRONMENT_VARIABLE = "WORKADAY_CHROMIUM"

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_INSIDE_DOWNLOAD = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")
_ADVICE = f"""\
There is no Chromium here that starts, and none could be installed. Do one of these:
  .venv/bin/playwright install --with-deps chromium    the one that Playwright is tested with
  apt-get install chromium                             Debian's; elsewhere it may be called google-chrome
  export {ENVIRONMENT_VARIABLE}=/path/to/chromium
"""


def find_chromium() -> Path | None:
    """The Chromium to drive, or None when this machine has none.

    Looked for in this order: the path in ``WORKADAY_CHROMIUM``, Playwright's own download (the newest),
    Chromium or Chrome on ``PATH``, and where macOS keeps applications.

    Raises:
        FileNotFoundError: ``WORKADAY_CHROMIUM`` names a file that is not there; nothing else is tried.
    """
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        if not Path(chosen).is_file():
            raise FileNotFoundError(f"{ENVIRONMENT_VARIABLE} is {chosen!r}, but there is no such file.")
        return Path(chosen)
    return next(_candidates(), None)


def launch_arguments() -> list[str]:
    """Command-line flags for Chromium: no network chatter, no first-run pages, the same in every run."""
    flags = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
    ]
    # Chromium refuses to start as root inside its sandbox; anyone else keeps the sandbox.
    return [*flags, "--no-sandbox"] if _is_root() else flags


def install_chromium() -> Path | None:
    """Install a Chromium that starts: Playwright's, else Debian's when run as root. None when neither works.

    Debian's package is also the cure where Playwright's download lacks the system's libraries.
    """
    attempts = (_download, _apt_install)
    return next((found for attempt in attempts if attempt() and (found := _working())), None)


def main() -> int:
    """Print the path of a Chromium that starts, installing one if need be; 1, with advice, if that fails."""
    try:
        found = _working() or install_chromium()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    print(found or _ADVICE, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


def _working() -> Path | None:
    found = find_chromium()
    return found if found and _succeeds([str(found), "--version"]) else None


def _candidates() -> Iterator[Path]:
    yield from _downloaded()
    yield from (Path(path) for path in map(shutil.which, _COMMANDS) if path)
    yield from (Path(path) for path in _MACOS if Path(path).is_file())


def _downloaded() -> list[Path]:
    """Executables of Playwright's downloads, the newest revision first."""
    folders = sorted(_download_folder().glob("chromium-*"), key=_revision, reverse=True)
    return [path for folder in folders for inside in _INSIDE_DOWNLOAD for path in folder.glob(inside)]


def _revision(folder: Path) -> int:
    number = folder.name.removeprefix("chromium-")
    return int(number) if number.isdecimal() else 0


def _download_folder() -> Path:
    """Where Playwright keeps browsers: https://playwright.dev/python/docs/browsers#managing-browser-binaries."""
    if moved := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(moved)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ms-playwright"
    if sys.platform == "win32":
        return Path.home() / "AppData/Local/ms-playwright"
    return Path.home() / ".cache/ms-playwright"


def _download() -> bool:
    return _attempt(["playwright", "install", "chromium"], PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT="10000")


def _apt_install() -> bool:
    if not (_is_root() and shutil.which("apt-get")):
        return False
    install = ["apt-get", "install", "--quiet", "--yes", "chromium", "fonts-noto-color-emoji"]
    return _attempt(["apt-get", "update"]) and _attempt(install, DEBIAN_FRONTEND="noninteractive")


def _attempt(command: list[str], **environment: str) -> bool:
    """Say what is being tried, and no more: why it failed matters less than what to do next."""
    print("$", *command, file=sys.stderr)
    python_module = [sys.executable, "-m"] if command[0] == "playwright" else []
    return _succeeds([*python_module, *command], **environment)


def _succeeds(command: list[str], **environment: str) -> bool:
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, check=False)
    return done.returncode == 0


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main())
