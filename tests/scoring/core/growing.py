"""Sheets that grow line by line, as a table grows them: hands, claims, corrections, slips."""

from random import Random
from typing import Any

from kernel.refusals import Unreadable
from scoring.core.correction import plan_word
from scoring.core.fold import fold
from scoring.core.format import best_of, settle_format
from scoring.core.lines import WORD_KINDS, SheetLine
from scoring.core.state import SheetRefused
from scoring.core.unfinished import CASES
from tournaments.playing import simulate_hand

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
    settle_format(best_of(3, "marafon", {"target": 21}), is_knockout=False),
    settle_format(
        {
            **best_of(3, "mariglia", {"target": 35}),
            "unfinished": {
                "walkover": {"score": "one_game"},
                "retirement": {"score": "stands"},
            },
        },
        is_knockout=True,
    ),
]


def next_line(format_: Any, state: Any, random: Any) -> Any:
    """Something a table might write next."""
    kind = random.choice(state.next)
    side = random.randrange(2)
    if kind == "hand" or (kind == "redeal" and random.random() < 0.9):
        return "hand", simulate_hand(format_, state.as_json(), random)
    last = len(state.readings)
    return kind, {
        "redeal": {},
        "claim": _claimed(format_, state, side, random),
        "penalty": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "award": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "forfeit": _forfeited(format_, side, random),
        "amend": {
            "line": random.randint(1, max(last, 1)),
            "data": _amended(format_, state, random),
            "reason": "x",
        },
        "strike": {"line": random.randint(1, max(last, 1)), "reason": "x"},
        "sign": {"side": random.choice([0, 1, None])},
        "reopen": {"reason": "x"},
    }[kind]


def _forfeited(format_: Any, side: int, random: Any) -> Any:
    """A game lost; where there are rules for it, now and then a match that is not played out."""
    if format_.unfinished is None or random.random() < 0.5:
        return {"side": side, "of": "game", "article": "1", "reason": "x"}
    case = random.choice([None, *CASES])
    sided = case not in ("double_forfeit", "time", "void")
    more: Any = {"advances": side} if case == "double_forfeit" and random.random() < 0.5 else {}
    if case == "award" and random.random() < 0.5:
        more = {"games": [[11, 0] if side else [0, 11]]}
    said = {"side": side if sided else None, "of": "match", "reason": "x", **more}
    return said if case is None else {**said, "case": case}


def _claimed(format_: Any, state: Any, side: int, random: Any) -> Any:
    if _book(format_, state).name == "marafon":
        return {"side": side, "thirds": random.randrange(36), "marafona": None}
    return {"side": side, "points": random.randrange(221)}


def _amended(format_: Any, state: Any, random: Any) -> Any:
    """Another hand of the game that is on, or of the one before it."""
    if state.over:
        state = fold(format_, ())
    hand = simulate_hand(format_, {**state.as_json(), "turn": None}, random)
    return {name: value for name, value in hand.items() if name != _book(format_, state).turn_word}


def _book(format_: Any, state: Any) -> Any:
    """The rulebook of the game that is on."""
    number = len(state.games) - bool(state.games and not state.games[-1].over)
    return format_.games[min(number, len(format_.games) - 1)].rulebook


def grown(format_: Any, seed: Any, length: Any, *, planned: float = 0.8) -> Any:
    """A sheet that stands, grown line by line as a table grows it; refused lines are not kept.
    ``planned``: the share of corrections that name the lines that they set aside. Those of sheets
    from before lines were set aside name none."""
    random = Random(seed)
    lines: list[SheetLine] = []
    states = [fold(format_, ())]
    for _ in range(length):
        line = SheetLine(len(lines) + 1, *next_line(format_, states[-1], random))
        try:
            if line.kind in WORD_KINDS and random.random() < planned:
                line = plan_word(format_, lines, line).line
            states.append(fold(format_, [*lines, line]))
        except (SheetRefused, Unreadable):
            continue
        lines.append(line)
    return lines, states
