"""Agents without any skill.  A task that one of them passes measures nothing."""

from __future__ import annotations

from workaday.episode import Episode


def nothing(episode: Episode) -> str:  # noqa: ARG001 - that is the point
    """Do nothing and say nothing."""
    return ""


def refuse(episode: Episode) -> str:  # noqa: ARG001 - that is the point
    """Do nothing, politely."""
    return "I'm sorry, but I can't help with that. Everything seems to be in order already."


def shout(episode: Episode) -> str:
    """Repeat everything that was asked, as the answer and wherever a tool takes a text."""
    for tool in episode.tools:
        function = tool["function"]
        required = function["parameters"].get("required", [])
        if "text" in required and not episode.out_of_steps:
            episode.act(function["name"], dict.fromkeys(required, episode.instruction))
    return episode.instruction
