"""Prizes on the screen, for the desk and the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Event
from tournaments.selectors.prizes import Award, awards_of, prizes_of
from tournaments.selectors.standings import Standings, StandingsRow
from wording.places import place


@dataclass(frozen=True, slots=True)
class Winner:
    """Who stands on a place with a prize; whether disqualified, the club decides."""

    row: StandingsRow
    is_out: bool


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize with its places, and who has it so far."""

    places: str
    text: str
    winners: tuple[Winner, ...]
    is_settled: bool


def prize_views(event: Event, standings: Standings) -> Sequence[PrizeView]:
    """The prizes of an event as it stands. Eight queries at most, one for none."""
    bands = prizes_of(event)
    if not bands:
        return []
    gone = event.entries.filter(state=Entry.State.DISQUALIFIED).values_list("pk", flat=True)
    out = frozenset(gone)
    return [_view(award, out) for award in awards_of(event, bands, standings)]


def _view(award: Award, out: frozenset[int]) -> PrizeView:
    band = award.band
    winners = tuple(Winner(row, row.name.id in out) for row in award.rows)
    return PrizeView(place(band.first, band.last), band.text, winners, award.is_settled)
