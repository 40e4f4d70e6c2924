"""What a hand of Marafon is worth on the sheet (pagat, The Scoring)."""

from rules.contract import Part, Step
from rules.games.marafon.marafona import booked
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
        parts.append(Part("marafona", booked(record.marafona, options)))
    return (Step(tuple(parts)),)
