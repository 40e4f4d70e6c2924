"""Writes ``fixtures/firsts.json``: hands of Marafon that take both sides to the target, and who has
won by the rulebook where the first one wins. ``python -m tests.js.write_firsts``."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from rules.contract import Situation
from rules.registry import rulebook

FIXTURE = Path(__file__).parent / "fixtures" / "firsts.json"
OPTIONS: list[dict[str, Any]] = [
    {"both_reach": "first_in_play"},
    {"both_reach": "first_in_play", "count": "figure", "plus_figure": True},
    {"both_reach": "first_in_play", "marafona_points": 0},
    {"both_reach": "higher"},
]
RESULTS: list[dict[str, Any]] = [
    {"points": [8, 3]},
    {"points": [None, 7]},
    {"thirds": [18, 17]},
    {"thirds": [None, 29], "points": [2, None]},
]
GAINS: list[dict[str, Any]] = [
    *({"marafona": side} for side in (None, 0, 1)),
    *({"last_trick": side} for side in (0, 1)),
    {"marafona": 1, "last_trick": 0},
    {"last_trick": 1, "first": 0},
    {"first": 1},
]
SHORT_OF_TARGET = (1, 3, 6)
"""In points, of each side before the hand."""


def firsts() -> list[dict[str, Any]]:
    """All hands, the same in every run."""
    return [{"card": _card(chosen), "hands": list(_hands(chosen))} for chosen in OPTIONS]


def _card(chosen: dict[str, Any]) -> dict[str, Any]:
    book = rulebook("marafon")
    card = book.build_card(book.read_options(chosen))
    return {name: card[name] for name in ("sides", "forms", "end", "first_proof")}


def _hands(chosen: dict[str, Any]) -> Iterator[dict[str, Any]]:
    book = rulebook("marafon")
    options = book.read_options(chosen)
    for result, gain, *short in product(RESULTS, GAINS, SHORT_OF_TARGET, SHORT_OF_TARGET):
        unit = 3 if options.in_thirds else 1
        before = Situation(tuple(options.target * unit - unit * each for each in short))
        record = book.read_record({**result, **gain})
        if book.check(record, options, before):
            continue
        (step,) = book.score(record, options)
        totals = step.add_to(before.totals)
        if min(totals) < options.total_needed:
            continue
        first = book.find_first_side(record, options, before)
        ending = book.find_ending(totals, options, first)
        yield {
            "record": {**result, **gain},
            "totals": list(before.totals),
            "ending": {"winner": ending.winner, "why": ending.why} if ending else None,
        }


def written() -> str:
    """The fixture as text, a hand a line."""
    parts = []
    for one in firsts():
        hands = ",\n    ".join(json.dumps(each) for each in one.pop("hands"))
        parts.append(f'{json.dumps(one)[:-1]}, "hands": [\n    {hands}\n  ]}}')
    return "[\n  " + ",\n  ".join(parts) + "\n]\n"


if __name__ == "__main__":
    FIXTURE.write_text(written(), encoding="utf-8")
