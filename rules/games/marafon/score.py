"""What a hand of Marafon is worth on the sheet (pagat, The Scoring)."""

from collections.abc import Mapping

from rules.contract import Part, Step, Totals
from rules.games.marafon.cards import ALL_POINTS, ALL_THIRDS
from rules.games.marafon.marafona import book_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, points_of, thirds_of


def cards_of(record: MarafonRecord, options: MarafonOptions) -> tuple[int, int]:
    """What the tricks gave each side, in the unit of the sheet."""
    result = thirds_of(record) if options.in_thirds else points_of(record)
    if result is None:
        raise ValueError("a record that was not checked has no score")
    return result


def score(record: MarafonRecord, options: MarafonOptions) -> tuple[Step, ...]:
    """One step: the cards with the last trick, and the marafona."""
    parts = [Part("cards", cards_of(record, options))]
    if record.marafona is not None:
        parts.append(Part("marafona", book_marafona(record.marafona, options)))
    return (Step(tuple(parts)),)


def feats(record: MarafonRecord) -> Mapping[str, Totals]:
    """The marafona that counts, and the shutout: a sheet in whole points shows it by 11 to 0."""
    found: dict[str, Totals] = {}
    if record.marafona is not None:
        found["marafona"] = _book_once(record.marafona)
    thirds = thirds_of(record)
    result, everything = (points_of(record), ALL_POINTS) if thirds is None else (thirds, ALL_THIRDS)
    if result is not None and everything in result:
        found["shutout"] = _book_once(result.index(everything))
    return found


def _book_once(side: int) -> Totals:
    return (1, 0) if side == 0 else (0, 1)
