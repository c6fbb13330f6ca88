"""The floor for the benchmark: Slack's work as a frugal program would do it in bare ``sqlite3``.

No tables' classes, no clock, no identifiers: statements written by hand on the same rows, with the same
indexes, search index and journal.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import ExitStack, closing

from workaday.storage import image_of, loaded

_BUSIEST = """
    SELECT message.channel_id, person_id, user.id FROM slack_message AS message
    JOIN slack_channel AS channel ON channel.id = message.channel_id AND channel.kind = 'public'
    JOIN slack_user AS user ON user.id = message.user_id AND NOT user.deleted AND person_id IS NOT NULL
    JOIN slack_membership AS seat ON seat.channel_id = channel.id AND seat.user_id = user.id
    WHERE NOT channel.is_archived
    GROUP BY message.channel_id, user.id ORDER BY count(*) DESC, message.channel_id, user.id LIMIT 1
"""
_VISIBLE = """(SELECT id FROM slack_channel WHERE kind = 'public'
    UNION ALL SELECT channel_id FROM slack_membership WHERE user_id = :user)"""
_ME = "SELECT * FROM slack_user WHERE person_id = :person"
_PLACE = """
    SELECT * FROM slack_channel AS channel LEFT JOIN slack_membership AS seat
    ON seat.channel_id = channel.id AND seat.user_id = :user WHERE channel.id = :channel
"""
_NEWEST = """
    SELECT * FROM slack_message WHERE channel_id = :channel AND (thread_ts IS NULL OR broadcast)
    ORDER BY ts DESC LIMIT 21
"""
_REPLIERS = """
    SELECT thread_ts, user_id, ts FROM slack_message
    WHERE channel_id = :channel AND thread_ts BETWEEN :first AND :last ORDER BY thread_ts, ts
"""
_REACTIONS = """
    SELECT message_ts, name, user_id FROM slack_reaction
    WHERE channel_id = :channel AND message_ts BETWEEN :first AND :last ORDER BY id
"""
_FOUND = f"""
    FROM slack_message_index JOIN slack_message AS message ON message.id = slack_message_index.rowid
    WHERE slack_message_index MATCH :word AND channel_id IN {_VISIBLE}
    AND (subtype IS NULL OR subtype NOT IN ('tombstone', 'channel_join'))
"""
_SHOWN = f"""
    SELECT message.* {_FOUND}
    ORDER BY instr(lower(message.text), :word) > 0 DESC, ts DESC, channel_id LIMIT 20
"""
_COUNTED = f"SELECT count(*) {_FOUND}"
_ACTION = "INSERT INTO workaday_action (name, door, person_id, at) VALUES ('post', 'bare', :person, 0)"
_NUMBER = """
    INSERT INTO workaday_sequence (kind, value) VALUES (?, 1)
    ON CONFLICT (kind) DO UPDATE SET value = value + 1
"""
_MESSAGE = """
    INSERT INTO slack_message
    (id, channel_id, ts, user_id, text, broadcast, client_msg_id, is_plain, words)
    VALUES (:id, :channel, :ts, :user, :text, 0, 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6', 0, '')
"""
_MARK = """
    INSERT INTO slack_read_mark (channel_id, user_id, last_read) VALUES (:channel, :user, :ts)
    ON CONFLICT (channel_id, user_id) DO UPDATE SET last_read = excluded.last_read
"""
_COPIES = """
    INSERT INTO slack_message
    (id, channel_id, ts, user_id, text, thread_ts, broadcast, subtype, client_msg_id, is_plain, words)
    SELECT id + :ids, channel_id, printf('%010d', substr(ts, 1, 10) - :seconds) || substr(ts, 11), user_id,
    text || ' (' || :copy || ')',
    printf('%010d', substr(thread_ts, 1, 10) - :seconds) || substr(thread_ts, 11),
    broadcast, subtype, client_msg_id, is_plain, words FROM slack_message WHERE id <= :ids
"""


class Bare:
    """One database without a world around it, and somebody in its busiest public channel."""

    def __init__(self, image: bytes, stack: ExitStack, *, recorded: bool = True) -> None:
        self.raw = stack.enter_context(closing(sqlite3.connect(":memory:", isolation_level=None)))
        with closing(loaded(image)) as source:
            source.backup(self.raw)
        if not recorded:
            forget_journal(self.raw)
        self.channel, self.person, self.user = self.raw.execute(_BUSIEST).fetchone()
        self.text = "The letter is in the folder; could you sign it before noon?"
        self.word = self._common_word()
        self.number = 1_000_000_000
        self.raw.execute("BEGIN")
        self.raw.execute(_ACTION, self._names)
        self.raw.execute("SAVEPOINT baseline")

    def _common_word(self) -> str:
        """A word of many messages."""
        texts = self.raw.execute("SELECT text FROM slack_message ORDER BY id")
        words: Counter[str] = Counter(
            word for (text,) in texts for word in set(text.lower().split()) if word.isalpha()
        )
        (word, _), *_ = sorted(
            (each for each in words.items() if len(each[0]) > 4), key=lambda each: (-each[1], each[0])
        )
        return word

    @property
    def _names(self) -> dict[str, str]:
        return {"channel": self.channel, "person": self.person, "user": self.user, "word": self.word}

    def read(self) -> list[tuple[object, ...]]:
        """The last 20 messages with their threads and reactions, as somebody may see them."""
        names = self._names
        self.raw.execute(_ME, names).fetchone()
        self.raw.execute(_PLACE, names).fetchone()
        messages = self.raw.execute(_NEWEST, names).fetchall()
        window = {**names, "first": messages[-1][2], "last": messages[0][2]}
        return messages + [
            row for sql in (_REPLIERS, _REACTIONS) for row in self.raw.execute(sql, window).fetchall()
        ]

    def search(self) -> list[tuple[object, ...]]:
        """The first page of the messages with a word, how many there are, and whose they are."""
        names = self._names
        self.raw.execute(_ME, names).fetchone()
        found = self.raw.execute(_SHOWN, names).fetchall() + self.raw.execute(_COUNTED, names).fetchall()
        return found + self.raw.execute("SELECT id, name FROM slack_user").fetchall()

    def post(self) -> None:
        """Write a message, and mark its channel read, in one savepoint."""
        names = self._names
        self.raw.execute("SAVEPOINT action")
        self.raw.execute(_ACTION, names)
        self.raw.execute(_ME, names).fetchone()
        self.raw.execute(_PLACE, names).fetchone()
        for kind in ("slack_message", f"slack_ts {self.channel}"):
            self.raw.execute(_NUMBER, (kind,))
        self.insert()
        self.raw.execute(_MARK, {**names, "ts": f"{self.number:010d}.000000"})
        self.raw.execute("RELEASE action")

    def insert(self) -> None:
        """Write a message, nothing else."""
        self.number += 1
        row = {**self._names, "id": self.number, "ts": f"{self.number:010d}.000000", "text": self.text}
        self.raw.execute(_MESSAGE, row)

    def reset(self) -> None:
        """Go back to the image."""
        self.raw.execute("ROLLBACK TO baseline")


def forget_journal(raw: sqlite3.Connection) -> list[str]:
    """Stop recording; the statements that would start it again."""
    rows = raw.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'journal_%' ORDER BY name"
    ).fetchall()
    for name, _ in rows:
        raw.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in rows]


def enlarged(image: bytes, size: int) -> bytes:
    """The office with its messages copied, ever further into the past, until it is that many bytes large."""
    with closing(loaded(image)) as raw:
        raw.isolation_level = None
        recording = forget_journal(raw)
        ids, copies = raw.execute("SELECT max(id) FROM slack_message").fetchone()[0], 0
        while _bytes(raw) < size:
            copies += 1
            values = {"ids": ids * copies, "seconds": 10_000_000 * copies, "copy": copies}
            raw.execute(_COPIES.replace("<= :ids", f"<= {ids}"), values)
        raw.execute(
            "UPDATE workaday_sequence SET value = value + ? WHERE kind = 'slack_message'", (ids * copies,)
        )
        for statement in recording:
            raw.execute(statement)
        return image_of(raw)


def _bytes(raw: sqlite3.Connection) -> int:
    pages, size = (raw.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)
