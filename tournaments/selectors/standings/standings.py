"""Reads the standings of any event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from competition.cuts.chain import RankedStage, rank_event
from competition.plan import EntryId, Placing
from tournaments.models import Event
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.standings.cuts import find_cut
from tournaments.selectors.standings.rankings import Ranking, load_drawn_rankings


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry with its place: shared ``first`` to ``last``; while it is still in, the places it
    can reach. An entry that has left keeps the place that it has played for."""

    name: EntryName
    placing: Placing


@dataclass(frozen=True)
class Standings:
    """The standings of an event. ``version`` is the sum of the versions of its stages."""

    version: int
    rows: tuple[StandingsRow, ...]

    @cached_property
    def placings(self) -> tuple[Placing, ...]:
        """The rows without their names."""
        return tuple(row.placing for row in self.rows)

    @cached_property
    def rows_by_entry(self) -> dict[EntryId, StandingsRow]:
        """Each entry has one row."""
        return {row.placing.entry: row for row in self.rows}

    @property
    def winner(self) -> StandingsRow | None:
        """Who has won the event, once it is decided."""
        if not self.rows:
            return None
        best_row = self.rows[0]
        if best_row.placing.still_in or best_row.placing.last != 1:
            return None
        return best_row


@dataclass(frozen=True, slots=True)
class EventPlaces:
    """The places of an event without the names of its entries, which a page needs of few."""

    version: int
    placings: tuple[Placing, ...]


def load_standings_of_event(event: Event) -> Standings:
    """The standings of an event over all its stages; before it is drawn, without rows. Two queries,
    and five more for each stage that is drawn."""
    places = load_event_places(event)
    if not places.placings:
        return Standings(places.version, ())
    return Standings(places.version, _build_rows(places.placings, load_entry_names(event)))


def load_event_places(event: Event) -> EventPlaces:
    """The places of an event over all its stages; none before it is drawn. One query, and five
    more for each stage that is drawn."""
    stages = list(event.stages.order_by("number"))
    version = sum(stage.version for stage in stages)
    return EventPlaces(version, rank_entries_of_event(load_drawn_rankings(stages)))


def rank_entries_of_event(rankings: Iterable[Ranking]) -> tuple[Placing, ...]:
    """The places of an event over all its stages, by the rankings of those that are drawn."""
    return rank_event(
        [RankedStage(find_cut(each.stage), each.stage.number, each.placings) for each in rankings]
    )


def name_places(event: Event, placings: Sequence[Placing]) -> tuple[StandingsRow, ...]:
    """These places with the names of their entries. One query."""
    names = load_entry_names(event, [placing.entry for placing in placings])
    return _build_rows(placings, names)


def _build_rows(
    placings: Sequence[Placing], names: Mapping[int, EntryName]
) -> tuple[StandingsRow, ...]:
    return tuple(StandingsRow(names[int(placing.entry)], placing) for placing in placings)
