"""What holds of any sheet, whatever was played and said about it."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Unreadable
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
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
        "claim": {"side": side, "thirds": random.randrange(36), "marafona": None},
        "penalty": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "award": {"side": side, "points": random.randint(1, 3), "article": "1", "reason": "x"},
        "forfeit": {"side": side, "of": "game", "article": "1", "reason": "x"},
        "amend": {"line": random.randint(1, max(last, 1)), "data": _amended(random), "reason": "x"},
        "strike": {"line": random.randint(1, max(last, 1)), "reason": "x"},
        "sign": {"side": random.choice([0, 1, None])},
        "reopen": {"reason": "x"},
    }[kind]


def _amended(random: Any) -> Any:
    thirds = random.randrange(36)
    return {"thirds": [thirds, None], "points": [thirds // 3, None]}


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


sheets = st.tuples(
    st.sampled_from(FORMATS).map(read_format), st.integers(0, 2**32), st.integers(0, 40)
)


@settings(max_examples=60, deadline=None)
@given(sheets)
def test_any_sheet_folds_the_same_from_any_prefix(drawn: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    for count, state in enumerate(states):
        assert fold(format_, lines[:count]) == state


@settings(max_examples=60, deadline=None)
@given(sheets)
def test_every_line_that_grew_was_among_the_next(drawn: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    for line, before in zip(lines, states, strict=False):
        assert line.kind in before.next


@settings(max_examples=60, deadline=None)
@given(sheets)
def test_a_state_never_contradicts_itself(drawn: Any) -> None:
    format_, seed, length = drawn
    _, states = grown(format_, seed, length)
    for state in states:
        won = [sum(game.winner == side for game in state.games) for side in range(2)]
        assert list(state.wins) == won
        assert sum(not game.over for game in state.games) <= 1
        assert state.winner is None or state.over
        assert all(len(game.running) == game.hands for game in state.games)
        assert len(state.games) <= len(format_.games)


@settings(max_examples=60, deadline=None)
@given(sheets)
def test_striking_what_was_just_written_gives_back_the_score(drawn: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    for count, state in enumerate(states[1:], start=1):
        if "strike" not in state.next or lines[count - 1].kind == "reopen":
            continue
        struck = SheetLine(count + 1, "strike", {"line": count, "reason": "x"})
        after = fold(format_, [*lines[:count], struck])
        assert after.as_json() == states[count - 1].as_json()
