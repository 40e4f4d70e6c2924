"""Results without hands: the totals of a game, the games won; alone, mixed, corrected, refused."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Unreadable
from rules.hand_bounds import find_hand_bounds
from rules.registry import rulebook
from scoring.core.correction import plan_word
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from scoring.core.state import MatchState, SheetRefused
from scoring.derived import derive_columns
from tests.scoring.core.growing import FORMATS
from tests.scoring.core.sheets import folded, hand, sheet
from tournaments.playing import simulate_hand

TRIONFO = {"games": [{"game": "trionfo", "hands": 3}], "wins": None}
BOTH_FIRST = best_of(3, "marafon", {"both_reach": "first_in_play"})
TWO_GAMES = {"games": [{"game": "marafon"}] * 2, "wins": None}
TWO_HANDS = {"games": [{"game": "marafon", "hands": 2}] * 2, "wins": None}

matches = st.tuples(st.sampled_from([*FORMATS, TRIONFO]).map(read_format), st.integers(0, 2**32))


def total(*totals: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "total", {"totals": list(totals), **more}


def games(*wins: int) -> tuple[str, dict[str, Any]]:
    return "games", {"wins": list(wins)}


def refusals(*lines: tuple[str, Any], document: Any = None) -> list[str]:
    with pytest.raises(SheetRefused) as refused:
        folded(sheet(*lines), document or best_of(3, "marafon"))
    return [violation.code for violation in refused.value.violations]


def play_match(format_: Any, random: Random) -> tuple[list[SheetLine], MatchState]:
    """A whole match, hand by hand."""
    lines: list[SheetLine] = []
    state = fold(format_, lines)
    while not state.over:
        played = simulate_hand(format_, state.as_json(), random)
        lines.append(SheetLine(len(lines) + 1, "hand", played))
        state = fold(format_, lines)
    return lines, state


def write_total(game: Any) -> tuple[str, dict[str, Any]]:
    """The total of a game that was played by hands. Who was first, or has won at once, is said."""
    says_winner = game.why not in ("target", "higher", "hands", "bonus")
    more = {"winner": game.winner} if says_winner else {}
    return total(*game.totals, **more)


def result_of(state: MatchState) -> Any:
    """What the result is worth outside, without what only hands can tell."""
    tally = derive_columns(state, 1, "")["tally"]
    worth = {name: tally[name] for name in ("sum", "wins", "forfeit")}
    by_game = [(game.totals, game.winner) for game in state.games]
    return state.over, state.winner, by_game, worth


@settings(max_examples=60, deadline=None)
@given(matches)
def test_totals_are_worth_the_same_as_their_hands(drawn: Any) -> None:
    format_, seed = drawn
    _, played = play_match(format_, Random(seed))
    written = fold(format_, sheet(*(write_total(game) for game in played.games)))
    assert result_of(written) == result_of(played)
    assert all(game.by_total for game in written.games)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_any_mixture_of_hands_and_totals_is_worth_the_same(drawn: Any) -> None:
    format_, seed = drawn
    random = Random(seed)
    lines, played = play_match(format_, random)
    readings = {reading.n: reading for reading in played.readings}
    mixed: list[tuple[str, Any]] = []
    for number, game in enumerate(played.games):
        of_game = [line for line in lines if readings[line.n].game == number]
        # After a total nobody knows whose turn it is, so its hands name no seat.
        how = random.choice(["hands", "total", "both"]) if not mixed else "total"
        if how in ("hands", "both"):
            kept = of_game if how == "hands" else of_game[: random.randrange(len(of_game))]
            mixed += [(line.kind, line.data) for line in kept]
        if how != "hands":
            mixed.append(write_total(game))
    assert result_of(fold(format_, sheet(*mixed))) == result_of(played)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_games_won_are_worth_the_same_games(drawn: Any) -> None:
    format_, seed = drawn
    random = Random(seed)
    lines, played = play_match(format_, random)
    begun = lines[: random.randrange(len(lines))]
    written = fold(format_, [*begun, SheetLine(len(begun) + 1, *games(*played.wins))])
    assert (written.over, written.winner, written.wins) == (True, played.winner, played.wins)
    assert written.games_only


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 200), st.integers(0, 200))
def test_impossible_totals_of_a_game_to_41_are_refused(ours: int, theirs: int) -> None:
    format_ = read_format(best_of(3, "marafon"))
    high, low = max(ours, theirs), min(ours, theirs)
    # A hand gives 14 at most; more is possible only after both were tied at 41 or more.
    is_possible = high != low and high >= 41 and (high <= 54 or (low >= 41 and high - low <= 14))
    try:
        state = fold(format_, sheet(total(ours, theirs)))
    except SheetRefused:
        assert not is_possible
    else:
        assert is_possible
        assert state.wins == ((1, 0) if ours > theirs else (0, 1))


@settings(max_examples=60, deadline=None)
@given(matches)
def test_a_hand_is_within_the_bounds_of_its_card(drawn: Any) -> None:
    format_, seed = drawn
    lines, played = play_match(format_, Random(seed))
    for line, reading in zip(lines, played.readings, strict=True):
        game = format_.games[reading.game]
        bounds = find_hand_bounds(game.rulebook, game.options)
        gains = [now - then for now, then in zip(reading.after, reading.before, strict=True)]
        assert bounds.least <= min(gains), line
        assert max(gains) <= bounds.most, line
        assert sum(gains) <= bounds.most_sum, line


@settings(max_examples=40, deadline=None)
@given(matches)
def test_striking_a_result_gives_back_what_was_there(drawn: Any) -> None:
    format_, seed = drawn
    random = Random(seed)
    lines, played = play_match(format_, random)
    begun = lines[: random.randrange(len(lines))]
    before = fold(format_, begun)
    open_game = len(before.games) - bool(before.games and not before.games[-1].over)
    result = random.choice([write_total(played.games[open_game]), games(*played.wins)])
    written = [*begun, SheetLine(len(begun) + 1, *result)]
    strike = SheetLine(len(written) + 1, "strike", {"line": len(written)})
    after = fold(format_, [*written, plan_word(format_, written, strike).line])
    assert after.as_json() == before.as_json()


def test_a_total_supersedes_the_hands_of_its_game() -> None:
    state = folded(sheet(hand(9), hand(8, marafona=0), total(41, 35), hand(7)))
    first_game, second_game = state.games
    assert (first_game.totals, first_game.hands, first_game.running) == ((41, 35), 0, ())
    assert second_game.totals == (7, 4)
    assert [reading.superseded_by for reading in state.readings] == [3, 3, None, None]
    assert state.feats == {}
    assert not state.hands_known


def test_a_sheet_written_by_hands_reads_as_before() -> None:
    state = folded(sheet(hand(9)))
    assert "by_total" not in state.as_json()["games"][0]
    assert "games_only" not in state.as_json()
    assert "total" not in state.next


def test_turn_is_unknown_after_a_total() -> None:
    assert folded(sheet(hand(9, caller=0))).turn == 1
    assert folded(sheet(hand(9, caller=0), total(41, 35))).turn is None


def test_a_penalty_widens_what_a_total_can_be() -> None:
    penalty = ("penalty", {"side": 1, "points": 3, "article": "1", "reason": "x"})
    assert refusals(total(41, -2)) == ["total_too_low"]
    assert folded(sheet(penalty, total(41, -2))).wins == (1, 0)


def test_first_at_the_target_is_asked_for_and_wins_with_less() -> None:
    assert refusals(total(43, 42), document=BOTH_FIRST) == ["total_needs_winner"]
    assert folded(sheet(total(43, 42, winner=1)), BOTH_FIRST).wins == (0, 1)
    assert refusals(total(43, 40, winner=1), document=BOTH_FIRST) == ["total_of_another_winner"]


def test_a_claimed_game_names_its_winner() -> None:
    assert refusals(total(38, 40)) == ["total_below_target"]
    (game,) = folded(sheet(total(38, 40, winner=0))).games
    assert (game.winner, game.why) == (0, "declared")
    without_claims = best_of(3, "marafon", {"claims": False})
    assert refusals(total(38, 40, winner=0), document=without_claims) == ["total_below_target"]


def test_winner_that_the_totals_contradict_is_refused() -> None:
    assert refusals(total(41, 40, winner=1)) == ["total_of_another_winner"]


def test_game_of_a_refused_total_is_named() -> None:
    with pytest.raises(SheetRefused) as refused:
        folded(sheet(total(41, 35), total(38, 41), total(41, 41)))
    (violation,) = refused.value.violations
    assert (refused.value.at, violation.code) == (3, "total_tied")
    assert violation.params == {"game": 2, "totals": [41, 41]}


def test_totals_need_a_number_for_each_side() -> None:
    assert refusals(total(41)) == ["too_short"]
    assert refusals(total(41, 30, 2)) == ["total_by_side"]


def test_totals_of_fixed_hands_add_up_to_hands() -> None:
    # Two hands of whole points come to 22 at least.
    assert refusals(total(10, 9), document=TWO_HANDS) == ["total_sum_impossible"]
    assert folded(sheet(total(12, 10)), TWO_HANDS).games[0].winner == 0


def test_tied_totals_are_a_draw_over_fixed_hands_only() -> None:
    assert folded(sheet(total(11, 11)), TWO_HANDS).games[0].winner is None
    assert refusals(total(41, 41)) == ["total_tied"]


def test_payments_of_trionfo_add_up_to_nothing() -> None:
    assert folded(sheet(total(8, -2, -2, -2, -2)), TRIONFO).winner == 0
    assert refusals(total(8, -2, -2, -2, -1), document=TRIONFO) == ["total_sum_impossible"]
    assert refusals(total(200, -50, -50, -50, -50), document=TRIONFO) == ["total_too_high"]


@pytest.mark.parametrize("wins", [(2, 0), (2, 1), (0, 2), (1, 2)])
def test_decided_games_end_the_match(wins: Any) -> None:
    state = folded(sheet(games(*wins)))
    assert state.over
    assert state.winner == (0 if wins[0] == 2 else 1)
    assert (state.games, state.begun) == ((), True)
    tally = derive_columns(state, 1, "")["tally"]
    assert (tally["games_only"], tally["hands_known"]) == (True, False)


@pytest.mark.parametrize("wins", [(0, 0), (1, 0), (1, 1), (2, 2), (3, 0), (3, 1)])
def test_games_that_decide_nothing_are_refused(wins: Any) -> None:
    assert refusals(games(*wins)) == ["games_not_decided"]


def test_games_agree_with_the_games_on_the_sheet() -> None:
    assert folded(sheet(total(41, 35), games(1, 2))).winner == 1
    assert refusals(total(41, 35), games(0, 2)) == ["games_fewer_than_played"]


def test_all_games_of_a_match_without_a_number_of_wins_are_counted() -> None:
    assert folded(sheet(games(1, 1)), TWO_GAMES).drawn
    assert refusals(games(1, 0), document=TWO_GAMES) == ["games_not_decided"]
    # Games over a number of hands can end in a tie.
    assert folded(sheet(games(1, 0)), TWO_HANDS).winner == 0


def test_nothing_follows_a_result_but_corrections_and_signatures() -> None:
    assert refusals(games(2, 0), total(41, 35)) == ["line_not_possible_now"]
    state = folded(sheet(games(2, 0), ("sign", {"side": None})))
    assert state.next == ("reopen",)


def test_a_match_may_end_with_a_forfeit_after_a_total() -> None:
    forfeit = ("forfeit", {"side": 0, "of": "match", "reason": "x"})
    state = folded(sheet(total(41, 35), forfeit))
    assert (state.over, state.winner) == (True, 1)


def test_an_amended_total_gives_the_game_to_the_other_side() -> None:
    amend = ("amend", {"line": 1, "data": {"totals": [35, 41]}})
    assert folded(sheet(total(41, 35), amend)).wins == (0, 1)


def test_a_later_game_stays_where_it_is_when_games_are_corrected() -> None:
    format_ = read_format(best_of(3, "marafon"))
    lines = sheet(total(41, 35), total(38, 41), total(41, 30))
    amend = SheetLine(4, "amend", {"line": 2, "data": {"totals": [41, 38]}})
    planned = plan_word(format_, lines, amend)
    assert planned.aside == [{"line": 3, "game": 2}]
    assert fold(format_, [*lines, planned.line]).wins == (2, 0)


@pytest.mark.parametrize(
    "data", [{}, {"totals": 41}, {"totals": [41, 3], "hands": 4}, {"totals": [1.5, 2]}]
)
def test_malformed_total_is_unreadable(data: Any) -> None:
    with pytest.raises(Unreadable):
        folded(sheet(("total", data)))


@pytest.mark.parametrize("game", ["marafon", "mariglia", "marianna", "cinquecento", "mariaccia"])
def test_bounds_are_known_for_every_game(game: str) -> None:
    book = rulebook(game)
    bounds = find_hand_bounds(book, book.read_options({}))
    assert 0 <= bounds.least < bounds.most


MARIANNA = {"games": [{"game": "marianna"}], "wins": 1}
TWO_HANDS_OF_MARIANNA = {"games": [{"game": "marianna", "hands": 2}], "wins": 1}


@pytest.mark.parametrize(
    ("document", "totals", "code"),
    [
        (None, (-9999, 40), "total_too_low"),
        (None, (-9999, -9999), "total_too_low"),
        (TWO_HANDS_OF_MARIANNA, (99999, 1), "total_too_high"),
        (TWO_HANDS_OF_MARIANNA, (-9999, 5), "total_too_low"),
        (TWO_HANDS_OF_MARIANNA, (0, 0), "total_sum_impossible"),
        (TWO_HANDS_OF_MARIANNA, (1, 119), "total_sum_impossible"),
        # A mariannone gives its 500 to the side that wins by it.
        (TWO_HANDS_OF_MARIANNA, (499, 501), "total_of_another_winner"),
        (MARIANNA, (499, 20), "total_below_target"),
    ],
)
def test_a_written_winner_makes_no_totals_possible(document: Any, totals: Any, code: str) -> None:
    assert refusals(total(*totals, winner=0), document=document) == [code]


@pytest.mark.parametrize(
    ("document", "totals", "why"),
    [
        (MARIANNA, (500, 20), "declared"),
        (MARIANNA, (520, 590), "declared"),
        (MARIANNA, (590, 520), "higher"),
        (TWO_HANDS_OF_MARIANNA, (500, 620), "declared"),
        # Over with the first of its hands.
        ({"games": [{"game": "marianna", "hands": 9}], "wins": 1}, (500, 0), "hands"),
    ],
)
def test_a_game_that_was_won_at_once_can_be_written(document: Any, totals: Any, why: str) -> None:
    (game,) = folded(sheet(total(*totals, winner=0)), document).games
    assert (game.winner, game.why) == (0, why)


def test_a_game_won_by_a_mariannone_can_be_written_as_its_total() -> None:
    award = ("award", {"side": 0, "points": 490})
    declared = [{"side": 1, "kind": "mariannone", "suit": None}]
    won = ("hand", {"card_points": [100, 20], "declarations": declared})
    (played,) = folded(sheet(award, won), MARIANNA).games
    (written,) = folded(sheet(award, total(*played.totals, winner=1)), MARIANNA).games
    assert (written.totals, written.winner, written.why) == ((590, 520), 1, "declared")
