"""Single elimination: who loses is out."""

from collections.abc import Sequence
from itertools import chain

from competition.formats.contract import FormatOptions
from competition.formats.knockout import Knockout, third_place
from competition.plan import EntryId, PlannedPairing


class SingleEliminationOptions(FormatOptions):
    """``third_place``: the losers of the semifinals play for it (from four entries on)."""

    third_place: bool = False


class SingleElimination(Knockout[SingleEliminationOptions]):
    """n entries need n-1 matches."""

    name = "single_elimination"
    options_model = SingleEliminationOptions

    def plan(
        self, order: Sequence[EntryId], options: SingleEliminationOptions
    ) -> tuple[PlannedPairing, ...]:
        *rounds, final = self.main_rounds(order)
        third = third_place([*rounds, final]) if options.third_place else ()
        return (*chain.from_iterable(rounds), *third, *final)
