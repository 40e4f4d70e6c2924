"""The certificate against the exact solver: windows cut anywhere, rounds good and not so good."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from competition.pairing.swiss.certificate import Certificate
from competition.pairing.swiss.costs import PairingCost, order_criteria, rank_cost, sum_costs
from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.windows import Window


def score_groups_of(random: Random) -> ScoreGroups:
    count, most = random.randrange(6, 40), random.choice([1, 3, 6, 12])
    density, clubs = random.choice([0, 2, 5]), random.choice([2, 4, 30])
    return ScoreGroups(
        PresentEntry(
            number,
            points=min(random.randrange(most + 1), random.randrange(most + 1)),
            club=f"club {random.randrange(clubs)}",
            met=frozenset(random.sample(range(count), density)) - {number},
            had_bye=random.random() < 0.3,
            floated=random.choice(["up", "down", None, None]),
        )
        for number in range(count)
    )


def cut(score_groups: ScoreGroups, random: Random) -> list[Window]:
    """All score groups, in windows cut anywhere."""
    ends = {end for end in range(1, score_groups.groups) if random.random() < 0.5} | {
        score_groups.groups
    }
    found, first = [], 0
    for end in sorted(ends):
        found.append(
            Window(first, end, tuple(range(score_groups.start[first], score_groups.start[end])))
        )
        first = end
    return found


def cost_of_pairs(score_groups: ScoreGroups, pairs: list[Pair]) -> PairingCost:
    return sum_costs(
        score_groups.compute_pair_cost(*pair)
        if pair[1] < len(score_groups)
        else score_groups.compute_bye_cost(pair[0])
        for pair in pairs
    )._replace(distance=0)


def closes(
    score_groups: ScoreGroups, pairs: list[Pair], order: tuple[int, ...], random: Random
) -> bool:
    return (
        Certificate(score_groups, cut(score_groups, random), order, pairs).find_open_window()
        is None
    )


@given(st.integers(0, 10**9), st.sampled_from([0, 1, 2, 3, 4, 5]))
@settings(max_examples=300, deadline=None)
def test_what_closes_cannot_be_beaten(seed: int, club_level: int) -> None:
    random, order = Random(seed), order_criteria(club_level)
    score_groups = score_groups_of(random)
    members = range(len(score_groups))
    alone = (
        {index: score_groups.compute_bye_cost(index) for index in members}
        if len(score_groups) % 2
        else None
    )
    best = find_best_pairing(score_groups, members, order, alone)
    other = find_best_pairing(
        score_groups, members, order_criteria(random.choice([0, 1, 3, 5])), alone
    )
    assert best is not None
    assert other is not None
    least = rank_cost(cost_of_pairs(score_groups, best), order)
    for pairs in (best, other, _exchanged(score_groups, best, random)):
        if closes(score_groups, pairs, order, random):
            assert rank_cost(cost_of_pairs(score_groups, pairs), order) == least


@given(st.integers(0, 10**9))
@settings(max_examples=400, deadline=None)
def test_windows_paired_each_by_itself_close_only_where_nobody_had_better_leave(seed: int) -> None:
    random, order = Random(seed), order_criteria(5)
    score_groups = score_groups_of(random)
    evenly = [start for start in score_groups.start[1:-1] if start % 2 == 0]
    if len(score_groups) % 2 or not evenly:
        return
    border = random.choice(evenly)
    group = score_groups.start.index(border)
    parts = [
        Window(0, group, tuple(range(border))),
        Window(group, score_groups.groups, tuple(range(border, len(score_groups)))),
    ]
    apart = [find_best_pairing(score_groups, window.members, order) for window in parts]
    pairs = [pair for found in apart for pair in found or []]
    if Certificate(score_groups, parts, order, pairs).find_open_window() is None:
        best = find_best_pairing(score_groups, range(len(score_groups)), order) or []
        assert cost_of_pairs(score_groups, pairs) == cost_of_pairs(score_groups, best)


def _exchanged(score_groups: ScoreGroups, pairs: list[Pair], random: Random) -> list[Pair]:
    """Two pairs of them with their lower ones exchanged."""
    met = [pair for pair in pairs if pair[1] < len(score_groups)]
    if len(met) < 2:
        return pairs
    one, other = random.sample(met, 2)
    rest = [pair for pair in pairs if pair not in (one, other)]
    return [
        *rest,
        (min(one[0], other[1]), max(one[0], other[1])),
        (min(other[0], one[1]), max(other[0], one[1])),
    ]


def test_most_of_the_best_rounds_close() -> None:
    closed = 0
    for seed in range(200):
        random, order = Random(seed), order_criteria(5)
        score_groups = score_groups_of(random)
        members = range(len(score_groups))
        alone = (
            {index: score_groups.compute_bye_cost(index) for index in members}
            if len(score_groups) % 2
            else None
        )
        best = find_best_pairing(score_groups, members, order, alone) or []
        closed += closes(score_groups, best, order, random)
    assert closed > 120
