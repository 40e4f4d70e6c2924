"""Bounds on the totals of each entry by itself, for stages where entries have several matches left
or rounds are still to be paired. Bounds can only prove that something is impossible."""

from collections.abc import Sequence

from competition.plan import EntryId
from competition.scenarios.gains import PLACE, Span
from competition.scenarios.judged import Judged
from competition.scenarios.keys import KeyRing
from competition.scenarios.lines import NumberLine
from competition.scenarios.scene import Scene, seats_of


class Spread:
    """Compares the lowest and the highest key that each entry can end with.

    The bounds of several entries may not be reachable together, as both sides of a match cannot
    win it. So this proves that an entry cannot advance, or cannot fail, and never that it can.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.keys = KeyRing(scene)
        self._spans = {entry: self._span(entry) for entry in scene.entries}
        rivals = [self._spans[entry] for entry in scene.rivals]
        self._lows = NumberLine(low for low, _ in rivals)
        self._highs = NumberLine(high for _, high in rivals)

    def judged(self, entry: EntryId) -> Judged:
        """What is impossible for an entry; None for what may be possible."""
        pool, whole = self.scene.pool, self.keys.is_whole
        low, high = self._spans[entry]
        own = [low], [high]
        if entry not in self.scene.rivals:
            own = [], []
        best = self._lows.above(high, own[0])
        worst = self._highs.above(low, own[1])
        return Judged(
            pool.can(best, is_whole=whole) and None, pool.fail(worst, is_whole=whole) and None
        )

    def _span(self, entry: EntryId) -> Span:
        """The lowest and the highest key that an entry can end with."""
        low = high = self.keys.base[entry]
        for pairing in self.scene.open_of.get(entry, ()):
            slot = seats_of(pairing).index(entry)
            added = self.keys.added(pairing).spans
            low += min(spans[slot][0] for spans in added)
            high += max(spans[slot][1] for spans in added)
        worst, best = self._a_round()
        return low + worst * self.scene.to_come, high + best * self.scene.to_come

    def _a_round(self) -> Span:
        """The least and the most that a round not paired yet can add to the only sum: by a match,
        or by a round without one (bye or absence)."""
        if not self.scene.to_come or not self.keys.sums:
            return 0, 0
        scale = PLACE if self.keys.ends else 1
        spans = [span for of_case in self.keys.plain for span in of_case]
        alone = [scale * worth for worth in self._alone(self.keys.sums[0])]
        return (
            min(*(low for low, _ in spans), *alone),
            max(*(high for _, high in spans), *alone),
        )

    def _alone(self, metric: str) -> Sequence[int]:
        options = self.scene.options
        match metric:
            case "match_points":
                return [options.alone(kind) for kind in ("bye", "half_bye", "absent")]
            case "wins":
                return [0, 1]
            case "victory_points":
                return [0, *([options.victory_walkover] if options.victory_walkover else [20])]
        return [0, options.rest_points, options.rest_thirds]
