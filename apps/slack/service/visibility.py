"""What makes somebody see a file; for conversations see :mod:`~workaday.apps.slack.service.channels`."""

from __future__ import annotations

from sqlalchemy import and_, bindparam, or_, select

from workaday.apps.slack.models import File, FileShare
from workaday.apps.slack.service import channels

_SHARED = (
    select(FileShare.file_id)
    .where(FileShare.file_id == File.id, FileShare.channel_id.in_(channels.VISIBLE))
    .correlate(File)
    .exists()
)
FILES = and_(File.is_complete, or_(File.user_id == bindparam("viewer"), _SHARED))
"""Files, deleted ones too, that ``viewer`` uploaded or that a conversation that they can see shares."""
