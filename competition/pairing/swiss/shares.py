"""The share of a window in the pairs that cross its ends, and the least that a window can cost.

Steps are counted twice in this module, so that a share with half a step is a whole number. Why the
shares of a pair never exceed its cost: docs/explanation/swiss.md, "The
certificate".
"""

from collections.abc import Sequence
from enum import Enum
from itertools import combinations

from competition.pairing.swiss.costs import PairingCost, sum_costs
from competition.pairing.swiss.exact import Pair, find_least_weight_matching, list_edges
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.pairing.swiss.weights import Weights
from competition.pairing.swiss.windows import Window
from competition.plan import number_items


class WindowEnds(Enum):
    """The ends of a window."""

    UPPER = 0
    LOWER = 1


def compute_leaver_share(
    score_groups: ScoreGroups, window: Window, member: int, border: WindowEnds
) -> PairingCost:
    """The share of a player who meets somebody beyond a border: a² + a + ½ steps for the ``a``
    boundaries inside the window that he crosses, and his repeated float."""
    group = score_groups.group[member]
    if border is WindowEnds.UPPER:
        inner, floats_again = group - window.first, score_groups.up[member]
    else:
        inner, floats_again = window.end - 1 - group, score_groups.down[member]
    return PairingCost(steps=2 * inner * inner + 2 * inner + 1, floats=int(floats_again))


def compute_passing_share(window: Window) -> PairingCost:
    """The share of a pair with one player above and one below: the boundaries passed, squared."""
    boundaries = window.end - window.first
    return PairingCost(steps=2 * boundaries * boundaries)


def find_least_cost(
    score_groups: ScoreGroups,
    window: Window,
    order: tuple[int, ...],
    odd_ends: tuple[bool, bool],
    *,
    most_leaving: int,
    bye_candidates: Sequence[int],
) -> PairingCost:
    """The least cost of a window whose players are free to leave it at the cost of their shares.

    ``odd_ends``: whether an odd number of pairs crosses the upper and the lower end.
    ``most_leaving``: a bound on how many leave, as each costs at least one (half step).
    ``bye_candidates``: the players of whom one gets the bye, if there are any. ``order`` has
    neither byes nor distance.
    """
    nobody = len(score_groups)
    exits = _list_exits(score_groups, window, odd_ends, most_leaving)

    # What the special pairs cost; all other pairs are between two players of the window.
    costs: dict[Pair, PairingCost] = {}
    for exit_node, border in exits.items():
        for member in window.members:
            costs[member, exit_node] = compute_leaver_share(score_groups, window, member, border)
    for member in bye_candidates:
        costs[member, nobody] = PairingCost()
    for one, other in combinations(exits, 2):
        # Two exits of one border cancel each other: nobody leaves by them. Exits of both borders
        # that are matched with each other stand for a pair that passes the whole window.
        is_same_border = exits[one] is exits[other]
        costs[one, other] = PairingCost() if is_same_border else compute_passing_share(window)

    # ``Weights`` bounds the cost of pairs in the window only: the shares need room above that.
    upper_bound_of_steps = 2 * (window.end - window.first + 1) ** 2 * (len(window.members) + 1)
    bound = PairingCost(steps=upper_bound_of_steps, floats=len(window.members))
    weights = Weights(score_groups, window.members, order, [bound])

    nodes = list(window.members)
    if bye_candidates:
        nodes.append(nobody)
    nodes += exits
    position = number_items(nodes)
    doubled_units = weights.units._replace(steps=2 * weights.units.steps)
    edges = list_edges(score_groups, window.members, doubled_units)
    for (one, other), cost in costs.items():
        edges.append((position[one], position[other], -weights.pack(cost)))

    matching = find_least_weight_matching(nodes, edges) or []
    matched_costs: list[PairingCost] = []
    for pair in matching:
        if pair in costs:
            matched_costs.append(costs[pair])
        else:
            matched_costs.append(double_steps(score_groups.compute_pair_cost(*pair)))
    return sum_costs(matched_costs)


def double_steps(cost: PairingCost) -> PairingCost:
    """With the steps twice, and without the criteria that a share does not count."""
    return cost._replace(steps=2 * cost.steps, byes=0, distance=0)


def _list_exits(
    score_groups: ScoreGroups, window: Window, odd_ends: tuple[bool, bool], most_leaving: int
) -> dict[int, WindowEnds]:
    """Artificial nodes, numbered after those of the players, with whom players who leave are
    matched. Each border has an odd or even number of them, as its parity asks for."""
    borders: list[WindowEnds] = []
    for border, is_odd, is_end_of_field in (
        (WindowEnds.UPPER, odd_ends[0], window.first == 0),
        (WindowEnds.LOWER, odd_ends[1], window.end == score_groups.groups),
    ):
        if not is_end_of_field:
            borders += [border] * (is_odd + 2 * (max(most_leaving - is_odd, 0) // 2))
    return dict(enumerate(borders, start=len(score_groups) + 1))
