"""How long matches last at the usual pace."""

from competition.forecast.lengths import (
    SAMPLES,
    ScoreSoFar,
    estimate_length,
    estimate_remaining,
    estimate_seconds,
)
from scoring.core.format import best_of

BEST_OF_THREE = estimate_length(best_of(3, "marafon"))


def mean(samples: tuple[int, ...]) -> int:
    return sum(samples) // len(samples)


def test_a_game_to_41_takes_between_15_and_40_minutes() -> None:
    assert 15 * 60 < estimate_length(best_of(1, "marafon")).mean < 40 * 60


def test_a_best_of_three_takes_more_than_two_games_and_less_than_three() -> None:
    game = BEST_OF_THREE.game_seconds

    assert 2 * game < BEST_OF_THREE.mean < 3 * game + 300


def test_a_higher_target_takes_longer() -> None:
    long = estimate_length(best_of(3, "marafon", {"target": 51}))

    assert long.mean > BEST_OF_THREE.mean


def test_a_fixed_number_of_hands_is_known_before() -> None:
    figure = {"games": [{"game": "marafon", "options": {}, "hands": 4}], "wins": None}
    length = estimate_length(figure)

    assert length.games[0].hands == 4
    assert 10 * 60 < length.mean < 30 * 60


def test_a_hall_of_five_players_has_lengths_too() -> None:
    trionfo = {"games": [{"game": "trionfo", "options": {}, "hands": 10}], "wins": None}

    assert estimate_length(trionfo).mean > 20 * 60


def test_what_remains_falls_with_every_point_and_game() -> None:
    fresh = mean(estimate_remaining(BEST_OF_THREE, ScoreSoFar()))
    some_points = mean(estimate_remaining(BEST_OF_THREE, ScoreSoFar((0, 0), (30, 10), 0, 4)))
    game_up = mean(estimate_remaining(BEST_OF_THREE, ScoreSoFar((1, 0), (30, 10), 1, 4)))
    game_all = mean(estimate_remaining(BEST_OF_THREE, ScoreSoFar((1, 1), (38, 38), 2, 7)))

    assert fresh > some_points > game_up > game_all > 0


def test_there_are_always_as_many_samples() -> None:
    assert len(BEST_OF_THREE.fresh) == SAMPLES
    assert len(estimate_remaining(BEST_OF_THREE, ScoreSoFar((1, 0), (3, 8), 1, 1))) == SAMPLES


def test_without_hands_the_games_give_the_expected_duration() -> None:
    by_games = estimate_seconds(BEST_OF_THREE, 2, 0)

    assert abs(by_games - estimate_seconds(BEST_OF_THREE, 2, 12)) < by_games // 3
