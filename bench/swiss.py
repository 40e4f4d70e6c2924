"""One Swiss round after nine: the CPU time of the pairing alone, and what windows lose."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time

from bench.figures import Figure
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import EXACT_UP_TO, PairedRound, pair_best_round
from tests.competition.pairing.swiss.tournaments import rounds_of

FIELDS, FEW = 10, 3
ROUNDS = 10
GOALS = {200: 0.1, 400: 0.3, 1_000: 0.15, 10_000: 0.4}
COMPARED = (60, 100, 150, 200, 300, 400)
by_windows = partial(pair_best_round, preferences=PairingPreferences(), exact_up_to=0)
exactly = partial(pair_best_round, preferences=PairingPreferences(), exact_up_to=10_000)


def measure() -> list[Figure]:
    """A first look: three fields of each size, ten rounds by windows. ``measure_whole`` has ten
    fields and a hundred rounds."""
    figures: list[Figure] = []
    for entries in GOALS:
        figures += _time_rounds(entries, FEW)
    return [
        *figures,
        _count_equal_rounds(100, ROUNDS, ROUNDS),
        _count_equal_rounds(1_000, ROUNDS, ROUNDS),
    ]


def measure_whole() -> list[Figure]:
    """Minutes of CPU."""
    figures: list[Figure] = []
    for entries in GOALS:
        figures += _time_rounds(entries, FIELDS)
    for entries in (*COMPARED, 1_000):
        figures.append(_count_equal_rounds(entries, FIELDS * ROUNDS, ROUNDS))
    return figures


def _time_rounds(entries: int, fields: int) -> Iterator[Figure]:
    """Pairs round ten of this number of fields, each with nine rounds behind it."""
    seconds, proved = [], 0
    for seed in range(fields):
        *_, (players, _) = rounds_of(entries, ROUNDS, Random(seed), _pair_round)
        began = process_time()
        found = _pair_round(players)
        seconds.append(process_time() - began)
        proved += found.proved
    goal = GOALS[entries]
    yield Figure(f"round of {entries} paired, CPU, median", median(seconds), "s", f"≤ {goal}")
    yield Figure(f"round of {entries} paired, CPU, worst", max(seconds), "s", f"≤ {3 * goal:.2f}")
    yield Figure(f"rounds of {entries} proved", proved, f"of {fields}")


def _pair_round(players: Sequence[PresentEntry]) -> PairedRound:
    return pair_best_round(players, PairingPreferences())


def _count_equal_rounds(entries: int, rounds: int, each: int) -> Figure:
    """How many rounds by windows come to the same as the exact solver on all criteria but the fold;
    the others are printed with what they come to."""
    same = 0
    for seed in range(rounds // each):
        for number, (players, found) in enumerate(
            rounds_of(entries, each, Random(seed), by_windows), start=1
        ):
            best = exactly(players)
            if found.cost[:5] == best.cost[:5]:
                same += 1
            else:
                where = f"{entries} entrants, field {seed}, round {number}"
                print(f"  {where}: {list(found.cost)}, best {list(best.cost)}")
    method = "as they are paired"
    if entries <= EXACT_UP_TO:
        method = "by windows"
    what = f"rounds of {entries} {method} equal to the best"
    return Figure(what, 100 * same / rounds, "%", "≥ 95")
