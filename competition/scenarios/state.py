"""A stage while it is played, as all that is asked of its outlook sees it."""

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
    """``to_come``: rounds that are not paired yet, and then ``fields``: each group as the pairing
    of its next round sees it (results and pairings are set anew). ``unit`` of the points."""

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
        """By what it ranks."""
        return self.ruling.metrics or self.format.metrics

    @property
    def counted(self) -> StandingsOptions:
        """How its standings count."""
        own: Mapping[str, Any] = self.format.standings
        return read(StandingsOptions, {**own, **self.ruling.options})

    def scene(self, pool: Pool) -> Scene:
        """One of its rankings."""
        return Scene(
            pool,
            self.results,
            self.ruling,
            self.metrics,
            self.counted,
            self.ways,
            self.to_come,
        )
