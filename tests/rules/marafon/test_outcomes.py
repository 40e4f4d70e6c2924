"""The outcomes that are derived from the cards' values, against the tables we were given."""

from rules.games.marafon.outcomes import OUTCOMES, WITH_MARAFONA
from tests.rules.marafon import facts


def test_the_outcomes_of_a_hand_are_those_of_the_table() -> None:
    assert len(OUTCOMES) == 352
    assert set(OUTCOMES) == facts.HANDS


def test_the_outcomes_with_a_marafona_are_those_of_the_table_unproven_ones_too() -> None:
    assert len(WITH_MARAFONA) == 255
    assert WITH_MARAFONA == facts.WITH_MARAFONA


def test_every_outcome_has_its_mirror() -> None:
    assert {outcome.mirror for outcome in OUTCOMES} == set(OUTCOMES)
    assert all(outcome.mirror.mirror == outcome for outcome in OUTCOMES)


def test_a_side_with_a_marafona_has_three_tricks_and_five_thirds_eight_with_the_last() -> None:
    assert min(outcome.tricks for outcome in WITH_MARAFONA) == 3
    assert min(outcome.thirds for outcome in WITH_MARAFONA) == 5
    assert min(outcome.thirds for outcome in WITH_MARAFONA if outcome.last) == 8
