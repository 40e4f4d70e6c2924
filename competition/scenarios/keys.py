"""Keys: the leading metrics that are sums, combined into one integer for each entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from competition.plan import EntryId, PlannedPairing, Result
from competition.scenarios.averages import AVERAGED, weights
from competition.scenarios.gains import PLACE, Span, packed
from competition.scenarios.scene import Scene, entry_numbers, seats_of
from competition.scenarios.ways import Case
from competition.standings.metrics import METRICS
from competition.standings.table import ResultTable, table_of

Keys = tuple[int, ...]
"""By slot, what a match adds to the key."""
LOTS = "lots"


@dataclass(frozen=True)
class Added:
    """What a match adds to the keys of its entries. ``spans``: by case and slot, the least and the
    most. ``outcomes``: by case, what the known results add, with an example of each result."""

    spans: list[list[Span]]
    outcomes: list[Mapping[Keys, Result]]


class KeyRing:
    """Computes the keys of a scene.

    Each metric has PLACE, more than any of its sums, as its base. So comparing two keys compares
    the metrics in their order, and adding keys adds each metric.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sums, self.ends = self._metrics()
        self._added: dict[tuple[int, ...], Added] = {}

    @property
    def is_whole(self) -> bool:
        """Whether entries with the same key are tied in all metrics."""
        return self.ends is not None

    @property
    def room(self) -> int:
        """What one more in the first sum adds to the key of an entry of plain weight."""
        first = self._unit if self.sums[0] in AVERAGED else 1
        return int(PLACE ** (len(self.sums) - 1)) * self._scale * first

    def is_plain(self, entry: EntryId) -> bool:
        """Whether none of its rounds counts as an average."""
        return self._weight[entry] == self._unit

    def added(self, pairing: PlannedPairing) -> Added:
        """What an open match adds; shared by all matches whose entries have the same weights."""
        heavy = tuple(self._weight[entry] for entry in seats_of(pairing))
        if heavy not in self._added:
            cases = self.scene.ways.cases
            self._added[heavy] = Added(
                [self._spans(case, heavy) for case in cases],
                [
                    {self._keys_of(result, heavy): result for result in case.results}
                    for case in cases
                ],
            )
        return self._added[heavy]

    @property
    def plain(self) -> list[list[Span]]:
        """By case and slot, the least and the most that a match adds to entries of plain weight."""
        heavy = (self._unit,) * self.scene.ways.slots
        return [self._spans(case, heavy) for case in self.scene.ways.cases]

    @cached_property
    def base(self) -> dict[EntryId, int]:
        """By entry, the key without its open matches."""
        # Averages are only defined once every match has a result. So the table is made with an
        # example for each open match, and what the example adds is taken off again.
        scene = self.scene
        keys = dict.fromkeys(scene.entries, 0)
        columns = [self._column(metric) for metric in self.sums]
        for entry, number in entry_numbers(scene.entries).items():
            keys[entry] = packed([column[number] for column in columns]) * self._scale
        for pairing in scene.open:
            heavy = tuple(self._weight[entry] for entry in seats_of(pairing))
            gains = self._keys_of(self._example, heavy)
            for entry, gain in zip(seats_of(pairing), gains, strict=True):
                keys[entry] -= gain
        if self.ends == LOTS:
            for entry in keys:
                keys[entry] -= scene.ruling.lots.get(entry, 0)
        return keys

    def _metrics(self) -> tuple[tuple[str, ...], str | None]:
        """The leading sums, and what follows them: drawn lots, nothing (""), or a metric that is
        not a sum (None)."""
        found: list[str] = []
        for metric in self.scene.metrics:
            if metric == LOTS:
                drawn = [entry in self.scene.ruling.lots for entry in self.scene.rivals]
                if all(drawn):
                    return tuple(found), LOTS
                return tuple(found), None if any(drawn) else ""
            if not self._is_sum(metric) or (found and self.scene.to_come):
                return tuple(found), None
            found.append(metric)
        return tuple(found), ""

    def _is_sum(self, metric: str) -> bool:
        """Whether a metric is a sum here; averages are not while the number of rounds is
        unknown."""
        options = self.scene.options
        moves = self.scene.to_come and "average" in (options.rest, options.walkover)
        if not METRICS[metric].is_sum or options.per_match or (moves and metric in AVERAGED):
            return False
        return all(
            self.scene.gains.spans(metric, case) is not None for case in self.scene.ways.cases
        )

    @property
    def _scale(self) -> int:
        """The factor that leaves the lowest digit of a key to the lots."""
        return PLACE if self.ends == LOTS else 1

    @property
    def _example(self) -> Result:
        return self.scene.ways.cases[0].results[0]

    @cached_property
    def _table(self) -> ResultTable:
        """The table of an ending in which all open matches have the same example result."""
        scene = self.scene
        lines = scene.lines({pairing.id: self._example for pairing in scene.open})
        return table_of(scene.entries, lines, scene.options, {})

    @cached_property
    def _fractions(self) -> list[Fraction]:
        return weights(self._table)

    @cached_property
    def _unit(self) -> int:
        """Averaged metrics are counted in fractions of a point, 1 / ``_unit``, so that keys are
        integers."""
        return lcm(*(weight.denominator for weight in self._fractions))

    @cached_property
    def _weight(self) -> dict[EntryId, int]:
        """By entry, how many of these fractions a point at the table adds."""
        entries = zip(self.scene.entries, self._fractions, strict=True)
        return {entry: int(weight * self._unit) for entry, weight in entries}

    def _column(self, metric: str) -> list[int]:
        """By entry, the value of a metric in that ending, after deductions; more is better."""
        off = self.scene.deductions.get(metric, {})
        sign = -1 if METRICS[metric].less else 1
        unit = self._unit if metric in AVERAGED else 1
        return [
            int(unit * (sign * Fraction(value or 0) - off.get(number, 0)))
            for number, value in enumerate(METRICS[metric].of(self._table))
        ]

    def _times(self, metric: str, weight: int) -> int:
        return weight if metric in AVERAGED else 1

    def _spans(self, case: Case, heavy: Sequence[int]) -> list[Span]:
        by_metric = [self.scene.gains.spans(metric, case) or () for metric in self.sums]
        found = []
        for slot, weight in enumerate(heavy):
            times = [self._times(metric, weight) for metric in self.sums]
            lows, highs = (
                [span[slot][end] * time for span, time in zip(by_metric, times, strict=True)]
                for end in (0, 1)
            )
            found.append((packed(lows) * self._scale, packed(highs) * self._scale))
        return found

    def _keys_of(self, result: Result, heavy: Sequence[int]) -> Keys:
        columns = [self.scene.gains.of(metric, result) for metric in self.sums]
        return tuple(
            self._scale
            * packed(
                [
                    column[slot] * self._times(metric, weight)
                    for metric, column in zip(self.sums, columns, strict=True)
                ]
            )
            for slot, weight in enumerate(heavy)
        )
