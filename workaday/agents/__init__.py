"""Agents that need no model: the baselines that every task is measured against, and its own solution.

An agent gets an :class:`~workaday.episode.Episode`, acts, and gives its final answer.
"""

from __future__ import annotations

from collections.abc import Callable

from workaday.agents.baselines import nothing, refuse, shout
from workaday.agents.chance import at_random
from workaday.agents.reference import reference
from workaday.episode import Episode
from workaday.errors import WorkadayError

Agent = Callable[[Episode], str]

AGENTS: dict[str, Agent] = {
    "do-nothing": nothing,
    "refuse": refuse,
    "shout": shout,
    "random": at_random,
    "reference": reference,
}
TRIVIAL = ("do-nothing", "refuse", "shout", "random")
"""Agents that must not pass any task."""


def agent(name: str) -> Agent:
    """The agent of that name."""
    try:
        return AGENTS[name]
    except KeyError:
        raise WorkadayError(f"there is no agent called {name!r}; there is {', '.join(AGENTS)}") from None
