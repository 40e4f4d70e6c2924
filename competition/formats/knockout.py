"""The base of formats with a main bracket: its draw, its plan, and its placings."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from competition.brackets.bracket import plan_section_round
from competition.brackets.losers.slots import list_loser_slots
from competition.brackets.places import BracketPlaces, seat_order
from competition.draw.clubmates import separate_clubmates
from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order, divide_into_pots, split_by_seed
from competition.formats.contract import Format, Options
from competition.placings import rank_knockout
from competition.plan import (
    Entrant,
    EntryId,
    Placing,
    PlannedPairing,
    Results,
    WinnerOf,
)
from competition.standings.ruling import NO_RULING, Ruling


class Knockout(Format[Options], ABC):
    """The drawn order is the order of places: places 1 and 2 can meet only in the final, and byes
    go to the best places."""

    needs_a_winner = True
    least = 2
    most = 4096

    def order_entrants(
        self, entrants: Sequence[Entrant], options: Options, constraints: Constraints, coin: Coin
    ) -> Sequence[Entrant]:
        """Seeds in their order take places 1 … k, lots are drawn for the others, pot by pot."""
        placed_entrants, unseeded = split_by_seed(entrants)
        for pot in divide_into_pots(unseeded):
            lots = coin.shuffle(pot)
            if constraints.clubs_apart:
                # Pots that are not placed yet keep the leaves of their places free.
                behind = len(entrants) - len(placed_entrants) - len(lots)
                lots = separate_clubmates(placed_entrants, lots, coin, behind)
            placed_entrants = [*placed_entrants, *lots]
        return placed_entrants

    def plan(self, order: Sequence[EntryId], options: Options) -> tuple[PlannedPairing, ...]:
        check_order(order, self.least, self.most)
        return self.plan_places(seat_order(order), options)

    @abstractmethod
    def plan_places(self, places: BracketPlaces, options: Options) -> tuple[PlannedPairing, ...]:
        """The pairings of a bracket whose places may have been changed by hand. Raises Refused."""

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        return rank_knockout(pairings, results)


def plan_third_place(main: Sequence[Sequence[PlannedPairing]]) -> tuple[PlannedPairing, ...]:
    """The losers of two played semifinals meet."""
    if len(main) < 2 or not all(pairing.is_played for pairing in main[-2]):
        return ()
    return (PlannedPairing("third-1-1", "third", 1, tuple(list_loser_slots(main[-2]))),)


def plan_main_rounds(places: BracketPlaces) -> list[tuple[PlannedPairing, ...]]:
    """The rounds of the main bracket."""
    rounds: list[tuple[PlannedPairing, ...]] = []
    slots = places.list_slots()
    while len(slots) > 1:
        # Neighbours meet, and their winners are neighbours again.
        number = len(rounds) + 1
        paired_slots = zip(slots[::2], slots[1::2], strict=True)
        pairings = plan_section_round("main", number, paired_slots)
        rounds.append(pairings)
        slots = [WinnerOf(pairing.id) for pairing in pairings]
    return rounds
