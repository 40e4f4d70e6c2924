"""Standings on the screen: bands of shared places, and who is still in."""

from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.selectors.standings import Standings, StandingsRow
from web.paging import ROWS_A_PAGE, page_of
from web.searching import has_words
from wording.places import place
from wording.whys import placing_words


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    """The entries that share a place, or are still in alike. ``why`` says that they are level, and
    why the last of them is above the next."""

    label: str
    still_in: bool
    why: str
    rows: tuple[StandingsRow, ...]


def bands_of(standings: Standings) -> tuple[SharedPlaces, ...]:
    """The rows of a ranking, those of one place together."""
    bands = []
    for _, group in groupby(standings.rows, key=_key):
        rows = tuple(group)
        placing = rows[0].placing
        whys = (row.placing.why for row in rows)
        said = dict.fromkeys(placing_words(why.code, why.params) for why in whys)
        bands.append(
            SharedPlaces(
                label=place(placing.first, placing.last),
                still_in=placing.still_in,
                why=" ".join(said),
                rows=rows,
            )
        )
    return tuple(bands)


@dataclass(frozen=True, slots=True)
class PlacesPage:
    """A page of the places, or of those that were searched for."""

    bands: tuple[SharedPlaces, ...]
    page: int
    pages: range
    sought: str


def places_page(standings: Standings, page: int, sought: str = "") -> PlacesPage:
    """That page of the places, or the last; ``sought`` are words of the names that are shown."""
    rows = tuple(row for row in standings.rows if has_words(row.name, sought))
    at, pages = page_of(page, len(rows), ROWS_A_PAGE)
    shown = slice_standings(replace(standings, rows=rows), at * ROWS_A_PAGE, ROWS_A_PAGE)
    return PlacesPage(bands_of(shown), at, pages, sought)


def slice_standings(standings: Standings, start: int, count: int) -> Standings:
    """A part of the ranking, for a page of it."""
    return replace(standings, rows=standings.rows[start : start + count])


def _key(row: StandingsRow) -> tuple[int, int, str]:
    placing = row.placing
    return placing.first, placing.last, placing.why.code if placing.still_in else ""
