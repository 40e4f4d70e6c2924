"""Single elimination: who loses is out, and the byes go to the best places."""

from collections.abc import Iterator, Sequence

from rules.contract import Refused, Violation
from tournaments.core.bracket import places_in_order, slots_for
from tournaments.core.clubmates import kept_apart
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entrants import entry_violations, seed_violations, seeded_first
from tournaments.core.formats.contract import (
    Format,
    FormatOptions,
    Progress,
    Results,
    unwatched,
)
from tournaments.core.placings import knockout_placings
from tournaments.core.plan import (
    Bye,
    Entrant,
    EntryId,
    LoserOf,
    Placing,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)
from tournaments.core.ruling import NO_RULING, Ruling


class SingleEliminationOptions(FormatOptions):
    """``third_place``: the losers of the semifinals play for it (from four entries on)."""

    third_place: bool = False


class SingleElimination(Format[SingleEliminationOptions]):
    """n entries need n-1 matches. A draw is an order of places: place 1 meets 2 in the final."""

    name = "single_elimination"
    needs_a_winner = True
    least = 2
    most = 4096
    options_model = SingleEliminationOptions

    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        ids = [entrant.id for entrant in entrants]
        return (*entry_violations(ids, self.least, self.most), *seed_violations(entrants))

    def draw(
        self,
        entrants: Sequence[Entrant],
        options: SingleEliminationOptions,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = unwatched,
    ) -> tuple[EntryId, ...]:
        """Seeds in their order take places 1 … k, lots are drawn for the others."""
        if violations := self.check(entrants):
            raise Refused(violations)
        progress(0, len(entrants))
        seeded, unseeded = seeded_first(entrants)
        lots = coin.shuffle(unseeded)
        if constraints.clubs_apart:
            lots = kept_apart(seeded, lots, coin)
        progress(len(entrants), len(entrants))
        return tuple(entrant.id for entrant in (*seeded, *lots))

    def plan(
        self, order: Sequence[EntryId], options: SingleEliminationOptions
    ) -> tuple[PlannedPairing, ...]:
        if violations := tuple(entry_violations(order, self.least, self.most)):
            raise Refused(violations)
        rounds = list(_rounds(_first_slots(order)))
        if options.third_place and len(order) >= 4:
            rounds.insert(-1, [_third_place(rounds[-2])])
        return tuple(pairing for pairings in rounds for pairing in pairings)

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        return knockout_placings(pairings, results)


def _first_slots(order: Sequence[EntryId]) -> list[PlannedSlot]:
    """The slots of the first round down the bracket; a place nobody has is a bye."""
    return [
        Seated(order[place - 1]) if place <= len(order) else Bye()
        for place in places_in_order(slots_for(len(order)))
    ]


def _rounds(slots: list[PlannedSlot]) -> Iterator[list[PlannedPairing]]:
    """The rounds of the main section: neighbours meet, and their winners are neighbours again."""
    number = 0
    while len(slots) > 1:
        number += 1
        pairings = [
            PlannedPairing(f"main-{number}-{match}", "main", number, met)
            for match, met in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
        ]
        yield pairings
        slots = [WinnerOf(pairing.id) for pairing in pairings]


def _third_place(semifinals: Sequence[PlannedPairing]) -> PlannedPairing:
    slots = tuple(LoserOf(semifinal.id) for semifinal in semifinals)
    return PlannedPairing("third-1-1", "third", 1, slots)
