"""The proof that no round is better on the first five criteria than one made of windows.

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

from competition.pairing.swiss.costs import (
    BYES,
    DISTANCE,
    STEPS,
    PairingCost,
    has_no_cost_before,
    rank_cost,
    sum_costs,
)
from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.shares import (
    WindowEnds,
    compute_leaver_share,
    compute_passing_share,
    double_steps,
    find_least_cost,
)
from competition.pairing.swiss.windows import Window

MOST_STEPS: Final = 24
LARGEST: Final = 400
"""The least cost of a window with more steps (counted twice) or more players is not searched."""


class Certificate:
    """A round of the members of all windows, compared with the least cost of each window."""

    def __init__(
        self,
        score_groups: ScoreGroups,
        windows: Sequence[Window],
        order: tuple[int, ...],
        pairs: Sequence[Pair],
    ) -> None:
        self._score_groups = score_groups
        self._windows = windows
        self._order = order
        nobody = len(score_groups)
        self._pairs: list[Pair] = []
        self._bye_taker: int | None = None
        for pair in pairs:
            if pair[1] == nobody:
                self._bye_taker = pair[0]
            else:
                self._pairs.append(pair)
        # By score group, the number of its window.
        self._window_of: list[int] = []
        for number, window in enumerate(windows):
            self._window_of += [number] * len(window.groups)
        # By score group, whether an odd number of pairs has to cross the boundary below it: all
        # players above it are paired, so an odd number of them cannot be paired among themselves.
        players_by_group = [0] * score_groups.groups
        for window in windows:
            for member in window.members:
                players_by_group[score_groups.group[member]] += 1
        if self._bye_taker is not None:
            players_by_group[score_groups.group[self._bye_taker]] -= 1
        players_above = accumulate(players_by_group)
        self._is_odd_below = [number % 2 == 1 for number in players_above]

    def find_open_window(self) -> int | None:
        """A window for which something better is not excluded; None if the round is proved."""
        pair_costs = [self._score_groups.compute_pair_cost(*pair) for pair in self._pairs]
        taker = self._bye_taker
        if taker is not None and not self._is_best_bye(sum_costs(pair_costs), taker):
            return len(self._windows) - 1

        shares_by_window: list[list[PairingCost]] = [[] for _ in self._windows]
        excess_window = None
        for pair, cost in zip(self._pairs, pair_costs, strict=True):
            doubled = double_steps(cost)
            shares = dict(self._split_into_shares(pair, doubled))
            for number, share in shares.items():
                shares_by_window[number].append(share)
            # A pair may cost more than its shares; then the sum is not reached, whatever the
            # windows cost.
            if sum_costs(shares.values()) != doubled:
                excess_window = self._find_window(pair[1])
        for number, window in enumerate(self._windows):
            if not self._is_least_cost(window, sum_costs(shares_by_window[number])):
                return number
        return excess_window

    def _find_window(self, player: int) -> int:
        """The number of the window of a player's score group."""
        return self._window_of[self._score_groups.group[player]]

    def _is_best_bye(self, round_cost: PairingCost, taker: int) -> bool:
        """Nothing is paid on a criterion before the byes, and everybody below has had a bye."""
        score_groups = self._score_groups
        if not has_no_cost_before(BYES, round_cost, self._order):
            return False
        if score_groups.players[taker].had_bye:
            return False
        for window in self._windows:
            for member in window.members:
                is_below = score_groups.group[member] > score_groups.group[taker]
                if is_below and not score_groups.players[member].had_bye:
                    return False
        return True

    def _split_into_shares(
        self, pair: Pair, cost: PairingCost
    ) -> Iterator[tuple[int, PairingCost]]:
        """The share of each window that a pair touches, by the number of the window."""
        score_groups = self._score_groups
        upper, lower = self._find_window(pair[0]), self._find_window(pair[1])
        if upper == lower:
            yield upper, cost
            return
        yield (
            upper,
            compute_leaver_share(score_groups, self._windows[upper], pair[0], WindowEnds.LOWER),
        )
        for between in range(upper + 1, lower):
            yield between, compute_passing_share(self._windows[between])
        yield (
            lower,
            compute_leaver_share(score_groups, self._windows[lower], pair[1], WindowEnds.UPPER),
        )

    def _is_least_cost(self, window: Window, cost: PairingCost) -> bool:
        """Whether the window cannot cost less: by its parities alone, or else by the best matching
        of its players when they are free to leave."""
        # Whether an odd number of pairs crosses the upper and the lower end of the window.
        odd_ends = (
            window.first > 0 and self._is_odd_below[window.first - 1],
            window.end < self._score_groups.groups and self._is_odd_below[window.end - 1],
        )
        odd_inside = sum(self._is_odd_below[group] for group in window.groups[:-1])
        order = tuple(criterion for criterion in self._order if criterion not in {BYES, DISTANCE})

        # Each odd boundary is crossed at least once: a whole step (2) inside, half a step (1) at
        # an end. No matching is needed for a window that costs just this.
        cost_of_parities = PairingCost(steps=2 * odd_inside + sum(odd_ends))
        if rank_cost(cost, order) == rank_cost(cost_of_parities, order):
            return True

        # A cost on a criterion before the steps leaves no bound on how many might leave instead.
        if not has_no_cost_before(STEPS, cost, order):
            return False
        if cost.steps > MOST_STEPS or len(window.members) > LARGEST:
            return False
        # If the bye is in this window, anyone of its taker's group without a bye could have it at
        # the same cost.
        bye_candidates: list[int] = []
        if self._bye_taker is not None:
            bye_group = self._score_groups.group[self._bye_taker]
            for member in window.members:
                had_bye = self._score_groups.players[member].had_bye
                if self._score_groups.group[member] == bye_group and not had_bye:
                    bye_candidates.append(member)
        least = find_least_cost(
            self._score_groups,
            window,
            order,
            odd_ends,
            most_leaving=cost.steps,
            bye_candidates=bye_candidates,
        )
        return rank_cost(cost, order) == rank_cost(least, order)
