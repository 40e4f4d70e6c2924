"""Corrections that end a game or the match elsewhere: which lines step aside, move, come back."""

import json
from collections.abc import Callable
from functools import partial
from sys import getprofile, setprofile
from types import FrameType
from typing import Any

import pytest

from kernel.refusals import Unreadable
from scoring.core.correction import plan_word
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from scoring.core.state import SheetRefused
from tests.js.write_asides import COMPARED, FIXTURE
from tests.scoring.core.sheets import BEST_OF_THREE, SHORT, folded, hand, sheet

TO_21 = {"games": [{"game": "marafon", "options": {"target": 21}}] * 3, "wins": 2}
UNDECIDED = sheet(hand(6), hand(5), hand(5), hand(5), hand(4))
"""Game 1 is 21–23 after line 4, to side 1; line 5 opens game 2: 4–7."""


def plan(lines: list[SheetLine], kind: str, data: dict[str, Any], document: Any = TO_21) -> Any:
    return plan_word(read_format(document), lines, SheetLine(len(lines) + 1, kind, data))


def amend(line: int, points: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "amend", {"line": line, "data": {"points": [points, None]}, "reason": "x", **more}


def strike(line: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "strike", {"line": line, "reason": "x", **more}


def written(lines: list[SheetLine], kind: str, data: dict[str, Any]) -> list[SheetLine]:
    return [*lines, plan(lines, kind, data).line]


def test_a_hand_after_the_new_end_of_its_game_is_set_aside_not_moved_on() -> None:
    planned = plan(UNDECIDED, *amend(2, 11))
    # 6–5, 17–5, 22–11: line 3 ends game 1, line 4 is over.
    assert planned.aside == [{"line": 4, "game": 0}]
    state = folded([*UNDECIDED, planned.line], TO_21)
    assert [game.totals for game in state.games] == [(22, 11), (4, 7)]
    assert state.readings[3].set_aside_by == 6
    assert state.readings[3].game is None
    assert [(each.line, each.before) for each in planned.effect.set_aside] == [(4, 0)]
    assert planned.effect.changes_winner


def test_without_the_field_the_hand_slides_into_the_next_game() -> None:
    state = folded([*UNDECIDED, SheetLine(6, *amend(2, 11))], TO_21)
    assert [game.totals for game in state.games] == [(22, 11), (9, 13)]


def test_a_decided_match_that_ends_earlier_keeps_its_last_hands_aside() -> None:
    lines = sheet(hand(11), hand(11), hand(11), hand(4), hand(11))
    planned = plan(lines, *amend(4, 11))
    # Two games to 21 in four hands: the fifth is left over.
    assert planned.aside == [{"line": 5, "game": 1}]
    state = folded([*lines, planned.line], TO_21)
    assert (state.winner, state.over, state.next) == (0, True, ("amend", "strike", "sign"))
    with pytest.raises(SheetRefused):
        folded([*lines, SheetLine(6, *amend(4, 11))], TO_21)


DECIDED = sheet(hand(11), hand(0), hand(5), hand(8))
"""One game each to 11, and a bella that side 0 has won with line 4."""


def test_all_hands_of_a_bella_that_is_no_longer_played_are_set_aside() -> None:
    planned = plan(DECIDED, *amend(2, 11), document=SHORT)
    assert planned.aside == [{"line": 3, "game": 2}, {"line": 4, "game": 2}]
    assert planned.effect.after.over
    assert planned.effect.changes_winner


def test_they_count_again_when_the_bella_is_played_after_all() -> None:
    over = plan(DECIDED, *amend(2, 11), document=SHORT)
    again = plan([*DECIDED, over.line], *amend(2, 0), document=SHORT)
    assert again.aside == []
    assert [(each.line, each.after) for each in again.effect.restored] == [(3, 2), (4, 2)]
    state = folded([*DECIDED, over.line, again.line], SHORT)
    assert state.as_json() == folded(DECIDED, SHORT).as_json()


def test_a_game_that_takes_a_hand_of_the_next_may_end_the_match() -> None:
    lines = sheet(*[hand(11)] * 2, *[hand(0)] * 2, hand(11), hand(0))
    planned = plan(lines, *amend(4, 11))
    assert [(each.line, each.before, each.after) for each in planned.effect.moved] == [(5, 2, 1)]
    assert planned.aside == [{"line": 6, "game": 2}]


def test_a_struck_correction_gives_the_sheet_back_as_it_was() -> None:
    corrected = written(UNDECIDED, *amend(2, 11))
    undone = plan(corrected, *strike(6))
    assert undone.aside == []
    assert [each.line for each in undone.effect.restored] == [4]
    state = folded([*corrected, undone.line], TO_21)
    assert state.as_json() == folded(UNDECIDED, TO_21).as_json()
    redone = plan([*corrected, undone.line], *strike(7))
    assert folded([*corrected, undone.line, redone.line], TO_21).readings[3].set_aside_by == 6


def test_a_game_that_ends_later_takes_hands_of_the_next_one_and_gives_them_back() -> None:
    corrected = plan(UNDECIDED, *amend(4, 9, reason="x"))
    assert corrected.effect.moved == ()
    longer = plan(UNDECIDED, *strike(1))
    # 5–6, 10–12, 15–18, 19–25: the hand of game 2 ends game 1.
    assert [(each.line, each.before, each.after) for each in longer.effect.moved] == [(5, 1, 0)]
    assert longer.aside == []
    lines = [*UNDECIDED, longer.line]
    undone = plan(lines, *strike(6))
    assert (undone.aside, len(undone.effect.moved)) == ([], 1)
    assert folded([*lines, undone.line], TO_21).as_json() == folded(UNDECIDED, TO_21).as_json()


def test_a_hand_that_took_part_in_an_earlier_game_goes_back_to_its_own() -> None:
    longer = written(sheet(hand(11), hand(11), hand(7)), *amend(2, 3))
    assert folded(longer, TO_21).readings[2].game == 0
    back = plan(longer, *amend(2, 11))
    assert back.aside == []
    assert folded([*longer, back.line], TO_21).readings[2].game == 1


def test_a_set_aside_hand_moves_the_turn_on() -> None:
    lines = sheet(hand(6, caller=0), hand(5), hand(5), hand(5), hand(4, caller=0))
    planned = plan(lines, *amend(2, 11))
    state = folded([*lines, planned.line], TO_21)
    assert state.turn == 1
    named = sheet(hand(6), hand(5), hand(5), hand(5, caller=3), hand(4))
    assert folded(written(named, *amend(2, 11)), TO_21).turn == 1


def test_a_set_aside_hand_of_another_game_leaves_the_turn_alone() -> None:
    document = {
        "games": [{"game": "marafon", "options": {"target": 21}}, {"game": "mariglia"}],
        "wins": None,
    }
    lines = sheet(hand(6, caller=0), hand(5), hand(5), hand(5))
    planned = plan(lines, *amend(2, 11), document=document)
    assert planned.aside == [{"line": 4, "game": 0}]
    assert folded([*lines, planned.line], document).turn is None


def test_a_penalty_of_a_game_that_is_over_is_set_aside() -> None:
    penalty = ("penalty", {"side": 0, "points": 1, "article": "1", "reason": "x"})
    lines = sheet(hand(6), hand(5), hand(5), penalty, hand(9))
    assert plan(lines, *amend(2, 11)).aside == [{"line": 4, "game": 0}, {"line": 5, "game": 0}]


def test_a_retirement_counts_in_whichever_game_is_on() -> None:
    retired = ("forfeit", {"side": 0, "of": "match", "case": "retirement", "reason": "x"})
    lines = sheet(hand(6), hand(11), hand(3), retired)
    planned = plan(lines, *amend(1, 11))
    assert planned.aside == [{"line": 3, "game": 0}]
    assert [(each.line, each.after) for each in planned.effect.moved] == [(4, 1)]
    state = folded([*lines, planned.line], TO_21)
    assert (state.winner, state.over) == (1, True)


def test_a_retirement_after_the_end_of_the_match_is_set_aside() -> None:
    retired = ("forfeit", {"side": 0, "of": "match", "case": "retirement", "reason": "x"})
    lines = sheet(*[hand(11)] * 3, hand(6), retired)
    planned = plan(lines, *amend(4, 11))
    assert planned.aside == [{"line": 5, "game": 2}]
    assert folded([*lines, planned.line], TO_21).winner == 0


def test_a_correction_that_moves_no_line_has_no_aside() -> None:
    planned = plan(UNDECIDED, *amend(5, 6))
    assert planned.line.data == amend(5, 6)[1]
    assert not planned.effect.needs_agreement
    assert not planned.effect.changes_winner


def test_a_strike_of_the_only_hand_changes_no_winner() -> None:
    assert not plan(sheet(hand(4)), *strike(1)).effect.changes_winner


def test_a_hand_written_after_a_correction_that_is_undone_is_set_aside() -> None:
    longer = written(sheet(hand(11), hand(11)), *amend(2, 3))
    lines = [*longer, SheetLine(4, *hand(2))]
    undone = plan(lines, *strike(3))
    assert undone.aside == [{"line": 4, "game": 0}]


def test_a_sheet_whose_hands_moved_silently_before_keeps_them_where_they_count() -> None:
    moved = [*UNDECIDED, SheetLine(6, *amend(2, 11))]
    assert plan(moved, *amend(5, 6)).aside == []


@pytest.mark.parametrize(
    ("aside", "code"),
    [
        ([{"line": 6, "game": 0}], "no_such_line"),
        ([{"line": 9, "game": 0}], "no_such_line"),
        ([{"line": 2, "game": 0}], "cannot_be_set_aside"),
    ],
)
def test_only_earlier_lines_of_play_are_set_aside(aside: Any, code: str) -> None:
    lines = sheet(hand(6), amend(1, 5), hand(5), hand(5), hand(4), amend(1, 4, aside=aside))
    with pytest.raises(SheetRefused) as refused:
        folded(lines, TO_21)
    assert (refused.value.at, [each.code for each in refused.value.violations]) == (6, [code])


@pytest.mark.parametrize("aside", [[4], [{"line": 4}], {"line": 4, "game": 0}, None])
def test_an_aside_without_form_is_unreadable(aside: Any) -> None:
    with pytest.raises(Unreadable):
        folded(sheet(hand(6), amend(1, 5, aside=aside)), TO_21)


def test_a_game_out_of_the_format_is_never_over_before_the_match() -> None:
    lines = sheet(hand(6), hand(5), amend(1, 5, aside=[{"line": 2, "game": 98}]))
    assert folded(lines, BEST_OF_THREE).games[0].hands == 2


def test_the_sheets_that_the_pad_is_compared_with_fold_as_they_say() -> None:
    for one in json.loads(FIXTURE.read_text(encoding="utf-8")):
        format_ = read_format(one["format"])
        for told in one["sheets"]:
            lines = [SheetLine(line["n"], line["kind"], line["data"]) for line in told["lines"]]
            state = fold(format_, lines)
            assert {name: state.as_json()[name] for name in COMPARED} == told["state"]
            assert any(reading.set_aside_by for reading in state.readings)


def count_calls(act: Callable[[], object]) -> int:
    """The calls of functions of the scoring core while it acts: what it costs on any machine."""
    calls = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call" and "scoring/core" in frame.f_code.co_filename

    before = getprofile()
    setprofile(note)
    try:
        act()
    finally:
        setprofile(before)
    return calls


def sign_and_withdraw(times: int) -> list[SheetLine]:
    lines = sheet(hand(11))
    for _ in range(times):
        lines.append(SheetLine(len(lines) + 1, "sign", {"side": 0}))
        lines.append(SheetLine(len(lines) + 1, *strike(len(lines))))
    return lines


def write_and_strike(times: int) -> list[SheetLine]:
    lines: list[SheetLine] = []
    for _ in range(times):
        lines.append(SheetLine(len(lines) + 1, *hand(4)))
        lines.append(SheetLine(len(lines) + 1, *strike(len(lines))))
    return lines


@pytest.mark.parametrize("grow", [sign_and_withdraw, write_and_strike])
def test_a_correction_costs_no_more_than_the_lines_of_its_sheet(grow: Any) -> None:
    document = best_of(1, "marafon", {"target": 11})
    costs = []
    for times in (40, 80):
        lines = grow(times)
        costs.append(count_calls(partial(plan, lines, *strike(1), document=document)))
    assert costs[1] < 2.5 * costs[0]
