"""The workspace's own emoji."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from workaday.apps.slack import filetypes
from workaday.apps.slack.models import CustomEmoji
from workaday.apps.slack.service import emojis
from workaday.errors import InvalidArgument
from workaday.tool import JSON, tool
from workaday.world import Context

Name = Annotated[str, "Lower-case letters, digits, hyphens and underscores, without colons"]


def _told(shown: CustomEmoji) -> JSON:
    return {"name": shown.name, "alias_for": shown.alias_for or "", "user": shown.user_id}


@tool(reads=True)
def slack_list_emoji(context: Context) -> JSON:
    """The emoji that this workspace has added to those that everybody has."""
    return {"emoji": [_told(each) for each in emojis.custom(context)]}


@tool(reads=False)
def slack_add_emoji(
    context: Context, *, name: Name, image: Annotated[str, "A PNG, GIF or JPEG up to 128 KB, in base64"]
) -> JSON:
    """Add an emoji with a picture."""
    try:
        picture = base64.b64decode(image, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidArgument("image: that is no base64", argument="image") from None
    return {"emoji": _told(emojis.add(context, name, picture, filetypes.kind_of("", picture).mimetype))}


@tool(reads=False)
def slack_add_emoji_alias(
    context: Context, *, name: Name, alias_for: Annotated[str, "Name of the emoji, such as tada"]
) -> JSON:
    """Give an emoji another name."""
    return {"emoji": _told(emojis.alias(context, name, alias_for))}


@tool(reads=False)
def slack_remove_emoji(context: Context, *, name: Name) -> JSON:
    """Take away an emoji that you have added, and its other names."""
    emojis.remove(context, name)
    return {}
