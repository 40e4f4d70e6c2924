"""Reads who stands where, for any event."""

from dataclasses import dataclass

from tournaments.core.formats import format_named
from tournaments.core.plan import Placing
from tournaments.models import Event
from tournaments.selectors.brackets import planned, results
from tournaments.selectors.entries import EntryName, names_of


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry with its place: shared ``first`` to ``last``; while it is still in, the places it
    can reach. ``withdrawn`` says that it left, which does not erase it."""

    name: EntryName
    placing: Placing


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking of an event at one version of its stage."""

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
    """The standings of an event; before it is drawn, without rows. Five queries."""
    stage = event.stages.order_by("-number").get()
    pairings = planned(stage)
    if not pairings:
        return Standings(stage.version, ())
    placings = format_named(stage.format).placings(pairings, results(stage))
    names = names_of(event)
    return Standings(
        stage.version,
        tuple(StandingsRow(names[int(placing.entry)], placing) for placing in placings),
    )
