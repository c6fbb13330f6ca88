"""The documents cannot rot: their Python runs, and they name the commands and targets that exist, all of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from workaday.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CODE = re.compile(r"```(?P<language>\w*)\n(?P<code>.*?)```|`(?P<span>[^`\n]+)`", re.DOTALL)
TARGET = re.compile(r"^([a-z]+):.*?## \S", re.MULTILINE)


def python_blocks() -> list[str]:
    return [found["code"] for found in CODE.finditer(README) if found["language"] == "python"]


def commands(program: str) -> set[str]:
    """Each line of a shell block, and each code span, that is a use of the program with an argument."""
    texts = (
        found["span"] or found["code"] for found in CODE.finditer(README) if found["language"] in (None, "sh")
    )
    lines = (line.split("#")[0].strip() for text in texts for line in text.splitlines())
    return {line for line in lines if re.match(rf"{program} [a-z]", line)}


def members(command: click.Command) -> dict[str, click.Command]:
    """The commands of a group by name, without the hidden ones; none of a command that is no group."""
    if not isinstance(command, click.Group):
        return {}
    context = click.Context(command)
    found = {name: command.get_command(context, name) for name in command.list_commands(context)}
    return {name: member for name, member in found.items() if member and not member.hidden}


def all_commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    for member in members(command).values():
        yield from all_commands(member)


def command_of(words: list[str]) -> click.Command:
    """The command that a line of words runs, or its group where the line names no member of it."""
    command: click.Command = main
    for word in words:
        known = members(command)
        if not known or word.startswith(("-", "[")):
            break
        assert word in known, f"there is no command {' '.join(words)!r}"
        command = known[word]
    return command


@pytest.mark.parametrize("block", python_blocks())
def test_the_python_of_the_readme_runs(block: str) -> None:
    exec(compile(block, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.parametrize("line", sorted(commands("workaday")))
def test_a_command_and_its_options_in_the_readme_exist(line: str) -> None:
    command = command_of(line.split()[1:])
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert set(re.findall(r"(?<!\S)\[?(--[a-z-]+)", line)) <= known | {"--help"}


def test_every_command_is_in_the_readme() -> None:
    named = {line.split()[1] for line in commands("workaday")}
    assert named == set(members(main))


def test_every_command_says_what_it_does() -> None:
    assert [command.name for command in all_commands(main) if not command.help] == []


def test_the_targets_in_the_readme_are_those_of_the_makefile() -> None:
    named = {line.split()[1] for line in commands("make")}
    assert named == set(TARGET.findall((ROOT / "Makefile").read_text())) - {"help"}


def test_every_target_has_its_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z]+):", makefile, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    assert sorted(targets) == sorted(TARGET.findall(makefile)) == sorted(phony[1].split())


def test_the_links_of_the_readme_lead_to_files() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
