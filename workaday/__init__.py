"""Workaday: an office for AI agents to practise in."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = [
    "App",
    "Check",
    "Episode",
    "Grade",
    "Outcome",
    "Rollout",
    "Task",
    "TaskFamily",
    "World",
]

_checkout = Path(__file__).resolve().parent.parent
if (_checkout / "pyproject.toml").is_file():
    # In a checkout, workaday.apps is the folder apps/: tracebacks name the true file, and no link is needed.
    __path__.insert(0, str(_checkout))

if TYPE_CHECKING:
    from workaday.app import App
    from workaday.episode import Episode
    from workaday.grade import Check, Grade, Outcome
    from workaday.rollout import Rollout
    from workaday.task import Task, TaskFamily
    from workaday.world import World
else:
    # Each name is imported when it is first asked for, so that `import workaday` costs next to nothing.
    _homes = {
        "App": "app",
        "Check": "grade",
        "Episode": "episode",
        "Grade": "grade",
        "Outcome": "grade",
        "Rollout": "rollout",
        "Task": "task",
        "TaskFamily": "task",
        "World": "world",
    }

    def __getattr__(name):
        if name not in _homes:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_homes[name]}"), name)
