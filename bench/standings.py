"""Standings of a large Swiss in the pure core: from results to places with their reasons."""

from random import Random

from bench.figures import Figure, measure_cpu_seconds
from competition.formats.swiss import Swiss
from competition.plan import EntryId
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.results import RoundResult

PAIRS = 1024
ROUNDS = 9


def simulate_results(random: Random) -> list[RoundResult]:
    """Everybody plays every round, whomever chance gives him."""
    order = list(range(PAIRS))
    results = []
    for number in range(1, ROUNDS + 1):
        random.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=True):
            score = random.choice([(2, 0), (0, 2), (1, 1)])
            points = (random.randrange(83), random.randrange(83))
            results.append(RoundResult(number, (first, second), score, points=points))
    return results


def measure() -> list[Figure]:
    results = simulate_results(Random(1))
    lots: dict[EntryId, int] = {pair: pair + 1 for pair in range(PAIRS)}

    def ranked() -> object:
        return rank(Swiss.metrics, StandingsOptions(), range(PAIRS), results, lots=lots)

    milliseconds = measure_cpu_seconds(ranked) * 1000
    return [Figure(f"{PAIRS} pairs ranked after {ROUNDS} rounds", milliseconds, "ms", "≤ 50")]
