"""Slack's web pages: rendered on the server, and made quicker by a script that asks for parts of them.

What Slack's own page has and this one does not show: sections that one makes oneself, starred and muted
conversations, presence, huddles, canvases, files, pins, bookmarks, saved items and reminders, the views
Activity and Later, threads followed from one place, scheduled messages, forwarding; creating, renaming and
leaving channels, inviting, setting topics and statuses; slash commands, apps' buttons and menus, unfurled
links, user groups, skin tones, preferences.  A message's blocks other than rich text are not shown.
"""

from workaday.apps.slack.pages import browse, conversation, files, shared, writing
from workaday.apps.slack.pages.door import pages

__all__ = ["browse", "conversation", "files", "pages", "shared", "writing"]
