"""What is refused of what one sets for oneself."""

from __future__ import annotations

from . import SlackError


class BadPreference(SlackError):
    """There is no such preference, or it cannot be that."""

    code = "bad_pref_value"


class BadSection(SlackError):
    """There is no such section of yours, or it cannot be called that."""

    code = "invalid_section"
