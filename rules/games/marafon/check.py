"""Whether a record can be: the hand it tells of, what the options allow, whose turn it was."""

from kernel.violations import Violation
from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation
from rules.games.marafon.cards import SEATS, SIDES
from rules.games.marafon.contradictions import contradictions, possible_outcomes
from rules.games.marafon.ending import both_there, find_shown_first
from rules.games.marafon.marafona import check_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, points_of, thirds_of


def check(
    record: MarafonRecord, options: MarafonOptions, before: Situation
) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations = [] if possible_outcomes(record) else contradictions(record)
    violations += _check_result(record, options)
    has_score = not violations
    violations += check_turn("caller", record.caller, SEATS, before.turn)
    violations += check_suit(record.trump)
    violations += check_range("first", record.first, SIDES)
    caller = before.turn if record.caller is None else record.caller
    violations += check_marafona(record.marafona, options, caller)
    if has_score and options.both_reach == "first_in_play":
        violations += _check_first(record, options, before)
    return tuple(violations)


def _check_result(record: MarafonRecord, options: MarafonOptions) -> list[Violation]:
    """Points leave open which thirds were dropped, so a figure they are not enough."""
    if options.in_thirds and thirds_of(record) is None:
        return [Violation("thirds_missing")]
    return [Violation("result_missing")] if points_of(record) is None else []


def _check_first(
    record: MarafonRecord, options: MarafonOptions, before: Situation
) -> list[Violation]:
    """Both past the target: the record must say who got there first, unless it shows it."""
    if not both_there(record, options, before):
        return []
    shown = find_shown_first(record, options, before)
    if shown is None and record.first is None:
        return [Violation("first_missing")]
    if shown is not None and record.first is not None and record.first != shown:
        return [Violation("first_at_odds", {"first": record.first, "must_be": shown})]
    return []
