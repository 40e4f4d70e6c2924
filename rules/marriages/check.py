"""Checks a record: the card points, the declarations and their order, whose turn it was."""

from collections.abc import Iterator

from kernel.violations import Violation
from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation
from rules.fields import NOTHING
from rules.marriages.cards import ALL_POINTS, CANNOT_BE, SIDES
from rules.marriages.declarations import check_covers, check_declarations
from rules.marriages.record import MarriageRecord, find_winner_at_once, read_card_points
from rules.marriages.score import score
from rules.marriages.terms import Terms


def check(record: MarriageRecord, terms: Terms, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations = list(_check_card_points(record, terms))
    violations += check_declarations(record, terms)
    violations += check_turn("leader", record.leader, terms.seats, before.turn)
    violations += check_suit(record.trumps)
    violations += check_range("first", record.was_first, SIDES)
    # Only a valid record has a score by which both sides can be at the target.
    if not violations and terms.first_wins and record.was_first is None and before.to_target:
        (step,) = score(record, terms)
        if min(step.add_to(before.totals)) >= terms.target:
            violations.append(Violation("first_missing"))
    return tuple(violations)


def _check_card_points(record: MarriageRecord, terms: Terms) -> Iterator[Violation]:
    if read_card_points(record) is None:
        # A hand that a mariannone has ended is not played out, so its cards are not counted.
        if find_winner_at_once(record) is None:
            yield Violation("card_points_missing")
        return
    pair = record.card_points or NOTHING
    is_out_of_range = False
    for side, points in enumerate(pair):
        if points is not None and not 0 <= points <= ALL_POINTS:
            is_out_of_range = True
            params = {"field": "card_points", "value": points, "side": side, "least": 0}
            yield Violation("out_of_range", {**params, "most": ALL_POINTS})
    if is_out_of_range:
        return
    ours, theirs = pair
    total = ALL_POINTS if ours is None or theirs is None else ours + theirs
    if total != ALL_POINTS:
        params = {"field": "card_points", "sum": total, "must_be": ALL_POINTS}
        yield Violation("wrong_sum", params)
    for side, points in enumerate(pair):
        if points in CANNOT_BE:
            # One is enough: if one side has 1 point, the other has 119, for the same reason.
            yield Violation("no_cards_make_this", {"side": side, "points": points})
            return
    if terms.has_mi_copri and total == ALL_POINTS:
        yield from check_covers(record)
