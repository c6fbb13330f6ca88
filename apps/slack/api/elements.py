"""What may stand in a block: texts, options, buttons, menus, pickers and inputs, with their limits.

Reference B' 13; what it does not say is from slack_sdk's own checks (slack_sdk.models.blocks).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .schema import Check, array, boolean, both, by_type, either, enum, fault, mapping, record, text, whole

ID = text(255)


def plain(most: int) -> Check:
    """A plain text of so many characters."""
    return by_type({"plain_text": record({"text": text(most)}, emoji=boolean)})


def words(most: int) -> Check:
    """A text of so many characters, plain or in mrkdwn."""
    mrkdwn = record({"text": text(most)}, verbatim=boolean)
    return by_type({"plain_text": record({"text": text(most)}, emoji=boolean), "mrkdwn": mrkdwn})


CONFIRM = record(
    {"title": plain(100), "text": words(300), "confirm": plain(30), "deny": plain(30)},
    style=enum("primary", "danger"),
)
OPTION = record({"text": words(75)}, value=text(150, 0), description=words(75), url=text(3000, 0))
PICTURE = both(
    either("image_url", "slack_file"),
    record({"alt_text": text(2000, 0)}, image_url=text(3000), slack_file=mapping, title=plain(2000)),
)
_STYLE = enum("primary", "danger")
_BUTTON = record(
    {"text": plain(75)},
    action_id=ID,
    value=text(2000, 0),
    url=text(3000, 0),
    confirm=CONFIRM,
    style=_STYLE,
    accessibility_label=text(75, 0),
)
_ASKING = {"action_id": ID, "placeholder": plain(150), "confirm": CONFIRM, "focus_on_load": boolean}


def _choice(most: int, least: int = 1) -> Check:
    """Options of which one or some are chosen, all of them shown."""
    return record({"options": array(OPTION, most, least)}, **_ASKING, initial_options=array(OPTION, most))


_GROUP = record({"label": plain(75), "options": array(OPTION, 100, 1)})
_STATIC = both(
    either("option_groups", "options"),
    record(**_ASKING, options=array(OPTION, 100), option_groups=array(_GROUP, 100)),
)
_EXTERNAL = record(**_ASKING, min_query_length=whole)
_MANY = record(max_selected_items=whole)
_LISTS = {
    "static_select": _STATIC,
    "external_select": _EXTERNAL,
    "users_select": record(**_ASKING, initial_user=text()),
    "conversations_select": record(**_ASKING, initial_conversation=text(), filter=mapping),
    "channels_select": record(**_ASKING, initial_channel=text()),
}
MENUS: dict[str, Check] = {
    **_LISTS,
    **{f"multi_{name}": both(check, _MANY) for name, check in _LISTS.items()},
}
PICKERS: dict[str, Check] = {
    "datepicker": record(**_ASKING, initial_date=text()),
    "datetimepicker": record(**_ASKING, initial_date_time=whole),
    "timepicker": record(**_ASKING, initial_time=text(), timezone=text()),
}
BOXES: dict[str, Check] = {"checkboxes": _choice(10), "radio_buttons": _choice(10)}
BUTTONS: dict[str, Check] = {
    "button": _BUTTON,
    "workflow_button": both(_BUTTON, record({"workflow": mapping})),
}
OVERFLOW: dict[str, Check] = {"overflow": _choice(5)}
_TYPED = {
    "action_id": ID,
    "placeholder": plain(150),
    "focus_on_load": boolean,
    "dispatch_action_config": mapping,
}


def _no_shorter(value: dict[str, Any], pointer: str) -> Iterator[str]:
    """A text cannot have to be longer than it may be."""
    least, most = value.get("min_length"), value.get("max_length")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield fault("must be less than max_length", f"{pointer}/min_length")


INPUTS: dict[str, Check] = {
    "plain_text_input": both(
        record(
            **_TYPED,
            initial_value=text(3000, 0),
            multiline=boolean,
            min_length=whole,
            max_length=whole,
        ),
        _no_shorter,
    ),
    "email_text_input": record(**_TYPED, initial_value=text(least=0)),
    "url_text_input": record(**_TYPED, initial_value=text(least=0)),
    "number_input": record({"is_decimal_allowed": boolean}, **_TYPED),
    "rich_text_input": record(**_TYPED, initial_value=mapping),
    "file_input": record(action_id=ID, filetypes=array(text()), max_files=whole),
}
_FEEDBACK = record({"text": plain(75), "value": text(2000, 0)}, accessibility_label=text(75, 0))
CONTEXT_ACTIONS = by_type(
    {
        "feedback_buttons": record(
            {"positive_button": _FEEDBACK, "negative_button": _FEEDBACK}, action_id=ID
        ),
        "icon_button": record({"icon": enum("trash"), "text": plain(75)}, action_id=ID, confirm=CONFIRM),
    }
)

ACTIONS = by_type(
    {**BUTTONS, **OVERFLOW, **BOXES, **PICKERS, **MENUS, "rich_text_input": INPUTS["rich_text_input"]}
)
"""What an actions block holds."""
ACCESSORY = by_type({**BUTTONS, **OVERFLOW, **BOXES, **PICKERS, **MENUS, "image": PICTURE})
"""What stands beside a section."""
INPUT = by_type({**INPUTS, **BOXES, **PICKERS, **MENUS})
"""What an input block asks with."""
