"""What a hand is worth on the sheet: one step, the cards and what was declared."""

from collections import defaultdict

from rules.contract import Part, Step, Totals
from rules.marriages.cards import SIDES
from rules.marriages.record import MarriageRecord, cards_of, values_of, winner_at_once
from rules.marriages.terms import Terms


def score(record: MarriageRecord, terms: Terms) -> tuple[Step, ...]:
    """The mariannone stands last where it has won: the step is named for it."""
    declared: dict[str, list[int]] = defaultdict(lambda: [0] * SIDES)
    for each, value in zip(record.declarations, values_of(record, terms), strict=True):
        declared[each.kind][each.side] += value
    parts = [Part("cards", cards_of(record) or (0,) * SIDES)]
    parts += [Part(kind, tuple(points)) for kind, points in declared.items()]
    wins = winner_at_once(record)
    if wins is not None:
        parts.sort(key=lambda part: part.rule == "mariannone")
    return (Step(tuple(parts), wins),)


def count_gains(record: MarriageRecord, terms: Terms) -> Totals:
    """What the whole hand adds to each side."""
    (step,) = score(record, terms)
    return step.added((0,) * SIDES)
