"""What is still open in a ranking: its matches, and the places that advance."""

from competition.cuts.cut import OfEach, Places
from competition.formats import format_named
from competition.scenarios.cut_rankings import list_cut_rankings
from competition.scenarios.match_outcomes import list_outcomes
from competition.scenarios.open_ranking import OpenRanking
from competition.scenarios.verdict import CountAbove
from competition.standings.ruling import NO_RULING, RankingPenalty, Ruling
from scoring.core.format import read_format
from tests.competition.scenarios.brute import HANDS, stage


def test_a_table_counts_for_the_others_although_one_entry_is_voided() -> None:
    match_format = read_format({"games": [{"game": "trionfo", "hands": 1}], "wins": None})
    possible = list_outcomes(match_format, format_named("sittings").metrics)
    voided = Ruling(penalties=(RankingPenalty(1, voids=True),))
    options = {"rounds": 2, "table_size": 5}
    state = stage("sittings", options, 10, possible, played=1, seed=1, ruling=voided)
    (cut_ranking,) = list_cut_rankings(
        state.format, state.pairings, Places(stage=1, last=3), voided
    )

    open_pairings = OpenRanking(state, cut_ranking).open_pairings

    assert [pairing.id for pairing in open_pairings] == [
        pairing.id for pairing in state.open_pairings
    ]
    assert any(1 in pairing.entries for pairing in open_pairings)


def test_both_of_a_group_of_two_may_advance_if_all_who_are_tied_do() -> None:
    state = stage("groups", {"group_size": 2}, 4, HANDS, played=0, seed=1)
    cut = OfEach(stage=1, of_each=1, level="in")

    rankings = list_cut_rankings(state.format, state.pairings, cut, NO_RULING)

    tied = CountAbove(0, 1)
    verdicts = [ranking.judge(tied, tied, ties_are_final=True) for ranking in rankings]
    assert [verdict.has_clinched for verdict in verdicts] == [True, True]
