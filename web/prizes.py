"""Prizes on the screen, for the desk and the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.prizes import Award, awards_of, prizes_of
from tournaments.selectors.standings import Standings, StandingsRow
from wording.places import place


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize with its places, and who has it so far."""

    places: str
    text: str
    rows: tuple[StandingsRow, ...]
    is_settled: bool


def prize_views(event: Event, standings: Standings) -> Sequence[PrizeView]:
    """The prizes of an event as it stands. Seven queries at most, one for none."""
    bands = prizes_of(event)
    return [_view(award) for award in awards_of(event, bands, standings)] if bands else []


def _view(award: Award) -> PrizeView:
    band = award.band
    return PrizeView(place(band.first, band.last), band.text, award.rows, award.is_settled)
