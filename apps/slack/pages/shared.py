"""What every template can ask for."""

from __future__ import annotations

from typing import Any

from flask import url_for

from workaday.apps.slack import emoji
from workaday.apps.slack.pages.door import pages
from workaday.apps.slack.pages.messages import plain
from workaday.apps.slack.pages.office import Member, Office
from workaday.apps.slack.pages.sidebar import Sidebar
from workaday.apps.slack.timestamps import ts
from workaday.clock import SECOND

SHORTCUTS = (
    (
        "Navigation",
        (
            ("Ctrl+K", "Jump to a conversation"),
            ("Ctrl+G", "Search"),
            ("Ctrl+F", "Search this conversation"),
            ("Alt+↑", "Previous conversation"),
            ("Alt+↓", "Next conversation"),
            ("Alt+Shift+↑", "Previous unread conversation"),
            ("Alt+Shift+↓", "Next unread conversation"),
            ("Ctrl+Shift+L", "Browse channels"),
            ("Ctrl+Shift+K", "Direct messages"),
            ("Ctrl+Shift+D", "Hide or show the sidebar"),
            ("Ctrl+/", "This list"),
        ),
    ),
    (
        "Messages",
        (
            ("Enter", "Send"),
            ("Shift+Enter", "New line"),
            ("↑", "Edit your last message (in an empty field)"),
            ("Ctrl+B", "Bold"),
            ("Ctrl+I", "Italic"),
            ("Ctrl+Shift+X", "Strikethrough"),
            ("Ctrl+Shift+C", "Code"),
            ("Ctrl+Alt+Shift+C", "Code block"),
            ("Ctrl+Shift+U", "Link"),
            ("Ctrl+Shift+7", "Ordered list"),
            ("Ctrl+Shift+8", "Bulleted list"),
            ("Ctrl+Shift+9", "Blockquote"),
            ("Ctrl+Z", "Undo"),
            ("Ctrl+Shift+Z", "Redo"),
            ("Ctrl+U", "Upload a file"),
            ("Ctrl+Shift+Enter", "Create a text snippet"),
            ("Esc", "Mark all messages as read, or close the thread"),
        ),
    ),
    (
        "On a message",
        (
            ("↑", "Previous message"),
            ("↓", "Next message"),
            ("R", "Add a reaction"),
            ("T", "Open the thread"),
            ("E", "Edit"),
            ("U", "Mark unread"),
            ("L", "Copy link"),
            ("Delete", "Delete"),
        ),
    ),
)


@pages.context_processor
def _shared() -> dict[str, Any]:
    return {
        "day": _day,
        "directory": directory,
        "quick_reactions": _quick_reactions,
        "shortcuts": lambda: SHORTCUTS,
        "status": _status,
        "topic": topic,
    }


def topic(office: Office, text: str) -> str:
    """A topic or a description in one line of words."""
    return " ".join(plain(office, text).split())


def _day(office: Office, seconds: int) -> str:
    return office.calendar.calendar_date(office.calendar.moment(ts(seconds * SECOND)).date())


def _quick_reactions() -> list[tuple[str, str]]:
    return [(name, emoji.unicode(name)) for name in emoji.FREQUENT]


def _status(member: Member) -> str:
    name = member.status_emoji.strip(":")
    return f"{emoji.unicode(name) if emoji.canonical(name) else ''} {member.status_text}".strip()


def directory(office: Office, sidebar: Sidebar) -> dict[str, Any]:
    """What the script completes names from and jumps to: people, conversations in the sidebar's order."""
    rows = {row.place.id: row for row in sidebar.rows}
    shown = [*rows, *(each for each in office.places if each not in rows)]
    return {
        "people": [
            {
                "id": each.id,
                "name": each.you,
                "label": each.label,
                "real": each.real_name,
                "handle": each.handle,
                "title": each.title,
                "initials": each.initials,
                "color": each.color,
            }
            for each in office.active
        ],
        "places": [
            {
                "id": place.id,
                "kind": place.kind,
                "name": place.name,
                "href": place.href,
                "member": place.member,
                "archived": place.is_archived,
                "unread": place.id in rows and rows[place.id].unread,
                "with": place.people[0].id if place.kind == "im" else "",
            }
            for place in (office.places[each] for each in shown)
        ],
        "open": url_for("slack.open_direct"),
    }
