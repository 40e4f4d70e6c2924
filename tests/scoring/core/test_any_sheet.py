"""What holds of any sheet, whatever was played and said about it."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Unreadable
from scoring.core.fold import (
    KEPT_EVERY,
    SheetFold,
    SheetHistory,
    append_line,
    fold,
    fold_sheet,
    fold_stored,
)
from scoring.core.format import read_format
from scoring.core.lines import PLAY_KINDS, SheetLine
from scoring.core.state import MatchState, SheetRefused
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


def fold_or_refuse(format_: Any, lines: Any) -> SheetFold | str:
    """The fold of the lines, or the reason why they are refused."""
    try:
        return fold_sheet(format_, lines)
    except (SheetRefused, Unreadable) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def extend_or_refuse(sheet_fold: SheetFold, line: SheetLine) -> SheetFold | str:
    """The extended fold, or the reason why the line is refused."""
    try:
        return sheet_fold.extend(line)
    except (SheetRefused, Unreadable) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def build_state(folded: SheetFold | str) -> MatchState | str:
    return folded if isinstance(folded, str) else folded.build_state()


@settings(max_examples=60, deadline=None)
@given(sheets)
def test_a_fold_is_extended_to_that_of_all_lines(drawn: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    for count, line in enumerate(lines):
        before = fold_sheet(format_, lines[:count])
        # Also by a line that does not fit here: both ways refuse it, or neither does.
        for next_line in (line, SheetLine(count + 1, line.kind, lines[0].data)):
            if next_line.kind not in PLAY_KINDS:
                continue
            whole = fold_or_refuse(format_, [*lines[:count], next_line])
            extended = extend_or_refuse(before, next_line)
            assert build_state(extended) == build_state(whole)
        assert before.build_state() == states[count]


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


@settings(max_examples=40, deadline=None)
@given(sheets)
def test_any_line_is_appended_to_the_fold_of_all_lines(drawn: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    for count, line in enumerate(lines):
        before = fold_stored(format_, lines[:count])
        after = append_line(before, format_, lines[:count], line)
        assert (before.build_state(), after.build_state()) == (states[count], states[count + 1])


@settings(max_examples=8)
@given(st.sampled_from(FORMATS).map(read_format), st.integers(0, 2**32))
def test_a_history_has_the_fold_of_every_beginning(format_: Any, seed: int) -> None:
    lines, states = grown(format_, seed, 4 * KEPT_EVERY)
    history = SheetHistory(format_, lines)
    ends = list(range(len(lines) + 1))
    # In their order, and then as they come.
    for end in [*ends, *Random(seed).sample(ends, k=len(ends))]:
        assert history.fold_beginning(end).build_state() == states[end]
