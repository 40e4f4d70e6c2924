"""Double elimination: who has lost twice is out."""

from competition.brackets.losers.bracket import LosersRound, plan_losers_bracket
from competition.brackets.losers.order import order_for_play
from competition.brackets.losers.slots import make_winner_slot
from competition.brackets.places import BracketPlaces, drop_losers
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout, plan_main_rounds
from competition.plan import LoserOf, OnlyIf, PlannedPairing, WinnerOf


class DoubleEliminationOptions(FormatOptions):
    """``reset``: if the losers' winner wins the final, it is played once more: only then has the
    other lost twice."""

    reset: bool = True


class DoubleElimination(Knockout[DoubleEliminationOptions]):
    """n entries need 2n-2 matches, and one more if the final is played again."""

    name = "double_elimination"
    options_model = DoubleEliminationOptions

    def plan_places(
        self, places: BracketPlaces, options: DoubleEliminationOptions
    ) -> tuple[PlannedPairing, ...]:
        main = plan_main_rounds(places)
        dropped = drop_losers(main[0], places)
        everybody = range(1, len(main) + 1)
        losers = plan_losers_bracket(main, everybody, passes_over_byes=False, first=dropped.slots)
        rounds = losers.rounds
        if dropped.matches:
            # The losers of preliminary matches play beside the first round, before the losers'
            # bracket.
            rounds = [LosersRound(1, dropped.matches), *losers.rounds]
        matches_before = order_for_play(main, rounds)
        if losers.rounds:
            other = make_winner_slot(losers.rounds[-1].pairings[0])
        else:
            # Of two entries the loser is in the final: there is no losers' bracket.
            other = dropped.slots[0]
        # The winner of the main bracket against that of the losers' bracket.
        final_slots = (make_winner_slot(main[-1][0]), other)
        final = PlannedPairing("final-1-1", "final", 1, final_slots)
        preliminary = places.list_preliminary_matches()
        if not options.reset:
            return (*preliminary, *matches_before, final)
        # The second final is played only if the winner of the losers' bracket has won the first.
        second_slots = (WinnerOf(final.id), LoserOf(final.id))
        second_final = PlannedPairing(
            "final-2-1", "final", 2, second_slots, only_if=OnlyIf(final.id, 1)
        )
        return (*preliminary, *matches_before, final, second_final)
