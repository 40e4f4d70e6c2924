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
        most_bytes = getattr(context.get("view"), "largest_body", LARGEST_BODY)
        # First by what the header states, before anything is read; then by what really comes: the
        # header may be missing or wrong.
        if _read_content_length(context) > most_bytes:
            raise BodyTooLarge(most=most_bytes)
        body = stream.read(most_bytes + 1)
        if len(body) > most_bytes:
            raise BodyTooLarge(most=most_bytes)
        return read_json(body)


def _read_content_length(context: Mapping[str, Any]) -> int:
    stated_length = context["request"].META.get("CONTENT_LENGTH") if "request" in context else None
    return int(stated_length) if stated_length and stated_length.isdecimal() else 0


def read_json(body: bytes | str) -> Any:
    """A JSON document. Raises BodyUnreadable with what is wrong with it."""
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise BodyUnreadable(line=error.lineno, column=error.colno) from error
    _check(document, DEEPEST)
    # orjson takes the last of two equal names: the standard parser shows them all.
    json.loads(body, object_pairs_hook=_once)
    return document


def _check(value: Any, deeper: int) -> None:
    if not deeper:
        raise BodyUnreadable("body_too_deep", most=DEEPEST)
    match value:
        case dict():
            for name, inner in value.items():
                _check(name, deeper)
                _check(inner, deeper - 1)
        case list():
            for inner in value:
                _check(inner, deeper - 1)
        case str() if "\0" in value:
            raise BodyUnreadable("nul_character")
        case int() | float() if abs(value) > LARGEST_NUMBER:
            raise BodyUnreadable("number_too_large", most=LARGEST_NUMBER)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) < len(pairs):
        repeated_name = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise BodyUnreadable("name_twice", name=repeated_name[:40])
    return names
