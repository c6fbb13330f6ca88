"""Slack's objects with all the keys that its Web API gives them, in its order (reference B)."""

LOCALE = "en-US"
"""What everybody in the workspace reads Slack in."""
