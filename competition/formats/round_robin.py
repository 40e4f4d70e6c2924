"""Round robin: all entries meet each other, once or home and away, by Berger's tables."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order, split_by_seed
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat
from competition.pairing.berger import Meeting, berger_rounds
from competition.plan import Bye, Entrant, EntryId, PlannedPairing, Seated


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
        pairings: list[PlannedPairing] = []
        for number, meetings in enumerate(_list_rounds(len(order), options.legs), start=1):
            for match, meeting in enumerate(meetings, start=1):
                slots = _make_slots(meeting, order)
                pairings.append(PlannedPairing(f"main-{number}-{match}", "main", number, slots))
        return tuple(pairings)


class RoundRobin(AllPlayAll[RoundRobinOptions]):
    """n entries need n(n-1)/2 matches a leg."""

    name = "round_robin"
    options_model = RoundRobinOptions


def _list_rounds(entries: int, legs: int) -> Iterator[list[Meeting]]:
    """The rounds of all legs. With two legs, the last two rounds of the first are exchanged, so
    that no entry has the same side three times in a row (FIDE Handbook C.05, Annex 1)."""
    rounds = berger_rounds(entries)
    if legs == 1:
        yield from rounds
        return
    yield from (*rounds[:-2], *reversed(rounds[-2:]))
    for meetings in rounds:
        yield [(second, first) for first, second in meetings]


def _make_slots(meeting: Meeting, order: Sequence[EntryId]) -> tuple[Seated, Seated | Bye]:
    first_number, second_number = meeting
    # With an odd number, the highest number of the table is nobody.
    if max(meeting) > len(order):
        return Seated(order[min(meeting) - 1]), Bye()
    return Seated(order[first_number - 1]), Seated(order[second_number - 1])
