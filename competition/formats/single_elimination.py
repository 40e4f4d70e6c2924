"""Single elimination: who loses is out."""

from itertools import chain

from competition.brackets.places import BracketPlaces
from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout, plan_main_rounds, plan_third_place
from competition.plan import PlannedPairing


class SingleEliminationOptions(FormatOptions):
    """``third_place``: the losers of the semifinals play for it (from four entries on)."""

    third_place: bool = False


class SingleElimination(Knockout[SingleEliminationOptions]):
    """n entries need n-1 matches."""

    name = "single_elimination"
    options_model = SingleEliminationOptions

    def plan_places(
        self, places: BracketPlaces, options: SingleEliminationOptions
    ) -> tuple[PlannedPairing, ...]:
        *rounds, final = plan_main_rounds(places)
        third: tuple[PlannedPairing, ...] = ()
        if options.third_place:
            third = plan_third_place([*rounds, final])
        preliminary_matches = places.list_preliminary_matches()
        return (*preliminary_matches, *chain.from_iterable(rounds), *third, *final)
