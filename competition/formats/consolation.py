"""Consolation (girone dei perdenti): a knock-out whose losers play on among themselves."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from competition.brackets.losers.bracket import LosersRound, plan_losers_bracket
from competition.brackets.losers.order import order_for_play
from competition.brackets.losers.places import place_rounds
from competition.brackets.losers.slots import list_loser_slots
from competition.brackets.places import BracketPlaces, drop_losers
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout, plan_main_rounds, plan_third_place
from competition.plan import PlannedPairing

RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=11)]
Rounds: TypeAlias = Sequence[Sequence[PlannedPairing]]
PLACED_ROUNDS: Final = {0: 0, 4: 0, 8: 1, 16: 2}
"""By ``places``, in how many rounds before the semifinals the losers play for their places: in the
quarterfinals for 5 to 8, in the round before too for 9 to 16."""


class ConsolationOptions(FormatOptions):
    """``losers_of``: the main rounds whose losers play the losers' bracket. ``places``: down to
    this one every place is played for; 0: none is. ``third_place``: the third in any case.

    A round that decides places by ``places`` or ``third_place`` sends nobody to the losers'
    bracket, nor does the final; rounds that do not exist are ignored.
    """

    third_place: bool = False
    losers_of: Annotated[tuple[RoundNumber, ...], Field(strict=False, max_length=11)] = (1,)
    places: Literal[0, 4, 8, 16] = 0


class Consolation(Knockout[ConsolationOptions]):
    """Losers of the main bracket play for the remaining places and never return to it."""

    name = "consolation"
    options_model = ConsolationOptions

    def plan_places(
        self, places: BracketPlaces, options: ConsolationOptions
    ) -> tuple[PlannedPairing, ...]:
        main = plan_main_rounds(places)
        third: tuple[PlannedPairing, ...] = ()
        if options.third_place or options.places:
            third = plan_third_place(main)
        semifinal = len(main) - 1
        first_placed = max(1, semifinal - PLACED_ROUNDS[options.places])
        placed_rounds = range(first_placed, semifinal)
        # A round whose losers play for places cannot send them to the losers' bracket too.
        available = {*range(1, semifinal + 1)}.difference(placed_rounds)
        if third:
            available.discard(semifinal)
        chosen_rounds = sorted(available.intersection(options.losers_of))
        preliminary_losers: tuple[PlannedPairing, ...] = ()
        rounds: list[LosersRound] = []
        if chosen_rounds:
            first = None
            if chosen_rounds[0] == 1:
                # Where the losers of the first round play on, so do those of preliminary matches.
                dropped = drop_losers(main[0], places)
                first, preliminary_losers = dropped.slots, dropped.matches
            bracket = plan_losers_bracket(main, chosen_rounds, passes_over_byes=True, first=first)
            rounds = bracket.rounds
        # Rounds for places are numbered after those of the losers' bracket, in the same section.
        for number in placed_rounds:
            losers = list_loser_slots(main[number - 1])
            rounds += place_rounds(losers, number, len(rounds))
        if preliminary_losers:
            rounds = [LosersRound(1, preliminary_losers), *rounds]
        preliminary = places.list_preliminary_matches()
        return (*preliminary, *order_for_play(main[:-1], rounds), *third, *main[-1])
