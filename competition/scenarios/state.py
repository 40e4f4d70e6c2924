"""A stage while it is played: the input of its outlook."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from competition.formats.contract import Format, FormatOptions, Results
from competition.pairing.field import EntryField
from competition.plan import PlannedPairing
from competition.scenarios.pools import Pool
from competition.scenarios.scene import Scene
from competition.scenarios.ways import Ways
from competition.standings.options import StandingsOptions
from competition.standings.ruling import NO_RULING, Ruling
from kernel.reading import read


@dataclass(frozen=True)
class StageState:
    """``to_come``: the number of rounds that are not paired yet. ``fields`` is needed if there are
    any: it gives each group as the pairing of its next round takes it; its results and pairings
    are replaced by simulated ones. ``unit``: the unit of the points."""

    format: Format[Any]
    options: FormatOptions
    pairings: Sequence[PlannedPairing]
    results: Results
    ways: Ways
    ruling: Ruling = NO_RULING
    to_come: int = 0
    fields: Callable[[], Sequence[EntryField]] | None = None
    unit: str = "points"

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that rank the stage, in order."""
        return self.ruling.metrics or self.format.metrics

    @property
    def counted(self) -> StandingsOptions:
        """The options by which its standings are computed."""
        own: Mapping[str, Any] = self.format.standings
        return read(StandingsOptions, {**own, **self.ruling.options})

    def scene(self, pool: Pool) -> Scene:
        """The data for counting one of its rankings."""
        return Scene(
            pool,
            self.results,
            self.ruling,
            self.metrics,
            self.counted,
            self.ways,
            self.to_come,
        )
