"""The proof that no round is better on the first five levels than one made of windows.

A pair within a window costs that window all that it costs. A pair across the ends of windows costs
each window that it touches a share, and the shares together never more than the pair. So no round
costs less than the sum, over all windows, of the least that each window can cost by itself when its
players are free to leave it at the cost of their shares. A round that costs just this sum is the
best (docs/explanation/swiss.md,
"The certificate").

As in ``shares``, steps are counted twice.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import BYES, DISTANCE, STEPS, Levels, rank_levels, total
from competition.pairing.swiss.shares import (
    WindowEnds,
    double_steps,
    find_least_cost,
    share_of_leaver,
    share_of_passing_pair,
)
from competition.pairing.swiss.windows import Window

MOST_STEPS: Final = 24
LARGEST: Final = 400
"""The least cost of a window with more steps (counted twice) or more players is not searched."""


class Certificate:
    """A round of the members of all windows, compared with the least cost of each window."""

    def __init__(
        self,
        ladder: Ladder,
        windows: Sequence[Window],
        order: tuple[int, ...],
        pairs: Sequence[Pair],
    ) -> None:
        self._ladder = ladder
        self._windows = windows
        self._order = order
        nobody = len(ladder)
        self._pairs = [pair for pair in pairs if pair[1] != nobody]
        byes = [upper for upper, lower in pairs if lower == nobody]
        self._bye_taker = byes[0] if byes else None
        # By score group, the number of its window.
        self._window_of = [number for number, window in enumerate(windows) for _ in window.groups]
        self._is_odd_below = self._compute_parities()

    def find_open_window(self) -> int | None:
        """A window for which something better is not excluded; None if the round is proved."""
        pair_levels = [self._ladder.meeting(*pair) for pair in self._pairs]
        taker = self._bye_taker
        if taker is not None and not self._is_best_bye(total(pair_levels), taker):
            return len(self._windows) - 1

        shares_by_window: list[list[Levels]] = [[] for _ in self._windows]
        excess_window = None
        for pair, levels in zip(self._pairs, pair_levels, strict=True):
            doubled = double_steps(levels)
            shares = list(self._split_into_shares(pair, doubled))
            for number, share in shares:
                shares_by_window[number].append(share)
            # A pair may cost more than its shares; then the sum is not reached, whatever the
            # windows cost.
            if total(share for _, share in shares) != doubled:
                excess_window = self._window_of[self._ladder.group[pair[1]]]
        for number, window in enumerate(self._windows):
            if not self._is_least_cost(window, total(shares_by_window[number])):
                return number
        return excess_window

    def _compute_parities(self) -> list[bool]:
        """By score group, whether an odd number of pairs has to cross the boundary below it."""
        players_by_group = [0] * self._ladder.groups
        for window in self._windows:
            for member in window.members:
                players_by_group[self._ladder.group[member]] += 1
        if self._bye_taker is not None:
            players_by_group[self._ladder.group[self._bye_taker]] -= 1
        return [players_above % 2 == 1 for players_above in accumulate(players_by_group)]

    def _is_best_bye(self, round_levels: Levels, taker: int) -> bool:
        """Nothing is paid on a level before the byes, and everybody below has had a bye."""
        ladder = self._ladder
        levels_before_byes = self._order[: self._order.index(BYES)]
        if any(round_levels[level] for level in levels_before_byes):
            return False
        if ladder.players[taker].had_bye:
            return False
        return all(
            ladder.players[member].had_bye
            for window in self._windows
            for member in window.members
            if ladder.group[member] > ladder.group[taker]
        )

    def _split_into_shares(self, pair: Pair, levels: Levels) -> Iterator[tuple[int, Levels]]:
        """The share of each window that a pair touches, by the number of the window."""
        ladder = self._ladder
        upper, lower = (self._window_of[ladder.group[index]] for index in pair)
        if upper == lower:
            yield upper, levels
            return
        yield upper, share_of_leaver(ladder, self._windows[upper], pair[0], WindowEnds.LOWER)
        for between in range(upper + 1, lower):
            yield between, share_of_passing_pair(self._windows[between])
        yield lower, share_of_leaver(ladder, self._windows[lower], pair[1], WindowEnds.UPPER)

    def _is_least_cost(self, window: Window, cost: Levels) -> bool:
        """Whether the window cannot cost less: by its parities alone, or else by the best matching
        of its players when they are free to leave."""
        odd_ends = self._find_odd_ends(window)
        odd_inside = sum(self._is_odd_below[group] for group in window.groups[:-1])
        order = tuple(level for level in self._order if level not in {BYES, DISTANCE})

        # Each odd boundary is crossed at least once: a whole step (2) inside, half a step (1) at
        # an end. No matching is needed for a window that costs just this.
        cost_of_parities = Levels(steps=2 * odd_inside + sum(odd_ends))
        if rank_levels(cost, order) == rank_levels(cost_of_parities, order):
            return True

        # A cost on a level before the steps leaves no bound on how many might leave instead.
        levels_before_steps = order[: order.index(STEPS)]
        if any(cost[level] for level in levels_before_steps):
            return False
        if cost.steps > MOST_STEPS or len(window.members) > LARGEST:
            return False
        least = find_least_cost(
            self._ladder,
            window,
            order,
            odd_ends,
            most_leaving=cost.steps,
            bye_candidates=self._list_bye_candidates(window),
        )
        return rank_levels(cost, order) == rank_levels(least, order)

    def _find_odd_ends(self, window: Window) -> tuple[bool, bool]:
        """Whether an odd number of pairs crosses the upper and the lower end."""
        return (
            window.first > 0 and self._is_odd_below[window.first - 1],
            window.end < self._ladder.groups and self._is_odd_below[window.end - 1],
        )

    def _list_bye_candidates(self, window: Window) -> list[int]:
        """Who could have the bye at the same cost, if its taker is in this window."""
        ladder = self._ladder
        if self._bye_taker is None:
            return []
        taker_group = ladder.group[self._bye_taker]
        return [
            member
            for member in window.members
            if ladder.group[member] == taker_group and not ladder.players[member].had_bye
        ]
