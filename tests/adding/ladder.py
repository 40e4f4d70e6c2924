"""A format that exists in the tests alone: the winner meets the next on the list."""

from collections.abc import Sequence

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.formats.contract import Format, FormatOptions
from competition.pairing.field import EntryField
from competition.placings.meetings import Meeting, list_meetings
from competition.plan import (
    Entrant,
    EntryId,
    Placing,
    PlannedPairing,
    Results,
    Seated,
    Why,
    WinnerOf,
)
from competition.standings.ruling import NO_RULING, Ruling


class LadderOptions(FormatOptions):
    """``downwards``: the last of the list begins."""

    downwards: bool = False


class Ladder(Format[LadderOptions]):
    """Round by round: the winner meets the next on the list; the last winner has won."""

    name = "ladder"
    needs_a_winner = True
    least = 2
    most = 16
    options_model = LadderOptions

    def order_entrants(
        self,
        entrants: Sequence[Entrant],
        options: LadderOptions,
        constraints: Constraints,
        coin: Coin,
    ) -> Sequence[Entrant]:
        order = coin.shuffle(entrants)
        return order[::-1] if options.downwards else order

    def plan(self, order: Sequence[EntryId], options: LadderOptions) -> tuple[PlannedPairing, ...]:
        return (PlannedPairing("1", "main", 1, (Seated(order[0]), Seated(order[1]))),)

    def rounds(self, entries: int, options: LadderOptions) -> int:
        return entries - 1

    def next_round(self, field: EntryField, options: LadderOptions) -> tuple[PlannedPairing, ...]:
        rounds = len(field.pairings)
        slots = (WinnerOf(str(rounds)), Seated(field.order[rounds + 1]))
        return (PlannedPairing(str(rounds + 1), "main", rounds + 1, slots),)

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        """Who lost later stands before who lost earlier; two who play have two places to win."""
        meetings = list_meetings(pairings, results)
        last = meetings[-1]
        if last.winner is None:
            rows = [_placing(entry, 1, 2, last, still_in=True) for entry in last.present()]
        else:
            rows = [_placing(last.winner, 1, 1, last), *_losers([last], 2)]
        return (*rows, *_losers(meetings[-2::-1], 3))


def _losers(meetings: Sequence[Meeting], first: int) -> list[Placing]:
    return [
        _placing(meeting.loser, place, place, meeting)
        for place, meeting in enumerate(meetings, start=first)
        if meeting.loser is not None
    ]


def _placing(
    entry: EntryId, first: int, last: int, meeting: Meeting, *, still_in: bool = False
) -> Placing:
    why = Why("ladder", {"rung": meeting.pairing.round})
    return Placing(entry, first, last, still_in=still_in, why=why)
