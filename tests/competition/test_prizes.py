"""Bands of places with their prizes: what cannot stand, who gets what, when it is settled."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.plan import Placing, Why
from competition.prizes import MOST_BANDS, PrizeBand, assign_prizes, find_band_violations

USUAL = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, 16)]


def bands(places: Sequence[tuple[int, int]]) -> list[PrizeBand]:
    return [PrizeBand(first, last, "coppa") for first, last in places]


def placing(entry: int, first: int, last: int, *, still_in: bool = False) -> Placing:
    return Placing(entry, first, last, still_in=still_in, why=Why("champion", {}))


def ranked(shares: Sequence[int]) -> list[Placing]:
    """Entries in order; each share is how many are tied."""
    rows: list[Placing] = []
    for share in shares:
        first = len(rows) + 1
        rows += [placing(first + at, first, first + share - 1) for at in range(share)]
    return rows


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (bands(USUAL), []),
        ([], []),
        (bands([(1, 4), (4, 5)]), ["prize_twice"]),
        (bands([(5, 8), (1, 5)]), ["prize_twice"]),
        (bands([(3, 2)]), ["prize_places"]),
        (bands([(0, 2)]), ["prize_places"]),
        ([PrizeBand(1, 1, " ")], ["prize_without_text"]),
        ([PrizeBand(2, 1, "")], ["prize_places", "prize_without_text"]),
        (bands([(place, place) for place in range(1, MOST_BANDS + 2)]), ["too_many_prizes"]),
    ],
)
def test_all_that_is_wrong_with_a_list_is_told(wrong: list[PrizeBand], codes: list[str]) -> None:
    assert [violation.code for violation in find_band_violations(wrong)] == codes


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12))
def test_everybody_on_a_place_with_a_prize_has_it_and_nobody_else(shares: list[int]) -> None:
    rows = ranked(shares)
    for award in assign_prizes(bands(USUAL), rows):
        places = set(range(award.band.first, award.band.last + 1))
        assert [row.entry for row in award.placings] == [
            row.entry for row in rows if places & set(range(row.first, row.last + 1))
        ]
        assert award.is_settled == bool(award.placings) or len(rows) < award.band.first


def test_who_shares_places_over_the_end_of_a_band_stands_in_both() -> None:
    one, two = assign_prizes(bands([(1, 1), (2, 2)]), ranked([2]))
    assert [row.entry for row in one.placings] == [row.entry for row in two.placings] == [1, 2]
    assert one.shared == two.shared == one.placings


def test_who_is_tied_on_places_of_one_band_shares_nothing() -> None:
    one, two = assign_prizes(bands([(1, 2), (3, 4)]), ranked([2, 1, 1]))
    assert one.shared == two.shared == ()


def test_finalists_keep_only_their_own_places_open() -> None:
    rows = [
        placing(1, 1, 2, still_in=True),
        placing(2, 1, 2, still_in=True),
        placing(3, 3, 4),
        placing(4, 3, 4),
    ]
    first, second, others = assign_prizes(bands([(1, 1), (2, 2), (3, 4)]), rows)
    assert not first.is_settled
    assert not second.is_settled
    assert others.is_settled


def test_as_long_as_a_band_can_still_be_reached_it_is_open() -> None:
    rows = [placing(1, 1, 4, still_in=True), placing(2, 1, 4, still_in=True)]
    rows += [placing(3, 3, 4), placing(4, 1, 4, still_in=True)]
    assert not any(award.is_settled for award in assign_prizes(bands([(1, 2), (3, 4)]), rows))
