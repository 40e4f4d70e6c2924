"""Where the matches of a bracket of any shape stand, from left to right."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.selectors.stages.brackets import PairingView

ROW = 10
"""A box is ten units high, so that the middle of two is a whole number for some rounds."""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """The row of a match in tenths, and the rows of the matches before it that lead to it."""

    row: int
    sources: tuple[int, ...]


def place_boxes(rounds: Sequence[Sequence[PairingView]]) -> dict[int, BoxPlace]:
    """The place of each pairing, by id: in the middle of the matches that its winners come from,
    or below the one before."""
    placed: dict[int, BoxPlace] = {}
    # Only the boxes of two rounds that follow each other are joined by lines.
    rows_before: dict[str, int] = {}
    for pairings in rounds:
        row_by_code: dict[str, int] = {}
        next_row = 0
        for pairing in pairings:
            sources = []
            for slot in pairing.slots:
                source = rows_before.get(slot.source_code or "")
                if slot.source == "WINNER_OF" and source is not None:
                    sources.append(source)
            row = next_row
            if sources:
                # Never above the one before it: two boxes would lie on each other.
                row = max(sum(sources) // len(sources), next_row)
            placed[pairing.id] = BoxPlace(row, tuple(sources))
            row_by_code[pairing.code] = row
            next_row = row + ROW
        rows_before = row_by_code
    return placed
