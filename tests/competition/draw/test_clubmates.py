"""Clubmates apart: the least pairs in one half, then in one quarter, and so on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.competition.naive_brackets import (
    clubs_down_the_bracket,
    crowd,
    drawn,
    widest_difference,
)

Clubs = Sequence[str | None]


def arrangements(clubs: Clubs) -> Iterator[list[str | None]]:
    """Every order of the clubs, each once."""
    left = Counter(clubs)

    def complete(order: list[str | None]) -> Iterator[list[str | None]]:
        if len(order) == len(clubs):
            yield order
        for club in list(left):
            if left[club]:
                left[club] -= 1
                yield from complete([*order, club])
                left[club] += 1

    return complete([])


def down_the_bracket(clubs: Clubs) -> list[str | None]:
    """Clubs in the order of places, in the order of slots."""
    return clubs_down_the_bracket(clubs, range(len(clubs)))


def all_brackets(clubs: Clubs, seeds: int) -> list[list[str | None]]:
    """All that could be drawn if nobody minded clubmates."""
    return [down_the_bracket([*clubs[:seeds], *rest]) for rest in arrangements(clubs[seeds:])]


def assert_exact(clubs: Clubs, seeds: int) -> None:
    slots = clubs_down_the_bracket(clubs, drawn(clubs, seeds))
    possible = all_brackets(clubs, seeds)
    assert crowd(slots) == min(map(crowd, possible))
    if any(widest_difference(bracket) <= 1 for bracket in possible):
        assert widest_difference(slots) <= 1


fields = st.integers(0, 3).flatmap(
    lambda clubs: st.lists(st.sampled_from([None, *"abc"][: clubs + 1]), min_size=2, max_size=9)
)
crowded = st.lists(st.sampled_from("ab"), min_size=9, max_size=11)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_small_field_is_drawn_as_well_as_can_be(size: int) -> None:
    for clubs in product([None, "a", "b"], repeat=size):
        for seeds in range(size + 1):
            assert_exact(clubs, seeds)


@settings(max_examples=100, deadline=None)
@given(fields, st.integers(0, 9))
def test_any_field_is_drawn_as_well_as_can_be(clubs: list[str | None], seeds: int) -> None:
    assert_exact(clubs, min(seeds, len(clubs)))


@settings(max_examples=60, deadline=None)
@given(crowded, st.integers(0, 6))
def test_clubs_that_get_into_one_anothers_way_are_drawn_as_well_as_can_be(
    clubs: list[str | None], seeds: int
) -> None:
    assert_exact(clubs, seeds)


@pytest.mark.parametrize(
    ("clubs", "seeds"),
    [(["b", None, *"baaabba"], 2), ([*"aaab", None, *"abbbb"], 1), ([*"bbaaaaba", None, *"bb"], 2)],
)
@pytest.mark.parametrize("word", list("0123456789"))
def test_what_one_club_alone_would_choose_may_have_to_be_exchanged(
    clubs: list[str | None], seeds: int, word: str
) -> None:
    slots = clubs_down_the_bracket(clubs, drawn(clubs, seeds, word))
    assert crowd(slots) == min(map(crowd, all_brackets(clubs, seeds)))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 40).flatmap(
        lambda clubs: st.lists(
            st.one_of(st.none(), st.integers(1, clubs).map(str)), min_size=2, max_size=300
        )
    ),
    st.text(max_size=3),
)
def test_without_seeds_the_numbers_of_a_club_differ_by_one_at_most_everywhere(
    clubs: list[str | None], word: str
) -> None:
    order = drawn(clubs, word=word)
    assert sorted(map(int, order)) == list(range(len(clubs)))
    assert widest_difference(clubs_down_the_bracket(clubs, order)) <= 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([None, *"abcd"]), min_size=10, max_size=40), st.integers(1, 40))
def test_no_two_lots_could_change_places_for_the_better(
    clubs: list[str | None], seeds: int
) -> None:
    order = [int(entry) for entry in drawn(clubs, seeds)]
    lots = range(min(seeds, len(clubs)), len(clubs))
    assert order[: lots.start] == list(range(lots.start))
    reached = crowd(clubs_down_the_bracket(clubs, order))
    for one, other in combinations(lots, 2):
        if clubs[order[one]] != clubs[order[other]]:
            changed = list(order)
            changed[one], changed[other] = order[other], order[one]
            assert crowd(clubs_down_the_bracket(clubs, changed)) >= reached


def test_a_lot_looks_further_than_the_halves() -> None:
    # Seeds 1 and 16 are in the same eighth: of their three clubmates one goes to their half, so
    # that its quarters are even.
    clubs = ["a", *[None] * 14, "a", "a", "a", "a", *[None] * 13]
    assert widest_difference(clubs_down_the_bracket(clubs, drawn(clubs, 16))) == 2
    slots = clubs_down_the_bracket(clubs, drawn(clubs, 16))
    assert [half.count("a") for half in (slots[:16], slots[16:])] == [3, 2]
    assert [quarter.count("a") for quarter in (slots[:8], slots[8:16])] == [2, 1]


def test_a_club_is_its_exact_name() -> None:
    clubs = ["Sarsina", "sarsina", "Sarsina ", ""]
    assert drawn(clubs) == drawn([None] * 4)


def test_a_club_without_a_name_is_a_club() -> None:
    clubs = ["", "", None, None]
    assert widest_difference(clubs_down_the_bracket(clubs, drawn(clubs))) <= 1
