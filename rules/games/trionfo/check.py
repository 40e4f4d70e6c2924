"""Whether a record can be: a hand that was played or passed, a partner where one was called."""

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.checks import check_range, check_turn
from rules.contract import Situation
from rules.games.trionfo.bids import BIDS, CALL
from rules.games.trionfo.cards import SEATS
from rules.games.trionfo.record import RESULT, TrionfoRecord


def check(record: TrionfoRecord, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    result = _check_all_passed(record) if record.all_pass else _check_played(record)
    return (*result, *check_turn("leader", record.leader, SEATS, before.turn))


def _check_all_passed(record: TrionfoRecord) -> list[Violation]:
    """Where all have passed there is nothing to tell. A card not called is not told either."""
    return [
        Violation("all_have_passed", {"field": field})
        for field in RESULT
        if getattr(record, field) is not None and (field, record.own_card) != ("own_card", False)
    ]


def _check_played(record: TrionfoRecord) -> list[Violation]:
    violations = [
        Violation("needed_here", {"field": field})
        for field in ("declarer", "bid", "success")
        if getattr(record, field) is None
    ]
    violations += check_range("declarer", record.declarer, SEATS)
    violations += check_range("partner", record.partner, SEATS)
    if record.bid is None:
        return violations
    if record.bid not in BIDS:
        params = {"field": "bid", "value": shorten_value(record.bid), "choices": list(BIDS)}
        return [*violations, Violation("no_such_choice", params)]
    return violations + _check_partner(record)


def _check_partner(record: TrionfoRecord) -> list[Violation]:
    """A call has a partner, another seat than the declarer's, or is of one's own card."""
    if record.bid != CALL:
        told = {"partner": record.partner is not None, "own_card": bool(record.own_card)}
        return [Violation("only_with_a_call", {"field": field}) for field in told if told[field]]
    if record.partner is None:
        return [] if record.own_card else [Violation("partner_missing")]
    if record.own_card:
        return [Violation("partner_of_own_card", {"seat": record.partner})]
    if record.partner == record.declarer:
        return [Violation("partner_is_declarer", {"seat": record.partner})]
    return []
