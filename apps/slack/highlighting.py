"""Showing what of a text a search found: words between U+E000 and U+E001, as Slack marks them.

The index's own tokenizer decides: a text is put into an index of one row, in no world, and taken out again.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from html import unescape

from workaday.apps.slack.models.indexes import TOKENIZER

START, END = "\ue000", "\ue001"
_TOKEN = re.compile(r"(<[^>]*>)")
_HIGHLIGHT = "SELECT highlight(shown, 0, ?, ?) FROM shown WHERE shown MATCH ?"

_lock = threading.Lock()
_index = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
_index.execute(f"CREATE VIRTUAL TABLE shown USING fts5(text, tokenize='{TOKENIZER}')")


def highlighted(text: str, wanted: str) -> str:
    """A message's text with marks around what ``wanted`` (an FTS5 expression) finds in it.

    Control tokens such as links and mentions stay whole.
    """
    if not wanted:
        return text
    pieces = _TOKEN.split(text)
    return "".join(piece if _TOKEN.fullmatch(piece) else _marked(piece, wanted) for piece in pieces)


def _marked(piece: str, wanted: str) -> str:
    with _lock:
        _index.execute("DELETE FROM shown")
        _index.execute("INSERT INTO shown VALUES (?)", (unescape(piece),))
        found = _index.execute(_HIGHLIGHT, (START, END, wanted)).fetchone()
    return _escaped(found[0]) if found else piece


def _escaped(text: str) -> str:
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
