"""The payments of a hand of Trionfo, as the sheet books them (pagat, Trionfo, The scoring)."""

from rules.contract import Part, Step
from rules.games.trionfo.bids import NOTHING, choose_payment_rule, compute_payments
from rules.games.trionfo.record import TrionfoRecord


def score(record: TrionfoRecord) -> tuple[Step, ...]:
    """One step, by the rule of the bid; a hand that all have passed pays nothing."""
    if record.all_pass:
        return (Step((Part("all_pass", NOTHING),)),)
    if record.declarer is None or record.bid is None or record.success is None:
        raise ValueError("a record that was not checked has no score")
    rule = choose_payment_rule(record.bid, own_card=record.own_card)
    points = compute_payments(rule, record.declarer, record.partner, success=record.success)
    return (Step((Part(rule, points),)),)
