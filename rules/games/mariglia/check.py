"""Checks a record: its numbers, the exposed card, whose turn it was, whether the game was over."""

from kernel.violations import Violation
from rules.checks import check_range, check_turn
from rules.contract import Situation
from rules.deals import check_cards
from rules.fields import NOTHING
from rules.games.mariglia.cards import ALL_POINTS, MARIGLIA, SEATS, TRICK, find_side, sum_points
from rules.games.mariglia.ending import bonus_wins
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord, read_totals


def check(
    record: MarigliaRecord, options: MarigliaOptions, before: Situation
) -> tuple[Violation, ...]:
    """All contradictions at once."""
    number_violations = _check_numbers(record)
    violations = number_violations + check_turn("dealer", record.dealer, SEATS, before.turn)
    card_violations = check_cards([record.trionfo])
    violations += card_violations
    # Without a dealer and a card there is no bonus to check the rest against.
    if card_violations or check_range("dealer", record.dealer, SEATS):
        return tuple(violations)
    totals, side = read_totals(record), find_side(record.dealer)
    # A record has totals unless the trionfo has won before the play: then the hand is not played
    # (Mariglia, Il Trionfo).
    has_won = bonus_wins(record, options, before)
    if has_won and totals is not None:
        params = {"side": side, "card": record.trionfo}
        violations.append(Violation("trionfo_has_won", params))
    elif not has_won and totals is None:
        violations.append(Violation("result_missing"))
    if number_violations or totals is None or record.trionfo[0] != MARIGLIA:
        return tuple(violations)
    # The 7 of trumps cannot be beaten: a dealer who exposed it takes its trick, so his side has at
    # least the card and the trick.
    least = sum_points([record.trionfo], options.honours) + TRICK
    if totals[side] < least:
        params = {
            "field": "totals",
            "side": side,
            "value": totals[side],
            "least": least,
            "most": ALL_POINTS,
            "given": {"trionfo": side},
        }
        violations.append(Violation("cannot_be_together", params))
    return tuple(violations)


def _check_numbers(record: MarigliaRecord) -> list[Violation]:
    """Every total from 0 to 70 is possible (tests/data/mariglia_hand.json), so only the bounds and
    the sum are checked."""
    pair = record.totals or NOTHING
    bounds = {"field": "totals", "least": 0, "most": ALL_POINTS}
    violations = []
    for side, points in enumerate(pair):
        if points is not None and not 0 <= points <= ALL_POINTS:
            params = {**bounds, "value": points, "side": side}
            violations.append(Violation("out_of_range", params))
    # The sum can only be compared once both sides are known and possible.
    ours, theirs = pair
    if violations or ours is None or theirs is None or ours + theirs == ALL_POINTS:
        return violations
    params = {"field": "totals", "sum": ours + theirs, "must_be": ALL_POINTS}
    return [Violation("wrong_sum", params)]
