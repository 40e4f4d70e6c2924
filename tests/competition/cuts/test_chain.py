"""The places of a whole event: losers who play on share the places on which they lost."""

from collections.abc import Sequence

import pytest

from competition.cuts.chain import RankedStage, rank_event
from competition.cuts.cut import Losers
from competition.plan import Placing, Why

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
