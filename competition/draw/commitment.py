"""The commitment that is published before a draw, so that anyone can verify it afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kernel.canonical import digest

VERSION: Final = 1
"""The version of the drawing: it rises when the same seed would give another draw."""


def commitment(
    *,
    secret: str,
    entries: Sequence[Mapping[str, Any]],
    constraints: Mapping[str, Any],
    format_: str,
    version: str | int,
) -> str:
    """The digest that is published before the public word: SHA-256 of canonical JSON, in hex
    (docs/explanation/draw.md)."""
    return digest(
        {
            "secret": secret,
            "entries": entries,
            "constraints": constraints,
            "format": format_,
            "version": version,
        }
    )
