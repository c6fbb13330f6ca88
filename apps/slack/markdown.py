"""Markdown, as apps send it in ``markdown_text``, in Slack's own mrkdwn.

What mrkdwn has no sign for keeps its words: a heading is a bold line, a picture a link, a table its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from workaday.apps.slack.mrkdwn import normalise

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_MARKS = {"strong": "*", "em": "_", "s": "~"}
_INDENT = " " * 4


def mrkdwn(text: str) -> str:
    """A text in Markdown as the text of a message, escaped; control tokens in it stay what they are."""
    from markdown_it.tree import SyntaxTreeNode

    return "\n".join(_apart(SyntaxTreeNode(_parser().parse(text)).children))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


# --- blocks ---------------------------------------------------------------------------------------------


def _apart(nodes: Sequence[SyntaxTreeNode]) -> list[str]:
    """The lines of blocks, with an empty line between one and the next."""
    lines: list[str] = []
    for node in nodes:
        lines += [""] * bool(lines) + _block(node)
    return lines


def _block(node: SyntaxTreeNode) -> list[str]:
    made = _BLOCKS.get(node.type)
    return made(node) if made else _inline(node.children).split("\n")


def _heading(node: SyntaxTreeNode) -> list[str]:
    return [f"*{_inline(node.children, ('strong',))}*"]


def _code(node: SyntaxTreeNode) -> list[str]:
    return ["```", *normalise(node.content.rstrip("\n")).split("\n"), "```"]


def _quote(node: SyntaxTreeNode) -> list[str]:
    return [f"&gt; {line}" for line in _apart(node.children)]


def _list(node: SyntaxTreeNode) -> list[str]:
    """An item's first line has its sign; what else it holds, such as a list of its own, stands further in."""
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    lines = []
    for position, item in enumerate(node.children):
        first, *rest = [line for each in item.children for line in _block(each)] or [""]
        sign = "•" if start is None else f"{start + position}."
        lines += [f"{sign} {first}", *(_INDENT + line for line in rest)]
    return lines


def _table(node: SyntaxTreeNode) -> list[str]:
    rows = [row for part in node.children for row in part.children]
    return [" | ".join(_inline(cell.children) for cell in row.children) for row in rows]


_BLOCKS: Mapping[str, Callable[[SyntaxTreeNode], list[str]]] = {
    "heading": _heading,
    "fence": _code,
    "code_block": _code,
    "hr": lambda _: ["---"],
    "blockquote": _quote,
    "bullet_list": _list,
    "ordered_list": _list,
    "table": _table,
}

# --- within a line --------------------------------------------------------------------------------------


def _inline(nodes: Sequence[SyntaxTreeNode], marked: tuple[str, ...] = ()) -> str:
    """Some text; ``marked`` are the kinds of emphasis that it stands in."""
    return "".join(_piece(node, marked) for node in nodes)


def _piece(node: SyntaxTreeNode, marked: tuple[str, ...]) -> str:
    match node.type:
        case "text":
            return normalise(node.content)
        case "softbreak" | "hardbreak":
            return "\n"
        case "code_inline":
            return f"`{normalise(node.content)}`"
        case "link":
            return _link(str(node.attrs["href"]), _inline(node.children, marked))
        case "image":
            return _link(str(node.attrs["src"]), normalise(node.content))
        case _:
            mark = "" if node.type in marked else _MARKS.get(node.type, "")
            return f"{mark}{_inline(node.children, (*marked, node.type))}{mark}"


def _link(address: str, label: str) -> str:
    """A link to what a browser can open; of anything else the words stay."""
    if not address.lower().startswith(("http://", "https://", "mailto:", "tel:")):
        return label
    bare = address.replace("&", "&amp;").replace("|", "%7C")
    words = label.replace("|", "").replace("\n", " ").replace("<", "").replace(">", "")
    return f"<{bare}|{words}>" if words else f"<{bare}>"
