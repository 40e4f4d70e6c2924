"""Round robin: all entries meet each other, once or home and away, by Berger's tables."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order, split_by_seed
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat
from competition.pairing.berger import make_berger_rounds
from competition.plan import Bye, Entrant, EntryId, PlannedPairing, PlannedSlot, Seated


class RoundRobinOptions(FormatOptions):
    """``legs``: how often two meet; the second time with sides reversed."""

    legs: Annotated[int, Field(ge=1, le=2)] = 1


Legs = TypeVar("Legs", bound=RoundRobinOptions)


class AllPlayAll(RankedFormat[Legs]):
    """Place i of the drawn order is number i of the Berger table. With an odd number of entries,
    the opponent of the table's highest number has a bye, in its place of the round."""

    needs_a_winner = False
    least = 2
    most = 300
    metrics = (
        "match_points",
        "mini_table",
        "games_difference",
        "points_difference",
        "points_for",
        "lots",
    )
    over_groups = False
    standings: ClassVar[dict[str, Any]] = {"bye": 0, "round_robin": True}
    """Byes give no points: all entries have as many, though not at the same time."""

    def order_entrants(
        self, entrants: Sequence[Entrant], options: Legs, constraints: Constraints, coin: Coin
    ) -> Sequence[Entrant]:
        """Seeds in their order have the first numbers, lots are drawn for the others."""
        seeded, unseeded = split_by_seed(entrants)
        return [*seeded, *coin.shuffle(unseeded)]

    def plan(self, order: Sequence[EntryId], options: Legs) -> tuple[PlannedPairing, ...]:
        check_order(order, self.least, self.most)
        rounds = make_berger_rounds(len(order))
        if options.legs == 2:
            # The last two rounds of the first leg are exchanged, so that no entry has the same side
            # three times in a row (FIDE Handbook C.05, Annex 1).
            first_leg = [*rounds[:-2], *reversed(rounds[-2:])]
            second_leg = [[(away, home) for home, away in meetings] for meetings in rounds]
            rounds = [*first_leg, *second_leg]
        pairings: list[PlannedPairing] = []
        for number, meetings in enumerate(rounds, start=1):
            for match, (home, away) in enumerate(meetings, start=1):
                slots: tuple[PlannedSlot, ...]
                # With an odd number of entries, the highest number of the table is nobody.
                if max(home, away) > len(order):
                    slots = Seated(order[min(home, away) - 1]), Bye()
                else:
                    slots = Seated(order[home - 1]), Seated(order[away - 1])
                pairings.append(PlannedPairing(f"main-{number}-{match}", "main", number, slots))
        return tuple(pairings)


class RoundRobin(AllPlayAll[RoundRobinOptions]):
    """n entries need n(n-1)/2 matches a leg."""

    name = "round_robin"
    options_model = RoundRobinOptions
