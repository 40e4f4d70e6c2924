"""Reads the standings of any event."""

from dataclasses import dataclass

from competition.cuts.chain import event_placings
from competition.plan import Placing
from tournaments.models import Event
from tournaments.selectors.cuts import cut_of
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.rankings import ranking_of


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry with its place: shared ``first`` to ``last``; while it is still in, the places it
    can reach. ``withdrawn`` says that it left, which does not erase it."""

    name: EntryName
    placing: Placing


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of an event. ``version`` is the sum of the versions of its stages."""

    version: int
    rows: tuple[StandingsRow, ...]

    @property
    def winner(self) -> StandingsRow | None:
        """Who has won the event, once it is decided."""
        best = self.rows[0] if self.rows else None
        if best is None or best.placing.still_in or best.placing.last != 1:
            return None
        return best


def standings_of(event: Event) -> Standings:
    """The standings of an event over all its stages; before it is drawn, without rows. Two queries,
    and five more for each stage that is drawn."""
    stages = list(event.stages.order_by("number"))
    version = sum(stage.version for stage in stages)
    drawn = [ranking for stage in stages if (ranking := ranking_of(stage)).pairings]
    if not drawn:
        return Standings(version, ())
    chained = [(cut_of(ranking.stage), ranking.stage.number, ranking.placings) for ranking in drawn]
    names = names_of(event)
    return Standings(
        version,
        tuple(
            StandingsRow(names[int(placing.entry)], placing) for placing in event_placings(chained)
        ),
    )
