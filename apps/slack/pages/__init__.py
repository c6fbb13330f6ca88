"""Slack's web pages: rendered on the server, and made quicker by a script that asks for parts of them.

What Slack's own page has and this one does not show: sections that one makes oneself, starred and muted
conversations, presence, huddles, canvases, pins, bookmarks, saved items and reminders, the views
Activity and Later, threads followed from one place, forwarding; creating, renaming and
leaving channels, inviting, setting topics and statuses; files in apps' modals, images from elsewhere,
unfurled links, user groups, preferences; files with drafts and with scheduled messages, literal marks in
what is written.  Of blocks the commonest kinds are shown.
"""

from workaday.apps.slack.pages import (
    apps,
    browse,
    composing,
    conversation,
    drafts,
    emoji,
    files,
    fonts,
    schedule,
    shared,
    writing,
)
from workaday.apps.slack.pages.door import pages

__all__ = [
    "apps",
    "browse",
    "composing",
    "conversation",
    "drafts",
    "emoji",
    "files",
    "fonts",
    "pages",
    "schedule",
    "shared",
    "writing",
]
