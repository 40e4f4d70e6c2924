"""Standings on the screen: bands of shared places, and entries that are still in."""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.core.paginator import Page

from database.text import split_search
from tournaments.models import Event
from tournaments.selectors.standings.standings import (
    EventPlaces,
    Standings,
    StandingsRow,
    name_places,
)
from web.paging import ROWS_A_PAGE, cut_page
from wording.places import place
from wording.whys import describe_placing


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    """The entries that share a place, or are still in for the same reason. ``why`` says that they
    are tied, and why the last of them is above the next."""

    label: str
    still_in: bool
    why: str
    rows: tuple[StandingsRow, ...]


def group_by_places(standings: Standings) -> tuple[SharedPlaces, ...]:
    """The rows of a ranking, those of one place together."""
    bands = []
    for _, group in groupby(standings.rows, key=_band_key):
        rows = tuple(group)
        placing = rows[0].placing
        reasons = [describe_placing(row.placing.why.code, row.placing.why.params) for row in rows]
        bands.append(
            SharedPlaces(
                label=place(placing.first, placing.last),
                still_in=placing.still_in,
                # Most rows of a band have the same reason: each is shown once, in their order.
                why=" ".join(dict.fromkeys(reasons)),
                rows=rows,
            )
        )
    return tuple(bands)


def _band_key(row: StandingsRow) -> tuple[int, int, str]:
    """The places; of entries that are still in also the reason, which the label does not tell."""
    placing = row.placing
    reason = ""
    if placing.still_in:
        reason = placing.why.code
    return placing.first, placing.last, reason


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """A page of the places, or of those that were searched for."""

    bands: tuple[SharedPlaces, ...]
    page: Page[Any]
    sought: str


def build_places_page(event: Event, places: EventPlaces, page: int, sought: str = "") -> PlacesPage:
    """That page of the places, or the last; ``sought`` are words of the names that are shown. One
    query: without a search only the names of the page are read."""
    shown: Page[Any]
    if sought:
        named = name_places(event, places.placings)
        words = split_search(sought)
        found = tuple(row for row in named if row.name.has_words(words))
        shown = cut_page(page, found, ROWS_A_PAGE)
        rows = tuple(shown)
    else:
        shown = cut_page(page, places.placings, ROWS_A_PAGE)
        rows = name_places(event, tuple(shown))
    return PlacesPage(group_by_places(Standings(places.version, rows)), shown, sought)


def slice_standings(standings: Standings, start: int, count: int) -> Standings:
    """A part of the ranking, for a page of it."""
    return replace(standings, rows=standings.rows[start : start + count])
