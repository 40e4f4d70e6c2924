"""The tables of declarations and of card points, as they were handed to us (tests/data)."""

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data"
CARDS = ("briscola_marianna_cards.json", "briscola_2p_cards.json")


def read(name: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((DATA / name).read_text())
    return table


DECLARATIONS = read("marianna_declarations.json")
SCHEMES = {
    "standard": ("marianna", {}),
    "low": ("marianna", {"values": [20, 40, 60, 80]}),
    "cinquecento": ("cinquecento", {}),
}
"""The game and the options under which each scheme of values is played."""


def card_points(name: str) -> dict[int, set[int]]:
    """By tricks: the points that a side can have."""
    return {
        row["tricks"]: {n for low, high in row["points_runs"] for n in range(low, high + 1)}
        for row in read(name)["rows"]
    }
