"""Whether a round made of windows can be beaten on the first five levels (docs/swiss.md).

A pair within a window costs it what it costs. A pair across its ends costs each window that it
touches a share, and the shares together never more than the pair. So no round is better than the
sum of the least that every window can come to by itself, were its players free to leave it at their
share; and a round that comes to that sum is the best there is.

Steps are counted twice here, so that a share with half a step is whole: who crosses a border after
a boundaries within his window costs it a² + a + ½.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import BYES, DISTANCE, STEPS, Levels, rank_levels, total
from competition.pairing.swiss.shares import WindowEnds, least, leaving, through, twice
from competition.pairing.swiss.windows import Window

MOST_STEPS: Final = 24
LARGEST: Final = 400
"""Of a window with more steps (counted twice) or more players the least is not looked for."""


class Certificate:
    """A round of the members of all windows, beside the least that the windows can come to."""

    def __init__(
        self,
        ladder: Ladder,
        parts: Sequence[Window],
        order: tuple[int, ...],
        pairs: Sequence[Pair],
    ) -> None:
        self._ladder = ladder
        self._parts = parts
        self._order = order
        self._pairs = [pair for pair in pairs if pair[1] < len(ladder)]
        self._taker = next((upper for upper, lower in pairs if lower == len(ladder)), None)
        self._part = [number for number, window in enumerate(parts) for _ in window.groups]
        self._odd = self._parities()

    def open_window(self) -> int | None:
        """A window for which something better is not excluded; None: there is nothing better."""
        met = [self._ladder.meeting(*pair) for pair in self._pairs]
        if self._taker is not None and not self._is_best_bye(total(met), self._taker):
            return len(self._parts) - 1
        shares: list[list[Levels]] = [[] for _ in self._parts]
        dear = None
        for pair, levels in zip(self._pairs, met, strict=True):
            parted = list(self._shares(pair, twice(levels)))
            for number, share in parted:
                shares[number].append(share)
            if total(share for _, share in parted) != twice(levels):
                dear = self._part[self._ladder.group[pair[1]]]
        for number, window in enumerate(self._parts):
            if not self._is_least(window, total(shares[number])):
                return number
        return dear

    def _parities(self) -> list[bool]:
        """Whether an odd number has to cross the boundary below each score group."""
        counts = [0] * self._ladder.groups
        for window in self._parts:
            for member in window.members:
                counts[self._ladder.group[member]] += 1
        if self._taker is not None:
            counts[self._ladder.group[self._taker]] -= 1
        return [count % 2 == 1 for count in accumulate(counts)]

    def _is_best_bye(self, met: Levels, taker: int) -> bool:
        """Nothing that weighs more than the bye has been paid, and below nobody may have it."""
        ladder = self._ladder
        before = self._order[: self._order.index(BYES)]
        if any(met[level] for level in before) or ladder.players[taker].had_bye:
            return False
        return all(
            ladder.players[member].had_bye
            for window in self._parts
            for member in window.members
            if ladder.group[member] > ladder.group[taker]
        )

    def _shares(self, pair: Pair, levels: Levels) -> Iterator[tuple[int, Levels]]:
        """What a pair costs each of its windows, by their numbers."""
        ladder = self._ladder
        upper, lower = (self._part[ladder.group[index]] for index in pair)
        if upper == lower:
            yield upper, levels
            return
        yield upper, leaving(ladder, self._parts[upper], pair[0], WindowEnds.LOWER)
        for between in range(upper + 1, lower):
            yield between, through(self._parts[between])
        yield lower, leaving(ladder, self._parts[lower], pair[1], WindowEnds.UPPER)

    def _is_least(self, window: Window, share: Levels) -> bool:
        """By the parities alone, or by the best of its players who are free to leave."""
        ends = self._odd_ends(window)
        inner = sum(self._odd[group] for group in window.groups[:-1])
        order = tuple(level for level in self._order if level not in {BYES, DISTANCE})
        if rank_levels(share, order) == rank_levels(Levels(steps=2 * inner + sum(ends)), order):
            return True
        dearer = order[: order.index(STEPS)]
        if any(share[level] for level in dearer):
            return False
        if share.steps > MOST_STEPS or len(window.members) > LARGEST:
            return False
        found = least(
            self._ladder, window, order, ends, most=share.steps, resting=self._may_rest(window)
        )
        return rank_levels(share, order) == rank_levels(found, order)

    def _odd_ends(self, window: Window) -> tuple[bool, bool]:
        """Whether an odd number crosses the upper and the lower end."""
        return (
            window.first > 0 and self._odd[window.first - 1],
            window.end < self._ladder.groups and self._odd[window.end - 1],
        )

    def _may_rest(self, window: Window) -> list[int]:
        """Who else could have the bye at the same price, if its taker is of this window."""
        ladder = self._ladder
        if self._taker is None:
            return []
        return [
            member
            for member in window.members
            if ladder.group[member] == ladder.group[self._taker]
            and not ladder.players[member].had_bye
        ]
