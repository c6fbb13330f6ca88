"""One function finds the Chromium to drive, in an order that a person can count on."""

import os
import subprocess
from pathlib import Path

import pytest

from workaday import browser


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No Chromium anywhere: an empty PATH, nothing downloaded, no applications."""
    monkeypatch.delenv("WORKADAY_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "downloads"))
    monkeypatch.setattr(browser, "_MACOS", ())


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_machine_without_chromium_gives_none() -> None:
    assert browser.find_chromium() is None


def test_the_environment_variable_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "bin/chromium")
    chosen = put(tmp_path / "mine/chromium")
    monkeypatch.setenv("WORKADAY_CHROMIUM", str(chosen))
    assert browser.find_chromium() == chosen


def test_a_wrong_environment_variable_is_an_error_and_not_another_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "bin/chromium")
    monkeypatch.setenv("WORKADAY_CHROMIUM", "/no/such/chromium")
    with pytest.raises(FileNotFoundError, match="WORKADAY_CHROMIUM is '/no/such/chromium'"):
        browser.find_chromium()


def test_the_newest_download_goes_before_what_is_on_the_path(tmp_path: Path) -> None:
    put(tmp_path / "bin/chromium")
    put(tmp_path / "downloads/chromium-999/chrome-linux/chrome")
    newest = put(tmp_path / "downloads/chromium-1255/chrome-linux64/chrome")
    put(tmp_path / "downloads/chromium_headless_shell-2000/chrome-linux/headless_shell")
    assert browser.find_chromium() == newest


@pytest.mark.parametrize("command", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_chromium_or_chrome_on_the_path_is_found(command: str, tmp_path: Path) -> None:
    installed = put(tmp_path / "bin" / command)
    assert browser.find_chromium() == installed


def test_chrome_among_the_applications_of_macos_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = put(tmp_path / "Google Chrome.app/Contents/MacOS/Google Chrome")
    monkeypatch.setattr(browser, "_MACOS", (str(application),))
    assert browser.find_chromium() == application


@pytest.mark.parametrize("root", [True, False])
def test_the_sandbox_is_given_up_only_by_root(root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    assert ("--no-sandbox" in browser.launch_arguments()) is root


def test_chromium_is_told_to_keep_off_the_network() -> None:
    quiet = {
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
    }
    assert quiet <= set(browser.launch_arguments())


# --- installing one -----------------------------------------------------------------------------------------


class Machine:
    """Stands in for running commands: what is on it is what these tests put there, and it keeps what was run."""

    def __init__(self, folder: Path, *, root: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.ran: list[str] = []
        self.puts: dict[str, str] = {}
        self.libraries = True
        monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr(subprocess, "run", self.run)

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        line = " ".join(command)
        if command[-1] == "--version":
            return subprocess.CompletedProcess(command, returncode=0 if self.libraries else 127)
        self.ran.append(line)
        works = [program for words, program in self.puts.items() if words in line]
        self.libraries |= "apt-get install" in line
        for program in works:
            put(self.folder / program)
        return subprocess.CompletedProcess(command, returncode=0 if works or "update" in line else 1)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    put(tmp_path / "bin/apt-get")
    return Machine(tmp_path, root=True, monkeypatch=monkeypatch)


def test_a_chromium_that_starts_is_not_installed_again(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    installed = put(machine.folder / "bin/chromium")
    assert browser.main() == 0
    assert machine.ran == []
    assert capsys.readouterr().out == f"{installed}\n"


def test_playwright_is_asked_first(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.puts["playwright install chromium"] = "downloads/chromium-1255/chrome-linux64/chrome"
    assert browser.main() == 0
    assert len(machine.ran) == 1
    assert capsys.readouterr().out.endswith("chrome-linux64/chrome\n")


def test_debian_is_asked_when_playwright_has_no_download(machine: Machine) -> None:
    machine.puts["apt-get install --quiet --yes chromium fonts-noto-color-emoji"] = "bin/chromium"
    assert browser.main() == 0
    assert [line.split()[-1] for line in machine.ran] == ["chromium", "update", "fonts-noto-color-emoji"]


def test_debian_brings_the_libraries_that_a_download_lacks(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.puts["playwright install chromium"] = "downloads/chromium-1255/chrome-linux64/chrome"
    machine.puts["apt-get install --quiet --yes chromium fonts-noto-color-emoji"] = "bin/chromium"
    machine.libraries = False
    assert browser.main() == 0
    assert len(machine.ran) == 3
    assert capsys.readouterr().out.endswith("chrome-linux64/chrome\n")


def test_who_cannot_install_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "bin/apt-get")
    machine = Machine(tmp_path, root=False, monkeypatch=monkeypatch)
    assert browser.main() == 1
    assert len(machine.ran) == 1
    told = capsys.readouterr().err
    ways = ("playwright install --with-deps chromium", "apt-get install chromium", "WORKADAY_CHROMIUM=")
    assert all(way in told for way in ways)
