"""Checks a record: its numbers, the exposed card, whose turn it was, whether the game was over."""

from kernel.violations import Violation
from rules.checks import check_range, check_turn
from rules.contract import Situation
from rules.deals import check_cards
from rules.fields import NOTHING
from rules.games.mariglia.cards import ALL_POINTS, MARIGLIA, SEATS, TRICK, points_of, side_of
from rules.games.mariglia.ending import bonus_wins
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.record import MarigliaRecord, totals_of


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
    violations += _check_totals_needed(record, options, before)
    if not number_violations:
        violations += _check_mariglia(record, options)
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


def _check_totals_needed(
    record: MarigliaRecord, options: MarigliaOptions, before: Situation
) -> list[Violation]:
    """A record has totals unless the trionfo has won before the play: then the hand is not played
    (Mariglia, Il Trionfo)."""
    has_totals = totals_of(record) is not None
    if bonus_wins(record, options, before):
        params = {"side": side_of(record.dealer), "card": record.trionfo}
        return [Violation("trionfo_has_won", params)] if has_totals else []
    return [] if has_totals else [Violation("result_missing")]


def _check_mariglia(record: MarigliaRecord, options: MarigliaOptions) -> list[Violation]:
    """The 7 of trumps cannot be beaten: a dealer who exposed it takes its trick, so his side has
    at least the card and the trick."""
    totals, side = totals_of(record), side_of(record.dealer)
    least = points_of([record.trionfo], options.honours) + TRICK
    if totals is None or record.trionfo[0] != MARIGLIA or totals[side] >= least:
        return []
    params = {
        "field": "totals",
        "side": side,
        "value": totals[side],
        "least": least,
        "most": ALL_POINTS,
        "given": {"trionfo": side},
    }
    return [Violation("cannot_be_together", params)]
