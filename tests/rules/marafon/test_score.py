"""What a hand puts on the sheet, and by which rule."""

import pytest

from rules.contract import Part
from tests.rules.marafon.hands import BOOK, Facts, options


def parts(facts: Facts, **chosen: object) -> list[Part]:
    (step,) = BOOK.score(BOOK.read_record(facts), options(**chosen))
    assert step.wins is None
    return list(step.parts)


@pytest.mark.parametrize(
    "facts",
    [
        {"thirds": [22, 13]},
        {"thirds": [22, None]},
        {"thirds": [None, 13]},
        {"points": [7, 4]},
        {"points": [7, None]},
        {"points": [None, 4]},
        {"thirds": [None, None], "points": [None, 4]},
        {"thirds": [22, 13], "points": [7, 4], "last_trick": 1, "tricks": [5, 5]},
    ],
)
def test_what_is_not_written_follows_from_what_is(facts: Facts) -> None:
    assert parts(facts) == [Part("cards", (7, 4))]


def test_each_side_is_rounded_down_by_itself_and_two_thirds_are_lost() -> None:
    for thirds in range(36):
        (cards,) = parts({"thirds": [thirds, None]})
        assert sum(cards.points) == 11


def test_a_marafona_is_booked_to_its_side_by_its_own_rule() -> None:
    assert parts({"points": [7, 4], "marafona": 1}) == [
        Part("cards", (7, 4)),
        Part("marafona", (0, 3)),
    ]
    assert parts({"points": [7, 4], "marafona": 0}, marafona_points=5)[1].points == (5, 0)


def test_a_figure_nothing_is_dropped_and_a_marafona_counts_three_times() -> None:
    assert parts({"thirds": [22, 13], "marafona": 0}, count="figure") == [
        Part("cards", (22, 13)),
        Part("marafona", (9, 0)),
    ]


def test_a_shutout_is_worth_eleven_fourteen_with_the_marafona_and_no_more() -> None:
    (step,) = BOOK.score(BOOK.read_record({"thirds": [35, 0], "marafona": 0}), options())
    assert step.add_to((10, 20)) == (24, 20)


def test_a_record_that_says_nothing_has_no_score() -> None:
    with pytest.raises(ValueError, match="not checked"):
        BOOK.score(BOOK.read_record({}), options())
