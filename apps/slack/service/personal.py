"""What each member has set for themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy import insert as add
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.errors.personal import BadPreference, BadSection
from workaday.apps.slack.models import Channel, Membership, Preference, Section
from workaday.apps.slack.service import channels, people
from workaday.statement import Statement
from workaday.world import Context

DEFAULTS: dict[str, Any] = {
    "theme": "system",
    "sidebar_theme": "aubergine",
    "sidebar_sort": "alpha",
    "sidebar_show": "all",
    "show_previews": True,
    "display_names": "display",
    "time24": False,
    "notify": "mentions",
    "enter_sends": True,
    "collapsed": [],
    "skin_tone": 0,
    "frequent_emoji": [],
    "convert_emoticons": True,
    "compact": False,
    "last_view": "",
}
"""Every preference there is, and what it is until somebody changes it."""

CHOICES: dict[str, frozenset[Any]] = {
    "theme": frozenset({"light", "dark", "system"}),
    "sidebar_theme": frozenset(
        {"aubergine", "barbra", "clementine", "gray", "indigo", "jade", "lagoon"},
    ),
    "sidebar_sort": frozenset({"recent", "alpha", "priority"}),
    "sidebar_show": frozenset({"all", "unread", "mentions", "custom"}),
    "display_names": frozenset({"full", "display"}),
    "notify": frozenset({"all", "mentions", "nothing"}),
    "skin_tone": frozenset({0, 2, 3, 4, 5, 6}),
}
"""What a preference can be where it is one of a few."""

_MINE = Preference.user_id == bindparam("viewer")
_LISTED: Statement[tuple[str, str]] = Statement(
    select(Preference.name, Preference.value).where(_MINE).order_by(Preference.name)
)
_NEW = insert(Preference)
_SET: Statement[Preference] = Statement(
    _NEW.on_conflict_do_update(
        index_elements=[Preference.user_id, Preference.name], set_={"value": _NEW.excluded.value}
    )
)
_RESET: Statement[Preference] = Statement(
    delete(Preference).where(_MINE, Preference.name == bindparam("named"))
)


LEVELS = frozenset({"default", "all", "mentions", "nothing"})
"""What somebody can be notified of in a conversation."""
LONGEST_SECTION = 80
"""Characters of a section's name."""
_SEATED = (Membership.channel_id == bindparam("channel"), Membership.user_id == bindparam("viewer"))
_MUTED: Statement[str] = Statement(
    select(Membership.channel_id)
    .where(Membership.user_id == bindparam("viewer"), Membership.is_muted.is_(True))
    .order_by(Membership.channel_id)
)
_SEAT: Statement[Membership] = Statement(update(Membership).where(*_SEATED))
_SECTIONS: Statement[Section] = Statement(
    select(Section).where(Section.user_id == bindparam("viewer")).order_by(Section.rank, Section.id)
)
_ADD_SECTION: Statement[Section] = Statement(add(Section).returning(Section))
_OWN = (Section.id == bindparam("section"), Section.user_id == bindparam("viewer"))
_NAME_SECTION: Statement[Section] = Statement(update(Section).where(*_OWN).returning(Section))
_DROP_SECTION: Statement[Section] = Statement(delete(Section).where(*_OWN))
_EMPTY_SECTION: Statement[Membership] = Statement(
    update(Membership).where(Membership.section_id == bindparam("section")).values(section_id=None)
)


# --- conversations --------------------------------------------------------------------------------------


def star(context: Context, channel_id: str, on: bool) -> Channel:
    """Put a conversation among one's starred ones, or take it out."""
    return _seat(context, channel_id, is_starred=on)


def mute(context: Context, channel_id: str, on: bool) -> Channel:
    """Stop being called by a conversation, or be called again."""
    return _seat(context, channel_id, is_muted=on)


def muted(context: Context) -> frozenset[str]:
    """The ids of the conversations that one has muted."""
    return frozenset(_MUTED.column(context, viewer=people.me(context).id))


def notify(context: Context, channel_id: str, level: str) -> Channel:
    """What to be notified of in a conversation: ``default``, ``all``, ``mentions`` or ``nothing``."""
    if level not in LEVELS:
        raise BadPreference(argument="level")
    return _seat(context, channel_id, notify=level)


def move(context: Context, channel_id: str, section_id: str | None) -> Channel:
    """Put a conversation into a section of one's own, or back into the one of its kind."""
    if section_id is not None and section_id not in {each.id for each in sections(context)}:
        raise BadSection(argument="section")
    return _seat(context, channel_id, section_id=section_id)


def _seat(context: Context, channel_id: str, **columns: object) -> Channel:
    user = people.me(context)
    channel = channels.joined(context, channel_id, user)
    _SEAT.run(context, channel=channel.id, viewer=user.id, **columns)
    return channel


def sections(context: Context) -> Sequence[Section]:
    """One's own sections, in their order."""
    return _SECTIONS.all(context, viewer=people.me(context).id)


def make_section(context: Context, name: str, emoji: str = "") -> Section:
    """A new section, below the others."""
    _check_section(name)
    return _ADD_SECTION.one(
        context,
        id=context.ids.code("L"),
        user_id=people.me(context).id,
        name=name.strip(),
        emoji=emoji,
        rank=context.ids.number("slack_section"),
    )


def rename_section(context: Context, section_id: str, name: str, emoji: str = "") -> Section:
    """Call a section something else."""
    _check_section(name)
    viewer = people.me(context).id
    told = {"name": name.strip(), "emoji": emoji}
    renamed = _NAME_SECTION.first(context, section=section_id, viewer=viewer, **told)
    if renamed is None:
        raise BadSection(argument="section")
    return renamed


def delete_section(context: Context, section_id: str) -> None:
    """Take a section away; what was in it goes back to the section of its kind."""
    if section_id not in {each.id for each in sections(context)}:
        raise BadSection(argument="section")
    _EMPTY_SECTION.run(context, section=section_id)
    _DROP_SECTION.run(context, section=section_id, viewer=people.me(context).id)


def _check_section(name: str) -> None:
    if not 0 < len(name.strip()) <= LONGEST_SECTION:
        raise BadSection(argument="name")


# --- preferences ----------------------------------------------------------------------------------------


def preferences(context: Context) -> dict[str, Any]:
    """One's preferences, every one by its name."""
    changed = _LISTED.all(context, viewer=people.me(context).id)
    return DEFAULTS | {name: json.loads(value) for name, value in changed}


def prefer(context: Context, name: str, value: Any) -> None:
    """Set one of one's preferences; its default is kept as none."""
    if name not in DEFAULTS or not _fits(name, value):
        raise BadPreference(argument=name)
    viewer = people.me(context).id
    if value == DEFAULTS[name]:
        _RESET.run(context, viewer=viewer, named=name)
    else:
        _SET.run(context, user_id=viewer, name=name, value=json.dumps(value))


def _fits(name: str, value: Any) -> bool:
    if type(value) is not type(DEFAULTS[name]):
        return False
    if isinstance(value, list):
        return all(isinstance(each, str) for each in value)
    return name not in CHOICES or value in CHOICES[name]
