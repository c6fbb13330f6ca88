"""The full-text indexes that searches look in, kept by triggers: whatever is written is found at once."""

from __future__ import annotations

from sqlalchemy import DDL, Table, event

from .files import File, FileShare
from .messages import Message

TOKENIZER = "porter unicode61 remove_diacritics 2"

_READ = "replace(replace(replace({}, '&lt;', '<'), '&gt;', '>'), '&amp;', '&')"
"""What is indexed: a text as people read it, or ``Smith & Sons`` would hold the word ``amp``."""


def _said(message: str) -> str:
    """All that a message says: its text, what stands beside it, and what its files are called."""
    words = f"{message}.text || ' ' || {message}.words"
    return f"""{_READ.format(words)} || ' ' || coalesce((SELECT group_concat(called, ' ') FROM (
        SELECT name || ' ' || title AS called FROM slack_file_share JOIN slack_file ON id = file_id
        WHERE channel_id = {message}.channel_id AND message_ts = {message}.ts AND NOT is_deleted
        ORDER BY position, file_id)), '')"""  # noqa: S608


def _again(which: str) -> str:
    """Read some messages again; ``which`` selects their numbers."""
    said = f"SELECT message.id, {_said('message')} FROM slack_message AS message"  # noqa: S608
    return f"REPLACE INTO slack_message_index (rowid, text) {said} WHERE message.id IN ({which});"


def _at(share: str) -> str:
    return f"SELECT id FROM slack_message WHERE channel_id = {share}.channel_id AND ts = {share}.message_ts"  # noqa: S608


_SHARED = """SELECT slack_message.id FROM slack_file_share JOIN slack_message
    ON slack_message.channel_id = slack_file_share.channel_id AND ts = message_ts WHERE file_id = NEW.id"""
_FILE = ("name", "title", "text")
_FILE_NEW = ", ".join(f"NEW.{column}" for column in _FILE)
_FILE_SET = ", ".join(f"{column} = NEW.{column}" for column in _FILE)

_ON_MESSAGES = (
    f"CREATE VIRTUAL TABLE slack_message_index USING fts5(text, tokenize='{TOKENIZER}')",
    "CREATE TRIGGER slack_index_insert AFTER INSERT ON slack_message BEGIN "  # noqa: S608
    f"INSERT INTO slack_message_index (rowid, text) VALUES (NEW.id, {_said('NEW')}); END",
    "CREATE TRIGGER slack_index_delete AFTER DELETE ON slack_message BEGIN "
    "DELETE FROM slack_message_index WHERE rowid = OLD.id; END",
    "CREATE TRIGGER slack_index_update AFTER UPDATE OF text, words ON slack_message BEGIN "  # noqa: S608
    f"UPDATE slack_message_index SET text = {_said('NEW')} WHERE rowid = NEW.id; END",
)
_ON_SHARES = (
    f"CREATE TRIGGER slack_index_share AFTER INSERT ON slack_file_share BEGIN {_again(_at('NEW'))} END",
    f"CREATE TRIGGER slack_index_unshare AFTER DELETE ON slack_file_share BEGIN {_again(_at('OLD'))} END",
)
_ON_FILES = (
    f"CREATE VIRTUAL TABLE slack_file_index USING fts5({', '.join(_FILE)}, tokenize='{TOKENIZER}')",
    "CREATE TRIGGER slack_file_index_insert AFTER INSERT ON slack_file BEGIN "  # noqa: S608
    f"INSERT INTO slack_file_index (rowid, {', '.join(_FILE)}) VALUES (NEW.number, {_FILE_NEW}); END",
    "CREATE TRIGGER slack_file_index_delete AFTER DELETE ON slack_file BEGIN "
    "DELETE FROM slack_file_index WHERE rowid = OLD.number; END",
    f"CREATE TRIGGER slack_file_index_update AFTER UPDATE OF {', '.join(_FILE)} ON slack_file BEGIN "  # noqa: S608
    f"UPDATE slack_file_index SET {_FILE_SET} WHERE rowid = NEW.number; END",
    "CREATE TRIGGER slack_index_file AFTER UPDATE OF name, title, is_deleted ON slack_file BEGIN "
    f"{_again(_SHARED)} END",
)


def _keep(table: object, statements: tuple[str, ...]) -> None:
    assert isinstance(table, Table)
    for statement in statements:
        made = DDL(statement.replace("%", "%%"))  # type: ignore[no-untyped-call]
        event.listen(table, "after_create", made)


_keep(Message.__table__, _ON_MESSAGES)
_keep(FileShare.__table__, _ON_SHARES)
_keep(File.__table__, _ON_FILES)
