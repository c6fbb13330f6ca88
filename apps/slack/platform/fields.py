"""What people put into the controls of blocks: raw values from a page or a tool, told as Slack tells them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from workaday.apps.slack.errors.apps import InvalidValues

JSON = dict[str, Any]
Raw = str | Sequence[str] | None
Given = Mapping[str, Mapping[str, Raw]]
"""Raw values by block and action: the option's value, the id of a person, a date …, or a list of them."""

_ONE: dict[str, str] = {
    "static_select": "selected_option",
    "external_select": "selected_option",
    "radio_buttons": "selected_option",
    "overflow": "selected_option",
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
    "rich_text_input": "rich_text_value",
}
_MANY: dict[str, str] = {
    "multi_static_select": "selected_options",
    "multi_external_select": "selected_options",
    "checkboxes": "selected_options",
    "multi_users_select": "selected_users",
    "multi_conversations_select": "selected_conversations",
    "multi_channels_select": "selected_channels",
}
_OF_OPTIONS = frozenset({"selected_option", "selected_options"})
_KEEPS_NOTHING = frozenset({"button", "workflow_button", "overflow", "image"})
_INITIAL = {
    "selected_option": "initial_option",
    "selected_options": "initial_options",
    "selected_user": "initial_user",
    "selected_users": "initial_users",
    "selected_conversation": "initial_conversation",
    "selected_conversations": "initial_conversations",
    "selected_channel": "initial_channel",
    "selected_channels": "initial_channels",
    "selected_date": "initial_date",
    "selected_time": "initial_time",
    "selected_date_time": "initial_date_time",
    "value": "initial_value",
    "rich_text_value": "initial_value",
}
REQUIRED = "Please complete this required field."


def given(text: str) -> Given:
    """Raw values that were sent as a JSON object of objects; an empty text is none."""
    if not text.strip():
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidValues from None
    if not isinstance(found, dict) or not all(_is_block(each) for each in found.values()):
        raise InvalidValues
    return found


def raw(text: str) -> Raw:
    """One raw value: a text, or a JSON array of texts."""
    if not text.startswith("["):
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found if _is_list(found) else text


def _is_block(value: Any) -> bool:
    return isinstance(value, dict) and all(
        each is None or isinstance(each, str) or _is_list(each) for each in value.values()
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


@dataclass(frozen=True)
class Control:
    """A control in a block."""

    block: JSON
    element: JSON

    @property
    def block_id(self) -> str:
        """The id of the block that it stands in."""
        return str(self.block.get("block_id", ""))

    @property
    def action_id(self) -> str:
        """Its own id."""
        return str(self.element.get("action_id", ""))

    @property
    def type(self) -> str:
        """``button``, ``static_select`` …"""
        return str(self.element["type"])

    @property
    def is_input(self) -> bool:
        """Whether it stands in an ``input`` block."""
        return str(self.block["type"]) == "input"


def controls(blocks: Sequence[JSON]) -> Iterator[Control]:
    """The controls of blocks, in order."""
    for block in blocks:
        inside = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        for element in inside if block.get("type") in {"actions", "section", "input"} else ():
            if isinstance(element, dict) and element.get("type") not in {None, "image"}:
                yield Control(block, element)


def options(element: Mapping[str, Any]) -> list[JSON]:
    """The options of a menu, those in groups too."""
    groups = element.get("option_groups") or ()
    return [*(element.get("options") or ()), *(each for group in groups for each in group["options"])]


@dataclass(frozen=True)
class Around:
    """What raw values are read by.

    ``offered`` are options that an app has offered for menus that load them; ``zone`` is where somebody is
    who names a moment.
    """

    offered: Sequence[JSON]
    zone: tzinfo


def told(control: Control, raw: Raw, around: Around) -> JSON | None:
    """A raw value as Slack tells it, without the type; None for one that the control does not have."""
    if control.type in _MANY:
        return _many(control, raw, around)
    key = _ONE.get(control.type)
    if key is None:
        return {}
    value = raw if isinstance(raw, str) or raw is None else next(iter(raw), None)
    if not value:
        return {key: None}
    if key in _OF_OPTIONS:
        found = _option(control, value, around)
        return None if found is None else {key: found}
    return _spelled(control, key, value, around)


def _many(control: Control, raw: Raw, around: Around) -> JSON | None:
    key = _MANY[control.type]
    values = [raw] if isinstance(raw, str) else list(raw or ())
    values = [each for each in dict.fromkeys(values) if each]
    if key not in _OF_OPTIONS:
        return {key: values}
    found = [_option(control, each, around) for each in values]
    return None if None in found else {key: found}


def _option(control: Control, value: str, around: Around) -> JSON | None:
    known = [*options(control.element), *around.offered]
    return next((each for each in known if each.get("value") == value), None)


def _spelled(control: Control, key: str, value: str, around: Around) -> JSON | None:
    match control.type:
        case "datepicker":
            return {key: value} if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII) else None
        case "timepicker":
            return {key: value} if re.fullmatch(r"\d{2}:\d{2}", value, re.ASCII) else None
        case "datetimepicker":
            second = _second(value, around.zone)
            return None if second is None else {key: second}
        case "rich_text_input":
            return {key: rich(value)}
        case _:
            return {key: value}


def _second(value: str, zone: tzinfo) -> int | None:
    """A second since 1970, or a day and a time such as ``2025-03-18T09:00``."""
    if re.fullmatch(r"\d{10}", value, re.ASCII):
        return int(value)
    try:
        return int(datetime.fromisoformat(value).replace(tzinfo=zone).timestamp())
    except (ValueError, OverflowError):
        return None


def rich(text: str) -> JSON:
    """What somebody has written into a field for rich text."""
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}


# --- what is filled in ----------------------------------------------------------------------------------


def state(blocks: Sequence[JSON], given: Given, kept: Mapping[str, Any], around: Around) -> JSON:
    """The values of all controls that keep one: what is given now, else what was kept, else the initial."""
    values: JSON = {}
    for control in controls(blocks):
        if control.type in _KEEPS_NOTHING:
            continue
        now = given.get(control.block_id, {})
        found = told(control, now[control.action_id], around) if control.action_id in now else None
        if found is None:
            found = kept.get(control.block_id, {}).get(control.action_id) or _initial(control)
        values.setdefault(control.block_id, {})[control.action_id] = {"type": control.type, **found}
    return values


def _initial(control: Control) -> JSON:
    key = _MANY.get(control.type) or _ONE.get(control.type, "value")
    return {key: control.element.get(_INITIAL[key], [] if control.type in _MANY else None)}


def faults(blocks: Sequence[JSON], values: Mapping[str, Any]) -> dict[str, str]:
    """What has to be put right before a view can be submitted, by block."""
    found = {}
    for control in controls(blocks):
        if control.is_input:
            filled = values[control.block_id][control.action_id]
            if fault := _fault(control, next(value for key, value in filled.items() if key != "type")):
                found[control.block_id] = fault
    return found


def _fault(control: Control, value: Any) -> str:
    if value in (None, "", []):
        return "" if control.block.get("optional") else REQUIRED
    if not isinstance(value, str):
        return ""
    match control.type:
        case "plain_text_input":
            return _length(control.element, len(value))
        case "number_input":
            return _number(control.element, value)
        case "email_text_input":
            return "" if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value) else "Please enter a valid email."
        case "url_text_input":
            return "" if re.fullmatch(r"https?://\S+", value) else "Please enter a valid URL."
        case _:
            return ""


def _length(element: Mapping[str, Any], length: int) -> str:
    least, most = element.get("min_length", 0), element.get("max_length", 3000)
    if length < least:
        return f"Please enter at least {least} characters."
    return f"Please enter no more than {most} characters." if length > most else ""


def _number(element: Mapping[str, Any], value: str) -> str:
    kind = r"-?\d{1,15}(\.\d{1,15})?" if element.get("is_decimal_allowed") else r"-?\d{1,15}"
    if not re.fullmatch(kind, value, re.ASCII):
        return "Please enter a valid number."
    least, most = element.get("min_value"), element.get("max_value")
    if least is not None and float(value) < float(least):
        return f"Please enter a number of at least {least}."
    if most is not None and float(value) > float(most):
        return f"Please enter a number of at most {most}."
    return ""
