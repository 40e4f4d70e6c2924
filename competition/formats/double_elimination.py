"""Double elimination: who has lost twice is out."""

from collections.abc import Sequence

from competition.brackets.losers.bracket import losers_bracket
from competition.brackets.losers.order import in_order_of_play
from competition.brackets.losers.slots import loser_slot, winner_slot
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout
from competition.plan import EntryId, LoserOf, OnlyIf, PlannedPairing, WinnerOf


class DoubleEliminationOptions(FormatOptions):
    """``reset``: if the losers' winner wins the final, it is played once more: only then has the
    other lost twice."""

    reset: bool = True


class DoubleElimination(Knockout[DoubleEliminationOptions]):
    """n entries need 2n-2 matches, and one more if the final is played again."""

    name = "double_elimination"
    options_model = DoubleEliminationOptions

    def plan(
        self, order: Sequence[EntryId], options: DoubleEliminationOptions
    ) -> tuple[PlannedPairing, ...]:
        main = self.main_rounds(order)
        everybody = range(1, len(main) + 1)
        losers = losers_bracket(main, everybody, passes_over_byes=False)
        before = in_order_of_play(main, losers.rounds)
        final = _plan_final(main[-1][0], losers.rounds[-1].pairings[0] if losers.rounds else None)
        return (*before, final, *([_plan_second_final(final)] if options.reset else []))


def _plan_final(main: PlannedPairing, losers: PlannedPairing | None) -> PlannedPairing:
    """The winner of the main bracket against that of the losers' (of two entries: its loser)."""
    other = winner_slot(losers) if losers else loser_slot(main)
    return PlannedPairing("final-1-1", "final", 1, (winner_slot(main), other))


def _plan_second_final(final: PlannedPairing) -> PlannedPairing:
    """Played only if the losers' winner has won."""
    slots = (WinnerOf(final.id), LoserOf(final.id))
    return PlannedPairing("final-2-1", "final", 2, slots, only_if=OnlyIf(final.id, 1))
