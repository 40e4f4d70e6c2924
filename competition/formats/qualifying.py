"""Qualifying "a figure": rounds of a fixed number of hands, everything counts, one ranking."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.draw.entrants import check_order
from competition.formats.contract import FormatOptions
from competition.formats.ranked import RankedFormat
from competition.pairing.berger import berger_rounds
from competition.plan import Bye, Entrant, EntryId, PlannedPairing, PlannedSlot, Seated

MOST_ROUNDS = 20


class QualifyingOptions(FormatOptions):
    """``rounds``: the number of rounds. Of an odd number of entries, one has the bye in each round.
    Opponents repeat only after everybody has met everybody."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3


class Qualifying(RankedFormat[QualifyingOptions]):
    """The first rounds of Berger's table over the drawn order; with an odd number, a different
    entry has the bye each time. The entry with the most points over all groups is first (DOMAIN, "a
    figure")."""

    name = "qualifying"
    needs_a_winner = False
    least = 2
    most = 1024
    options_model = QualifyingOptions
    metrics = ("points_for", "wins", "marafonas", "lots")
    standings: ClassVar[dict[str, Any]] = {"rest": "average", "walkover": "average"}
    """Points rank: who is left without an opponent has as many as in its other rounds."""

    def drawn(
        self,
        entrants: Sequence[Entrant],
        options: QualifyingOptions,
        constraints: Constraints,
        coin: Coin,
    ) -> Sequence[Entrant]:
        """Lots for everybody. Then clubmates who would meet change places, each with the first
        behind who lets both play strangers."""
        order = coin.shuffle(entrants)
        if constraints.clubs_apart:
            order = _separate_clubmates(order, _list_meetings(len(order), options.rounds))
        return order

    def plan(
        self, order: Sequence[EntryId], options: QualifyingOptions
    ) -> tuple[PlannedPairing, ...]:
        check_order(order, self.least, self.most)
        return tuple(
            PlannedPairing(
                id=f"r{number}t{table}",
                section="main",
                round=number,
                slots=(_make_slot(order, home), _make_slot(order, away)),
            )
            for number, meetings in enumerate(_list_meetings(len(order), options.rounds), start=1)
            for table, (home, away) in enumerate(_rest_last(meetings, len(order)), start=1)
        )


def _list_meetings(entries: int, rounds: int) -> list[list[tuple[int, int]]]:
    """The numbers that meet, round by round; after all have met it begins anew."""
    table = berger_rounds(entries)
    return [table[number % len(table)] for number in range(rounds)]


def _rest_last(meetings: Sequence[tuple[int, int]], entries: int) -> list[tuple[int, int]]:
    return sorted(meetings, key=lambda meeting: max(meeting) > entries)


def _make_slot(order: Sequence[EntryId], number: int) -> PlannedSlot:
    return Seated(order[number - 1]) if number <= len(order) else Bye()


def _separate_clubmates(
    order: Sequence[Entrant], meetings: Sequence[Sequence[tuple[int, int]]]
) -> list[Entrant]:
    """The order with as few meetings of clubmates as one look over it can bring about."""
    met: dict[int, list[int]] = {number: [] for number in range(len(order))}
    for home, away in (meeting for played in meetings for meeting in played):
        if max(home, away) <= len(order):
            met[home - 1].append(away - 1)
            met[away - 1].append(home - 1)
    seats = list(order)

    def mates(number: int, club: str | None) -> int:
        return sum(club is not None and seats[other].club == club for other in met[number])

    for number in range(len(seats)):
        if mates(number, seats[number].club):
            for other in _list_numbers_after(number, len(seats)):
                before = mates(number, seats[number].club) + mates(other, seats[other].club)
                seats[number], seats[other] = seats[other], seats[number]
                if mates(number, seats[number].club) + mates(other, seats[other].club) < before:
                    break
                seats[number], seats[other] = seats[other], seats[number]
    return seats


def _list_numbers_after(number: int, count: int) -> Iterator[int]:
    return (place % count for place in range(number + 1, number + count))
