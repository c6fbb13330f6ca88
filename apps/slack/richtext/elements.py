"""The shapes of a rich_text block. Elements hold characters as they are, unescaped.

Source: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from typing import Literal, NotRequired, TypedDict


class Style(TypedDict, total=False):
    """What is said of a text; a key is left out rather than false."""

    bold: bool
    italic: bool
    strike: bool
    code: bool


class Text(TypedDict):
    """Characters, line breaks included."""

    type: Literal["text"]
    text: str
    style: NotRequired[Style]


class Link(TypedDict):
    """A link; without ``text`` it shows its URL."""

    type: Literal["link"]
    url: str
    text: NotRequired[str]
    style: NotRequired[Style]


class User(TypedDict):
    """A mention of a person."""

    type: Literal["user"]
    user_id: str
    style: NotRequired[Style]


class Channel(TypedDict):
    """The name of a channel, as a link to it."""

    type: Literal["channel"]
    channel_id: str
    style: NotRequired[Style]


class UserGroup(TypedDict):
    """A mention of a group of people."""

    type: Literal["usergroup"]
    usergroup_id: str
    style: NotRequired[Style]


class Broadcast(TypedDict):
    """A mention of everybody: ``here``, ``channel`` or ``everyone``."""

    type: Literal["broadcast"]
    range: str
    style: NotRequired[Style]


class Emoji(TypedDict):
    """An emoji: its name without the tone, its code points with it."""

    type: Literal["emoji"]
    name: str
    unicode: NotRequired[str]
    skin_tone: NotRequired[int]
    style: NotRequired[Style]


class Date(TypedDict):
    """A moment, in seconds since the epoch, with how to show it and what to show otherwise."""

    type: Literal["date"]
    timestamp: int
    format: str
    fallback: str
    url: NotRequired[str]
    style: NotRequired[Style]


Element = Text | Link | User | Channel | UserGroup | Broadcast | Emoji | Date


class Section(TypedDict):
    """Lines of text; a list's items are sections too."""

    type: Literal["rich_text_section"]
    elements: list[Element]


class Quote(TypedDict):
    """Lines that another said."""

    type: Literal["rich_text_quote"]
    elements: list[Element]


class Preformatted(TypedDict):
    """A block of code."""

    type: Literal["rich_text_preformatted"]
    elements: list[Element]
    border: int


class List(TypedDict):
    """Consecutive items of one kind and depth. ``offset`` is the first item's number less one, if not 0."""

    type: Literal["rich_text_list"]
    elements: list[Section]
    style: Literal["bullet", "ordered"]
    indent: int
    border: int
    offset: NotRequired[int]


Container = Section | Quote | Preformatted | List


class Block(TypedDict):
    """A rich_text block."""

    type: Literal["rich_text"]
    block_id: str
    elements: list[Container]
