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
    row_by_code: dict[str, int] = {}
    for depth, pairings in enumerate(rounds):
        before = {pairing.code for pairing in rounds[depth - 1]} if depth else set()
        next_row = 0
        for pairing in pairings:
            codes = [
                slot.source_code
                for slot in pairing.slots
                if slot.source == "WINNER_OF" and slot.source_code in before
            ]
            rows = tuple(row_by_code[code] for code in codes if code)
            # Never above the one before it: two boxes would lie on each other.
            row = max(sum(rows) // len(rows), next_row) if rows else next_row
            placed[pairing.id] = BoxPlace(row, rows)
            row_by_code[pairing.code] = row
            next_row = row + ROW
    return placed
