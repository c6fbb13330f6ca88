"""From rich_text blocks to HTML with the class names and data attributes of Slack's own page."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup, escape

from workaday.apps.slack import emoji

JUMBO = 23
"""A message of nothing but emoji, up to so many, shows them large."""

Json = Mapping[str, Any]

_SAFE_URL = re.compile(r"https?://|mailto:", re.IGNORECASE)

# From the inside out.
_STYLES = {
    "code": Markup('<code class="c-mrkdwn__code" data-stringify-type="code">{}</code>'),
    "strike": Markup('<s data-stringify-type="strike">{}</s>'),
    "italic": Markup('<i data-stringify-type="italic">{}</i>'),
    "bold": Markup('<b data-stringify-type="bold">{}</b>'),
}
_SECTION = Markup('<div class="p-rich_text_section">{}</div>')
_QUOTE = Markup('<blockquote class="c-mrkdwn__quote" data-stringify-type="quote">{}</blockquote>')
# A parser drops the line break after <pre>: this one, not the code's own.
_PREFORMATTED = Markup('<pre class="c-mrkdwn__pre" data-stringify-type="pre">\n{}</pre>')
_BULLETS = Markup(
    '<ul class="p-rich_text_list p-rich_text_list__bullet" data-stringify-type="unordered-list"'
    ' data-indent="{indent}">{items}</ul>'
)
_NUMBERS = Markup(
    '<ol class="p-rich_text_list p-rich_text_list__ordered" data-stringify-type="ordered-list"'
    ' data-indent="{indent}" start="{start}">{items}</ol>'
)


class Resolver(Protocol):
    """What a page knows and a block does not. Labels come without ``@`` or ``#``; nothing comes escaped."""

    @property
    def viewer_id(self) -> str:
        """The user who looks at the page."""

    def user(self, user_id: str, /) -> tuple[str, str]:
        """The label of a person and where it leads."""

    def channel(self, channel_id: str, /) -> tuple[str, str]:
        """The label of a channel and where it leads."""

    def link(self, url: str, /) -> str:
        """Where a link leads: the URL, or the page's own address for what it shows itself."""


def html(blocks: Sequence[Json], resolve: Resolver) -> Markup:
    """Safe HTML for the rich_text blocks among ``blocks``; other blocks and unknown elements show nothing."""
    page = _Page(resolve)
    return _join(page.block(block) for block in blocks if block["type"] == "rich_text")


class _Page:
    """Shows blocks to the viewer that the resolver knows."""

    def __init__(self, resolve: Resolver) -> None:
        self._resolve = resolve
        self._show: Mapping[str, Callable[[Json], Markup]] = {
            "text": _text,
            "user": self._user,
            "channel": self._channel,
            "usergroup": _usergroup,
            "broadcast": _broadcast,
            "link": self._link,
            "date": self._date,
            "color": _color,
            "emoji": _emoji,
        }

    def block(self, block: Json) -> Markup:
        body = _join(self._container(container) for container in block["elements"])
        jumbo = " p-rich_text_block--jumbo" if _only_emoji(block) else ""
        return Markup('<div class="p-rich_text_block{}" dir="auto">{}</div>').format(jumbo, body)

    def _container(self, container: Json) -> Markup:
        match container["type"]:
            case "rich_text_section":
                return _SECTION.format(self._inline(container))
            case "rich_text_quote":
                return _QUOTE.format(self._inline(container))
            case "rich_text_preformatted":
                return _PREFORMATTED.format(self._inline(container).replace("<br>", "\n"))
            case "rich_text_list":
                return self._list(container)
        return Markup("")

    def _list(self, container: Json) -> Markup:
        items = _join(Markup("<li>{}</li>").format(self._inline(item)) for item in container["elements"])
        template = _NUMBERS if container["style"] == "ordered" else _BULLETS
        indent, start = int(container.get("indent", 0)), int(container.get("offset", 0)) + 1
        return template.format(indent=indent, start=start, items=items)

    def _inline(self, container: Json) -> Markup:
        return _join(self._element(element) for element in container["elements"])

    def _element(self, element: Json) -> Markup:
        show = self._show.get(element["type"])
        shown = show(element) if show else Markup("")
        for style, template in _STYLES.items():
            if (element.get("style") or {}).get(style):
                shown = template.format(shown)
        return shown

    def _user(self, element: Json) -> Markup:
        user_id = element["user_id"]
        label, href = self._resolve.user(user_id)
        mine = " c-member_slug--mention-self" if user_id == self._resolve.viewer_id else ""
        return Markup(
            '<a class="c-link c-member_slug c-member_slug--link c-member_slug--mention{}" data-member-id="{}"'
            ' data-member-label="@{}" href="{}" dir="auto">@{}</a>'
        ).format(mine, _safe(user_id), _safe(label), _safe(href), _safe(label))

    def _channel(self, element: Json) -> Markup:
        label, href = self._resolve.channel(element["channel_id"])
        return Markup(
            '<a class="c-link c-channel_entity c-channel_entity--link" data-channel-id="{}" href="{}"'
            ' dir="auto">#{}</a>'
        ).format(_safe(element["channel_id"]), _safe(href), _safe(label))

    def _link(self, element: Json) -> Markup:
        url = element["url"]
        return self._anchor(url, element.get("text") or url.removeprefix("mailto:"))

    def _date(self, element: Json) -> Markup:
        label = element["fallback"]
        shown = self._anchor(element["url"], label) if "url" in element else _safe(label)
        return Markup('<span class="c-timestamp--static" data-ts="{}">{}</span>').format(
            int(element["timestamp"]), shown
        )

    def _anchor(self, url: str, label: str) -> Markup:
        """A link, or only its words where the address is not one that is safe to follow."""
        if not _SAFE_URL.match(url):
            return _safe(label)
        href = self._resolve.link(url)
        target = Markup(' target="_blank"') if href == url else ""
        return Markup('<a class="c-link" href="{}"{} rel="noopener noreferrer">{}</a>').format(
            _safe(href), target, _safe(label)
        )


def _only_emoji(block: Json) -> bool:
    """Whether the block is one section of emoji and blanks, and not too many of them."""
    if [container["type"] for container in block["elements"]] != ["rich_text_section"]:
        return False
    elements = block["elements"][0]["elements"]
    shown = [element for element in elements if element["type"] != "text" or element["text"].strip()]
    return 0 < len(shown) <= JUMBO and all(element["type"] == "emoji" for element in shown)


def _text(element: Json) -> Markup:
    return Markup("<br>").join(_safe(line) for line in element["text"].split("\n"))


def _usergroup(element: Json) -> Markup:
    return Markup('<span class="c-mrkdwn__user_group--mention" data-user-group-id="{0}">@{0}</span>').format(
        _safe(element["usergroup_id"])
    )


def _broadcast(element: Json) -> Markup:
    return Markup('<span class="c-mrkdwn__broadcast--mention">@{}</span>').format(_safe(element["range"]))


def _color(element: Json) -> Markup:
    return _safe(element["value"])


def _emoji(element: Json) -> Markup:
    tone = f"::skin-tone-{element['skin_tone']}" if "skin_tone" in element else ""
    name = element["name"] + tone
    shown = emoji.unicode(name) if emoji.canonical(name) else f":{name}:"
    label = name.replace("::", " ").replace("_", " ")
    return Markup(
        '<span class="c-emoji" data-stringify-type="emoji" data-stringify-emoji=":{0}:" role="img"'
        ' aria-label="{1} emoji" title=":{0}:">{2}</span>'
    ).format(_safe(name), _safe(label), _safe(shown))


def _safe(text: str) -> Markup:
    """Escaped, and without the NUL that no page may hold."""
    return escape(text.replace("\x00", "\ufffd"))


def _join(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)
