"""Numbers as people write them."""

import pytest
from django.utils import translation

from wording.numbers import against, format_count, join_words, name_suit, ordinal, score


@pytest.mark.parametrize(
    ("thirds", "said"),
    [(23, "7⅔"), (22, "7⅓"), (21, "7"), (2, "⅔"), (1, "⅓"), (0, "0"), (-1, "−⅓"), (-4, "−1⅓")],
)
def test_thirds_are_written_as_points_and_a_fraction(thirds: int, said: str) -> None:
    assert score(thirds, "thirds") == said


@pytest.mark.parametrize(("points", "said"), [(41, "41"), (0, "0"), (-3, "−3")])
def test_points_are_written_as_they_are(points: int, said: str) -> None:
    assert score(points, "points") == said


def test_two_totals_are_said_one_against_the_other() -> None:
    assert against([25, 22], "points") == "25 a 22"
    assert against([23, 12], "thirds") == "7⅔ a 4"


def test_more_than_two_totals_stand_in_a_row() -> None:
    assert against([9, 8, 7], "points") == "9, 8, 7"


def test_a_list_ends_with_and() -> None:
    assert [
        join_words([]),
        join_words(["uno"]),
        join_words(["uno", "due"]),
        join_words(["uno", "due", "tre"]),
    ] == [
        "",
        "uno",
        "uno e due",
        "uno, due e tre",
    ]


def test_one_is_counted_in_the_singular() -> None:
    assert [format_count(1, "points"), format_count(0, "points"), format_count(2, "tricks")] == [
        "1 punto",
        "0 punti",
        "2 prese",
    ]


def test_what_has_no_word_is_counted_bare() -> None:
    assert format_count(7, "tables") == "7"


def test_places_are_ordinal_in_both_languages() -> None:
    with translation.override("en"):
        assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
            *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th")
        ]
    assert ordinal(21) == "21º"


def test_suits_are_choices_with_a_capital() -> None:
    assert [name_suit(suit) for suit in "DCSB"] == ["Denari", "Coppe", "Spade", "Bastoni"]
