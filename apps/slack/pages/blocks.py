"""Block Kit as a page shows it: plain values for ``_blocks.html``, controls included (reference B' 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from workaday.apps.slack import emoji, markdown, mrkdwn, richtext
from workaday.apps.slack.pages.office import Office
from workaday.clock import SECOND, at_zone

JSON = Mapping[str, Any]

_NOTHING = Markup()
_NAMED = re.compile(r":([a-z0-9_+-]+):")
_PICKS = {
    "users_select": "people",
    "multi_users_select": "people",
    "channels_select": "channels",
    "multi_channels_select": "channels",
    "conversations_select": "places",
    "multi_conversations_select": "places",
}
_FIELDS = {
    "plain_text_input": "text",
    "email_text_input": "email",
    "url_text_input": "url",
    "number_input": "text",
    "rich_text_input": "text",
    "datepicker": "date",
    "timepicker": "time",
    "datetimepicker": "datetime-local",
}
_BUTTONS = frozenset({"button", "workflow_button"})
_BOXES = {"checkboxes": "checkbox", "radio_buttons": "radio"}


@dataclass(frozen=True)
class Choice:
    """One of the options of a menu or of several boxes."""

    value: str
    label: str
    note: str = ""
    group: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Confirm:
    """What is asked before something is done."""

    title: str
    text: str
    yes: str
    no: str


@dataclass(frozen=True)
class Control:
    """A button, a menu, boxes or a field.  ``look`` is how it is drawn."""

    look: str
    type: str
    block_id: str
    action_id: str
    label: str
    style: str = ""
    href: str = ""
    value: str = ""
    placeholder: str = ""
    kind: str = ""
    """The type of an HTML field."""
    several: bool = False
    multiline: bool = False
    acts: bool = True
    """Whether the app hears of every change."""
    longest: int | None = None
    choices: tuple[Choice, ...] = ()
    confirm: Confirm | None = None


@dataclass(frozen=True)
class Picture:
    """An image; where it is not on this server its words stand for it."""

    alt: str
    title: str = ""


@dataclass(frozen=True)
class Block:
    """One block; ``kind`` is its type."""

    kind: str
    id: str
    html: Markup = _NOTHING
    fields: tuple[Markup, ...] = ()
    controls: tuple[Control, ...] = ()
    parts: tuple[Markup | Picture, ...] = ()
    picture: Picture | None = None
    rows: tuple[tuple[Markup, ...], ...] = ()
    label: str = ""
    hint: str = ""
    optional: bool = False
    error: str = ""
    align: str = ""


@dataclass(frozen=True)
class Drawer:
    """Draws blocks for one viewer: ``state`` is what has been filled in, ``errors`` what is wrong with it."""

    office: Office
    state: JSON = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    offered: Sequence[JSON] = ()

    def blocks(self, given: Sequence[JSON]) -> list[Block]:
        """What is shown of blocks, those of a kind that a page does not show left out."""
        return [drawn for each in given if (drawn := self._block(each)) is not None]

    def _block(self, given: JSON) -> Block | None:
        draw = _DRAW.get(str(given.get("type")))
        return draw(self, given) if draw else None

    # --- texts ------------------------------------------------------------------------------------------

    def text(self, given: JSON | None) -> Markup:
        """A text object as HTML."""
        if not given:
            return _NOTHING
        said = str(given.get("text", ""))
        if given.get("type") == "mrkdwn":
            return richtext.html(richtext.blocks(mrkdwn.normalise(said), said), self.office)
        return escape(said if given.get("emoji") is False else _NAMED.sub(_character, said))

    def _rich(self, given: JSON) -> Block:
        return Block("rich_text", _id(given), richtext.html([given], self.office))

    def _markdown(self, given: JSON) -> Block:
        text = markdown.mrkdwn(str(given["text"]))
        return Block("section", _id(given), richtext.html(richtext.blocks(text, text), self.office))

    # --- blocks -----------------------------------------------------------------------------------------

    def _section(self, given: JSON) -> Block:
        accessory = given.get("accessory") or {}
        pictured = accessory.get("type") == "image"
        return Block(
            "section",
            _id(given),
            self.text(given.get("text")),
            fields=tuple(self.text(each) for each in given.get("fields") or ()),
            controls=tuple(self._controls([accessory], given)) if accessory and not pictured else (),
            picture=_picture(accessory) if pictured else None,
        )

    def _header(self, given: JSON) -> Block:
        return Block("header", _id(given), self.text(given["text"]))

    def _divider(self, given: JSON) -> Block:
        return Block("divider", _id(given))

    def _image(self, given: JSON) -> Block:
        return Block("image", _id(given), picture=_picture(given))

    def _context(self, given: JSON) -> Block:
        parts = (_picture(each) if each["type"] == "image" else self.text(each) for each in given["elements"])
        return Block("context", _id(given), parts=tuple(parts))

    def _actions(self, given: JSON) -> Block:
        return Block("actions", _id(given), controls=tuple(self._controls(given["elements"], given)))

    def _table(self, given: JSON) -> Block:
        rows = tuple(tuple(self._cell(cell) for cell in row) for row in given["rows"])
        return Block("table", _id(given), rows=rows)

    def _cell(self, given: JSON) -> Markup:
        if given["type"] == "rich_text":
            return richtext.html([given], self.office)
        return escape(str(given.get("text", given.get("value", ""))))

    def _input(self, given: JSON) -> Block:
        element = given["element"]
        control = self._control(element, given, acts=bool(given.get("dispatch_action")))
        return Block(
            "input",
            _id(given),
            controls=(control,) if control else (),
            label=_words(given.get("label")),
            hint=_words(given.get("hint")),
            optional=bool(given.get("optional")),
            error=self.errors.get(_id(given), ""),
        )

    # --- controls ---------------------------------------------------------------------------------------

    def _controls(self, elements: Sequence[JSON], block: JSON) -> Iterator[Control]:
        for element in elements:
            control = self._control(element, block, acts=True)
            if control is not None:
                yield control

    def _control(self, element: JSON, block: JSON, *, acts: bool) -> Control | None:
        kind = str(element.get("type"))
        about: dict[str, Any] = {
            "type": kind,
            "block_id": _id(block),
            "action_id": str(element.get("action_id", "")),
            "acts": acts,
            "placeholder": _words(element.get("placeholder")),
            "confirm": _confirm(element.get("confirm")),
        }
        label = _words(block.get("label")) or about["placeholder"]
        if kind in _BUTTONS:
            about |= {"style": element.get("style", ""), "href": element.get("url", "")}
            return Control("button", label=_words(element.get("text")), **about)
        if kind == "overflow":
            return Control("menu", label="More options", choices=self._choices(element, ()), **about)
        chosen = self._chosen(element, block)
        if kind in _BOXES:
            choices = self._choices(element, chosen)
            return Control("boxes", label=label or "Options", kind=_BOXES[kind], choices=choices, **about)
        if kind in _FIELDS:
            return self._field(element, label, chosen, about)
        if kind.endswith("select"):
            choices = self._choices(element, chosen)
            look = "external" if "external" in kind else "menu"
            several = kind.startswith("multi_")
            return Control(look, label=label or "Choose", several=several, choices=choices, **about)
        return None

    def _field(self, element: JSON, label: str, chosen: Sequence[str], about: dict[str, Any]) -> Control:
        multiline = bool(element.get("multiline")) or element["type"] == "rich_text_input"
        return Control(
            "field",
            label=label or "Text",
            kind=_FIELDS[element["type"]],
            value=self._spelled(element, chosen[0]) if chosen else "",
            multiline=multiline,
            longest=element.get("max_length"),
            **about,
        )

    def _spelled(self, element: JSON, value: str) -> str:
        """A moment is shown on the viewer's own clock."""
        if element["type"] != "datetimepicker":
            return value
        moment = at_zone(int(value) * SECOND, self.office.calendar.zone)
        return moment.strftime("%Y-%m-%dT%H:%M")

    def _chosen(self, element: JSON, block: JSON) -> list[str]:
        """The raw values that a control shows: those that were filled in, or the app's own."""
        kept = self.state.get(_id(block), {}).get(element.get("action_id", ""))
        initial = {key: value for key, value in element.items() if key.startswith("initial_")}
        values = {key: value for key, value in kept.items() if key != "type"} if kept else initial
        return [_raw(each) for value in values.values() for each in _several(value)]

    def _choices(self, element: JSON, chosen: Sequence[str]) -> tuple[Choice, ...]:
        picked = _PICKS.get(str(element["type"]))
        if picked:
            return tuple(
                Choice(value, label, chosen=value in chosen) for value, label in self._named(picked, element)
            )
        groups = [(_words(each.get("label")), each["options"]) for each in element.get("option_groups") or ()]
        extra = [each for each in self.offered if "external" in element["type"] and each["value"] in chosen]
        listed = [("", [*(element.get("options") or ()), *extra]), *groups]
        return tuple(
            Choice(
                str(each.get("value", "")),
                _words(each.get("text")),
                _words(each.get("description")),
                group,
                str(each.get("value", "")) in chosen,
            )
            for group, options in listed
            for each in options
        )

    def _named(self, kind: str, element: JSON) -> Iterator[tuple[str, str]]:
        if kind == "people":
            yield from ((each.id, each.label) for each in self.office.active)
            return
        wanted = set((element.get("filter") or {}).get("include") or ("public", "private", "im", "mpim"))
        for place in self.office.places.values():
            fits = place.kind == "public" if kind == "channels" else place.kind in wanted
            if fits and not place.is_archived:
                yield place.id, place.label


_DRAW: dict[str, Callable[[Drawer, JSON], Block]] = {
    "section": Drawer._section,
    "header": Drawer._header,
    "divider": Drawer._divider,
    "image": Drawer._image,
    "context": Drawer._context,
    "actions": Drawer._actions,
    "input": Drawer._input,
    "markdown": Drawer._markdown,
    "rich_text": Drawer._rich,
    "table": Drawer._table,
}


def _id(given: JSON) -> str:
    return str(given.get("block_id", ""))


def _words(given: JSON | None) -> str:
    return str(given.get("text", "")) if given else ""


def _confirm(given: JSON | None) -> Confirm | None:
    if not given:
        return None
    yes, no = _words(given.get("confirm")) or "Yes", _words(given.get("deny")) or "Cancel"
    return Confirm(_words(given.get("title")) or "Are you sure?", _words(given.get("text")), yes, no)


def _picture(given: JSON) -> Picture:
    return Picture(str(given.get("alt_text", "")), _words(given.get("title")))


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _raw(value: Any) -> str:
    """An option by its value, rich text by its words, everything else as it is."""
    if not isinstance(value, dict):
        return str(value)
    if "value" in value:
        return str(value["value"])
    return "".join(_spoken(value))


def _spoken(value: JSON) -> Iterator[str]:
    for each in value.get("elements") or ():
        yield str(each.get("text", ""))
        yield from _spoken(each)


def _character(named: re.Match[str]) -> str:
    return emoji.unicode(named[1]) if emoji.canonical(named[1]) else named[0]
