"""Slack as JSON tools.

Arguments and answers have the names that Slack's own API gives them, so that a plan made for the one works
with the other; answers carry fewer keys.
"""

from workaday.tool import Tool

from . import (
    activity,
    apps,
    conversations,
    emojis,
    files,
    keepsakes,
    management,
    messages,
    oneself,
    people,
    personal,
    reactions,
    scheduled,
    search,
    usergroups,
)

FAMILIES = (
    people,
    oneself,
    usergroups,
    conversations,
    management,
    personal,
    messages,
    search,
    files,
    reactions,
    emojis,
    scheduled,
    keepsakes,
    activity,
    apps,
)
"""The modules whose tools are offered, in this order."""


def all_tools() -> list[Tool]:
    """Every tool, family by family, in order of writing."""
    return [each for family in FAMILIES for each in vars(family).values() if isinstance(each, Tool)]
