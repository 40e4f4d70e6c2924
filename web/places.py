"""Standings on the screen: bands of shared places, and who is still in."""

from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.selectors.standings import Standings, StandingsRow
from wording.places import place
from wording.whys import placing_words


@dataclass(frozen=True, slots=True)
class Band:
    """The entries that share a place."""

    label: str
    still_in: bool
    why: str
    rows: tuple[StandingsRow, ...]


def bands_of(standings: Standings) -> tuple[Band, ...]:
    """The rows of a ranking, those of one place together."""
    bands = []
    for _, group in groupby(standings.rows, key=_key):
        rows = tuple(group)
        placing = rows[0].placing
        bands.append(
            Band(
                label=place(placing.first, placing.last),
                still_in=placing.still_in,
                why=placing_words(placing.why.code, placing.why.params),
                rows=rows,
            )
        )
    return tuple(bands)


def sliced(standings: Standings, start: int, count: int) -> Standings:
    """A part of the ranking, for a page of it."""
    return replace(standings, rows=standings.rows[start : start + count])


def _key(row: StandingsRow) -> tuple[int, int, bool, str]:
    placing = row.placing
    return placing.first, placing.last, placing.still_in, placing.why.code
