"""The exact tables of what a hand of Marafon can be, as they were handed to us (tests/data)."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data"

Tuple = tuple[int, int, bool]
"""Tricks, thirds, and whether the last trick was won: of one side."""


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((DATA / name).read_text())["rows"]
    return rows


def _hands() -> set[Tuple]:
    return {
        (row["tricks"], thirds, row["won_last_trick"])
        for row in _rows("marafon_hand.json")
        for low, high in row["thirds_runs"]
        for thirds in range(low, high + 1)
    }


HANDS = frozenset(_hands())
MARAFONA_ROWS = _rows("marafon_hand_with_marafona.json")
WITH_MARAFONA = frozenset(
    (row["tricks"], row["thirds"], row["won_last_trick"]) for row in MARAFONA_ROWS
)


def mirror(hand: Tuple) -> Tuple:
    """What the other side has."""
    tricks, thirds, last = hand
    return 10 - tricks, 35 - thirds, not last
