"""Sheets that grow line by line, as a table grows them: hands, claims, corrections, slips."""

from random import Random
from typing import Any

from rules.contract import Unreadable
from scoring.core.fold import fold
from scoring.core.format import best_of
from scoring.core.lines import SheetLine
from scoring.core.state import SheetRefused
from tournaments.playing import simulated_hand

FORMATS = [
    best_of(3, "marafon"),
    best_of(1, "marafon", {"target": 11, "redeal": True}),
    best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41}),
    best_of(3, "marafon", {"count": "figure", "target": 11}),
    best_of(3, "marafon", {"both_reach": "first_in_play", "target": 21}),
    {"games": [{"game": "marafon", "hands": 2}] * 2, "wins": None},
    best_of(3, "mariglia", {"target": 35}, {"target": 35}, {"target": 45}),
    best_of(1, "marianna", {"fifth_last": True}),
    best_of(3, "cinquecento", {"players": 2, "target": 201}),
    best_of(3, "briscola_151"),
    best_of(3, "mariaccia"),
    {
        "games": [{"game": "marafon", "options": {"target": 21}}, {"game": "mariglia"}] * 2,
        "wins": None,
    },
]


def next_line(format_: Any, state: Any, random: Any) -> Any:
    """Something a table might write next."""
    kind = random.choice(state.next)
    side = random.randrange(2)
    if kind == "hand" or (kind == "redeal" and random.random() < 0.9):
        return "hand", simulated_hand(format_, state.as_json(), random)
    last = len(state.readings)
    return kind, {
        "redeal": {},
        "claim": _claimed(format_, state, side, random),
        "penalty": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "award": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "forfeit": {"side": side, "of": "game", "article": "1", "reason": "x"},
        "amend": {
            "line": random.randint(1, max(last, 1)),
            "data": _amended(format_, state, random),
            "reason": "x",
        },
        "strike": {"line": random.randint(1, max(last, 1)), "reason": "x"},
        "sign": {"side": random.choice([0, 1, None])},
        "reopen": {"reason": "x"},
    }[kind]


def _claimed(format_: Any, state: Any, side: int, random: Any) -> Any:
    if _book(format_, state).name == "marafon":
        return {"side": side, "thirds": random.randrange(36), "marafona": None}
    return {"side": side, "points": random.randrange(221)}


def _amended(format_: Any, state: Any, random: Any) -> Any:
    """Another hand of the game that is on, or of the one before it."""
    if state.over:
        state = fold(format_, ())
    hand = simulated_hand(format_, {**state.as_json(), "turn": None}, random)
    return {name: value for name, value in hand.items() if name != _book(format_, state).turn_word}


def _book(format_: Any, state: Any) -> Any:
    """The rulebook of the game that is on."""
    number = len(state.games) - bool(state.games and not state.games[-1].over)
    return format_.games[min(number, len(format_.games) - 1)].rulebook


def grown(format_: Any, seed: Any, length: Any) -> Any:
    """A sheet that stands, grown line by line as a table grows it; refused lines are not kept."""
    random = Random(seed)
    lines: list[SheetLine] = []
    states = [fold(format_, ())]
    for _ in range(length):
        line = SheetLine(len(lines) + 1, *next_line(format_, states[-1], random))
        try:
            states.append(fold(format_, [*lines, line]))
        except (SheetRefused, Unreadable):
            continue
        lines.append(line)
    return lines, states
