"""Corrections of any sheet: what is shown before is what happens, and an undo takes it back."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from kernel.refusals import Unreadable
from scoring.core.correction import LineMove, SheetEffect, plan_word
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import AMEND, FORFEIT, PLAY_KINDS, STRIKE, WORD_KINDS, SheetLine
from scoring.core.state import MatchState, SheetRefused
from tests.scoring.core.growing import FORMATS, grown, next_line

sheets = st.tuples(
    st.sampled_from(FORMATS).map(read_format), st.integers(0, 2**32), st.integers(8, 30)
)


def words_on(format_: Any, lines: list[SheetLine], random: Any) -> SheetLine:
    """A correction that somebody might try."""
    state = fold(format_, lines)
    while True:
        kind, data = next_line(format_, state, random)
        if kind in WORD_KINDS:
            return SheetLine(len(lines) + 1, kind, data)
        if not set(WORD_KINDS) & set(state.next):
            return SheetLine(len(lines) + 1, STRIKE, {"line": max(len(lines), 1), "reason": "x"})


def games_of(state: MatchState) -> dict[int, int]:
    return {each.n: each.game for each in state.readings if each.game is not None}


def told(moves: tuple[LineMove, ...]) -> set[int]:
    return {move.line for move in moves}


def check_effect(effect: SheetEffect, before: MatchState, after: MatchState) -> None:
    """The effect lists exactly the lines that change their game, stop counting or count again."""
    old, new = games_of(before), games_of(after)
    aside = {each.n for each in after.readings if each.set_aside_by is not None}
    was_aside = {each.n for each in before.readings if each.set_aside_by is not None}
    assert told(effect.set_aside) == aside - was_aside
    assert told(effect.restored) == was_aside & new.keys()
    assert told(effect.moved) == {n for n in old.keys() & new.keys() if old[n] != new[n]}
    assert effect.before.games == before.games
    assert effect.after.games == after.games
    assert (effect.after.winner, effect.after.over) == (after.winner, after.over)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(sheets, st.integers(0, 2**32).map(Random))
def test_what_is_shown_is_what_happens(drawn: Any, random: Any) -> None:
    format_, seed, length = drawn
    lines, states = grown(format_, seed, length)
    word = words_on(format_, lines, random)
    try:
        planned = plan_word(format_, lines, word)
    except (SheetRefused, Unreadable):
        assume(False)
    check_effect(planned.effect, states[-1], fold(format_, [*lines, planned.line]))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(sheets, st.integers(0, 2**32).map(Random))
def test_an_undo_gives_the_sheet_back(drawn: Any, random: Any) -> None:
    format_, seed, length = drawn
    # An undo of a correction that names no lines to set aside may set aside what it would move.
    lines, states = grown(format_, seed, length, planned=1)
    try:
        corrected = [*lines, plan_word(format_, lines, words_on(format_, lines, random)).line]
        undo = SheetLine(len(corrected) + 1, STRIKE, {"line": len(corrected), "reason": "x"})
        undone = plan_word(format_, corrected, undo).line
    except (SheetRefused, Unreadable):
        assume(False)
    assert "aside" not in undone.data
    assert fold(format_, [*corrected, undone]).as_json() == states[-1].as_json()


SHORT = read_format(best_of(3, "marafon", {"target": 21}))


class Corrections(RuleBasedStateMachine):
    """A table that writes hands, corrects, strikes and undoes. The model remembers in which game
    each hand was written: a hand counts there, in an earlier game that lasts longer, or not at
    all. It never slides into a later one."""

    @initialize()
    def begin(self) -> None:
        self.lines: list[SheetLine] = []
        self.written_in: dict[int, int] = {}
        self.undo: list[tuple[int, Any]] = []
        """Corrections that nothing was written after, each with the state before it."""

    @property
    def state(self) -> MatchState:
        return fold(SHORT, self.lines)

    def add(self, kind: str, data: dict[str, Any]) -> bool:
        line = SheetLine(len(self.lines) + 1, kind, data)
        before = self.state
        try:
            if kind in WORD_KINDS:
                planned = plan_word(SHORT, self.lines, line)
                after = fold(SHORT, [*self.lines, planned.line])
                check_effect(planned.effect, before, after)
                line = planned.line
            else:
                after = fold(SHORT, [*self.lines, line])
        except SheetRefused:
            return False
        self.lines.append(line)
        if kind in PLAY_KINDS:
            game = after.readings[-1].game
            assert game is not None, "a new line counts"
            self.written_in[line.n] = game
        return True

    @rule(points=st.integers(0, 11))
    def write_hand(self, points: int) -> None:
        if self.add("hand", {"points": [points, None]}):
            self.undo.clear()

    @rule(side=st.integers(0, 1), points=st.integers(1, 5))
    def give_penalty(self, side: int, points: int) -> None:
        if self.add("penalty", {"side": side, "points": points, "article": "1", "reason": "x"}):
            self.undo.clear()

    @precondition(lambda self: self.written_in)
    @rule(pick=st.integers(0, 99), points=st.integers(0, 11))
    def amend(self, pick: int, points: int) -> None:
        n = sorted(self.written_in)[pick % len(self.written_in)]
        if self.lines[n - 1].kind == "hand":
            self.correct(AMEND, {"line": n, "data": {"points": [points, None]}, "reason": "x"})

    @precondition(lambda self: self.lines)
    @rule(pick=st.integers(0, 99))
    def strike(self, pick: int) -> None:
        self.correct(STRIKE, {"line": pick % len(self.lines) + 1, "reason": "x"})

    def correct(self, kind: str, data: dict[str, Any]) -> None:
        before = self.state
        if self.add(kind, data):
            self.undo.append((len(self.lines), before))

    @precondition(lambda self: self.undo)
    @rule()
    def undo_the_last(self) -> None:
        n, before = self.undo.pop()
        assert self.add(STRIKE, {"line": n, "reason": "x"}), "what was just written can be undone"
        assert self.state.as_json() == before.as_json()
        old, new = before.readings, self.state.readings
        for one, other in zip(old, new, strict=False):
            assert (one.game, one.before, one.after) == (other.game, other.before, other.after)

    @invariant()
    def no_line_counts_in_a_later_game(self) -> None:
        for reading in self.state.readings:
            if reading.game is not None and self.lines[reading.n - 1].kind != FORFEIT:
                assert reading.game <= self.written_in[reading.n]

    @invariant()
    def what_is_set_aside_has_no_game_left(self) -> None:
        state = self.state
        for reading in state.readings:
            if reading.set_aside_by is not None:
                assert reading.own_game is not None
                games = state.games[: reading.own_game + 1]
                assert state.over or all(game.over for game in games)


TestCorrections = Corrections.TestCase
TestCorrections.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
