"""The bids of Trionfo and their payments (pagat, Trionfo, The bidding and The scoring)."""

from rules.contract import Seat, Totals
from rules.games.trionfo.cards import SEATS

PASSO = "passo"
CALL = "chiamo"
MORE = "di_piu"
MASO = "maso"
MASO_DEI_MASI = "maso_dei_masi"

BIDS = (CALL, MORE, MASO, MASO_DEI_MASI)
"""From the lowest to the highest."""
WORDS = (PASSO, *BIDS)
"""All words of an auction, from the lowest to the highest."""

OWN_CARD = "own_card"
"""Not a bid: a call of one's own card (chiamata in mano), paid like ``di_piu``."""

STAKES = {OWN_CARD: 2, MORE: 2, MASO: 4, MASO_DEI_MASI: 8}
"""What each of the other four pays to a declarer who is alone, or gets from him."""
DECLARER_STAKE = 2
PARTNER_STAKE = 1
CROWD_STAKE = 1
"""The same with a called partner: each of the other three pays or gets one."""


def choose_payment_rule(bid: str, *, own_card: bool | None) -> str:
    """The rule by which a hand is paid: that of its bid, or of a call of one's own card."""
    if own_card:
        return OWN_CARD
    return bid


def compute_payments(rule: str, declarer: Seat, partner: Seat | None, *, success: bool) -> Totals:
    """Points of each seat; their sum is zero. ``rule`` is a bid, or ``own_card``."""
    if partner is None:
        # All of the other four pay him, or are paid by him.
        crowd_stake = STAKES[rule]
        stakes = {declarer: crowd_stake * (SEATS - 1)}
    else:
        crowd_stake = CROWD_STAKE
        stakes = {declarer: DECLARER_STAKE, partner: PARTNER_STAKE}
    sign = 1 if success else -1
    return tuple(sign * stakes.get(seat, -crowd_stake) for seat in range(SEATS))


NOTHING: Totals = (0,) * SEATS
"""The payments of a hand that all have passed."""
