"""Checks a record: a hand that was played or passed, and a partner if one was called."""

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.checks import check_range, check_turn
from rules.contract import Situation
from rules.games.trionfo.bids import BIDS, CALL
from rules.games.trionfo.cards import SEATS
from rules.games.trionfo.record import RESULT, TrionfoRecord


def check(record: TrionfoRecord, before: Situation) -> tuple[Violation, ...]:
    """All contradictions at once."""
    violations: list[Violation] = []
    if record.all_pass:
        # A hand that all have passed has no result.
        for field in RESULT:
            value = getattr(record, field)
            # That no own card was called is true of such a hand too.
            is_harmless = field == "own_card" and value is False
            if value is not None and not is_harmless:
                violations.append(Violation("all_have_passed", {"field": field}))
    else:
        missing = [name for name in ("declarer", "bid", "success") if getattr(record, name) is None]
        violations += [Violation("needed_here", {"field": field}) for field in missing]
        violations += check_range("declarer", record.declarer, SEATS)
        violations += check_range("partner", record.partner, SEATS)
        if record.bid in BIDS:
            violations += _check_partner(record)
        elif record.bid is not None:
            params = {"field": "bid", "value": shorten_value(record.bid), "choices": list(BIDS)}
            violations.append(Violation("no_such_choice", params))
    return (*violations, *check_turn("leader", record.leader, SEATS, before.turn))


def _check_partner(record: TrionfoRecord) -> list[Violation]:
    """Only a call has a partner, who is another seat than the declarer, or is of one's own card
    (pagat, Trionfo, The bidding, making trumps and calling)."""
    if record.bid != CALL:
        violations = []
        if record.partner is not None:
            violations.append(Violation("only_with_a_call", {"field": "partner"}))
        if record.own_card:
            violations.append(Violation("only_with_a_call", {"field": "own_card"}))
        return violations
    # A declarer who calls a card of his own plays without a partner.
    if record.partner is None:
        if record.own_card:
            return []
        return [Violation("partner_missing")]
    if record.own_card:
        return [Violation("partner_of_own_card", {"seat": record.partner})]
    if record.partner == record.declarer:
        return [Violation("partner_is_declarer", {"seat": record.partner})]
    return []
