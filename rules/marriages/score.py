"""The score of a hand, as it is booked on the sheet: the cards and the declarations."""

from collections import defaultdict

from rules.contract import Part, Step
from rules.marriages.cards import SIDES
from rules.marriages.record import (
    MarriageRecord,
    find_winner_at_once,
    list_values,
    read_card_points,
)
from rules.marriages.terms import MARIANNONE, Terms


def score(record: MarriageRecord, terms: Terms) -> tuple[Step, ...]:
    """One step: the declarations of a hand do not end a game before its cards are counted (pagat,
    Marianna), except for a mariannone."""
    points_by_kind: dict[str, list[int]] = defaultdict(lambda: [0] * SIDES)
    for declaration, value in zip(record.declarations, list_values(record, terms), strict=True):
        points_by_kind[declaration.kind][declaration.side] += value
    parts = [Part("cards", read_card_points(record) or (0,) * SIDES)]
    parts += [Part(kind, tuple(points)) for kind, points in points_by_kind.items()]
    wins = find_winner_at_once(record)
    if wins is not None:
        # The ending is named for the last part of a step that wins.
        parts.sort(key=lambda part: part.rule == MARIANNONE)
    return (Step(tuple(parts), wins),)
