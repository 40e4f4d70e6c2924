"""The metrics that are sums, from the first on, as one number for each entry: its key."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from tournaments.core.outlook.gains import PLACE, SUMS, Span, packed, packed_spans
from tournaments.core.outlook.scene import Scene, entry_numbers, seats_of
from tournaments.core.outlook.ways import Case
from tournaments.core.plan import EntryId, Result
from tournaments.core.standings.metrics import METRICS
from tournaments.core.standings.table import Exact, table_of

Keys = tuple[int, ...]
"""By slot, what a match adds."""
LOTS = "lots"


class KeyRing:
    """Keys are compared as the metrics are, one after the other, and add up as they do."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sums, self.ends = self._metrics()
        self.spans = [self._spans(case) for case in scene.ways.cases]
        """By case and slot, between what and what it adds."""
        self.outcomes = [self._outcomes(case) for case in scene.ways.cases]
        """By case, what its known results add, with one result of each."""

    @property
    def is_whole(self) -> bool:
        """Whether entries with the same key are level to the end."""
        return self.ends is not None

    @property
    def room(self) -> int:
        """What one more of the first sum adds to a key."""
        return int(PLACE ** (len(self.sums) - 1)) * self._scale

    @cached_property
    def base(self) -> dict[EntryId, int]:
        """By entry, the key without what the open matches add."""
        scene = self.scene
        keys = dict.fromkeys(scene.entries, 0)
        columns = list(self._columns())
        for entry, number in entry_numbers(scene.entries).items():
            keys[entry] = packed([column[number] for column in columns]) * self._scale
        for pairing in scene.open:
            for entry, gain in zip(seats_of(pairing), self._example_keys, strict=True):
                keys[entry] -= gain
        if self.ends == LOTS:
            for entry in keys:
                keys[entry] -= scene.ruling.lots.get(entry, 0)
        return keys

    def _metrics(self) -> tuple[tuple[str, ...], str | None]:
        """The sums, and what ends the order after them: lots drawn, nothing, or (None) a metric
        that is no sum."""
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
        has_rests = any(not pairing.is_played for pairing in self.scene.pool.pairings)
        has_rests = has_rests or bool(self.scene.to_come)
        options = self.scene.options
        averaged = has_rests and options.rest == "average"
        averaged = averaged or (options.walkover == "average" and self.scene.has_forfeits)
        if metric not in SUMS or (averaged and metric.startswith(("points", "thirds"))):
            return False
        return all(
            self.scene.gains.spans(metric, case) is not None for case in self.scene.ways.cases
        )

    @property
    def _scale(self) -> int:
        """Room for the lots below the sums."""
        return PLACE if self.ends == LOTS else 1

    def _spans(self, case: Case) -> list[Span]:
        spans = [self.scene.gains.spans(metric, case) for metric in self.sums]
        known = [span for span in spans if span is not None]
        if not known:
            return [(0, 0)] * self.scene.ways.slots
        return [(low * self._scale, high * self._scale) for low, high in packed_spans(known)]

    def _outcomes(self, case: Case) -> Mapping[Keys, Result]:
        return {self._keys_of(result): result for result in case.results}

    def _keys_of(self, result: Result) -> Keys:
        columns = [self.scene.gains.of(metric, result) for metric in self.sums]
        return tuple(
            packed([column[slot] for column in columns]) * self._scale
            for slot in range(self.scene.ways.slots)
        )

    @cached_property
    def _example_keys(self) -> Keys:
        return self._keys_of(self.scene.ways.cases[0].results[0])

    def _columns(self) -> Iterator[list[int]]:
        """By metric and entry, the values of an ending in which all open matches come to the same;
        more is better."""
        scene = self.scene
        example = scene.ways.cases[0].results[0]
        lines = scene.lines({pairing.id: example for pairing in scene.open})
        table = table_of(scene.entries, lines, scene.options, {})
        for metric in self.sums:
            off = scene.deductions.get(metric, {})
            sign = -1 if METRICS[metric].less else 1
            column = METRICS[metric].of(table)
            yield [sign * _whole(value) - off.get(number, 0) for number, value in enumerate(column)]


def _whole(value: Exact | None) -> int:
    """A sum is a whole number wherever rests are not averaged."""
    return int(value or 0)
