"""What each member has set for themselves."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert

from workaday.apps.slack.errors.personal import BadPreference
from workaday.apps.slack.models import Preference
from workaday.apps.slack.service import people
from workaday.statement import Statement
from workaday.world import Context

DEFAULTS: dict[str, Any] = {
    "theme": "system",
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
