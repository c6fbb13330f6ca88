"""Slack's web pages: rendered on the server, and made quicker by a script that asks for parts of them."""

from workaday.apps.slack.pages import browse, conversation, files, shared, writing
from workaday.apps.slack.pages.door import pages

__all__ = ["browse", "conversation", "files", "pages", "shared", "writing"]
