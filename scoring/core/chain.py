"""The chain of a sheet: each line carries the digest of the line before it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from kernel.canonical import digest

START = "0" * 64
"""The value of ``previous`` in the first line of a sheet."""


@dataclass(frozen=True, slots=True)
class ChainedLine:
    """The data that the digest of a line covers. Times are ISO 8601 in UTC with microseconds;
    people appear as ids, never as names."""

    match: str
    n: int
    kind: str
    data: Mapping[str, Any]
    author_kind: str
    author_id: str
    device: str
    key: str
    made_at: str
    arrived_at: str
    previous: str

    def digest(self) -> str:
        """SHA-256 over the canonical JSON of all fields, in hex."""
        # Not asdict(), which copies the data of the line first.
        return digest({field.name: getattr(self, field.name) for field in fields(self)})


def find_first_break(lines: Sequence[tuple[ChainedLine, str]]) -> int | None:
    """The number of the first line at which the chain is broken, or None.

    ``lines`` are the lines of one match in order, each with the digest stored with it.
    """
    previous_digest = START
    for expected_n, (line, stored_digest) in enumerate(lines, start=1):
        # The digest covers ``previous``, so a change anywhere before a line breaks the chain there.
        is_linked = line.n == expected_n and line.previous == previous_digest
        if not is_linked or line.digest() != stored_digest:
            return line.n
        previous_digest = stored_digest
    return None
