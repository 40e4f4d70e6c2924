"""What a match, or a round without one, adds to the metrics."""

from competition.scenarios.match_gains import MatchGains
from competition.standings.options import StandingsOptions
from tests.competition.scenarios.brute import HANDS


def test_a_round_without_an_opponent_adds_what_its_metric_counts() -> None:
    """By a bye that was given, one that was asked for, and an absence."""
    options = StandingsOptions(rest="fixed", rest_points=2, rest_points_against=5, rest_thirds=6)
    gains = MatchGains(options, HANDS)
    assert gains.list_without_opponent("match_points") == [2, 1, 0]
    assert gains.list_without_opponent("wins") == [1, 0, 0]
    assert gains.list_without_opponent("thirds") == [6, 0, 0]
    assert gains.list_without_opponent("points_difference") == [-3, 0, 0]
    assert gains.list_without_opponent("points_against") == [-5, 0, 0]


def test_the_range_of_an_outcome_is_that_of_its_results() -> None:
    gains = MatchGains(StandingsOptions(), HANDS)
    drawn, won, _lost = range(3)
    assert gains.find_ranges("match_points", drawn) == ((1, 1), (1, 1))
    assert gains.find_ranges("points_for", won) == ((3, 4), (0, 1))
    assert gains.list_by_result("points_for", won) == [(4, 0), (3, 1)]
    assert gains.find_ranges("buchholz", won) is None
