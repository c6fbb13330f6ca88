"""The task's own solution, played through the door that an agent would use."""

from __future__ import annotations

from workaday.browsing import Browser, BrowserDoor
from workaday.episode import Episode


def reference(episode: Episode) -> str:
    """Do the task as its author does it."""
    family = episode.task.family
    if isinstance(episode.door, BrowserDoor):
        return family.reference_in_browser(Browser(episode), episode.params)
    return family.reference(episode, episode.params)
