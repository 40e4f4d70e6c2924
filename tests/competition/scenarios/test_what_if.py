"""What if: supposed results, and the ranking as it would be."""

import pytest

from competition.cuts.cut import Losers, OfEach, Places
from competition.plan import Result
from competition.scenarios.outlook import Fate
from competition.scenarios.what_if import Supposition, rank_what_if
from competition.stages.stage import rank_stage
from kernel.refusals import Refused
from tests.competition.scenarios.brute import BEST_OF_3, HANDS, stage


def test_supposed_results_rank_as_if_they_had_been_played() -> None:
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=1)
    left = [each.id for each in state.pairings if each.id not in state.results]
    given = {pairing: Supposition(totals=(4, 0), games=(1, 0)) for pairing in left}
    rows = rank_what_if(state, Places(stage=1, last=2), given)
    played = {**state.results, **dict.fromkeys(left, Result(0, (4, 0), (1, 0)))}
    expected = rank_stage(state.format, state.pairings, played, state.ruling)
    assert [row.placing for row in rows] == list(expected)


def test_a_row_says_where_it_stands_now_and_on_which_side_of_the_cut() -> None:
    state = stage("qualifying", {"rounds": 3}, 4, HANDS, played=0, seed=1)
    first = state.pairings[0]
    rows = rank_what_if(state, Places(stage=1, last=1), {first.id: Supposition(totals=(4, 0))})
    winner, _loser = first.entries
    assert (rows[0].placing.entry, rows[0].now.first, rows[0].climbs) == (winner, 1, 0)
    assert (rows[0].fate_now, rows[0].fate) == (Fate.POSSIBLE, Fate.CLINCHED)
    assert {row.fate for row in rows[1:]} == {Fate.ELIMINATED}


def test_nothing_supposed_changes_nothing() -> None:
    state = stage("groups", {"group_size": 4}, 8, BEST_OF_3, played=2, seed=4)
    rows = rank_what_if(state, OfEach(stage=1, of_each=2), {})
    assert all(row.placing == row.now and row.fate == row.fate_now for row in rows)
    assert sum(row.fate == Fate.CLINCHED for row in rows) == 4


def test_a_winner_goes_on_in_a_bracket() -> None:
    state = stage("single_elimination", {}, 4, BEST_OF_3, played=0, seed=1)
    semifinals, final = state.pairings[:2], state.pairings[2]
    given = {each.id: Supposition(winner=0) for each in semifinals}
    rows = rank_what_if(state, Places(stage=1, last=1), {**given, final.id: Supposition(winner=1)})
    champion = semifinals[1].entries[0]
    assert [row.placing.entry for row in rows if row.fate == Fate.CLINCHED] == [champion]
    losers = rank_what_if(state, Losers(stage=1, rounds=(1,)), given)
    assert sum(row.fate == Fate.CLINCHED for row in losers) == 2


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ({"nothing": Supposition(winner=0)}, ["supposed_not_open"]),
        ({"r1t1": Supposition(winner=0)}, ["supposed_not_open"]),
        ({"r3t1": Supposition(winner=2)}, ["supposed_end"]),
        ({"r3t1": Supposition(winner=0, games=(0, 1))}, ["supposed_end"]),
        ({"r3t1": Supposition(totals=(1, 2, 3))}, ["not_by_slot", "supposed_end"]),
    ],
)
def test_what_cannot_be_supposed_is_refused(
    given: dict[str, Supposition], codes: list[str]
) -> None:
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=1)
    with pytest.raises(Refused) as refused:
        rank_what_if(state, Places(stage=1, last=2), given)
    assert [each.code for each in refused.value.violations] == codes


def test_a_match_of_a_bracket_whose_players_are_not_known_is_refused() -> None:
    state = stage("single_elimination", {}, 4, BEST_OF_3, played=0, seed=1)
    with pytest.raises(Refused) as refused:
        rank_what_if(state, Places(stage=1, last=1), {state.pairings[2].id: Supposition(winner=0)})
    assert [each.code for each in refused.value.violations] == ["supposed_not_open"]


def test_every_match_that_a_refused_supposition_would_have_filled_is_refused_too() -> None:
    state = stage("single_elimination", {}, 8, BEST_OF_3, played=0, seed=1)
    quarterfinals, (semifinal, _other), final = (
        state.pairings[:4],
        state.pairings[4:6],
        state.pairings[6],
    )
    given = {each.id: Supposition(winner=0) for each in (quarterfinals[0], semifinal, final)}
    with pytest.raises(Refused) as refused:
        rank_what_if(state, Places(stage=1, last=1), given)
    found = [each.params["pairing"] for each in refused.value.violations]
    assert found == [semifinal.id, final.id]
