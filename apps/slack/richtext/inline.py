"""Formatting within a line: ``*bold*``, ``_italic_``, ``~strike~``, `` `code` ``, tokens and emoji.

A marker opens before and closes after a word, so ``snake_case_name`` and ``2*3*4`` are plain; one that finds
no partner in its line is a character; inside code there is no formatting.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from workaday.apps.slack import emoji, mrkdwn

from .elements import Date, Element, Emoji, Link, Style

StyleName = Literal["bold", "italic", "strike", "code"]

_MARKERS: dict[str, StyleName] = {"*": "bold", "_": "italic", "~": "strike"}
_ATOM = re.compile(
    rf"(?P<code>{mrkdwn.CODE})|(?P<token><[^<>\n]*+>)|(?P<marker>[*_~])|(?P<newline>\n)"
    r"|(?P<emoji>:(?P<name>[a-z0-9_+\-]++(?:::skin-tone-[2-6](?:-[2-6])?)?):)"
)


@dataclass
class _Part:
    """A piece on its way to being an element: a text, or an element that waits for its style."""

    content: str | Element
    styles: set[StyleName] = field(default_factory=set)


def inline(text: str) -> list[Element]:
    """The elements of some lines of stored text."""
    return _Inline(text).elements()


def verbatim(text: str) -> list[Element]:
    """The elements of stored code, where only control tokens mean something."""
    return _elements(_literal(text))


class _Inline:
    """Reads from left to right; a closing marker styles what was read since its partner."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[_Part] = []
        self._opened: dict[str, int] = {}

    def elements(self) -> list[Element]:
        position = 0
        while match := _ATOM.search(self._text, position):
            self._parts.append(_Part(self._text[position : match.start()]))
            position = self._read(match)
        self._parts.append(_Part(self._text[position:]))
        return _elements(self._parts)

    def _read(self, match: re.Match[str]) -> int:
        """Takes in one atom and returns where to read on."""
        match match.lastgroup:
            case "code":
                self._parts += _literal(match[0][1:-1], "code")
            case "token":
                self._parts += _literal(match[0])
            case "marker":
                self._mark(match[0], match.start())
            case "newline":
                self._parts.append(_Part("\n"))
                self._opened.clear()
            case _:
                return self._name(match)
        return match.end()

    def _name(self, match: re.Match[str]) -> int:
        """An emoji; a colon that closes no known name may open the next."""
        found = list(_emoji(match["name"]))
        self._parts += found or [_Part(match[0][:-1])]
        return match.end() if found else match.end() - 1

    def _mark(self, marker: str, at: int) -> None:
        before, after = self._text[at - 1 : at], self._text[at + 1 : at + 2]
        if marker in self._opened and _ends_word(before, marker, after):
            self._close(marker)
            return
        if _begins_word(before, marker, after):
            self._opened[marker] = len(self._parts)
        self._parts.append(_Part(marker))

    def _close(self, marker: str) -> None:
        start = self._opened.pop(marker)
        self._opened = {other: index for other, index in self._opened.items() if index < start}
        self._parts[start].content = ""
        for part in self._parts[start:]:
            part.styles.add(_MARKERS[marker])


def _begins_word(before: str, marker: str, after: str) -> bool:
    return not after.isspace() and not before.isalnum() and marker not in (before, after)


def _ends_word(before: str, marker: str, after: str) -> bool:
    return not before.isspace() and not after.isalnum() and marker not in (before, after)


def _literal(text: str, *styles: StyleName) -> Iterator[_Part]:
    for piece in mrkdwn.pieces(text):
        yield _Part(piece if isinstance(piece, str) else _token(piece), set(styles))


def _emoji(name: str) -> Iterator[_Part]:
    """The emoji of a name with or without a tone; a tone that does not fit is an emoji of its own."""
    for part in [name] if emoji.canonical(name) else name.split("::"):
        if emoji.canonical(part):
            base, _, tone = part.partition("::skin-tone-")
            element: Emoji = {"type": "emoji", "name": base, "unicode": emoji.codepoints(part)}
            if tone.isdigit():
                element["skin_tone"] = int(tone)
            yield _Part(element)


def _token(token: mrkdwn.Token) -> Element:
    match token.kind:
        case "user":
            return {"type": "user", "user_id": token.value}
        case "channel":
            return {"type": "channel", "channel_id": token.value}
        case "usergroup":
            return {"type": "usergroup", "usergroup_id": token.value}
        case "broadcast":
            return {"type": "broadcast", "range": token.value}
        case "date":
            return _date(token)
        case "link":
            return _link(token)


def _link(token: mrkdwn.Token) -> Link:
    link: Link = {"type": "link", "url": token.value}
    if token.label:
        link["text"] = token.label
    return link


def _date(token: mrkdwn.Token) -> Date:
    timestamp, form, *url = token.value.split("^", 2)
    date: Date = {"type": "date", "timestamp": int(timestamp), "format": form, "fallback": token.label or ""}
    if url:
        date["url"] = url[0]
    return date


def _elements(parts: Iterator[_Part] | list[_Part]) -> list[Element]:
    """The parts as Slack's elements, with neighbouring texts of one style made one."""
    elements: list[Element] = []
    for (is_text, styles), run in groupby(
        parts, key=lambda part: (isinstance(part.content, str), part.styles)
    ):
        if is_text:
            text = "".join(mrkdwn.unescape(str(part.content)) for part in run)
            contents: list[Element] = [{"type": "text", "text": text}] if text else []
        else:
            contents = [part.content for part in run if not isinstance(part.content, str)]
        elements += [_styled(content, styles) for content in contents]
    return elements


def _styled(element: Element, styles: set[StyleName]) -> Element:
    order: tuple[StyleName, ...] = ("bold", "italic", "strike", "code")
    style: Style = {}
    for name in order:
        if name in styles:
            style[name] = True
    if style:
        element["style"] = style
    return element
