"""The bids of Trionfo and what is paid for them (pagat, Trionfo, The bidding and The scoring)."""

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
"""All that may be said, from the lowest to the highest."""

OWN_CARD = "own_card"
"""Not a bid: a call of one's own card, paid like ``di_piu``."""

STAKES = {OWN_CARD: 2, MORE: 2, MASO: 4, MASO_DEI_MASI: 8}
"""What each of the crowd pays or is paid by a declarer who is alone."""
DECLARER_STAKE = 2
PARTNER_STAKE = 1
CROWD_STAKE = 1
"""The same where a partner was called: each of the other three pays or is paid one."""


def payments(rule: str, declarer: Seat, partner: Seat | None, *, success: bool) -> Totals:
    """Points to each seat; they make nothing together. ``rule`` is a bid, or ``own_card``."""
    sign = 1 if success else -1
    if partner is None:
        stake = STAKES[rule]
        return tuple(
            sign * stake * (SEATS - 1 if seat == declarer else -1) for seat in range(SEATS)
        )
    stakes = {declarer: DECLARER_STAKE, partner: PARTNER_STAKE}
    return tuple(sign * stakes.get(seat, -CROWD_STAKE) for seat in range(SEATS))


NOTHING: Totals = (0,) * SEATS
"""What is paid where all have passed."""
