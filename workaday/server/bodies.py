"""Reading what was sent, and refusing what no world could keep."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from flask import request

from workaday.errors import InvalidArgument

LARGEST = 2**53 - 1
"""Integers that every JSON implementation reads alike (RFC 8259, section 6)."""


def json_object() -> dict[str, Any]:
    """The JSON object in the body, an empty one where there is no body; else :class:`InvalidArgument`."""
    data = request.get_data()
    if not data.strip():
        return {}
    try:
        found = json.loads(data, parse_int=_integer, parse_float=_float, parse_constant=_constant)
        json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise InvalidArgument("the body is nested too deeply") from None
    except UnicodeEncodeError:
        raise InvalidArgument("the body has half of a surrogate pair in it, which is no character") from None
    except ValueError as error:
        raise InvalidArgument(f"the body is not JSON: {_told(error)}") from None
    if not isinstance(found, dict):
        raise InvalidArgument("the body must be a JSON object of arguments")
    return found


def _told(error: ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return str(error)


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > LARGEST:
        raise ValueError(f"integers go up to {LARGEST}")
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
