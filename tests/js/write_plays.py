"""Writes ``fixtures/plays.json``: hands that the simulated players of each game have played, with
what the rulebook makes of them. ``python -m tests.js.write_plays``."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rules.contract import Situation
from rules.registry import rulebook

FIXTURE = Path(__file__).parent / "fixtures" / "plays.json"
DEALS = 4
"""Of each set of options."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("marafon", {}),
    ("marafon", {"count": "figure", "marafona_who": "caller"}),
    ("marafon", {"both_reach": "first_in_play", "plus_figure": True}),
    ("marafon", {"marafona_must_declare": False, "marafona_lead_ace": True}),
    ("marafon", {"marafona_points": 0}),
    ("mariglia", {}),
    ("mariglia", {"honours": "H2J1"}),
    ("trionfo", {}),
    ("marianna", {}),
    ("marianna", {"timing": "trick_start", "mi_copri": True}),
    ("marianna", {"timing": "leader", "fifth_last": True, "trump_changes": False}),
    ("cinquecento", {"mi_copri": True}),
    ("cinquecento", {"players": 2}),
    ("briscola_151", {}),
    ("briscola_151", {"ace_exchange": True, "race": "end_of_deal"}),
    ("mariaccia", {}),
]


def plays() -> list[dict[str, Any]]:
    """All hands, the same in every run."""
    return [_game(name, chosen) for name, chosen in GAMES]


def _game(name: str, chosen: dict[str, Any]) -> dict[str, Any]:
    book = rulebook(name)
    card = book.build_card(book.read_options(chosen))
    return {
        "game": name,
        "options": chosen,
        "card": {part: card[part] for part in ("sides", "turn", "play")},
        "deals": list(_deals(name, chosen)),
    }


def _deals(name: str, chosen: dict[str, Any]) -> Iterator[dict[str, Any]]:
    book = rulebook(name)
    options = book.read_options(chosen)
    for number in range(DEALS):
        random = Random(f"{name} {json.dumps(chosen)} {number}")
        play = book.simulate(random, options, None)
        target = book.target(options)
        # Close to the target, so that it matters who got there first.
        totals = [(target or 1) - random.randrange(1, 12) for _ in range(book.sides)]
        before = Situation(tuple(totals), to_target=target is not None)
        yield {
            "play": play,
            "totals": totals if target else None,
            "winners": book.replay(play, options)["winners"],
            "record": book.record_of_play(play, options, before).model_dump(mode="json"),
        }


def written() -> str:
    """The fixture as text, a hand a line."""
    lines = []
    for game in plays():
        deals = ",\n    ".join(json.dumps(deal) for deal in game.pop("deals"))
        lines.append(f'{json.dumps(game)[:-1]}, "deals": [\n    {deals}\n  ]}}')
    return "[\n  " + ",\n  ".join(lines) + "\n]\n"


if __name__ == "__main__":
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(written(), encoding="utf-8")
