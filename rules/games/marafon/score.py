"""The score of a hand of Marafon, as it is booked on the sheet (pagat, The Scoring)."""

from collections.abc import Mapping

from rules.contract import Part, Step, Totals, build_totals
from rules.games.marafon.cards import ALL_POINTS, ALL_THIRDS
from rules.games.marafon.marafona import book_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, read_points, read_thirds


def score(record: MarafonRecord, options: MarafonOptions) -> tuple[Step, ...]:
    """One step: the cards with the last trick, and the marafona."""
    card_points = read_points(record)
    if options.in_thirds:
        card_points = read_thirds(record)
    if card_points is None:
        raise ValueError("a record that was not checked has no score")
    parts = [Part("cards", card_points)]
    if record.marafona is not None:
        parts.append(Part("marafona", book_marafona(record.marafona, options)))
    return (Step(tuple(parts)),)


def count_feats(record: MarafonRecord) -> Mapping[str, Totals]:
    """The marafona that counts, and the shutout (cappotto). A shutout has no score of its own
    (pagat, The Scoring), but rankings may count it."""
    feats: dict[str, Totals] = {}
    if record.marafona is not None:
        feats["marafona"] = build_totals(record.marafona, 1)
    thirds = read_thirds(record)
    if thirds is not None:
        side_results, everything = thirds, ALL_THIRDS
    else:
        # In whole points, 11 to 0 is the nearest that a sheet shows: the loser may have had thirds.
        side_results, everything = read_points(record) or (0, 0), ALL_POINTS
    if everything in side_results:
        feats["shutout"] = build_totals(side_results.index(everything), 1)
    return feats
