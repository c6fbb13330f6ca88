"""The values that facts state: drawn, put in canonical form, and spelled as people spell them.

Canonical forms: money in integer cents, dates ISO, times HH:MM, people by id, numbers as integers, else plain text.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.hours import NOW, weekday_after
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.wording import dollars, say_date, say_time

TRIES = 400
LAST_STALE = 12  # weekdays from now
TYPES = {"digits": "text", "month": "text"}
Spec = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    """A value with the way its post spells it; ``kind`` is the fact's value_type."""

    canonical: str | int
    said: str
    kind: str


@dataclass(frozen=True, slots=True)
class Setting:
    """Where, when and by whom a value is said; ``stale`` when something newer will replace it, ``older`` what it replaces."""

    office: Office
    where: str
    author: str
    at: datetime
    stale: bool
    random: Random
    older: str | int = ""


def draw(spec: Spec, setting: Setting, unlike: Iterable[str | int] = ()) -> Value:
    """A value of that sort, other than those given where there are others, and such as may follow the older one."""
    avoid = tuple(unlike)
    value = _draw(spec, setting)
    for _ in range(TRIES):
        if value.canonical not in avoid and _follows(spec, value.canonical, setting.older):
            break
        value = _draw(spec, setting)
    return value


def _follows(spec: Spec, newer: str | int, older: str | int) -> bool:
    """What grows comes later; what has a ``near`` is not farther from the older number than so many percent, or 2."""
    if isinstance(newer, int) and isinstance(older, int) and "near" in spec:
        return bool(abs(newer - older) <= max(2, spec["near"] * older // 100))
    return not spec.get("grows") or str(newer) > str(older)


def _draw(spec: Spec, setting: Setting) -> Value:
    sort: str = spec["type"]
    canonical, said = _SORTS[sort](spec, setting)
    return Value(canonical, said, TYPES.get(sort, sort))


def spell(kind: str, canonical: str | int, setting: Setting) -> Value:
    """A value that is already decided, spelled."""
    said = str(canonical)
    if kind == "money":
        said = dollars(int(canonical))
    elif kind == "date":
        said = say_date(date.fromisoformat(str(canonical)), setting.random)
    elif kind == "time":
        said = say_time(time.fromisoformat(str(canonical)), setting.random)
    elif kind == "person":
        said = _person_said(setting, str(canonical))
    return Value(canonical, said, kind)


def _money(spec: Spec, setting: Setting) -> tuple[int, str]:
    steps = (spec["high"] - spec["low"]) // spec["step"]
    share = setting.random.betavariate(1.3, 2.6)
    cents = (spec["low"] + round(share * steps) * spec["step"]) * 100
    return cents, dollars(cents) + setting.random.choice(("", "", "", ".00"))


def _date(spec: Spec, setting: Setting) -> tuple[str, str]:
    """A weekday after now; what is replaced later was a day that had not come when it was replaced."""
    if setting.stale:
        first = setting.at.date() + timedelta(days=spec["ahead"])
        day = min(weekday_after(first, setting.random.randint(1, 5)), weekday_after(NOW.date(), LAST_STALE))
    else:
        day = weekday_after(NOW.date(), setting.random.randint(spec["soonest"], spec["latest"]))
    return day.isoformat(), say_date(day, setting.random)


def _time(_spec: Spec, setting: Setting) -> tuple[str, str]:
    clock = time(
        setting.random.choice((8, 9, 10, 11, 13, 14, 15, 16)), setting.random.choice((0, 15, 30, 45))
    )
    return f"{clock:%H:%M}", say_time(clock, setting.random)


def _person(spec: Spec, setting: Setting) -> tuple[str, str]:
    others = (setting.author, *(one for one, colleague in setting.office.people.items() if colleague.leaves))
    chosen = setting.office.pick(setting.random, setting.where, setting.at, spec["role"], others)
    if chosen is None:
        raise ValueError(f"nobody in #{setting.where} is a {spec['role']}")
    return chosen, _person_said(setting, chosen)


def _person_said(setting: Setting, person: str) -> str:
    return setting.random.choice((f"{{@{person}}}", setting.office.people[person].person.name))


def _text(spec: Spec, setting: Setting) -> tuple[str, str]:
    entry = setting.random.choice(spec["pool"])
    return entry[0], setting.random.choice(entry[1:] or entry)


def _digits(_spec: Spec, setting: Setting) -> tuple[str, str]:
    digits = f"{setting.random.randint(0, 9999):04d}"
    return digits, digits


def _number(spec: Spec, setting: Setting) -> tuple[int, str]:
    number = setting.random.randint(spec["low"], spec["high"])
    return number, f"{number}{spec['unit']}"


def _month(_spec: Spec, setting: Setting) -> tuple[str, str]:
    """Books are closed through the month before, or the one before that; older posts say older months."""
    back = setting.random.choice((1, 1, 2)) + (1 if setting.stale else 0)
    day = setting.at.date().replace(day=1)
    for _ in range(back):
        day = (day - timedelta(days=1)).replace(day=1)
    return f"{day:%B}", f"{day:%B}"


_SORTS: dict[str, Callable[[Spec, Setting], tuple[str | int, str]]] = {
    "money": _money,
    "date": _date,
    "time": _time,
    "person": _person,
    "text": _text,
    "digits": _digits,
    "number": _number,
    "month": _month,
}
