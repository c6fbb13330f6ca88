"""What the blanks of a script stand for: clients, days, counts, papers."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from workaday.chance import Random
from workaday.seeds.marlow.hours import weekday_after
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.shapes import Client
from workaday.seeds.marlow.wording import dollars, words

CLIENT_BLANKS = ("client", "contact", "form", "twin")
SECOND_BLANKS = ("client2", "contact2", "form2")


def wants_client(names: Iterable[str]) -> bool:
    return any(name in CLIENT_BLANKS for name in names)


def fits(client: Client, kind: str) -> bool:
    """Whether a client is of the kind that a script's head asks for."""
    if kind == "twin":
        return client.twin is not None
    if kind in ("books", "payroll"):
        return kind in client.services
    return kind in ("any", client.kind, client.form)


def suits(where: str, client: Client) -> bool:
    """Whether a client is spoken of in a channel: people and businesses have channels of their own."""
    return where != ("individual-returns" if client.kind == "business" else "business-returns")


def client_blanks(office: Office, client: Client, mark: str = "") -> dict[str, str]:
    twin = office.clients.get(client.twin or "")
    return {
        f"client{mark}": client.name,
        f"contact{mark}": client.contact,
        f"form{mark}": client.form,
        f"twin{mark}": twin.name if twin else "",
    }


def ordinary_blanks(moment: datetime, random: Random) -> dict[str, str]:
    """Counts, sums, days and papers, the same all through one conversation."""
    day = weekday_after(moment.date(), random.randint(1, 4))
    month = moment.replace(day=1) - timedelta(days=1)
    return {
        "n": str(random.randint(2, 9)),
        "n2": str(random.randint(3, 9)),
        "nn": str(random.randint(12, 64)),
        "amount": dollars(random.randint(11, 490) * 1000 + random.choice((0, 0, 500, 275))),
        "amount2": dollars(random.randint(120, 1900) * 1000),
        "cents": dollars(random.randint(1200, 98000)),
        "weekday": f"{day:%A}",
        "mdate": f"{day.month}/{day.day}",
        "month": f"{month:%B}",
        "doc": random.choice(words("blanks")["papers"]["person"]),
        "brand": random.choice(words("blanks")["bank"]),
        "nines": dollars(9 * random.randint(20, 9900)),
        "page": str(random.randint(2, 31)),
        "last": f"{random.randint(1000, 9999)}",
    }
