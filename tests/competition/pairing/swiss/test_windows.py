"""Windows and their certificate, held against the best there is."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.pairing.swiss.costs import order_criteria, rank_cost
from competition.pairing.swiss.exact import find_least_weight_matching
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import PairedRound, pair_best_round
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.weights import Weights
from competition.pairing.swiss.windows import (
    Window,
    join_window,
    list_inward,
    split_into_windows,
)
from kernel.refusals import Refused
from tests.competition.pairing.swiss.fields import assert_everybody_once, cost
from tests.competition.pairing.swiss.tournaments import rounds_of


def by_windows(
    players: Sequence[PresentEntry], preferences: PairingPreferences | None = None
) -> PairedRound:
    return pair_best_round(players, preferences or PairingPreferences(), exact_up_to=0)


def exactly(
    players: Sequence[PresentEntry], preferences: PairingPreferences | None = None
) -> PairedRound:
    return pair_best_round(players, preferences or PairingPreferences(), exact_up_to=10_000)


def first_five(
    found: PairedRound, preferences: PairingPreferences | None = None
) -> tuple[int, ...]:
    order = (preferences or PairingPreferences()).order
    return rank_cost(found.cost._replace(distance=0), order)


@pytest.mark.parametrize("entries", [60, 97, 150, 233, 400])
def test_windows_are_as_good_as_the_best_on_all_levels_but_the_fold(entries: int) -> None:
    for players, found in rounds_of(entries, 9, Random(entries), by_windows):
        assert_everybody_once(players, found)
        assert cost(ScoreGroups(players), found.pairings) == found.cost
        assert first_five(found) == first_five(exactly(players))


@st.composite
def crowded(draw: st.DrawFn) -> tuple[list[PresentEntry], Random]:
    """Fields with histories that no tournament would have: few score groups or many, clubs of half
    the field, players who have met a third of it."""
    random = Random(draw(st.integers(0, 10**6)))
    count = draw(st.integers(66, 150))
    most = draw(st.sampled_from([1, 2, 5, 12, 300]))
    clubs = draw(st.sampled_from([2, 3, 9, 200]))
    density = draw(st.sampled_from([0, 2, 9, count // 3]))
    return [
        PresentEntry(
            number,
            seed=random.randrange(count),
            club=f"club {random.randrange(clubs)}",
            points=min(random.randrange(most + 1), random.randrange(most + 1)),
            met=frozenset(random.sample(range(count), density)) - {number},
            had_bye=random.random() < 0.3,
            floated=random.choice(["up", "down", None, None]),
        )
        for number in range(count)
    ], random


@given(crowded(), st.sampled_from([0, 1, 3, 4, 5]))
@settings(max_examples=60, deadline=None)
def test_what_is_called_proved_is_the_best(
    given_: tuple[list[PresentEntry], Random], club_level: int
) -> None:
    players, random = given_
    forbidden = [tuple(random.sample(range(len(players)), 2)) for _ in range(20)]
    preferences = PairingPreferences(
        order_criteria(club_level), forbidden=[(one, other) for one, other in forbidden]
    )
    found = by_windows(players, preferences)
    assert_everybody_once(players, found)
    met = {frozenset(pair) for pair in found.pairings}
    assert not met & {frozenset(pair) for pair in forbidden}
    best = first_five(exactly(players, preferences), preferences)
    assert first_five(found, preferences) >= best
    if found.proved:
        assert first_five(found, preferences) == best


def test_a_small_group_beside_a_large_one_finds_its_opponents_there() -> None:
    """The two at the top and the two at the bottom have met; between them are three hundred."""
    players = [
        PresentEntry("a", points=9, met=frozenset("b")),
        PresentEntry("b", points=9),
        *(PresentEntry(number, points=5) for number in range(300)),
        PresentEntry("y", points=1, met=frozenset("z")),
        PresentEntry("z", points=1),
    ]
    assert len(split_into_windows(ScoreGroups(players), range(304))) == 3
    found = by_windows(players)
    assert found.proved
    assert found.cost[:5] == (0, 0, 4, 0, 0)
    assert found.cost == exactly(players).cost


def test_a_thousand_are_paired_as_well_as_by_the_exact_solver() -> None:
    rounds = list(rounds_of(1000, 7, Random(7), by_windows))
    assert all(found.proved for _, found in rounds)
    assert all(found.cost.rematches == found.cost.byes == 0 for _, found in rounds)
    players, last = rounds[-1]
    assert first_five(last) == first_five(exactly(players))


def test_ten_thousand_meet_no_rematch_and_nobody_rests_twice() -> None:
    byes = []
    for players, found in rounds_of(10_001, 4, Random(4), by_windows):
        assert_everybody_once(players, found)
        assert found.proved
        assert found.cost.rematches == 0
        byes.append(found.bye)
    rests = [bye for bye in byes if bye is not None]
    assert len(rests) == len(set(rests))


def test_where_all_is_forbidden_there_is_no_round() -> None:
    players = [PresentEntry(number) for number in range(140)]
    forbidden = [(0, number) for number in range(1, 140)]
    with pytest.raises(Refused) as refused:
        by_windows(players, PairingPreferences(forbidden=forbidden))
    assert [each.code for each in refused.value.violations] == ["no_round_possible"]


def test_a_round_is_the_same_in_whatever_order_its_players_are_listed() -> None:
    random = Random(3)
    players = list(rounds_of(300, 5, random, by_windows))[-1][0]
    for solver in (by_windows, exactly):
        shuffled = random.sample(players, len(players))
        assert solver(shuffled) == solver(players)


@pytest.mark.parametrize(("players", "groups"), [(400, 400), (400, 7), (1500, 1500)])
def test_weights_are_far_below_what_the_solver_can_hold(players: int, groups: int) -> None:
    score_groups = ScoreGroups(
        [PresentEntry(number, points=number % groups) for number in range(players)]
    )
    members = range(players)
    alone = [score_groups.compute_bye_cost(member) for member in members]
    assert max(Weights(score_groups, members, order_criteria(5), alone).units).bit_length() < 120


def test_the_solver_holds_weights_of_a_hundred_and_twenty_bits() -> None:
    """The sums differ by one in the last bit; four meet, and only one way is the best."""
    large = 1 << 120
    edges = [(0, 1, -large), (2, 3, -large), (0, 2, -large - 1), (1, 3, -large + 2)]
    assert find_least_weight_matching(range(4), edges) == [(0, 2), (1, 3)]
    edges[3] = (1, 3, -large)
    assert find_least_weight_matching(range(4), edges) == [(0, 1), (2, 3)]


def test_four_hundred_who_are_all_apart_in_points_are_paired_alike_both_ways() -> None:
    random = Random(5)
    players = [
        PresentEntry(
            number,
            points=number,
            met=frozenset(
                near
                for near in range(number - 3, number + 4)
                if near != number and random.random() < 0.5
            ),
        )
        for number in range(401)
    ]
    assert first_five(by_windows(players)) == first_five(exactly(players))


def sized_windows(*sizes: int) -> list[Window]:
    """Windows of one score group each, with this number of members."""
    windows: list[Window] = []
    for group, size in enumerate(sizes):
        windows.append(Window(group, group + 1, tuple(range(1000 * group, 1000 * group + size))))
    return windows


def test_windows_are_paired_from_both_ends_to_the_largest() -> None:
    windows = sized_windows(70, 80, 150, 90, 75)

    assert list(list_inward(windows)) == [(0, 1), (1, 2), (4, 3), (3, 2), (2, None)]


def test_a_window_is_joined_to_its_smaller_neighbour() -> None:
    windows = sized_windows(70, 95, 150, 90)

    joined = join_window(windows, 2, 400)

    assert joined is not None
    assert [len(window.members) for window in joined] == [70, 95, 240]
    assert [window.groups for window in joined] == [range(1), range(1, 2), range(2, 4)]
    # The first window has one neighbour only.
    assert join_window(windows, 0, 400) == join_window(windows, 1, 400)


def test_windows_that_would_be_too_wide_together_are_not_joined() -> None:
    assert join_window(sized_windows(70, 80), 0, 149) is None
    assert join_window(sized_windows(70), 0, 400) is None
