"""A stored text in the composer: mentions and links as chips that carry their tokens, the rest as typed."""

from __future__ import annotations

from markupsafe import Markup, escape

from workaday.apps.slack import mrkdwn
from workaday.apps.slack.pages.office import Office

_CHIP = Markup('<span class="c-chip c-chip--{}" contenteditable="false" data-token="{}">{}</span>')


def editable(text: str, office: Office) -> Markup:
    """HTML for the composer, from which it makes the same text again."""
    return Markup("").join(_piece(piece, office) for piece in mrkdwn.pieces(text))


def _piece(piece: str | mrkdwn.Token, office: Office) -> Markup:
    if isinstance(piece, str):
        return Markup("<br>").join(escape(line) for line in mrkdwn.unescape(piece).split("\n"))
    shown = mrkdwn.token_text(piece, office.names)
    if piece.kind == "link" and piece.label in {None, piece.value.removeprefix("mailto:")}:
        return escape(shown)
    return _CHIP.format(piece.kind, spelled(piece), shown)


def spelled(token: mrkdwn.Token) -> str:
    """A token as it is stored."""
    sign = {"user": "@", "channel": "#", "usergroup": "!subteam^", "broadcast": "!", "date": "!date^"}
    label = "" if token.label is None else f"|{_escaped(token.label)}"
    return f"<{sign.get(token.kind, '')}{_escaped(token.value)}{label}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
