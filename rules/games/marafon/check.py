"""Checks a record: whether its hand is possible, what the options allow, whose turn it was."""

from kernel.violations import Violation
from rules.checks import check_range, check_suit, check_turn
from rules.contract import Situation
from rules.games.marafon.cards import SEATS, SIDES
from rules.games.marafon.contradictions import find_contradictions
from rules.games.marafon.ending import both_reach_target, find_proved_first
from rules.games.marafon.facts import find_possible_outcomes
from rules.games.marafon.marafona import check_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, read_points, read_thirds


def check(
    record: MarafonRecord, options: MarafonOptions, before: Situation
) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations: list[Violation] = []
    # Almost all records are possible, so the search for contradictions is rare.
    if not find_possible_outcomes(record):
        violations += find_contradictions(record)
    # Points leave open which thirds were dropped, so they are not enough for a sheet in thirds.
    if options.in_thirds and read_thirds(record) is None:
        violations.append(Violation("thirds_missing"))
    elif read_points(record) is None:
        violations.append(Violation("result_missing"))
    has_score = not violations
    violations += check_turn("caller", record.caller, SEATS, before.turn)
    violations += check_suit(record.trump)
    violations += check_range("first", record.first, SIDES)
    caller = before.turn if record.caller is None else record.caller
    violations += check_marafona(record.marafona, options, caller)
    is_race = options.both_reach == "first_in_play"
    if has_score and is_race and both_reach_target(record, options, before):
        # The record must name the side that was first, unless it proves which one it was.
        proved = find_proved_first(record, options, before)
        if proved is None and record.first is None:
            violations.append(Violation("first_missing"))
        elif proved is not None and record.first is not None and record.first != proved:
            params = {"first": record.first, "must_be": proved}
            violations.append(Violation("first_at_odds", params))
    return tuple(violations)
