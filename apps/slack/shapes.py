"""Slack's objects as JSON: the keys that everybody needs.  The wire API adds the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workaday.apps.slack.models import Bookmark, Channel, File, Message, Reminder, Scheduled, User
from workaday.apps.slack.service import channels, content, files, history, people, reactions, reminders
from workaday.world import Context

JSON = dict[str, Any]
MOST_REPLY_USERS = 5
TYPES = {"public": "public_channel", "private": "private_channel", "mpim": "mpim", "im": "im"}
"""Slack's names for the kinds of conversation."""


def messages(context: Context, found: Sequence[Message]) -> list[JSON]:
    """Messages of one conversation with what their threads and reactions say."""
    threads = history.threads(context, found)
    authors = history.authors(context, found)
    reacted = reactions.on(context, found)
    attached = files.on(context, found)
    domain = people.workspace(context).domain
    return [
        message(each, threads.get(each.ts), authors.get(each.thread_ts or ""), reacted.get(each.ts))
        | ({"files": [file(domain, held) for held in attached[each.ts]]} if each.ts in attached else {})
        for each in found
    ]


def message(
    shown: Message,
    thread: history.Thread | None = None,
    root_author: str | None = None,
    reacted: Mapping[str, list[str]] | None = None,
) -> JSON:
    """One message."""
    told: JSON = {"type": "message", "user": shown.user_id, "text": shown.text, "ts": shown.ts}
    if shown.subtype or shown.broadcast:
        told["subtype"] = "thread_broadcast" if shown.broadcast else shown.subtype
    told |= _beside(shown)
    if shown.username or shown.icon:
        del told["user"]
    if shown.thread_ts is not None:
        told |= {"thread_ts": shown.thread_ts, "parent_user_id": root_author}
    if thread is not None:
        told |= thread_keys(shown, thread)
    if shown.edited_ts:
        told["edited"] = {"user": shown.edited_by, "ts": shown.edited_ts}
    if reacted:
        told["reactions"] = reaction_list(reacted)
    return told


def file(domain: str, shown: File) -> JSON:
    """One file; of a deleted one only that there was one."""
    if shown.is_deleted:
        return {"id": shown.id, "mode": "tombstone"}
    return {
        "id": shown.id,
        "created": shown.created,
        "name": shown.name,
        "title": shown.title,
        "mimetype": shown.mimetype,
        "filetype": shown.filetype,
        "user": shown.user_id,
        "size": shown.size,
        "mode": shown.mode,
        "public_url_shared": shown.is_public_url,
        "permalink": files.address(domain, shown),
    }


_ATTACHED = ("title", "title_link", "pretext", "text", "fields", "from_url", "author_name", "footer")


def _beside(shown: Message) -> JSON:
    """What a message has beside its text: its app, its blocks, and what is to be read of its attachments."""
    told: JSON = {"bot_id": shown.bot_id} if shown.bot_id else {}
    if shown.username:
        told["username"] = shown.username
    if shown.blocks:
        told["blocks"] = content.loaded(shown.blocks)
    if shown.attachments:
        attached = content.loaded(shown.attachments)
        told["attachments"] = [{key: each[key] for key in _ATTACHED if key in each} for each in attached]
    return told


def reminder(shown: Reminder) -> JSON:
    """One reminder; only one that comes once tells when, and when it was completed."""
    told: JSON = {"id": shown.id, "creator": shown.creator_id, "user": shown.user_id, "text": shown.text}
    if shown.recurrence is not None:
        return told | {"recurring": True}
    return told | {"recurring": False, "time": shown.time, "complete_ts": shown.complete_ts}


def reminder_list(found: Sequence[Reminder]) -> list[JSON]:
    """Reminders, each with how it comes again, and where it is said if that is a channel."""
    told = []
    for each in found:
        again = reminders.recurrence(each)
        how = {"frequency": again.frequency, "weekdays": list(again.weekdays)} if again else None
        place = {"channel": each.channel_id} if each.channel_id else {}
        told.append(reminder(each) | ({"recurrence": how} if how else {}) | place)
    return told


def scheduled(shown: Scheduled) -> JSON:
    """A message that is to be sent."""
    return {
        "id": shown.id,
        "channel_id": shown.channel_id,
        "post_at": shown.post_at,
        "date_created": shown.created,
        "text": content.fitted(shown.text)[0],
    }


def bookmark(shown: Bookmark) -> JSON:
    """A link in the bar of a channel."""
    return {
        "id": shown.id,
        "channel_id": shown.channel_id,
        "title": shown.title,
        "link": shown.link,
        "emoji": shown.emoji,
        "type": "link",
    }


def reaction_list(reacted: Mapping[str, list[str]]) -> list[JSON]:
    """The reactions on a message."""
    return [{"name": name, "users": users, "count": len(users)} for name, users in reacted.items()]


def thread_keys(root: Message, thread: history.Thread) -> JSON:
    """What a root says about its replies."""
    return {
        "thread_ts": root.ts,
        "reply_count": thread.count,
        "reply_users_count": len(thread.users),
        "latest_reply": thread.latest,
        "reply_users": list(thread.users[:MOST_REPLY_USERS]),
    }


def conversations(context: Context, shown: Sequence[Channel]) -> list[JSON]:
    """Conversations, with how many are in each."""
    joined, partners = channels.joined_ids(context), channels.partners(context, shown)
    counts = channels.member_counts(context, [each.id for each in shown])
    return [
        conversation(each, partners.get(each.id), member=each.id in joined)
        | ({} if each.kind == "im" else {"num_members": counts.get(each.id, 0)})
        for each in shown
    ]


def channel(context: Context, shown: Channel, *, member: bool) -> JSON:
    """One conversation."""
    return conversation(shown, channels.partners(context, [shown]).get(shown.id), member=member)


def conversation(shown: Channel, partner: str | None, *, member: bool) -> JSON:
    """A direct message between two people says with whom, the others have a name."""
    told: JSON = {"id": shown.id, "is_archived": shown.is_archived}
    if partner is not None:
        return told | {"is_im": True, "user": partner}
    return told | {
        "name": shown.name,
        "is_private": shown.kind != "public",
        "is_mpim": shown.kind == "mpim",
        "is_member": member,
        "topic": {"value": shown.topic},
        "purpose": {"value": shown.purpose},
    }


def user(shown: User) -> JSON:
    """One member."""
    return {
        "id": shown.id,
        "name": shown.name,
        "real_name": shown.real_name,
        "deleted": shown.deleted,
        "is_bot": shown.is_bot,
        "tz": shown.tz,
        "profile": {
            "real_name": shown.real_name,
            "display_name": shown.display_name,
            "title": shown.title,
            "email": shown.email or "",
            "phone": shown.phone,
            "status_text": shown.status_text,
            "status_emoji": shown.status_emoji,
        },
    }
