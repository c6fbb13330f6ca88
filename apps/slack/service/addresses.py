"""Where a message goes that names its destination in one of Slack's ways."""

from __future__ import annotations

import re

from workaday.apps.slack.errors import ChannelNotFound, UserDisabled, UserNotFound
from workaday.apps.slack.service import channels
from workaday.world import Context

_USER = re.compile(r"[UW][A-Z0-9]{2,}")


def destination(context: Context, address: str) -> str:
    """The id of a conversation named by that id, by a channel's name, or by a person's id.

    Names may have a ``#``.  A person's id stands for the direct message with them, made if there is none.
    """
    if not _USER.fullmatch(address):
        return channels.resolve(context, address)
    try:
        return channels.open_direct(context, [address]).channel.id
    except (UserNotFound, UserDisabled):
        raise ChannelNotFound(argument="channel") from None
