"""What holds of any sheet, whatever was played and said about it."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.lines import SheetLine
from tests.scoring.core.growing import FORMATS, grown

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
