"""Standings on the screen: bands of shared places, and who is still in."""

from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.selectors.standings import Standings, StandingsRow
from wording.places import place
from wording.whys import placing_words


@dataclass(frozen=True, slots=True)
class Band:
    """The entries that share a place, or are still in alike. ``why`` says that they are level, and
    why the last of them is above the next."""

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
        whys = (row.placing.why for row in rows)
        said = dict.fromkeys(placing_words(why.code, why.params) for why in whys)
        bands.append(
            Band(
                label=place(placing.first, placing.last),
                still_in=placing.still_in,
                why=" ".join(said),
                rows=rows,
            )
        )
    return tuple(bands)


def sliced(standings: Standings, start: int, count: int) -> Standings:
    """A part of the ranking, for a page of it."""
    return replace(standings, rows=standings.rows[start : start + count])


def _key(row: StandingsRow) -> tuple[int, int, str]:
    placing = row.placing
    return placing.first, placing.last, placing.why.code if placing.still_in else ""
