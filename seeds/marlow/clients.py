"""The people and businesses the firm works for."""

from typing import Any

from workaday.seeds.marlow.shapes import Client, Size
from workaday.seeds.marlow.wording import words

TINY = 20


def clients(size: Size) -> tuple[Client, ...]:
    rows: list[dict[str, Any]] = words("clients")["client"]
    return tuple(_client(row) for row in (rows[:TINY] if size == "tiny" else rows))


def _client(row: dict[str, Any]) -> Client:
    return Client(
        row["id"], row["name"], row["form"], row["contact"], tuple(row["services"]), row.get("twin")
    )
