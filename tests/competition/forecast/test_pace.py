"""The pace of an evening."""

from competition.forecast.distributions import USUAL
from competition.forecast.lengths import estimate_length
from competition.forecast.pace import OpenDuration, Played, estimate_pace
from scoring.core.format import best_of


def width(observed: list[Played]) -> int:
    likely = estimate_pace(observed).likely
    return likely[-7] - likely[6]


def test_before_any_match_the_pace_is_the_usual_one() -> None:
    assert estimate_pace([]).median == USUAL


def test_a_slow_evening_is_recognized_and_gets_surer() -> None:
    slow = [Played(4500, 3000, 200)] * 30

    assert 1.4 * USUAL < estimate_pace(slow).median < 1.6 * USUAL
    assert width(slow) < width(slow[:3]) < width([])


def test_one_match_alone_moves_the_pace_only_a_little() -> None:
    assert USUAL < estimate_pace([Played(6000, 3000, 200)]).median < 1.5 * USUAL


def test_results_copied_in_one_go_are_no_pace() -> None:
    copied = [Played(20, 3000, 300)] * 40 + [Played(5 * 3600, 3000, 300)]

    assert estimate_pace(copied) == estimate_pace([])


def test_matches_that_go_on_for_long_slow_the_pace_down() -> None:
    usual = estimate_length(best_of(3, "marafon")).fresh
    unfinished = [OpenDuration(5400, usual)] * 20

    assert estimate_pace(unfinished).median > USUAL
    assert estimate_pace([OpenDuration(60, usual)] * 20).median == USUAL
