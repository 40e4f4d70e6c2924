"""JSON out by orjson, and JSON in within limits that are looked at before anything is read."""

import json
from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from api.refusals import BodyTooLarge, BodyUnreadable

LARGEST_BODY = 64 * 1024
DEEPEST = 16
LARGEST_NUMBER = 2**53 - 1
"""What every language reads exactly (RFC 7493, 2.2)."""


def render_json(document: Any) -> bytes:
    """A document as JSON."""
    return orjson.dumps(document, default=str)


class OrjsonRenderer(BaseRenderer):
    """``application/json``, in UTF-8 as JSON always is."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else render_json(data)


class BoundedJSONParser(BaseParser):
    """Strict JSON with limits of size and depth, unique names and no NUL in a text."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The document. Raises BodyTooLarge, BodyUnreadable."""
        context = parser_context or {}
        headers = context["request"].META if "request" in context else {}
        stated_length = headers.get("CONTENT_LENGTH") or ""
        most_bytes = getattr(context.get("view"), "largest_body", LARGEST_BODY)
        # First by what the header states, before anything is read; then by what really comes: the
        # header may be missing or wrong.
        if stated_length.isdecimal() and int(stated_length) > most_bytes:
            raise BodyTooLarge(most=most_bytes)
        body = stream.read(most_bytes + 1)
        if len(body) > most_bytes:
            raise BodyTooLarge(most=most_bytes)
        return read_json(body)


def read_json(body: bytes | str) -> Any:
    """A JSON document. Raises BodyUnreadable with what is wrong with it."""
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise BodyUnreadable(line=error.lineno, column=error.colno) from error
    _check_limits(document, DEEPEST)
    # orjson takes the last of two equal names: the standard parser shows them all.
    json.loads(body, object_pairs_hook=_read_unique_names)
    return document


def _check_limits(value: Any, deeper: int) -> None:
    if not deeper:
        raise BodyUnreadable("body_too_deep", most=DEEPEST)
    match value:
        case dict():
            for name, inner in value.items():
                _check_limits(name, deeper)
                _check_limits(inner, deeper - 1)
        case list():
            for inner in value:
                _check_limits(inner, deeper - 1)
        # PostgreSQL stores no NUL in a text.
        case str() if "\0" in value:
            raise BodyUnreadable("nul_character")
        case int() | float() if abs(value) > LARGEST_NUMBER:
            raise BodyUnreadable("number_too_large", most=LARGEST_NUMBER)


def _read_unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) < len(pairs):
        seen: set[str] = set()
        for name, _value in pairs:
            if name in seen:
                raise BodyUnreadable("name_twice", name=name[:40])
            seen.add(name)
    return names
