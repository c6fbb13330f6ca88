"""Emoji of the workspace's own, and where their pictures are."""

from __future__ import annotations

from flask import url_for

from workaday.apps.slack import origin
from workaday.apps.slack.models import CustomEmoji


def address(team: str, shown: CustomEmoji) -> str:
    """``alias:…`` for another name of an emoji, else the picture's address: here, or Slack's own."""
    if shown.alias_for:
        return f"alias:{shown.alias_for}"
    return picture(team, shown.name)


def picture(team: str, name: str) -> str:
    """Where the picture of an emoji is."""
    if origin.on_this_server():
        return url_for("slack_api.emoji_picture", team=team, name=name, _external=True)
    return f"https://emoji.slack-edge.com/{team}/{name}"
