"""The base of formats with a main bracket: its draw, its plan, and its placings."""

from abc import ABC
from collections.abc import Iterator, Sequence

from competition.brackets.bracket import places_in_order, slots_for
from competition.brackets.losers.slots import loser_slot
from competition.draw.clubmates import separate_clubmates
from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order, in_pots, split_by_seed
from competition.formats.contract import Format, Options, Results
from competition.placings import knockout_placings
from competition.plan import (
    Bye,
    Entrant,
    EntryId,
    Placing,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)
from competition.standings.ruling import NO_RULING, Ruling


class Knockout(Format[Options], ABC):
    """A draw is an order of places: place 1 meets 2 in the final, and byes go to the best."""

    needs_a_winner = True
    least = 2
    most = 4096

    def drawn(
        self, entrants: Sequence[Entrant], options: Options, constraints: Constraints, coin: Coin
    ) -> Sequence[Entrant]:
        """Seeds in their order take places 1 … k, lots are drawn for the others, pot by pot."""
        placed, unseeded = split_by_seed(entrants)
        for pot in in_pots(unseeded):
            lots = coin.shuffle(pot)
            if constraints.clubs_apart:
                behind = len(entrants) - len(placed) - len(lots)
                lots = separate_clubmates(placed, lots, coin, behind)
            placed = [*placed, *lots]
        return placed

    def main_rounds(self, order: Sequence[EntryId]) -> list[tuple[PlannedPairing, ...]]:
        """The rounds of the main bracket. Raises Refused for an order that cannot be one."""
        check_order(order, self.least, self.most)
        return list(_plan_rounds(_first_slots(order)))

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        return knockout_placings(pairings, results)


def third_place(main: Sequence[Sequence[PlannedPairing]]) -> tuple[PlannedPairing, ...]:
    """The losers of two played semifinals meet."""
    if len(main) < 2 or not all(pairing.is_played for pairing in main[-2]):
        return ()
    slots = tuple(loser_slot(semifinal) for semifinal in main[-2])
    return (PlannedPairing("third-1-1", "third", 1, slots),)


def _first_slots(order: Sequence[EntryId]) -> list[PlannedSlot]:
    """The slots of the first round down the bracket; an empty place is a bye."""
    return [
        Seated(order[place - 1]) if place <= len(order) else Bye()
        for place in places_in_order(slots_for(len(order)))
    ]


def _plan_rounds(slots: list[PlannedSlot]) -> Iterator[tuple[PlannedPairing, ...]]:
    """Neighbours meet, and their winners are neighbours again."""
    number = 0
    while len(slots) > 1:
        number += 1
        pairings = tuple(
            PlannedPairing(f"main-{number}-{match}", "main", number, met)
            for match, met in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
        )
        yield pairings
        slots = [WinnerOf(pairing.id) for pairing in pairings]
