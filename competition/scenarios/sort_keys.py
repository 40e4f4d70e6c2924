"""The leading metrics of a ranking as one integer for each entry, so that whole orders are compared
by counting numbers above a number."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final

from competition.plan import EntryId, PlannedPairing, Result
from competition.scenarios.key_gains import KeyGains, SlotKeys
from competition.scenarios.match_gains import SlotGains, compute_point_weights
from competition.scenarios.open_ranking import OpenRanking
from competition.scenarios.verdict import CountAbove
from competition.standings.metrics import LOTS, METRICS
from competition.standings.table import ResultTable, build_result_table

KEY_BASE: Final = 1 << 64
"""The base in which metrics are the digits of a key: greater than twice any sum of a metric, so
that a later digit, even a negative one, never outweighs an earlier."""


class SortKeys:
    """Computes the keys of a ranking.

    Each metric is a digit with KEY_BASE as its base. So comparing two keys compares the metrics in
    their order, and adding keys adds each metric. ``decide_all``: entries with the same key are
    tied in all metrics.
    """

    def __init__(self, ranking: OpenRanking) -> None:
        self.ranking = ranking
        state = ranking.state
        leading: list[str] = []
        self.decide_all = True
        for metric in state.metrics:
            # Lots order nobody before they are drawn, and what is drawn settles ties at the end.
            if metric == LOTS:
                break
            # What a round to come adds is only bounded for one metric (``EliminationBounds``).
            if not state.adds_up(metric) or (leading and state.unpaired_rounds):
                self.decide_all = False
                break
            leading.append(metric)
        self.metrics = tuple(leading)
        self._are_weighed = [METRICS[metric].fills_unplayed for metric in self.metrics]
        self._gains_by_weights: dict[tuple[int, ...], KeyGains] = {}

    def find_lead(self, entry: EntryId, other: EntryId) -> int | None:
        """How many points an entry is ahead of the ``other``, without their open matches; None if
        points do not rank, or if a point of theirs adds to an average too."""
        if not self.metrics or not METRICS[self.metrics[0]].adds_own_totals:
            return None
        if not self._weights[entry] == self._weights[other] == self._unit:
            return None
        return self.get_first_metric(entry) - self.get_first_metric(other)

    def get_first_metric(self, entry: EntryId) -> int:
        """The first metric of an entry of plain weight, without its open matches."""
        unit = self._get_unit(self.metrics[0])
        digit = unit * int(KEY_BASE ** (len(self.metrics) - 1))
        # The digits behind it may be negative, so the key is rounded to the nearest, not down.
        return (self.base[entry] + digit // 2) // digit

    def compute_gains(self, pairing: PlannedPairing) -> KeyGains:
        """What an open match adds; shared by all matches whose entries have the same weights."""
        weights = tuple(self._weights[entry] for entry in pairing.entries)
        if weights not in self._gains_by_weights:
            self._gains_by_weights[weights] = self._weigh_gains(weights)
        return self._gains_by_weights[weights]

    @cached_property
    def plain_gains(self) -> KeyGains:
        """What a match adds to entries none of whose rounds counts as an average."""
        return self._weigh_gains((self._unit,) * self.ranking.state.possible.slots)

    @cached_property
    def base(self) -> dict[EntryId, int]:
        """By entry, the key without its open matches."""
        # Averages are only defined once every match has a result. So the table is made with an
        # example for each open match, and what the example adds is taken off again.
        ranking = self.ranking
        columns: list[list[int]] = []
        for metric in self.metrics:
            # Only a metric in which more is better has deductions, so they need no sign.
            known, deducted = METRICS[metric], ranking.deductions.get(metric, {})
            unit = self._get_unit(metric)
            column: list[int] = []
            for number, value in enumerate(known.of(self._table)):
                exact = known.sign * Fraction(value or 0) - deducted.get(number, 0)
                column.append(int(unit * exact))
            columns.append(column)
        keys: dict[EntryId, int] = {}
        for entry, number in ranking.numbers.items():
            keys[entry] = self.pack([column[number] for column in columns])
        for pairing in ranking.open_pairings:
            example_keys = self.compute_gains(pairing).example
            for slot, entry in ranking.seats[pairing.id]:
                keys[entry] -= example_keys[slot]
        return keys

    def pack(self, values: Iterable[int]) -> int:
        """Combines metrics into one key, the first the most significant."""
        key = 0
        # A negative digit borrows from the one before it; the order of the keys stays right, since
        # no digit is as large as half the base.
        for value in values:
            key = key * KEY_BASE + value
        return key

    @cached_property
    def _table(self) -> ResultTable:
        """The table of an ending in which all open matches have the same example result."""
        ranking = self.ranking
        lines = ranking.make_round_results(ranking.state.possible.outcomes[0].example)
        return build_result_table(ranking.entries, lines, ranking.state.standings_options, {})

    @cached_property
    def _unit(self) -> int:
        """Metrics with averages are counted in fractions of a point, 1 / ``_unit``, so that keys
        are integers."""
        return lcm(*(weight.denominator for weight in self._point_weights))

    def _get_unit(self, metric: str) -> int:
        """The factor that makes this metric whole."""
        if METRICS[metric].fills_unplayed:
            return self._unit
        return 1

    @cached_property
    def _point_weights(self) -> list[Fraction]:
        return compute_point_weights(self._table)

    @cached_property
    def _weights(self) -> dict[EntryId, int]:
        """By entry, how many of these fractions a point at the table adds."""
        weights = zip(self.ranking.entries, self._point_weights, strict=True)
        return {entry: int(weight * self._unit) for entry, weight in weights}

    def _weigh_gains(self, weights: Sequence[int]) -> KeyGains:
        """What a match adds to entries with these weights, by slot."""
        state = self.ranking.state
        least: list[SlotKeys] = []
        most: list[SlotKeys] = []
        known: list[dict[SlotKeys, Result]] = []
        for outcome, possible in enumerate(state.possible.outcomes):
            least_by_metric: list[Sequence[int]] = []
            most_by_metric: list[Sequence[int]] = []
            by_result: list[Sequence[SlotGains]] = []
            for metric in self.metrics:
                ranges = state.gains.find_ranges(metric, outcome)
                assert ranges is not None, "the metrics of keys are bounded"
                # The ranges by slot become all least values by slot, and all most values by slot.
                least_by_slot, most_by_slot = zip(*ranges, strict=True)
                least_by_metric.append(least_by_slot)
                most_by_metric.append(most_by_slot)
                by_result.append(state.gains.list_by_result(metric, outcome))
            least.append(self._pack_gains(least_by_metric, weights))
            most.append(self._pack_gains(most_by_metric, weights))

            # Results with the same keys are alike in the order: the last of them is the example.
            known_results: dict[SlotKeys, Result] = {}
            for number, result in enumerate(possible.results):
                gains_by_metric = [of_metric[number] for of_metric in by_result]
                known_results[self._pack_gains(gains_by_metric, weights)] = result
            known.append(known_results)
        return KeyGains(least, most, known)

    def _pack_gains(
        self, gains_by_metric: Sequence[Sequence[int]], weights: Sequence[int]
    ) -> SlotKeys:
        """By slot, what a match adds to the key of an entry with this weight. ``gains_by_metric``:
        by metric and slot."""
        keys: list[int] = []
        for slot, weight in enumerate(weights):
            weighed: list[int] = []
            for gains, is_weighed in zip(gains_by_metric, self._are_weighed, strict=True):
                gain = gains[slot]
                if is_weighed:
                    gain *= weight
                weighed.append(gain)
            keys.append(self.pack(weighed))
        return tuple(keys)


class SortedKeys:
    """A sorted list of keys that counts how many are above another."""

    def __init__(self, keys: Iterable[int]) -> None:
        self._keys = sorted(keys)

    def count_above(
        self, key: int, without: Sequence[int] = (), added: Sequence[int] = ()
    ) -> CountAbove:
        """How many are above a key, ``without`` some of the list and with others ``added``."""
        strictly = len(self._keys) - bisect_right(self._keys, key)
        with_tied = len(self._keys) - bisect_left(self._keys, key)
        for other in without:
            strictly -= other > key
            with_tied -= other >= key
        for other in added:
            strictly += other > key
            with_tied += other >= key
        return CountAbove(strictly, with_tied)
