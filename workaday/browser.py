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
No Chromium was found, and none could be installed. Do one of these:
  playwright install chromium        download the one that Playwright is tested with
  apt-get install chromium           Debian; elsewhere the package may be called google-chrome
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


def install_chromium() -> bool:
    """Install a Chromium: Playwright's, else Debian's when run as root. Whether there is one now."""
    return any(attempt() and find_chromium() for attempt in (_download, _apt_install))


def main() -> int:
    """Print the path of a Chromium, installing one first if need be; 1, with advice, if that fails."""
    try:
        found = find_chromium() or (install_chromium() and find_chromium())
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    print(found or _ADVICE, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


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
    limits = os.environ | {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    return _succeeds([sys.executable, "-m", "playwright", "install", "chromium"], limits)


def _apt_install() -> bool:
    if not (_is_root() and shutil.which("apt-get")):
        return False
    unattended = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "--quiet", "--yes", "chromium"]
    return _succeeds(["apt-get", "update"], unattended) and _succeeds(install, unattended)


def _succeeds(command: list[str], environment: dict[str, str]) -> bool:
    """Run a command and say only what it is: why an attempt failed matters less than what to do next."""
    print("$", *command, file=sys.stderr)
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main())
