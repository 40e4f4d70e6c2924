"""The places of a whole event: losers who play on share the places on which they lost."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.cuts.chain import RankedStage, rank_event
from competition.cuts.cut import Losers
from competition.cuts.cut import Places as PlacesCut
from competition.plan import Placing, Why
from competition.stages.stage import join_side_by_side
from tests.competition.cuts.test_reasons_of_ties import make_ranking

Places = dict[int, tuple[int, int]]
"""By entry, its first and last place."""

KNOCK_OUT_OF_8: Places = {
    1: (1, 1),
    2: (2, 2),
    3: (3, 4),
    4: (3, 4),
    5: (5, 8),
    6: (5, 8),
    7: (5, 8),
    8: (5, 8),
}


def placings(places: Places) -> list[Placing]:
    return [Placing(entry, *span, False, Why("level", {})) for entry, span in places.items()]


def places_after(rounds: Sequence[int], consolation: Places) -> Places:
    """The places of the event, the best first."""
    cut = Losers(stage=1, rounds=tuple(rounds))
    stages = [
        RankedStage(None, 1, placings(KNOCK_OUT_OF_8)),
        RankedStage(cut, 2, placings(consolation)),
    ]
    return {row.entry: (row.first, row.last) for row in rank_event(stages)}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("rounds", "consolation", "expected"),
    [
        (
            [1],
            {8: (1, 1), 6: (2, 2), 7: (3, 4), 5: (3, 4)},
            {8: (5, 5), 6: (6, 6), 7: (7, 8), 5: (7, 8)},
        ),
        (
            [1],
            {8: (1, 1), 5: (2, 2)},
            {8: (5, 5), 5: (6, 6), 6: (7, 8), 7: (7, 8)},
        ),
        (
            [1, 2],
            {8: (1, 1), 3: (2, 2), 5: (3, 3), 6: (4, 4)},
            {8: (3, 3), 3: (4, 4), 5: (5, 5), 6: (6, 6), 4: (7, 7), 7: (8, 8)},
        ),
    ],
    ids=["all", "two have left", "two rounds"],
)
def test_who_played_on_comes_before_who_lost_there_and_left(
    rounds: Sequence[int], consolation: Places, expected: Places
) -> None:
    found = places_after(rounds, consolation)
    assert list(found.items())[-len(expected) :] == list(expected.items())
    assert {entry: found[entry] for entry in (1, 2)} == {1: (1, 1), 2: (2, 2)}


def test_the_places_of_a_round_between_are_left_to_its_losers() -> None:
    rows = {**KNOCK_OUT_OF_8, **dict.fromkeys(range(9, 17), (9, 16))}
    cut = Losers(stage=1, rounds=(1, 3))
    consolation = {9: (1, 1), 3: (2, 2), **dict.fromkeys((4, *range(10, 17)), (3, 10))}
    stages = [RankedStage(None, 1, placings(rows)), RankedStage(cut, 2, placings(consolation))]
    found = {row.entry: (row.first, row.last) for row in rank_event(stages)}
    assert (found[9], found[3], found[4]) == ((3, 3), (4, 4), (9, 16))
    assert {found[entry] for entry in (5, 6, 7, 8)} == {(5, 8)}


@pytest.mark.parametrize(
    ("tied", "expected"),
    [
        ((9, 10), {9: (8, 9), 10: (8, 9), 2: (10, 10)}),
        ((9, 2), {9: (8, 9), 2: (8, 9), 10: (10, 10)}),
    ],
)
def test_a_tie_across_a_gap_is_ranked_behind_it(tied: tuple[int, int], expected: Places) -> None:
    """The losers of the first and the third round play again, and two of them tie for the places
    4 and 9, between which the losers of the second round are."""
    knock_out = {6: (1, 1), 1: (2, 2), 2: (3, 4), 4: (3, 4), **dict.fromkeys((3, 5, 7, 8), (5, 8))}
    knock_out |= dict.fromkeys((9, 10), (9, 10))
    (other,) = {9, 10, 2}.difference(tied)
    again = {4: (1, 1), **dict.fromkeys(tied, (2, 3)), other: (4, 4)}
    cut = Losers(stage=1, rounds=(1, 3))
    stages = [RankedStage(None, 1, placings(knock_out)), RankedStage(cut, 2, placings(again))]
    rows = rank_event(stages)
    found = {row.entry: (row.first, row.last) for row in rows}
    assert found == {
        6: (1, 1),
        1: (2, 2),
        4: (3, 3),
        **dict.fromkeys((3, 5, 7, 8), (4, 7)),
        **expected,
    }
    assert [row.first for row in rows] == sorted(row.first for row in rows)


@given(st.data())
def test_places_of_the_event_leave_no_gap_and_overlap_nowhere(data: st.DataObject) -> None:
    bands = [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16)]
    knock_out = {entry: band for band in bands for entry in range(band[0], band[1] + 1)}
    rounds = data.draw(st.sets(st.integers(1, 3), min_size=1))
    losers = [
        entry for number in rounds for entry in range(2 ** (4 - number) + 1, 2 ** (5 - number) + 1)
    ]
    order = data.draw(st.permutations(losers))
    # Some have left before the stage that they would have played.
    order = order[: data.draw(st.integers(2, len(order)))]
    again: Places = {}
    while len(again) < len(order):
        size = data.draw(st.integers(1, len(order) - len(again)))
        first = len(again) + 1
        again |= dict.fromkeys(order[len(again) : len(again) + size], (first, first + size - 1))
    cut = Losers(stage=1, rounds=tuple(rounds))
    stages = [RankedStage(None, 1, placings(knock_out)), RankedStage(cut, 2, placings(again))]
    rows = rank_event(stages)
    assert sorted(row.entry for row in rows) == list(range(1, 17))
    next_place = 1
    for (first, last), count in Counter((row.first, row.last) for row in rows).items():
        assert (first, last - first + 1) == (next_place, count)
        next_place = last + 1
    # An entry that did not play again keeps its place, or gains one.
    place_of = {row.entry: row.last for row in rows}
    assert all(
        place_of[entry] <= last for entry, (_, last) in knock_out.items() if entry not in losers
    )


def test_only_the_last_of_the_event_is_its_last() -> None:
    ranking = make_ranking(*[("above_by",)] * 5, ("last",))
    final = make_ranking(("above_by",), ("last",))
    cut = PlacesCut(stage=1, last=2)
    rows = rank_event([RankedStage(None, 1, ranking), RankedStage(cut, 2, final)])
    assert [row.why for row in rows if row.why.code != "above_by"] == [
        Why("last_of_stage", {"stage": 2}),
        Why("last", {}),
    ]


def test_the_last_of_a_smaller_group_is_not_the_last_of_the_event() -> None:
    large = make_ranking(("above_by",), ("above_by",), ("last",))
    small = make_ranking(("above_by",), ("last",), start=11, group=2)
    rows = rank_event([RankedStage(None, 1, join_side_by_side([large, small]))])
    assert {row.entry: row.why.code for row in rows} == {
        1: "above_by",
        11: "above_by",
        2: "above_by",
        12: "last_of_group",
        3: "last",
    }
