"""The base of Swiss and Danese: a draw that folds, and rounds paired one by one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order, split_by_seed
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat
from competition.pairing.field import EntryField
from competition.pairing.swiss.costs import LAST_CLUB_LEVEL, OFF
from competition.pairing.swiss.fold import fold_pairs, separate_mates
from competition.pairing.swiss.history import apply_history
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences, select_pairs
from competition.pairing.swiss.reasons import explain_pairings
from competition.pairing.swiss.rounds import EntryPair, PairedRound, pair_best_round
from competition.plan import (
    Absence,
    Bye,
    Entrant,
    EntryId,
    PlannedPairing,
    Seated,
    Why,
)

MOST_ROUNDS = 40
STANDINGS: Final = "standings"
First: TypeAlias = Literal["fold", "drawn", "standings"]


@dataclass(frozen=True, slots=True)
class UnpairedEntry:
    """An entry without an opponent in a round; ``why``: the reason, if the pairing chose it."""

    entry: EntryId
    absence: Absence
    why: Why | None = None


class PairedOptions(FormatOptions):
    """``rounds``: how many are played. ``first``: how the first is made. fold: the better half
    meets the other in the order of the seeds; drawn: all by lot; standings: it is paired like later
    rounds, from the standings of the stage before. ``club_level``: the place of meetings of
    clubmates among the criteria, 0 if they do not count."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5
    first: First = "fold"
    club_level: Annotated[int, Field(ge=OFF, le=LAST_CLUB_LEVEL)] = LAST_CLUB_LEVEL


Options = TypeVar("Options", bound=PairedOptions)


class RoundByRound(RankedFormat[Options], ABC):
    """The drawn order numbers the entries; late entries are numbered after them."""

    needs_a_winner = False
    least = 2
    most = 10_000
    metrics = (
        "match_points",
        "buchholz_cut_1",
        "buchholz",
        "sonneborn_berger",
        "points_difference",
        "lots",
    )

    @abstractmethod
    def preferences(
        self,
        options: Options,
        forced: Sequence[EntryPair] = (),
        forbidden: Sequence[EntryPair] = (),
    ) -> PairingPreferences:
        """The preferences of a round under these options."""

    def asked(self, field: EntryField, options: Options) -> PairingPreferences:
        """The preferences for this round: forced and forbidden pairs of which an entry is absent do
        not count this time."""
        present_entries = set(field.order) - field.absent.keys()
        forced = select_pairs(field.forced, present_entries)
        forbidden = select_pairs(field.forbidden, present_entries)
        return self.preferences(options, forced, forbidden)

    @abstractmethod
    def players(self, field: EntryField, options: Options) -> list[PresentEntry]:
        """The players that are present in the next round, with their history."""

    def reasons(
        self, present: Sequence[PresentEntry], found: PairedRound, preferences: PairingPreferences
    ) -> Mapping[tuple[EntryId, ...], Why]:
        """Why each pair meets, and why the entry with the bye has it."""
        return explain_pairings(present, found, preferences)

    def rounds(self, entries: int, options: Options) -> int:
        return options.rounds

    def order_entrants(
        self, entrants: Sequence[Entrant], options: Options, constraints: Constraints, coin: Coin
    ) -> Sequence[Entrant]:
        """Seeds in their order have the first numbers, lots are drawn for the others; or lots for
        all. Lots of clubmates who would meet in the first round change places."""
        # The seeds keep the first numbers whatever the coin says: only lots may change places.
        seeded: Sequence[Entrant] = []
        unseeded = entrants
        if options.first != "drawn":
            seeded, unseeded = split_by_seed(entrants)
        order = [*seeded, *coin.shuffle(unseeded)]
        if options.first == STANDINGS:
            # Round 1 is paired, not folded: clubmates are kept apart by the pairing itself.
            return order
        if constraints.clubs_apart and options.club_level != OFF:
            halves = self.halves(len(order), options)
            order = separate_mates(order, fold_pairs(len(order), halves), first_lot=len(seeded))
        return order

    def halves(self, entries: int, options: Options) -> int:
        """How many of the first numbers play among themselves in round 1 (0: none)."""
        return 0

    def plan(self, order: Sequence[EntryId], options: Options) -> tuple[PlannedPairing, ...]:
        """The first round: the fold of the drawn order; the last of an odd number has the bye."""
        if options.first == STANDINGS:
            return self.plan_drawn(order, options, ())
        check_order(order, self.least, self.most)
        meetings = fold_pairs(len(order), self.halves(len(order), options))
        pairs = [(order[upper], order[lower]) for upper, lower in meetings]
        why = Why("first_round_fold", {})
        whys: dict[tuple[EntryId, ...], Why] = dict.fromkeys(pairs, why)
        unpaired: list[UnpairedEntry] = []
        if len(order) % 2:
            last_why = Why("bye_last_number", {"number": len(order)})
            unpaired.append(UnpairedEntry(order[-1], "bye", last_why))
        return tuple(_plan_pairings(1, pairs, whys, unpaired))

    def plan_drawn(
        self, order: Sequence[EntryId], options: Options, entrants: Sequence[Entrant]
    ) -> tuple[PlannedPairing, ...]:
        if options.first != STANDINGS:
            return self.plan(order, options)
        check_order(order, self.least, self.most)
        present = self.as_ranked(apply_history(order, entrants))
        return self._pair_round(1, present, self.preferences(options), absences=())

    def as_ranked(self, present: Sequence[PresentEntry]) -> list[PresentEntry]:
        """The players before the first round, in the order in which they were drawn."""
        return list(present)

    def pair(
        self,
        players: Iterable[PresentEntry],
        options: Options,
        forced: Sequence[EntryPair] = (),
        forbidden: Sequence[EntryPair] = (),
    ) -> PairedRound:
        """The best round of these players. Raises Refused if there is none."""
        return pair_best_round(players, self.preferences(options, forced, forbidden))

    def next_round(self, field: EntryField, options: Options) -> tuple[PlannedPairing, ...]:
        # In the order of the draw, so that the same field always gives the same plan.
        absences = [
            UnpairedEntry(entry, field.absent[entry])
            for entry in field.order
            if entry in field.absent
        ]
        return self._pair_round(
            field.next_round_number,
            self.players(field, options),
            self.asked(field, options),
            absences,
        )

    def _pair_round(
        self,
        number: int,
        present: Sequence[PresentEntry],
        preferences: PairingPreferences,
        absences: Sequence[UnpairedEntry],
    ) -> tuple[PlannedPairing, ...]:
        """Pairs the present entries; the entry with the bye and the absent come after them."""
        # Nothing here is random: anybody can pair the round again from its documents.
        paired_round = pair_best_round(present, preferences)
        whys = self.reasons(present, paired_round, preferences)
        unpaired: list[UnpairedEntry] = []
        if paired_round.bye is not None:
            unpaired.append(UnpairedEntry(paired_round.bye, "bye", whys[(paired_round.bye,)]))
        return tuple(_plan_pairings(number, paired_round.pairings, whys, [*unpaired, *absences]))


def _plan_pairings(
    number: int,
    pairs: Sequence[EntryPair],
    whys: Mapping[tuple[EntryId, ...], Why],
    unpaired: Sequence[UnpairedEntry],
) -> Iterator[PlannedPairing]:
    """Table 1 first; entries without an opponent come after the tables. ``whys``: by pair."""
    for table, pair in enumerate(pairs, start=1):
        slots = tuple(map(Seated, pair))
        yield PlannedPairing(f"r{number}t{table}", "main", number, slots, why=whys[pair])
    # They are numbered on behind the tables, so that every code in a round is unique.
    for table, unpaired_entry in enumerate(unpaired, start=len(pairs) + 1):
        yield PlannedPairing(
            f"r{number}t{table}",
            "main",
            number,
            (Seated(unpaired_entry.entry), Bye()),
            absence=unpaired_entry.absence,
            why=unpaired_entry.why,
        )
