"""Short ways to write sheets of Marafon in tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from scoring.core.state import MatchState

BEST_OF_THREE = best_of(3, "marafon")
SHORT = {
    "games": [{"game": "marafon", "options": {"target": 11}}] * 3,
    "wins": 2,
}
"""Games to 11: one shutout hand each."""


def hand(points: int, **more: Any) -> tuple[str, dict[str, Any]]:
    """A hand with these points for side 0."""
    return "hand", {"points": [points, None], **more}


def sheet(*lines: tuple[str, Mapping[str, Any]]) -> list[SheetLine]:
    return [SheetLine(n, kind, data) for n, (kind, data) in enumerate(lines, start=1)]


def folded(lines: Sequence[SheetLine], document: Mapping[str, Any] = BEST_OF_THREE) -> MatchState:
    return fold(read_format(document), lines)


def read(*lines: tuple[str, Mapping[str, Any]], document: Mapping[str, Any] = SHORT) -> MatchState:
    return folded(sheet(*lines), document)
