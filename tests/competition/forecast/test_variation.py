"""What evenings have in common, and how it widens a forecast."""

from collections import Counter

import pytest

from competition.forecast.evening import Forecast, Task, forecast
from competition.forecast.lengths import AROUND_MATCH, MATCH_PACES, MATCH_SECONDS, estimate_length
from competition.forecast.pace import Pace, estimate_pace
from competition.forecast.schedule import ForecastStage, Schedule
from competition.forecast.variation import EXACT, LIKELY, Variation, list_evenings
from scoring.core.format import best_of

ONE_GAME = estimate_length(best_of(1, "marafon"))
EVEN = Pace((1024,))


def swiss(rounds: int, pairs: int = 64) -> list[Task]:
    found = Schedule()
    found.add_stage(ForecastStage("1", "swiss", {"rounds": rounds}, pairs, ONE_GAME))
    return found.tasks


def play(tasks: list[Task], variation: Variation) -> Forecast:
    found = forecast(tasks, [0], EVEN, 1, variation=variation)
    assert found is not None
    return found


def width(found: Forecast) -> int:
    return found.end.high - found.end.low


@pytest.mark.parametrize("factors", [LIKELY.drifts, LIKELY.stragglers, LIKELY.pauses])
def test_factors_rise_around_the_usual(factors: tuple[int, ...]) -> None:
    assert list(factors) == sorted(factors)
    assert factors[len(factors) // 2] == 1024


def test_every_step_of_a_factor_comes_about_as_often() -> None:
    evenings = list(list_evenings(estimate_pace(()), LIKELY, 300))
    counts = Counter(evening.stragglers for evening in evenings)
    assert set(counts) == set(LIKELY.stragglers)
    assert max(counts.values()) - min(counts.values()) <= 3


def test_an_exact_evening_has_the_pace_that_was_seen() -> None:
    assert {each.pace for each in list_evenings(Pace((900,)), EXACT, 10)} == {900}


def test_what_evenings_have_in_common_does_not_average_out_over_the_rounds() -> None:
    tasks = swiss(5)
    exact, likely = play(tasks, EXACT), play(tasks, LIKELY)
    assert width(likely) > 2 * width(exact)


def test_slow_tables_make_a_round_longer_and_the_usual_match_not() -> None:
    tasks = swiss(1)
    slow = Variation((1024,), (1500,), (1024,))
    usual_round, slow_round = play(tasks, EXACT), play(tasks, slow)
    assert slow_round.end.likely > usual_round.end.likely
    # Half of the matches are over at the same time as before.
    assert slow_round.curve[11].at.likely == usual_round.curve[11].at.likely


def test_a_round_is_as_long_as_its_slowest_table() -> None:
    few, many = play(swiss(1, 8), EXACT), play(swiss(1, 128), EXACT)
    assert many.end.likely > few.end.likely > ONE_GAME.mean


def test_one_table_in_twenty_is_slow_and_waits() -> None:
    usual = sorted(MATCH_PACES)[len(MATCH_PACES) // 2]
    assert sum(pace > 1.4 * usual for pace in MATCH_PACES) == len(MATCH_PACES) // 20
    assert sum(MATCH_PACES) / len(MATCH_PACES) == pytest.approx(1024, rel=0.06)
    assert min(AROUND_MATCH) > 120
    assert pytest.approx(MATCH_SECONDS, rel=0.05) == 420
