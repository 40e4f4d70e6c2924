"""The base of formats that rank by metrics over all results."""

from abc import ABC
from collections.abc import Sequence

from competition.formats.contract import Format, Options
from competition.plan import Placing, PlannedPairing, Results
from competition.standings.placing import rank_by_standings
from competition.standings.ruling import NO_RULING, Ruling


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
