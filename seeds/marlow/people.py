"""The staff, and what the conversations need to know of each: roles, voice, and when they were there."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from workaday.seeds.marlow.hours import TIMEZONE
from workaday.seeds.marlow.shapes import Person, Size
from workaday.seeds.marlow.wording import words

DOMAIN = "marlowfinch.example"
EVER = date(2019, 6, 3)


@dataclass(frozen=True, slots=True)
class Colleague:
    """A person as the conversations see one."""

    person: Person
    roles: tuple[str, ...]
    voice: str
    chatty: int
    starts: date
    leaves: date | None

    @property
    def id(self) -> str:
        return self.person.id

    def there(self, day: date) -> bool:
        return self.starts <= day and (self.leaves is None or day <= self.leaves)

    def plays(self, role: str) -> bool:
        """Whether scripts may cast this one: a role, a person's id, or one of the wider words."""
        wider = {
            "anyone": True,
            "everyone": True,
            "boss": "partner" in self.roles or "manager" in self.roles,
            "staff": "partner" not in self.roles,
            "tax": any(role in self.roles for role in ("preparer", "reviewer", "manager")),
        }
        return wider.get(role, role in self.roles or role == self.id)


def staff(size: Size) -> dict[str, Colleague]:
    """Everyone in a firm of that size, by id."""
    rows: list[dict[str, Any]] = [row for row in words("people")["person"] if size in row["sizes"]]
    known = {str(row["id"]) for row in rows}
    return {row["id"]: _colleague(row, known) for row in rows}


def namesakes() -> dict[str, str]:
    """Each person whose name is easily mixed up, to the other."""
    pairs: dict[str, str] = words("people")["namesakes"]
    return pairs | {right: left for left, right in pairs.items()}


def _colleague(row: dict[str, Any], known: set[str]) -> Colleague:
    return Colleague(
        person=_person(row, known),
        roles=tuple(row["roles"]),
        voice=row["voice"],
        chatty=row["chatty"],
        starts=row.get("starts", EVER),
        leaves=row.get("leaves"),
    )


def _person(row: dict[str, Any], known: set[str]) -> Person:
    given, family = row["name"]
    status_text, status_emoji = row.get("status", ("", ""))
    return Person(
        id=row["id"],
        given_name=given,
        family_name=family,
        email=f"{row['id']}@{DOMAIN}",
        title=row["title"],
        team=row["team"],
        manager_id=_manager(row["manager"], known),
        timezone=row.get("timezone", TIMEZONE),
        handle=row["id"].replace(".", ""),
        display_name=row["display"],
        phone=row["phone"],
        status_text=status_text,
        status_emoji=f":{status_emoji}:" if status_emoji else "",
        is_admin=row.get("admin", False) or row.get("owner", False),
        is_owner=row.get("owner", False),
        deactivated="leaves" in row,
    )


def _manager(manager: str, known: set[str]) -> str | None:
    """The manager, or in a firm too small for that one, the managing partner."""
    if not manager:
        return None
    return manager if manager in known else "gene.marlow"
