"""Slack's message text: what is stored, and what can be read out of it.

A stored text has ``&``, ``<`` and ``>`` only as ``&amp; &lt; &gt;``, except where an angle bracket opens a
control token: ``<@U1>`` names a person, ``<#C1|general>`` a channel, ``<!here>`` everybody who is active,
``<https://x|label>`` a link. Formatting (``*bold*``) is plain characters here; `richtext` gives it meaning.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, cast

TokenKind = Literal["user", "channel", "usergroup", "broadcast", "date", "link"]

_KINDS: tuple[TokenKind, ...] = ("user", "channel", "usergroup", "broadcast", "date", "link")

_CONTROL = re.compile(
    r"""<(?:
        @(?P<user>[UW][A-Z0-9]++)
      | \#(?P<channel>[CDG][A-Z0-9]++)
      | !subteam\^(?P<usergroup>S[A-Z0-9]++)
      | !(?P<broadcast>here|channel|everyone)
      | !date\^(?P<date>-?[0-9]{1,12}\^[^<>|\n]++)(?=\|)
      | (?P<link>(?i:https?://|mailto:|tel:)[^\s<>|]++)
    )(?:\|(?P<label>[^<>\n]*+))?>""",
    re.VERBOSE,
)

# Code begins and ends at the edge of a word, and stays within a line; a fence may hold several.
CODE = r"(?<![\w`])`[^`\n]++`(?![\w`])"
OPAQUE = rf"(?P<fence>```.+?```)|(?P<code>{CODE})|(?P<token><[^<>]*+>)"
"""What keeps its characters: fenced code, code within a line, a control token; a pattern for DOTALL."""

# A URL or address that touches a backtick is left alone: linking it would change which backticks are code.
_LINKABLE = re.compile(
    rf"""{OPAQUE}
      | (?P<url>(?<![\w`])https?://(?=[^\W_])(?:(?!&[lg]t;)[^\s<>"`|])++(?!`))
      | (?P<address>(?<![\w.+\-`])\w[\w.+\-]*+@(?:[\w\-]++\.)+[a-z]{{2,}}(?![\w\-`]))""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)

_STRAY_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt);)")
_ENTITY = re.compile(r"&(amp|lt|gt);")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">"}
_TRAILING = frozenset((*".,;:!?'*_~", "&amp;"))


@dataclass(frozen=True)
class Token:
    """A control token. ``value`` and ``label`` are unescaped; ``label`` is None where there is none.

    ``value`` is the id of a user, channel or user group; ``here``, ``channel`` or ``everyone``; the URL of a
    link; or, for a date, ``1392734382^{date_short}`` with an optional ``^https://link``.
    """

    kind: TokenKind
    value: str
    label: str | None


def normalise(text: str) -> str:
    """What Slack stores for a text sent over the API: tokens and entities as they are, the rest escaped."""
    return _link("".join(_escape_stray(part, match) for part, match in _split(_storable(text))))


def typed(text: str) -> str:
    """What Slack stores for a text that a person typed: every character stands for itself.

    A form sends its line breaks as CR LF; stored they are LF, as everywhere.
    """
    return _link(_escape(_storable(text).replace("\r\n", "\n").replace("&", "&amp;")))


def unescape(text: str) -> str:
    """The characters that ``&amp; &lt; &gt;`` stand for, each entity read once."""
    return _ENTITY.sub(lambda entity: _CHARACTERS[entity[1]], text)


def pieces(text: str) -> Iterator[str | Token]:
    """A stored text in order: its control tokens, and the (still escaped) text between them."""
    for part, match in _split(text):
        if match:
            yield _token(match)
        elif part:
            yield part


def mentions(text: str) -> tuple[str, ...]:
    """The ids of the users mentioned in a stored text, each once, in order."""
    return _values(text, "user")


def broadcasts(text: str) -> tuple[str, ...]:
    """Which of ``here``, ``channel`` and ``everyone`` a stored text calls, each once, in order."""
    return _values(text, "broadcast")


def links(text: str) -> tuple[str, ...]:
    """The addresses that a stored text links to, each once, in order."""
    return tuple(unescape(address) for address in _values(text, "link"))


def plain(text: str, names: Callable[[str], str]) -> str:
    """A stored text as a person reads it; ``names`` gives the bare name of a user, channel or group id."""
    return "".join(
        unescape(piece) if isinstance(piece, str) else token_text(piece, names) for piece in pieces(text)
    )


def token_text(token: Token, names: Callable[[str], str]) -> str:
    """The words that stand for a token: ``@Dana``, ``#general``, a link's label or address."""
    match token.kind:
        case "user":
            return "@" + names(token.value)
        case "channel":
            return "#" + names(token.value)
        case "usergroup":
            return token.label or "@" + names(token.value)
        case "broadcast":
            return "@" + token.value
        case _:
            return token.label or token.value.removeprefix("mailto:").removeprefix("tel:")


def _split(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    end = 0
    for match in _CONTROL.finditer(text):
        yield text[end : match.start()], None
        yield match[0], match
        end = match.end()
    yield text[end:], None


def _token(match: re.Match[str]) -> Token:
    kind = next(kind for kind in _KINDS if match[kind] is not None)
    label = cast(str | None, match["label"])
    return Token(kind, unescape(match[kind]), label and unescape(label))


def _values(text: str, kind: TokenKind) -> tuple[str, ...]:
    values = (match[kind] for match in _CONTROL.finditer(text))
    return tuple(dict.fromkeys(value for value in values if value))


def _escape_stray(part: str, token: re.Match[str] | None) -> str:
    escaped = _STRAY_AMPERSAND.sub("&amp;", part)
    return escaped if token else _escape(escaped)


def _escape(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _storable(text: str) -> str:
    """JSON can carry half of a surrogate pair, which no UTF-8 can: it becomes a question mark."""
    return text.encode(errors="replace").decode()


def _link(escaped: str) -> str:
    """Slack's own linking of bare URLs and mail addresses, outside code."""
    return _LINKABLE.sub(_linked, escaped)


def _linked(match: re.Match[str]) -> str:
    if match["url"]:
        end = _url_end(match["url"])
        return f"<{match['url'][:end]}>{match['url'][end:]}"
    if match["address"]:
        return f"<mailto:{match['address']}|{match['address']}>"
    return match[0]


def _url_end(url: str) -> int:
    """Where a URL ends and the sentence around it goes on: before punctuation and unmatched brackets."""
    end = len(url)
    unmatched = url.count(")") - url.count("(")
    while True:
        last = "&amp;" if url.endswith("&amp;", 0, end) else url[end - 1]
        if last not in _TRAILING and not (last == ")" and unmatched > 0):
            return end
        unmatched -= last == ")"
        end -= len(last)
