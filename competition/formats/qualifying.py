"""Qualifying "a figure": rounds of a fixed number of hands, everything counts, one ranking."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat, plan_tables
from competition.pairing.berger import make_berger_rounds
from competition.plan import Bye, Entrant, EntryId, PlannedPairing, PlannedSlot, Seated

MOST_ROUNDS = 20


class QualifyingOptions(FormatOptions):
    """``rounds``: the number of rounds. Of an odd number of entries, one has the bye in each round.
    Opponents repeat only after everybody has met everybody."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3


class Qualifying(RankedFormat[QualifyingOptions]):
    """The rounds of Berger's table over the drawn order, from its beginning again once all have
    met. Of an odd number of entries one has the bye in each round: nobody has a second one before
    everybody had one. The entry with the most points over all groups is first.
    """

    name = "qualifying"
    needs_a_winner = False
    least = 2
    most = 1024
    options_model = QualifyingOptions
    metrics = ("points_for", "wins", "marafonas", "lots")
    standings: ClassVar[dict[str, Any]] = {"rest": "average", "walkover": "average"}
    """Points rank: an entry without an opponent gets its average of the other rounds."""

    def order_entrants(
        self,
        entrants: Sequence[Entrant],
        options: QualifyingOptions,
        constraints: Constraints,
        coin: Coin,
    ) -> Sequence[Entrant]:
        """Lots for all entries. Then clubmates who would meet change places, each with the first
        entry behind with which there are fewer such meetings."""
        order = coin.shuffle(entrants)
        if constraints.clubs_apart:
            order = _separate_clubmates(order, _list_meetings(len(order), options.rounds))
        return order

    def plan(
        self, order: Sequence[EntryId], options: QualifyingOptions
    ) -> tuple[PlannedPairing, ...]:
        check_order(order, self.least, self.most)
        pairings: list[PlannedPairing] = []
        for number, meetings in enumerate(_list_meetings(len(order), options.rounds), start=1):
            # The bye comes after the tables, so that these are numbered without a gap.
            tables = sorted(meetings, key=lambda meeting: max(meeting) > len(order))
            slots_by_table = [
                (_make_slot(order, home), _make_slot(order, away)) for home, away in tables
            ]
            pairings += plan_tables(number, slots_by_table)
        return tuple(pairings)


def _list_meetings(entries: int, rounds: int) -> list[list[tuple[int, int]]]:
    """The numbers that meet, round by round; after all have met, the table begins again."""
    table = make_berger_rounds(entries)
    return [table[number % len(table)] for number in range(rounds)]


def _make_slot(order: Sequence[EntryId], number: int) -> PlannedSlot:
    if number > len(order):
        return Bye()
    return Seated(order[number - 1])


def _separate_clubmates(
    order: Sequence[Entrant], meetings: Sequence[Sequence[tuple[int, int]]]
) -> list[Entrant]:
    """The order after one pass of exchanges, with fewer meetings of clubmates; not always the
    fewest possible."""
    opponents: dict[int, list[int]] = defaultdict(list)
    for round_meetings in meetings:
        for home, away in round_meetings:
            if max(home, away) <= len(order):
                opponents[home - 1].append(away - 1)
                opponents[away - 1].append(home - 1)
    seats = list(order)

    def count_mates_met(number: int) -> int:
        club = seats[number].club
        return sum(club is not None and seats[other].club == club for other in opponents[number])

    for number in range(len(seats)):
        if not count_mates_met(number):
            continue
        # The first exchange that helps is kept. Entries behind come first, then from the beginning.
        count = len(seats)
        for distance in range(1, count):
            other = (number + distance) % count
            mates_before = count_mates_met(number) + count_mates_met(other)
            seats[number], seats[other] = seats[other], seats[number]
            if count_mates_met(number) + count_mates_met(other) < mates_before:
                break
            # It does not help: put them back.
            seats[number], seats[other] = seats[other], seats[number]
    return seats
