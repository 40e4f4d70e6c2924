"""Matches that are not played out: what the sheet shows, what counts, who plays on."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernel.refusals import Unreadable
from scoring.core.fold import fold
from scoring.core.format import MatchFormat, best_of, read_format, settle_format
from scoring.core.lines import SheetLine
from scoring.core.state import MatchState, SheetRefused
from tests.scoring.core.growing import FORMATS, grown
from tests.scoring.core.sheets import BEST_OF_THREE, SHORT, hand, read

BY_DEFAULT = settle_format(BEST_OF_THREE, is_knockout=False)


def forfeit(side: int | None, case: str | None = None, **more: Any) -> tuple[str, dict[str, Any]]:
    said = {} if case is None else {"case": case}
    return "forfeit", {"side": side, "of": "match", **said, **more}


def ruled(**rules: Any) -> dict[str, Any]:
    """A best of three to 41 with these rules, case by case."""
    return settle_format({**BEST_OF_THREE, "unfinished": rules}, is_knockout=False)


def totals_of(state: MatchState) -> list[tuple[int, ...]]:
    return [game.totals for game in state.games]


def counted(state: MatchState) -> tuple[Any, ...]:
    assert state.unfinished is not None
    return state.unfinished.games, state.unfinished.points


def test_a_walkover_of_a_best_of_three_shows_two_to_nil_and_counts_its_points() -> None:
    state = read(forfeit(0, "walkover"), document=BY_DEFAULT)
    assert (state.winner, state.wins) == (1, (0, 2))
    assert totals_of(state) == [(0, 41), (0, 41)]
    assert counted(state) == ((0, 2), (0, 82))
    assert state.by_forfeit


def test_a_forfeit_without_a_case_is_a_walkover_before_the_first_hand_and_a_retirement_after() -> (
    None
):
    before = read(forfeit(0), document=BY_DEFAULT)
    after = read(hand(6), forfeit(0), document=BY_DEFAULT)
    assert before.unfinished is not None
    assert after.unfinished is not None
    assert (before.unfinished.case, after.unfinished.case) == ("walkover", "retirement")


def test_a_document_without_rules_folds_as_it_always_did() -> None:
    state = read(hand(7), forfeit(0), document=BEST_OF_THREE)
    assert (state.wins, totals_of(state), state.unfinished) == ((0, 1), [(7, 4)], None)
    assert "unfinished" not in state.as_json()


def test_a_case_is_read_by_the_usual_rules_where_the_format_has_none() -> None:
    state = read(forfeit(1, "walkover"), document=BEST_OF_THREE)
    assert state.wins == (2, 0)


def test_a_retirement_is_completed_to_the_least_that_decides_the_match() -> None:
    state = read(hand(11), hand(5), forfeit(0), document=BY_DEFAULT)
    assert totals_of(state) == [(16, 41), (0, 41)]
    assert counted(state) == ((0, 2), (16, 82))
    assert not state.by_forfeit


def test_games_that_the_side_has_won_before_it_retires_stay_won() -> None:
    won = [hand(11)] * 4
    state = read(*won, forfeit(0), document=BY_DEFAULT)
    assert totals_of(state) == [(44, 0), (0, 41), (0, 41)]
    assert state.wins == (1, 2)


def test_the_score_of_a_retirement_can_stand() -> None:
    state = read(hand(11), hand(5), forfeit(0), document=ruled(retirement={"score": "stands"}))
    assert (state.winner, state.wins, totals_of(state)) == (1, (0, 0), [(16, 6)])
    assert [game.why for game in state.games] == ["stopped"]
    assert counted(state) == ((0, 0), (16, 6))


@pytest.mark.parametrize(
    ("games", "points", "expected"),
    [
        ("shown", "shown", ((1, 2), (60, 82))),
        ("played", "played", ((1, 0), (60, 6))),
        ("none", "none", (None, None)),
        ("shown", "played", ((1, 2), (60, 6))),
    ],
)
def test_what_counts_of_a_retirement_is_what_the_event_says(
    games: str, points: str, expected: Any
) -> None:
    document = ruled(retirement={"games": games, "points": points})
    state = read(*[hand(11)] * 4, hand(11), hand(5), forfeit(0), document=document)
    assert counted(state) == expected


def test_one_game_alone_can_be_lost_by_a_walkover() -> None:
    state = read(forfeit(0), document=ruled(walkover={"score": "one_game", "points": "none"}))
    assert (state.wins, counted(state)) == ((0, 1), ((0, 1), None))


def test_a_walkover_after_a_hand_is_refused() -> None:
    with pytest.raises(SheetRefused) as refused:
        read(hand(5), forfeit(0, "walkover"), document=BY_DEFAULT)
    assert [each.code for each in refused.value.violations] == ["walkover_has_begun"]


def test_points_over_a_number_of_hands_are_not_made_up() -> None:
    document = settle_format(
        {"games": [{"game": "marafon", "hands": 8}], "wins": None}, is_knockout=False
    )
    state = read(hand(7), forfeit(0), document=document)
    assert (state.winner, counted(state)) == (1, ((0, 1), None))
    assert state.by_forfeit


def test_both_lose_a_double_forfeit() -> None:
    state = read(forfeit(None, "double_forfeit"), document=BY_DEFAULT)
    assert (state.over, state.winner, state.wins) == (True, None, (0, 0))
    assert counted(state) == (None, None)
    assert state.by_forfeit


def test_a_double_forfeit_names_the_side_that_takes_the_next_seat() -> None:
    state = read(forfeit(None, "double_forfeit", advances=1), document=BY_DEFAULT)
    assert (state.winner, state.wins) == (1, (0, 0))


def test_a_disqualified_side_is_out_by_the_usual_rules() -> None:
    state = read(hand(7), forfeit(0, "disqualification"), document=BY_DEFAULT)
    assert state.unfinished is not None
    assert (state.unfinished.out, state.wins) == ((0,), (0, 2))


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        ([hand(11)] * 4, 0),
        ([hand(11)] * 4 + [hand(0)], 0),
        ([hand(7)], 0),
        ([hand(4)], 1),
        ([hand(11)] * 4 + [hand(0)] * 4 + [hand(4)], 1),
    ],
)
def test_when_time_is_up_the_score_stands_and_who_is_ahead_has_won(
    lines: list[Any], winner: int
) -> None:
    before = read(*lines, document=BY_DEFAULT)
    state = read(*lines, forfeit(None, "time"), document=BY_DEFAULT)
    assert (state.winner, totals_of(state)) == (winner, totals_of(before))
    assert counted(state) == (before.wins, before.sum)
    assert not state.by_forfeit


def test_level_when_time_is_up_is_a_draw_or_one_more_hand() -> None:
    tied = [hand(11), hand(0)]
    drawn = read(*tied, forfeit(None, "time"), document=BY_DEFAULT)
    assert (drawn.over, drawn.winner) == (True, None)
    with pytest.raises(SheetRefused) as refused:
        read(
            *tied,
            forfeit(None, "time"),
            document=settle_format(BEST_OF_THREE, is_knockout=True),
        )
    assert [each.code for each in refused.value.violations] == ["time_is_up_level"]


def test_the_referee_awards_a_match_with_its_games() -> None:
    state = read(
        hand(7), forfeit(0, "award", games=[[41, 30], [20, 41], [0, 41]]), document=BY_DEFAULT
    )
    assert (state.winner, state.wins) == (1, (1, 2))
    assert counted(state) == ((1, 2), (61, 112))


def test_a_match_awarded_without_games_is_completed() -> None:
    state = read(hand(7), forfeit(1, "award"), document=BY_DEFAULT)
    assert totals_of(state) == [(41, 4), (41, 0)]


def test_an_award_of_games_that_give_the_match_to_the_other_side_is_refused() -> None:
    with pytest.raises(SheetRefused) as refused:
        read(forfeit(0, "award", games=[[41, 0]]), document=BY_DEFAULT)
    assert [each.code for each in refused.value.violations] == ["award_games_of_another"]


def test_a_void_match_counts_for_nobody() -> None:
    state = read(hand(7), forfeit(None, "void"), document=BY_DEFAULT)
    assert state.unfinished is not None
    assert (state.over, state.winner, state.unfinished.is_void) == (True, None, True)
    assert counted(state) == (None, None)
    assert not state.by_forfeit


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (forfeit(None, "walkover"), ["forfeit_needs_a_side"]),
        (forfeit(None), ["forfeit_needs_a_side"]),
        (forfeit(0, "void"), ["forfeit_of_no_side"]),
        (forfeit(0, "walkover", advances=1), ["forfeit_field_of_another_case"]),
        (forfeit(None, "time", plays_on=True), ["forfeit_field_of_another_case"]),
        (forfeit(2, "walkover"), ["no_such_side"]),
        (("forfeit", {"side": 0, "of": "game", "case": "time"}), ["forfeit_field_of_another_case"]),
        (forfeit(0, "award", games=[[0, 41]] * 4), ["too_many_games"]),
        (forfeit(0, "award", games=[[0, 41, 3]]), ["award_games_by_side"]),
    ],
)
def test_a_line_that_its_case_does_not_know_is_refused(line: Any, codes: list[str]) -> None:
    with pytest.raises(SheetRefused) as refused:
        read(line, document=BY_DEFAULT)
    assert [each.code for each in refused.value.violations] == codes


def test_an_unknown_case_is_unreadable() -> None:
    with pytest.raises((Unreadable, SheetRefused)):
        read(forfeit(0, "boredom"), document=BY_DEFAULT)


@pytest.mark.parametrize(("is_knockout", "out"), [(True, (0,)), (False, ())])
def test_an_absent_side_goes_home_from_a_knock_out_unless_the_event_says_otherwise(
    is_knockout: bool, out: tuple[int, ...]
) -> None:
    document = settle_format(SHORT, is_knockout=is_knockout)
    state = read(forfeit(0), document=document)
    assert state.unfinished is not None
    assert state.unfinished.out == out


@pytest.mark.parametrize(("plays_on", "out"), [(True, ()), (False, (0,))])
def test_the_line_says_whether_the_side_plays_on(plays_on: bool, out: tuple[int, ...]) -> None:
    for is_knockout in (True, False):
        document = settle_format(SHORT, is_knockout=is_knockout)
        state = read(forfeit(0, plays_on=plays_on), document=document)
        assert state.unfinished is not None
        assert state.unfinished.out == out


def test_a_settled_format_says_every_rule() -> None:
    document = settle_format(BEST_OF_THREE, is_knockout=True)
    rules = document["unfinished"]
    assert rules["walkover"] == {
        "score": "completed",
        "games": "shown",
        "points": "shown",
        "plays_on": False,
    }
    assert rules["time"] == {"level": "hand"}
    assert settle_format(document, is_knockout=False) == document
    read_format(document)


@pytest.mark.parametrize(
    "game",
    ["marafon", "mariglia", "marianna", "cinquecento", "briscola_151", "mariaccia"],
)
def test_every_game_knows_the_least_that_wins(game: str) -> None:
    document = settle_format(best_of(3, game), is_knockout=False)
    state = read(forfeit(0), document=document)
    assert (state.winner, state.wins) == (1, (0, 2))
    assert all(game.totals[0] == 0 < game.totals[1] for game in state.games)


def test_a_marafona_to_a_figure_more_is_won_by_the_least_that_is_past_it() -> None:
    document = settle_format(best_of(1, "marafon", {"plus_figure": True}), is_knockout=False)
    assert totals_of(read(forfeit(0), document=document)) == [(0, 42)]


RULED = [format_ for format_ in map(read_format, FORMATS) if format_.unfinished is not None]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(RULED), st.integers(0, 2**32), st.integers(0, 25), st.sampled_from([0, 1]))
def test_whoever_retires_loses_by_the_least_and_a_strike_restores_the_match(
    format_: MatchFormat, seed: int, length: int, side: int
) -> None:
    lines, states = grown(format_, seed, length)
    before = states[-1]
    assume(not before.over)
    n = len(lines) + 1
    line = SheetLine(n, "forfeit", {"side": side, "of": "match", "case": "disqualification"})
    state = fold(format_, [*lines, line])
    assert (state.winner, state.over) == (1 - side, True)
    assert state.wins[1 - side] == format_.wins
    assert state.wins[side] == before.wins[side]
    assert state.sum[side] == before.sum[side]
    assert state.sum[1 - side] >= before.sum[1 - side]
    ended = sum(game.over for game in before.games)
    formats = format_.games[ended : len(state.games)]
    for game, played in zip(state.games[ended:], formats, strict=True):
        less = tuple(total - (at != side) for at, total in enumerate(game.totals))
        ending = played.rulebook.find_ending(less, played.options)
        assert ending is None or ending.winner != 1 - side
    struck = fold(format_, [*lines, line, SheetLine(n + 1, "strike", {"line": n})])
    assert {**struck.as_json(), "next": None} == {**before.as_json(), "next": None}
