"""What the formats with a main bracket share: it is drawn, and planned, as a single elimination."""

from abc import ABC
from collections import defaultdict
from collections.abc import Iterable, Sequence

from rules.contract import Violation
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.formats.contract import Format, Options, Progress, Results, unwatched
from tournaments.core.formats.single_elimination import SingleElimination, SingleEliminationOptions
from tournaments.core.placings import knockout_placings
from tournaments.core.plan import Entrant, EntryId, Placing, PlannedPairing
from tournaments.core.ruling import NO_RULING, Ruling

MAIN = SingleElimination()


class Knockout(Format[Options], ABC):
    """A bracket whose losers play on."""

    needs_a_winner = True
    least = MAIN.least
    most = MAIN.most

    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        return MAIN.check(entrants)

    def draw(
        self,
        entrants: Sequence[Entrant],
        options: Options,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = unwatched,
    ) -> tuple[EntryId, ...]:
        return MAIN.draw(entrants, SingleEliminationOptions(), constraints, coin, progress)

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        return knockout_placings(pairings, results)


def main_rounds(order: Sequence[EntryId]) -> list[tuple[PlannedPairing, ...]]:
    """The rounds of the main bracket. Raises Refused for an order that cannot be one."""
    return in_rounds(MAIN.plan(order, SingleEliminationOptions()))


def in_rounds(pairings: Iterable[PlannedPairing]) -> list[tuple[PlannedPairing, ...]]:
    rounds: dict[int, list[PlannedPairing]] = defaultdict(list)
    for pairing in pairings:
        rounds[pairing.round].append(pairing)
    return [tuple(rounds[number]) for number in sorted(rounds)]
