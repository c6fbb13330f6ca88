"""Small checks of JSON that make a schema when put together; each tells the faults that it finds.

A fault is a reason and where it is: ``must be less than 3001 characters [json-pointer:/blocks/1/text/text]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Check = Callable[[Any, str], Iterator[str]]


def fault(reason: str, pointer: str) -> str:
    """A reason and where it is."""
    return f"{reason} [json-pointer:{pointer}]"


def anything(_value: Any, _pointer: str) -> Iterator[str]:
    """Every value will do."""
    yield from ()


def whole(value: Any, pointer: str) -> Iterator[str]:
    """A whole number that a database can keep."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 2**53:
        yield fault("must provide a number", pointer)


def boolean(value: Any, pointer: str) -> Iterator[str]:
    """Yes or no."""
    if not isinstance(value, bool):
        yield fault("must provide a boolean", pointer)


def enum(*values: str) -> Check:
    """One of some words."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, str) or value not in values:
            yield fault("must be a valid enum value", pointer)

    return check


def either(*names: str) -> Check:
    """An object with one of these members at least."""

    def check(value: dict[str, Any], pointer: str) -> Iterator[str]:
        if not any(value.get(name) for name in names):
            yield fault(f"must define either {' or '.join(f'`{name}`' for name in names)}", pointer)

    return check


def mapping(value: Any, pointer: str) -> Iterator[str]:
    """An object."""
    if not isinstance(value, dict):
        yield fault("must provide an object", pointer)


def text(most: int | None = None, least: int = 1) -> Check:
    """A text of so many characters."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield fault("must provide a string", pointer)
        elif len(value) < least:
            yield fault(f"must be more than {least - 1} characters", pointer)
        elif most is not None and len(value) > most:
            yield fault(f"must be less than {most + 1} characters", pointer)

    return check


def array(each: Check, most: int | None = None, least: int = 0) -> Check:
    """An array of so many things of one kind."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield fault("must provide an array", pointer)
        elif len(value) < least:
            yield fault(f"no fewer than {least} items allowed", pointer)
        elif most is not None and len(value) > most:
            yield fault(f"no more than {most} items allowed", pointer)
        else:
            for position, item in enumerate(value):
                yield from each(item, f"{pointer}/{position}")

    return check


def record(required: Mapping[str, Check] | None = None, /, **optional: Check) -> Check:
    """An object with these members; others are let through, and so is a null where one may be left out."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield fault("must provide an object", pointer)
            return
        for name, member in (required or {}).items():
            if name not in value:
                yield fault(f"missing required field: {name}", pointer)
            else:
                yield from member(value[name], f"{pointer}/{name}")
        for name, member in optional.items():
            if value.get(name) is not None:
                yield from member(value[name], f"{pointer}/{name}")

    return check


def by_type(kinds: Mapping[str, Check]) -> Check:
    """An object whose ``type`` says what it has to be like."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield fault("must provide an object", pointer)
        elif "type" not in value:
            yield fault("missing required field: type", pointer)
        elif not isinstance(value["type"], str) or value["type"] not in kinds:
            yield fault(f"unsupported type: {str(value['type'])[:100]}", f"{pointer}/type")
        else:
            yield from kinds[value["type"]](value, pointer)

    return check


def both(*checks: Check) -> Check:
    """Every one of several checks."""

    def check(value: Any, pointer: str) -> Iterator[str]:
        for each in checks:
            yield from each(value, pointer)

    return check
