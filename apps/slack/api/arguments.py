"""What a request brings: arguments from the query, a form, a multipart body or JSON (reference 0.3).

What cannot be read is refused here, before anybody looks at the token.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Request
from werkzeug.formparser import MultiPartParser
from werkzeug.http import parse_options_header

from .refusals import Refused, invalid_arguments

Values = dict[str, str]

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
JSON_TYPE = "application/json"
TYPES = frozenset({FORM, MULTIPART, JSON_TYPE, "text/plain"})
CHARSETS = frozenset({"utf-8", "utf8", "iso-8859-1"})
FALSE = frozenset({"", "0", "false"})

_NAME = re.compile(r"[-0-9:A-Za-z_]{1,100}")
_ARRAY = re.compile(r"([^\[]+)\[[^\]]*\]", re.DOTALL)
_INTEGER = re.compile(r"[0-9]+|-[1-9][0-9]*")
_DECIMAL = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE]-?[0-9]+)?\n?")
_LARGEST = 2**63
_MOST_DIGITS = len(str(_LARGEST))
DEEPEST = 40
"""How deep the arrays and objects of an argument may be nested; Slack's own blocks need ten."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The query and the body by name, the last value of a repeated name, and a warning about the charset.

    A ``token`` in ``body`` came in a form: in JSON it is not read.
    """

    query: Values
    body: Values
    warning: str | None

    @property
    def values(self) -> Values:
        """Both together: the body wins."""
        return {**self.query, **self.body}


class Arguments:
    """The arguments of one call, as the texts that a form would carry."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values

    def get(self, name: str) -> str | None:
        """The text that was sent; None if there was none."""
        return self.values.get(name)

    def text(self, name: str) -> str:
        """The text that was sent, or an empty one."""
        return self.values.get(name, "")

    def flag(self, name: str) -> bool:
        """Whether it says yes: only absent, empty, ``0`` and ``false`` say no."""
        return self.text(name).lower() not in FALSE

    def array(self, name: str) -> list[Any] | None:
        """A JSON array; None if it is not one.  Half of a surrogate pair becomes a question mark."""
        found = parsed(self.text(name).encode())
        if not isinstance(found, list) or _deeper(found, DEEPEST):
            return None
        whole: list[Any] = json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
        return whole

    def object(self, name: str) -> dict[str, Any] | None:
        """A JSON object; None if it is not one."""
        found = parsed(self.text(name).encode())
        if not isinstance(found, dict) or _deeper(found, DEEPEST):
            return None
        whole: dict[str, Any] = json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
        return whole

    def require(self, names: Iterable[str]) -> None:
        """Refuse the call if one of these was not sent at all; an empty one was sent (reference 0.5)."""
        missing = [name for name in names if name not in self.values]
        if missing:
            raise invalid_arguments(*(f"missing required field: {name}" for name in missing))

    def limit(self) -> int | None:
        """How many to show; None for absent and zero.  Decimals are cut off."""
        sent = self.get("limit")
        if sent is None:
            return None
        if not _DECIMAL.fullmatch(sent):
            raise invalid_arguments(not_a_number("limit"))
        number = float(sent)
        return int(number) or None if math.isfinite(number) else None

    def integer(self, name: str, default: int) -> int | None:
        """Plain digits, or a minus sign and digits, of 64 bits; None for anything else."""
        sent = self.get(name)
        if sent is None:
            return default
        if not _INTEGER.fullmatch(sent) or len(sent.lstrip("-0")) > _MOST_DIGITS:
            return None
        number = int(sent.lstrip("0") or "0")
        return number if -_LARGEST <= number < _LARGEST else None


def not_a_number(name: str) -> str:
    """What is said of an argument that had to be a number."""
    return f"must provide a number [json-pointer:/{name}]"


def read(request: Request, *, reads_json: bool) -> Sent:
    """The arguments of a request; ``reads_json`` tells whether the method reads a JSON body.

    :class:`Refused` for a body that Slack would not read, in Slack's order.
    """
    query = _named(_pairs(request.query_string, bare=True))
    if request.method == "GET":
        return Sent(query, {}, None)
    data = request.get_data()
    content_type = request.content_type or ""
    if not content_type and data:
        raise Refused("missing_post_type")
    media, charset = _media(content_type), _charset(content_type)
    body = _body(media, content_type, data)
    if charset is not None and media not in {FORM, MULTIPART} and charset not in CHARSETS:
        raise Refused("invalid_charset")
    if body is None and data and media in {FORM, MULTIPART}:
        raise Refused("invalid_form_data")
    if media == JSON_TYPE and reads_json:
        body = _json(data)
    return Sent(query, body or {}, _warning(media, charset, data))


def _body(media: str, content_type: str, data: bytes) -> Values | None:
    if media == FORM:
        return _named(_pairs(data, bare=False)) or None
    if media == MULTIPART:
        return _named(_parts(content_type, data)) or None
    if data and media not in TYPES:
        raise Refused("invalid_post_type")
    return None


def _media(content_type: str) -> str:
    media = content_type.partition(";")[0].strip()
    return media.lower() if media.lower() in {FORM, MULTIPART} else media


def _charset(content_type: str) -> str | None:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.strip().partition("=")
        if name == "charset" and value.strip('" '):
            return value.strip('" ').lower()
    return None


def _warning(media: str, charset: str | None, data: bytes) -> str | None:
    if media in {FORM, MULTIPART}:
        return None if charset is None else "superfluous_charset"
    return "missing_charset" if data and charset is None else None


def _pairs(text: bytes, *, bare: bool) -> Iterator[tuple[str, str]]:
    """Names and values; a piece without ``=`` is a name in a query (``bare``) and nothing in a form."""
    for piece in text.split(b"&"):
        name, equals, value = piece.partition(b"=")
        if equals or (bare and name):
            yield _decoded(name), _decoded(value)


def _decoded(text: bytes) -> str:
    return unquote_to_bytes(text.replace(b"+", b" ")).decode(errors="replace")


def _parts(content_type: str, data: bytes) -> Iterator[tuple[str, str]]:
    """The fields of a multipart body; files are no arguments."""
    boundary = parse_options_header(content_type)[1].get("boundary", "")
    try:
        fields, _ = MultiPartParser().parse(BytesIO(data), boundary.encode("latin-1"), len(data))
    except (ValueError, UnicodeEncodeError):
        return
    yield from fields.items(multi=True)


def _named(pairs: Iterable[tuple[str, str]]) -> Values:
    values: Values = {}
    arrays = False
    for sent, value in pairs:
        array = _ARRAY.match(sent)
        name = array[1] if array else sent
        arrays = arrays or array is not None
        if not _NAME.fullmatch(name):
            raise Refused("invalid_arg_name")
        values[name] = value
    if arrays:
        raise Refused("invalid_array_arg")
    return values


def _json(data: bytes) -> Values:
    """The members of a JSON object as texts; null is absent, and what is no object has none."""
    found = parsed(data)
    if not isinstance(found, dict):
        return {}
    return {
        _whole(name): _whole(value) if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        for name, value in found.items()
        if value is not None and name != "token"
    }


def parsed(data: bytes) -> Any:
    """A JSON document; None for what is not one, or is nested too deeply to be read."""
    try:
        return json.loads(data, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        return None


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _deeper(value: Any, most: int) -> bool:
    """Whether arrays and objects are nested more than so many deep."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not most or any(_deeper(each, most - 1) for each in inside if isinstance(each, dict | list))


def _whole(text: str) -> str:
    return text.encode(errors="replace").decode()
