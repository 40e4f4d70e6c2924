"""A score group too large for one matching: folded, and paired slice by slice of its fold."""

from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Final

from competition.pairing.swiss.costs import PairingCost, rank_cost
from competition.pairing.swiss.exact import Pair, find_best_pairing
from competition.pairing.swiss.exchanges import exchange_pairs, is_clean
from competition.pairing.swiss.score_groups import ScoreGroups, sort_pair

SLICE: Final = 24
"""The number of players taken from the upper half; as many are taken from the lower half."""
LARGEST_SLICE: Final = 72
NEAR: Final = 12
"""The number of players considered on each side of the border."""


def pair_by_slices(
    score_groups: ScoreGroups,
    members: Sequence[int],
    order: tuple[int, ...],
    bye_costs: Mapping[int, PairingCost] | None = None,
    helpers: Sequence[int] = (),
) -> list[Pair] | None:
    """A good pairing of the members, all of one score group, with the arguments of
    ``find_best_pairing``; not always the best distance from the fold.

    None if there is none without forbidden pairs.
    """
    unpaired = list(members)
    pairs: list[Pair] = []
    if bye_costs:
        # From the last player up: at equal cost, the last gets the bye, as in the exact pairing.
        taker = min(unpaired[::-1], key=lambda member: rank_cost(bye_costs[member], order))
        unpaired.remove(taker)
        pairs.append((taker, len(score_groups)))
    if len(unpaired) % 2:
        # One member meets a helper beyond the border: a member near it, or any if those near it
        # have no pair without a fault.
        are_helpers_below = bool(helpers) and helpers[0] > unpaired[0]
        nearest_first = list(unpaired)
        if are_helpers_below:
            nearest_first.reverse()
        crossing = _find_cheapest_pair(score_groups, nearest_first[:NEAR], helpers, order)
        if crossing is None or not is_clean(score_groups, [crossing]):
            crossing = _find_cheapest_pair(score_groups, nearest_first, helpers, order)
        if crossing is None:
            return None
        unpaired = [member for member in unpaired if member not in crossing]
        pairs.append(crossing)
    sliced_pairs = _pair_slices(score_groups, unpaired, order)
    if sliced_pairs is None:
        return None
    return [*pairs, *exchange_pairs(score_groups, sliced_pairs)]


def _find_cheapest_pair(
    score_groups: ScoreGroups,
    members: Sequence[int],
    helpers: Sequence[int],
    order: tuple[int, ...],
) -> Pair | None:
    pairs = [
        sort_pair(member, helper)
        for member, helper in product(members, helpers)
        if helper not in score_groups.forbidden[member]
    ]
    return min(
        pairs,
        key=lambda pair: rank_cost(score_groups.compute_pair_cost(*pair), order),
        default=None,
    )


def _pair_slices(
    score_groups: ScoreGroups, unpaired: Sequence[int], order: tuple[int, ...]
) -> list[Pair] | None:
    """The pairs of all slices. A slice with a fault is joined to its neighbour and paired again."""
    half = len(unpaired) // 2

    def pair_slice(start: int, end: int) -> list[Pair] | None:
        sliced = [*unpaired[start:end], *unpaired[half + start : half + end]]
        return find_best_pairing(score_groups, sliced, order)

    slices: list[tuple[int, list[Pair]]] = []  # each with where it starts
    start = 0
    while start < half:
        end = min(start + SLICE, half)
        pairs = pair_slice(start, end)
        while not (pairs and is_clean(score_groups, pairs)) and end - start < LARGEST_SLICE:
            if end < half:
                end = min(end + SLICE, half)
            elif slices:
                # The last slice has no next one: it takes back the slice before.
                start, _ = slices.pop()
            else:
                break
            pairs = pair_slice(start, end)
        if pairs is None:
            return None
        slices.append((start, pairs))
        start = end
    return list(chain.from_iterable(pairs for _, pairs in slices))
