"""Writes ``fixtures/asides.json``: sheets with lines that are set aside, and what they fold to.
``python -m tests.js.write_asides``."""

import json
from itertools import count, islice
from pathlib import Path
from typing import Any

from scoring.core.format import best_of, read_format
from tests.scoring.core.growing import grown

FIXTURE = Path(__file__).parent / "fixtures" / "asides.json"
SHEETS = 4
"""Of each format."""
LENGTH = 24
FORMATS: list[dict[str, Any]] = [
    best_of(3, "marafon", {"target": 21}),
    best_of(3, "mariglia", {"target": 35}),
    best_of(3, "briscola_151"),
    {
        "games": [{"game": "marafon", "options": {"target": 21}}, {"game": "mariglia"}] * 2,
        "wins": None,
    },
]
COMPARED = ("games", "wins", "winner", "over", "turn")


def sheets() -> list[dict[str, Any]]:
    """All sheets, the same in every run."""
    return [_sheets_of(document) for document in FORMATS]


def _sheets_of(document: dict[str, Any]) -> dict[str, Any]:
    format_ = read_format(document)
    found = (sheet for seed in count() if (sheet := _sheet(format_, seed)) is not None)
    cards: list[dict[str, Any]] = []
    card_of = []
    for game in format_.games:
        whole = game.rulebook.build_card(game.options)
        card = {name: value for name, value in whole.items() if name != "play"}
        if card not in cards:
            cards.append(card)
        card_of.append(cards.index(card))
    return {
        "format": document,
        "cards": cards,
        "card_of": card_of,
        "sheets": list(islice(found, SHEETS)),
    }


def _sheet(format_: Any, seed: int) -> dict[str, Any] | None:
    """A sheet that was grown from a seed; None if no line of it is set aside at the end."""
    lines, states = grown(format_, seed, LENGTH)
    state = states[-1]
    if not any(reading.set_aside_by for reading in state.readings):
        return None
    document = state.as_json()
    return {
        "lines": [{"n": line.n, "kind": line.kind, "data": dict(line.data)} for line in lines],
        "state": {name: document[name] for name in COMPARED},
    }


def written() -> str:
    """The fixture as text, a sheet a line."""
    formats = []
    for one in sheets():
        rows = ",\n    ".join(json.dumps(sheet) for sheet in one.pop("sheets"))
        formats.append(f'{json.dumps(one)[:-1]}, "sheets": [\n    {rows}\n  ]}}')
    return "[\n  " + ",\n  ".join(formats) + "\n]\n"


if __name__ == "__main__":
    FIXTURE.write_text(written(), encoding="utf-8")
