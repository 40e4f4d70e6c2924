"""Parting into groups: sizes, seeds, clubmates, and every outcome as likely as any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.draw.constraints import Constraints
from competition.grouping import cut_evenly, divide_evenly, divide_into_groups
from competition.plan import Entrant
from kernel.refusals import Refused
from tests.competition.naive_brackets import coin, entrants

Assignment = tuple[int, ...]
"""The group of every entrant, from 0."""
Clubs = Sequence[str | None]

clubs_ = st.integers(1, 9).flatmap(
    lambda clubs: st.lists(
        st.one_of(st.none(), st.integers(1, clubs).map(str)), min_size=2, max_size=300
    )
)


def parts(
    field: Sequence[Entrant], groups: int, grouping: str, word: str = "", *, apart: bool = True
) -> list[list[Entrant]]:
    return divide_into_groups(field, groups, grouping, Constraints(clubs_apart=apart), coin(word))


def assignment(
    field: Sequence[Entrant], groups: int, grouping: str, word: str = "", *, apart: bool = True
) -> Assignment:
    """Who is where; everybody is somewhere, once, and stands as he was entered."""
    found = parts(field, groups, grouping, word, apart=apart)
    where = {member.id: group for group, members in enumerate(found) for member in members}
    assert sum(map(len, found)) == len(where) == len(field)
    order = {entrant.id: number for number, entrant in enumerate(field)}
    assert all([order[a.id] for a in part] == sorted(order[a.id] for a in part) for part in found)
    return tuple(where[entrant.id] for entrant in field)


def pots(field: Sequence[Entrant], groups: int) -> list[list[int]]:
    seeds = sorted((entrant.seed, at) for at, entrant in enumerate(field) if entrant.seed)
    return [
        [at for _, at in seeds[start : start + groups]] for start in range(0, len(seeds), groups)
    ]


def clashes(field: Sequence[Entrant], where: Assignment) -> int:
    """The pairs of clubmates in the same group."""
    return sum(
        where[one] == where[other]
        and field[one].club is not None
        and field[one].club == field[other].club
        for one, other in combinations(range(len(field)), 2)
    )


def widest(field: Sequence[Entrant], where: Assignment, groups: int) -> int:
    """The most that the numbers of a club differ by in two groups."""
    count = Counter((entrant.club, at) for entrant, at in zip(field, where, strict=True))
    clubs = {entrant.club for entrant in field} - {None}
    numbers = [[count[club, group] for group in range(groups)] for club in clubs]
    return max((max(each) - min(each) for each in numbers), default=0)


def possible(field: Sequence[Entrant], groups: int, grouping: str) -> Iterator[Assignment]:
    """All ways to part the field that sizes and seeds allow."""
    rows = pots(field, groups)
    for where in product(range(groups), repeat=len(field)):
        if [where.count(group) for group in range(groups)] != divide_evenly(len(field), groups):
            continue
        if grouping == "drawn":
            if all(len({where[at] for at in pot}) == len(pot) for pot in rows):
                yield where
        elif all(
            [where[at] for at in pot] == list(range(groups))[:: 1 - 2 * (row % 2)][: len(pot)]
            for row, pot in enumerate(rows)
        ):
            yield where


@pytest.mark.parametrize(("size", "groups"), [(10, 4), (8, 4), (3, 2), (4096, 64), (65, 64)])
def test_sizes_differ_by_one_at_most_and_the_first_are_the_larger(size: int, groups: int) -> None:
    sizes = divide_evenly(size, groups)
    assert sum(sizes) == size
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert list(map(len, parts(entrants([None] * size), groups, "drawn"))) == sizes
    assert [len(part) for part in cut_evenly(range(size), groups)] == sizes
    assert [at for part in cut_evenly(range(size), groups) for at in part] == list(range(size))


def test_one_group_is_everybody_as_entered() -> None:
    field = entrants(["a", None, "b"], seeds=2)
    assert parts(field, 1, "drawn") == [field]


def test_a_snake_goes_forth_and_back() -> None:
    where = assignment(entrants([None] * 12, seeds=10), 4, "snake")
    assert where[:10] == (0, 1, 2, 3, 3, 2, 1, 0, 0, 1)


def test_a_snake_passes_over_a_group_that_is_full() -> None:
    assert assignment(entrants([None] * 6, seeds=6), 4, "snake") == (0, 1, 2, 3, 1, 0)


@settings(deadline=None)
@given(clubs_, st.integers(0, 300), st.integers(2, 12), st.text(max_size=2))
def test_drawn_everybody_is_spread_as_evenly_as_numbers_allow(
    clubs: Clubs, seeds: int, groups: int, word: str
) -> None:
    """Seeds of a pot in different groups, every club within one, sizes within one: always."""
    field = entrants(clubs, min(seeds, len(clubs)))
    where = assignment(field, groups, "drawn", word)
    assert [where.count(group) for group in range(groups)] == divide_evenly(len(field), groups)
    assert all(len({where[at] for at in pot}) == len(pot) for pot in pots(field, groups))
    assert widest(field, where, groups) <= 1


@settings(deadline=None)
@given(clubs_, st.integers(0, 300), st.integers(2, 12), st.text(max_size=2))
def test_by_snake_no_two_lots_could_change_places_for_the_better(
    clubs: Clubs, seeds: int, groups: int, word: str
) -> None:
    field = entrants(clubs[:60], min(seeds, len(clubs[:60])))
    where = assignment(field, groups, "snake", word)
    assert [where.count(group) for group in range(groups)] == divide_evenly(len(field), groups)
    reached = clashes(field, where)
    lots = [at for at, entrant in enumerate(field) if entrant.seed is None]
    for one, other in combinations(lots[:12], 2):
        changed = list(where)
        changed[one], changed[other] = where[other], where[one]
        assert clashes(field, tuple(changed)) >= reached


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([None, *"abc"]), min_size=4, max_size=8),
    st.integers(0, 8),
    st.integers(2, 3),
    st.sampled_from(["drawn", "snake"]),
    st.text(max_size=2),
)
def test_no_other_parting_of_a_small_field_has_fewer_clubmates_together(
    clubs: Clubs, seeds: int, groups: int, grouping: str, word: str
) -> None:
    field = entrants(clubs, min(seeds, len(clubs)))
    allowed = list(possible(field, groups, grouping))
    where = assignment(field, groups, grouping, word)
    if allowed:
        assert where in allowed
        assert clashes(field, where) == min(clashes(field, each) for each in allowed)
        if any(widest(field, each, groups) <= 1 for each in allowed):
            assert widest(field, where, groups) <= 1


@pytest.mark.parametrize("word", list("abcdefgh"))
def test_three_clubs_that_get_into_one_anothers_way_change_places_in_a_circle(word: str) -> None:
    """Each lot's clubmate is seeded into another group: no two changes help, three do."""
    clubs = ["a", "b", "c", "a", "b", "c"]
    field = entrants(clubs, seeds=3)
    assert clashes(field, assignment(field, 3, "snake", word)) == 0


CASES = {
    # field (a sign a club, - none), seeds, groups, grouping: number of outcomes, chi-square under
    "two pairs of clubmates": ("aabb--", 0, 2, "drawn", 8),
    "groups of two": ("aabbc-", 0, 3, "drawn", 60),
    "an odd club": ("aaabb", 0, 2, "drawn", 6),
    "two pots": ("abab--", 4, 2, "drawn", 4),
    "a Latin square": ("abcbcacab", 9, 3, "drawn", 12),
    "a pot and its clubmates": ("abcabc-", 3, 3, "drawn", 24),
    "a pot and a half": ("aab-b-a", 4, 3, "drawn", 20),
    "seeds in a row": ("aabb-a-", 3, 3, "snake", 3),
    "seeds of one club": ("aa-aaab", 2, 2, "snake", 9),
    "a club with a seed": ("ab-ab-ac", 2, 2, "snake", 9),
    "everybody moves on": ("abcabc", 3, 3, "snake", 2),
}


@pytest.mark.parametrize(
    ("signs", "seeds", "groups", "grouping", "ways"), CASES.values(), ids=CASES
)
def test_every_parting_that_is_allowed_is_as_likely(
    signs: str, seeds: int, groups: int, grouping: str, ways: int
) -> None:
    """Chi-square over all ways, counted out, of 1,500 draws: within four standard deviations."""
    field = entrants([None if sign == "-" else sign for sign in signs], seeds)
    all_ways = list(possible(field, groups, grouping))
    fewest = min(clashes(field, where) for where in all_ways)
    allowed = [where for where in all_ways if clashes(field, where) == fewest]
    assert len(allowed) == ways
    draws = 1500
    times = Counter(assignment(field, groups, grouping, str(word)) for word in range(draws))
    assert set(times) == set(allowed)
    chi_square = sum(times[where] ** 2 for where in allowed) * ways / draws - draws
    freedom = ways - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


def test_clubs_may_be_left_to_chance() -> None:
    field = entrants(["a"] * 2 + [None] * 2)
    together = [
        clashes(field, assignment(field, 2, "drawn", str(word), apart=False)) for word in range(600)
    ]
    assert 150 < sum(together) < 250


def test_whoever_is_asked_for_in_a_group_is_there_and_sizes_stay_as_even_as_can_be() -> None:
    field = [Entrant(number, group=3 if number < 4 else None) for number in range(10)]
    for grouping in ("drawn", "snake"):
        where = assignment(field, 3, grouping)
        assert where[:4] == (2, 2, 2, 2)
        assert [where.count(group) for group in range(3)] == [3, 3, 4]


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([None, *"ab"]), st.sampled_from([None, None, 1, 2, 3])),
        min_size=3,
        max_size=40,
    ),
    st.integers(0, 40),
    st.sampled_from(["drawn", "snake"]),
)
def test_seeds_and_lots_go_around_those_who_are_fixed(
    asked: list[tuple[str | None, int | None]], seeds: int, grouping: str
) -> None:
    field = [
        Entrant(at, at + 1 if at < seeds else None, club, group)
        for at, (club, group) in enumerate(asked)
    ]
    where = assignment(field, 3, grouping)
    for entrant, at in zip(field, where, strict=True):
        assert entrant.group in (None, at + 1)
    sizes = [where.count(group) for group in range(3)]
    fixed = Counter(entrant.group for entrant in field if entrant.group)
    free = [size for group, size in enumerate(sizes, start=1) if size > fixed[group]]
    assert not free or max(free) - min(sizes) <= 1
    for pot in pots(field, 3):
        if all(field[at].group is None for at in pot) and not fixed:
            assert len({where[at] for at in pot}) == len(pot)


def test_a_seed_who_is_fixed_holds_the_place_of_his_pot() -> None:
    field = [Entrant(at, at + 1, group=2 if at == 0 else None) for at in range(6)]
    for word in "abcdef":
        where = assignment(field, 3, "drawn", word)
        assert sorted(where[:3]) == sorted(where[3:]) == [0, 1, 2]
        assert where[0] == 1
    assert assignment(field, 3, "snake") == (1, 0, 2, 2, 1, 0)


@pytest.mark.parametrize("group", [0, 3, -1])
def test_a_group_that_there_is_not_is_refused(group: int) -> None:
    with pytest.raises(Refused) as refused:
        parts([Entrant("a", group=group), Entrant("b")], 2, "drawn")
    [violation] = refused.value.violations
    assert (violation.code, violation.params) == ("no_such_group", {"group": group, "groups": 2})


def test_a_parting_is_the_same_for_the_same_word_and_another_for_another() -> None:
    field = entrants(["a", "b", None, "c"] * 20, seeds=8)
    assert assignment(field, 8, "drawn", "x") == assignment(field, 8, "drawn", "x")
    assert assignment(field, 8, "drawn", "x") != assignment(field, 8, "drawn", "y")


def test_a_great_field_is_parted_as_evenly() -> None:
    clubs = [None if at % 5 == 0 else str(at % 3 and at % 200) for at in range(4096)]
    field = entrants(clubs, seeds=256)
    where = assignment(field, 64, "drawn")
    assert set(Counter(where).values()) == {64}
    assert widest(field, where, 64) == 1
    assert all(len({where[at] for at in pot}) == 64 for pot in pots(field, 64))
