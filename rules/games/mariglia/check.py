"""Whether a record can be: the numbers, the exposed card, whose turn it was, who had won."""

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
    numbers = _check_numbers(record)
    deal = check_turn("dealer", record.dealer, SEATS, before.turn) + check_cards([record.trionfo])
    violations = numbers + deal
    if check_range("dealer", record.dealer, SEATS) or check_cards([record.trionfo]):
        return tuple(violations)
    violations += _is_needed(record, options, before)
    if not numbers:
        violations += _check_mariglia(record, options)
    return tuple(violations)


def _check_numbers(record: MarigliaRecord) -> list[Violation]:
    """Every total from 0 to 70 is there in some legal hand (tests/data/mariglia_hand.json)."""
    pair = record.totals or NOTHING
    bounds = {"field": "totals", "least": 0, "most": ALL_POINTS}
    out = [
        Violation("out_of_range", {**bounds, "value": points, "side": side})
        for side, points in enumerate(pair)
        if points is not None and not 0 <= points <= ALL_POINTS
    ]
    ours, theirs = pair
    if out or ours is None or theirs is None or ours + theirs == ALL_POINTS:
        return out
    params = {"field": "totals", "sum": ours + theirs, "must_be": ALL_POINTS}
    return [Violation("wrong_sum", params)]


def _is_needed(
    record: MarigliaRecord, options: MarigliaOptions, before: Situation
) -> list[Violation]:
    """The points of the play, unless the trionfo has won before it."""
    written = totals_of(record) is not None
    if bonus_wins(record, options, before):
        params = {"side": side_of(record.dealer), "card": record.trionfo}
        return [Violation("trionfo_has_won", params)] if written else []
    return [] if written else [Violation("result_missing")]


def _check_mariglia(record: MarigliaRecord, options: MarigliaOptions) -> list[Violation]:
    """The 7 of trumps cannot be beaten: who was dealt it has its trick."""
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
