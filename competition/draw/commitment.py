"""What is promised before a draw is held, and how anyone checks it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kernel.canonical import digest

VERSION: Final = 1
"""Of the drawing: it rises when the same seed would draw otherwise."""


def commitment(
    *,
    secret: str,
    entries: Sequence[Mapping[str, Any]],
    constraints: Mapping[str, Any],
    format_: str,
    version: str | int,
) -> str:
    """What is shown before the word is said: SHA-256 of canonical JSON, in hex (DESIGN §6)."""
    return digest(
        {
            "secret": secret,
            "entries": entries,
            "constraints": constraints,
            "format": format_,
            "version": version,
        }
    )
