"""The certificate against the exact solver: windows cut anywhere, rounds good and not so good."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from competition.pairing.swiss.certificate import Certificate
from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels, priority, rank_levels, total
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.windows import Window


def ladder_of(random: Random) -> Ladder:
    count, most = random.randrange(6, 40), random.choice([1, 3, 6, 12])
    density, clubs = random.choice([0, 2, 5]), random.choice([2, 4, 30])
    return Ladder(
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


def cut(ladder: Ladder, random: Random) -> list[Window]:
    """All score groups, in windows cut anywhere."""
    ends = {end for end in range(1, ladder.groups) if random.random() < 0.5} | {ladder.groups}
    found, first = [], 0
    for end in sorted(ends):
        found.append(Window(first, end, tuple(range(ladder.start[first], ladder.start[end]))))
        first = end
    return found


def levels_of(ladder: Ladder, pairs: list[Pair]) -> Levels:
    return total(
        ladder.meeting(*pair) if pair[1] < len(ladder) else ladder.resting(pair[0])
        for pair in pairs
    )._replace(distance=0)


def closes(ladder: Ladder, pairs: list[Pair], order: tuple[int, ...], random: Random) -> bool:
    return Certificate(ladder, cut(ladder, random), order, pairs).find_open_window() is None


@given(st.integers(0, 10**9), st.sampled_from([0, 1, 2, 3, 4, 5]))
@settings(max_examples=300, deadline=None)
def test_what_closes_cannot_be_beaten(seed: int, club_level: int) -> None:
    random, order = Random(seed), priority(club_level)
    ladder = ladder_of(random)
    members = range(len(ladder))
    alone = {index: ladder.resting(index) for index in members} if len(ladder) % 2 else None
    best = find_best_pairing(ladder, members, order, alone)
    other = find_best_pairing(ladder, members, priority(random.choice([0, 1, 3, 5])), alone)
    assert best is not None
    assert other is not None
    least = rank_levels(levels_of(ladder, best), order)
    for pairs in (best, other, _exchanged(ladder, best, random)):
        if closes(ladder, pairs, order, random):
            assert rank_levels(levels_of(ladder, pairs), order) == least


@given(st.integers(0, 10**9))
@settings(max_examples=400, deadline=None)
def test_windows_paired_each_by_itself_close_only_where_nobody_had_better_leave(seed: int) -> None:
    random, order = Random(seed), priority(5)
    ladder = ladder_of(random)
    evenly = [start for start in ladder.start[1:-1] if start % 2 == 0]
    if len(ladder) % 2 or not evenly:
        return
    border = random.choice(evenly)
    group = ladder.start.index(border)
    parts = [
        Window(0, group, tuple(range(border))),
        Window(group, ladder.groups, tuple(range(border, len(ladder)))),
    ]
    apart = [find_best_pairing(ladder, window.members, order) for window in parts]
    pairs = [pair for found in apart for pair in found or []]
    if Certificate(ladder, parts, order, pairs).find_open_window() is None:
        best = find_best_pairing(ladder, range(len(ladder)), order) or []
        assert levels_of(ladder, pairs) == levels_of(ladder, best)


def _exchanged(ladder: Ladder, pairs: list[Pair], random: Random) -> list[Pair]:
    """Two pairs of them with their lower ones exchanged."""
    met = [pair for pair in pairs if pair[1] < len(ladder)]
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
        random, order = Random(seed), priority(5)
        ladder = ladder_of(random)
        members = range(len(ladder))
        alone = {index: ladder.resting(index) for index in members} if len(ladder) % 2 else None
        best = find_best_pairing(ladder, members, order, alone) or []
        closed += closes(ladder, best, order, random)
    assert closed > 120
