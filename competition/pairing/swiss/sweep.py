"""A round by windows: paired from both ends inward, widened until it is proved to be the best."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, TypeAlias

from competition.pairing.swiss.certificate import Certificate
from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.slices import pair_by_slices
from competition.pairing.swiss.windows import (
    LARGEST_WINDOW,
    Window,
    join_window,
    list_inward,
    split_into_windows,
)

HELPERS: Final = 16
"""The number of players of the next window available to pair the rest of a window."""
WIDEST: Final = 400
"""The most players of a window that joins two."""
WIDEST_OF_ALL: Final = 1_500
"""The same where forbidden pairs leave a window no pairing otherwise."""
ATTEMPTS: Final = 4

SolvedWindows: TypeAlias = dict[tuple[tuple[int, ...], tuple[int, ...]], list[Pair] | None]
"""Pairings by members and helpers."""


def pair_by_windows(
    score_groups: ScoreGroups, free: Sequence[int], order: tuple[int, ...]
) -> tuple[list[Pair] | None, bool]:
    """A round of the free players, and whether nothing is better on the first five criteria.

    None if windows, however wide, have no round without forbidden pairs.
    """
    windows = split_into_windows(score_groups, free)
    # Joining two windows leaves the others as they were: their pairings are not searched again.
    solved: SolvedWindows = {}
    best_pairs: list[Pair] | None = None
    attempt = 0
    # Until there is a round at all, windows are widened without a limit of attempts; a round that
    # is only not proved is improved a few times. Each attempt joins two windows, so this ends.
    while best_pairs is None or attempt < ATTEMPTS:
        attempt += 1
        outcome = _sweep_windows(score_groups, windows, order, solved, has_bye=len(free) % 2 == 1)
        if isinstance(outcome, list):
            best_pairs = outcome
            to_widen = Certificate(score_groups, windows, order, best_pairs).find_open_window()
            if to_widen is None:
                return best_pairs, True
        else:
            to_widen = outcome
        widest = WIDEST if best_pairs else WIDEST_OF_ALL
        widened = join_window(windows, to_widen, widest)
        if widened is None:
            break
        windows = widened
    return best_pairs, False


def _sweep_windows(
    score_groups: ScoreGroups,
    windows: Sequence[Window],
    order: tuple[int, ...],
    solved: SolvedWindows,
    *,
    has_bye: bool,
) -> list[Pair] | int:
    """The round of all windows, or the number of the first window that cannot be paired."""
    last = len(windows) - 1
    unpaired = [list(window.members) for window in windows]
    pairs: list[Pair] = []
    for number, neighbour in list_inward(windows):
        helpers: list[int] = []
        if neighbour is not None:
            # Helpers are next to this window: the first of one below, the last of one above.
            nearest = list(unpaired[neighbour])
            if neighbour < number:
                nearest.reverse()
            helpers = nearest[:HELPERS]
        key = tuple(unpaired[number]), tuple(helpers)
        if key not in solved:
            window = windows[number]
            is_too_large = len(window.groups) == 1 and len(window.members) > LARGEST_WINDOW
            pair_window = pair_by_slices if is_too_large else find_best_pairing
            bye_costs = {}
            # The bye goes to the lowest score groups, which are in the last window.
            if has_bye and number == last:
                bye_costs = score_groups.compute_bye_costs((*unpaired[number], *helpers))
            solved[key] = pair_window(score_groups, unpaired[number], order, bye_costs, helpers)
        window_pairs = solved[key]
        if window_pairs is None:
            return number
        pairs += window_pairs
        if neighbour is not None:
            # Helpers who were paired are no longer available in their own window.
            used = set(chain.from_iterable(window_pairs))
            unpaired[neighbour] = [index for index in unpaired[neighbour] if index not in used]
    return pairs
