"""A stored text in the composer: formatted as it will look, mentions and emoji as chips with their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup, escape

from workaday.apps.slack import emoji, richtext
from workaday.apps.slack.pages.office import Office
from workaday.apps.slack.service import usergroups
from workaday.world import Context

Json = Mapping[str, Any]
Line = list[Json]

_CHIP = Markup('<span class="c-chip c-chip--{}" contenteditable="false" data-token="{}">{}</span>')
_LINK = Markup('<a class="c-link" href="{}">{}</a>')
_STYLES = {
    "code": Markup('<code class="c-mrkdwn__code">{}</code>'),
    "strike": Markup("<s>{}</s>"),
    "italic": Markup("<i>{}</i>"),
    "bold": Markup("<b>{}</b>"),
}
_PARAGRAPH, _ITEM, _CODE = Markup("<p>{}</p>"), Markup("<li>{}</li>"), Markup("<div>{}</div>")
_QUOTE = Markup('<blockquote class="c-mrkdwn__quote">{}</blockquote>')
_PREFORMATTED = Markup('<pre class="c-mrkdwn__pre">{}</pre>')
_BULLETS = Markup('<ul class="p-rich_text_list p-rich_text_list__bullet" data-indent="{}">{}</ul>')
_NUMBERS = Markup(
    '<ol class="p-rich_text_list p-rich_text_list__ordered" data-indent="{}" start="{}">{}</ol>'
)
_GUARD = "\u200b"
"""What the caret stands in after a chip."""


class Names(Protocol):
    """What people and channels are called, and where that leads."""

    def user(self, user_id: str, /) -> tuple[str, str]:
        """A person."""

    def channel(self, channel_id: str, /) -> tuple[str, str]:
        """A channel."""

    def usergroup(self, group_id: str, /) -> str:
        """A user group, without where it leads."""


class Called:
    """The names that a workspace has for what a text mentions."""

    def __init__(self, context: Context) -> None:
        office = Office(context)
        self.user, self.channel = office.user, office.channel
        self._handles = {each.id: each.handle for each in usergroups.listed(context, disabled=True)}

    def usergroup(self, group_id: str, /) -> str:
        """Its handle."""
        return self._handles.get(group_id, group_id)


def editable(text: str, names: Names) -> Markup:
    """HTML for the composer, from which it makes a text of the same meaning again."""
    field = _Field(names)
    return Markup("").join(
        field.container(container) for block in richtext.blocks(text, "") for container in block["elements"]
    )


class _Field:
    def __init__(self, names: Names) -> None:
        self._names = names

    def container(self, container: Json) -> Markup:
        match container["type"]:
            case "rich_text_list":
                items = Markup("").join(
                    _ITEM.format(self._line(item["elements"])) for item in container["elements"]
                )
                indent, start = container.get("indent", 0), container.get("offset", 0) + 1
                ordered = container["style"] == "ordered"
                return _NUMBERS.format(indent, start, items) if ordered else _BULLETS.format(indent, items)
            case "rich_text_quote":
                return _QUOTE.format(self._lines(container, _PARAGRAPH))
            case "rich_text_preformatted":
                return _PREFORMATTED.format(self._lines(container, _CODE))
        return self._lines(container, _PARAGRAPH)

    def _lines(self, container: Json, around: Markup) -> Markup:
        return Markup("").join(around.format(self._line(line)) for line in _split(container["elements"]))

    def _line(self, elements: Sequence[Json]) -> Markup:
        shown = [self._element(each) for each in elements]
        for number, each in enumerate(elements):
            following = elements[number + 1] if number + 1 < len(elements) else None
            if _is_chip(each) and (following is None or _is_chip(following)):
                shown[number] += _GUARD
        return Markup("").join(shown) or Markup("<br>")

    def _element(self, element: Json) -> Markup:
        shown = self._bare(element)
        for style, template in _STYLES.items():
            if element.get("style", {}).get(style):
                shown = template.format(shown)
        return shown

    def _bare(self, element: Json) -> Markup:
        match element["type"]:
            case "text":
                return escape(element["text"])
            case "link":
                url = element["url"]
                return _LINK.format(url, element.get("text") or url)
            case "user":
                label = self._names.user(element["user_id"])[0]
                return _CHIP.format("user", f"<@{element['user_id']}>", f"@{label}")
            case "channel":
                label = self._names.channel(element["channel_id"])[0]
                token = f"<#{element['channel_id']}|{_escaped(label)}>"
                return _CHIP.format("channel", token, f"#{label}")
            case "usergroup":
                number = element["usergroup_id"]
                return _CHIP.format("broadcast", f"<!subteam^{number}>", f"@{self._names.usergroup(number)}")
        return _plain(element)


def _plain(element: Json) -> Markup:
    """What needs no names: an emoji, a mention of everybody, a moment."""
    match element["type"]:
        case "emoji":
            return _emoji(element)
        case "broadcast":
            return _CHIP.format("broadcast", f"<!{element['range']}>", f"@{element['range']}")
    link = f"^{element['url']}" if "url" in element else ""
    moment = f"{element['timestamp']}^{element['format']}{link}|{element['fallback']}"
    return _CHIP.format("date", f"<!date^{_escaped(moment)}>", element["fallback"])


def _emoji(element: Json) -> Markup:
    tone = f"::skin-tone-{element['skin_tone']}" if "skin_tone" in element else ""
    name = element["name"] + tone
    return _CHIP.format("emoji", f":{name}:", emoji.unicode(name) if emoji.canonical(name) else f":{name}:")


def _is_chip(element: Json) -> bool:
    return element["type"] not in {"text", "link"}


def _split(elements: Sequence[Json]) -> Iterator[Line]:
    """Elements by line; the last line break only ends the line before what follows."""
    line: Line = []
    for each in elements:
        first, *rest = each["text"].split("\n") if each["type"] == "text" else [""]
        line.append({**each, "text": first} if each["type"] == "text" else each)
        for part in rest:
            yield line
            line = [{**each, "text": part}]
    if any(each.get("text", True) for each in line):
        yield line


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
