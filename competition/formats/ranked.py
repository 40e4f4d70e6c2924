"""The base of formats that rank by metrics over all results."""

from abc import ABC
from collections.abc import Iterable, Iterator, Sequence

from competition.formats.contract import Format, Options
from competition.plan import Placing, PlannedPairing, PlannedSlot, Results
from competition.standings.placing import rank_by_standings
from competition.standings.ruling import NO_RULING, Ruling


def plan_tables(
    number: int, slots_by_table: Iterable[tuple[PlannedSlot, ...]]
) -> Iterator[PlannedPairing]:
    """A round of the draw, from the slots of its tables; entries with a bye come after these."""
    for table, slots in enumerate(slots_by_table, start=1):
        yield PlannedPairing(f"r{number}t{table}", "main", number, slots)


class RankedFormat(Format[Options], ABC):
    """A format with ``metrics``. Its pairings have no slot that another fills: an entry and a bye
    are a round without an opponent."""

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        return rank_by_standings(pairings, results, ruling, self.metrics, self.standings)
