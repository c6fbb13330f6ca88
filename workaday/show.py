"""A page to look through recordings: each step, its picture, what it changed, and why it was graded so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader

from workaday.rollout import Rollout, Step, load, recordings
from workaday.run import pictures_of

LONGEST = 4_000
"""Characters of an observation that are shown."""


@dataclass(frozen=True)
class Shown:
    """A recording, and where its pictures are."""

    rollout: Rollout
    name: str
    pictures: tuple[str, ...]

    def picture(self, step: Step) -> str:
        """The address of a step's picture; empty if there is none."""
        name = f"{step.number:03d}.png"
        return next((each for each in self.pictures if each.endswith(f"/{name}")), "")


def write(folder: Path) -> Path:
    """Write ``index.html`` over the recordings below a folder; gives its path."""
    shown = [_shown(folder, path) for path in recordings(folder)]
    tasks = [(task, list(each)) for task, each in groupby(shown, key=lambda each: each.rollout.task)]
    page = _templates().get_template("recordings.html").render(tasks=tasks, folder=folder.name)
    written = folder / "index.html"
    written.write_text(page, "utf-8")
    return written


def _shown(folder: Path, path: Path) -> Shown:
    pictures = sorted(pictures_of(path).glob("*.png"))
    addresses = tuple(quote(picture.relative_to(folder).as_posix()) for picture in pictures)
    return Shown(load(path), path.relative_to(folder).as_posix(), addresses)


def _templates() -> Environment:
    templates = Environment(loader=PackageLoader("workaday.web"), autoescape=True, trim_blocks=True)
    templates.filters["told"] = told
    return templates


def told(document: Mapping[str, Any]) -> str:
    """JSON as people read it; a page's outline stays text, long ones are cut."""
    page = document.get("page")
    rest = {name: value for name, value in document.items() if name != "page"}
    text = json.dumps(rest, indent=2, ensure_ascii=False) + (f"\n{page}" if page else "")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
