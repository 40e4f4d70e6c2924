"""A cost packed into one integer: of two pairings the one with the lesser integer is better."""

from collections.abc import Collection, Sequence

from competition.pairing.swiss.costs import PairingCost
from competition.pairing.swiss.score_groups import ScoreGroups


class Weights:
    """The unit of each criterion in the packed weights of pairings of ``members``, of whom one may
    get the bye at one of the ``bye_costs``.

    Every criterion has as many bits as its greatest possible sum over the members needs, so that no
    sum of lesser criteria reaches one unit of a greater one. The lowest bits, below all criteria,
    decide only between rounds that are equal on all criteria.
    """

    def __init__(
        self,
        score_groups: ScoreGroups,
        members: Sequence[int],
        order: tuple[int, ...],
        bye_costs: Collection[PairingCost] = (),
    ) -> None:
        # No pairing of the members costs more than these bounds, criterion by criterion: every pair
        # at its dearest, and the dearest bye.
        pairs = len(members) // 2
        groups = [score_groups.group[member] for member in members]
        widest = max(groups, default=0) - min(groups, default=0)
        largest = max((score_groups.size(group) for group in set(groups)), default=0)
        dearest_pairs = PairingCost(
            rematches=pairs,
            steps=widest * widest * pairs,
            floats=2 * pairs,
            clashes=pairs,
            distance=2 * largest * pairs,
        )
        dearest_bye = [max(amounts) for amounts in zip(PairingCost(), *bye_costs, strict=True)]

        units = [0] * len(PairingCost._fields)
        # The lowest bits are for the tie-break between players for the bye (by their index).
        shift = len(score_groups).bit_length()
        for criterion in reversed(order):
            units[criterion] = 1 << shift
            upper_bound = dearest_pairs[criterion] + dearest_bye[criterion]
            shift += upper_bound.bit_length()
        self.units = PairingCost(*units)

    def pack(self, cost: PairingCost) -> int:
        """The weight of this cost, to be minimised."""
        return sum(unit * count for unit, count in zip(self.units, cost, strict=True))
