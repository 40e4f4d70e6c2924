"""The auction of a hand of Trionfo: one round of bids (pagat, Trionfo, The bidding)."""

from collections.abc import Sequence

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.contract import Seat
from rules.games.trionfo.bids import PASSO, WORDS
from rules.games.trionfo.cards import SEATS

Said = tuple[Seat, str]
"""A seat, and its bid or pass."""


def find_highest_bid(auction: Sequence[Said]) -> tuple[Seat | None, str]:
    """The declarer and his bid. Nobody and ``passo`` if all passed."""
    # Each bid is higher than the one before it, so the last one is the highest.
    for seat, bid in reversed(auction):
        if bid in WORDS and bid != PASSO:
            return seat, bid
    return None, PASSO


def check_auction(auction: Sequence[Said], leader: Seat) -> list[Violation]:
    """All that is wrong with an auction by itself. Passes after the last bid may be left out."""
    violations = []
    for place, (_, bid) in enumerate(auction):
        if bid not in WORDS:
            params = {
                "field": f"auction.{place}",
                "value": shorten_value(bid),
                "choices": list(WORDS),
            }
            violations.append(Violation("no_such_choice", params))
    # The seats speak in turn, from the leader round to the right. Nothing more is checked about it
    # after the first that speaks out of turn, nor after a round.
    for place, (seat, _) in enumerate(auction):
        turn = (leader + place) % SEATS
        if place == SEATS:
            violations.append(Violation("too_long", {"field": "auction", "most": SEATS}))
            break
        if seat != turn:
            violations.append(Violation("spoke_out_of_turn", {"seat": seat, "turn": turn}))
            break
    highest = PASSO
    for seat, bid in auction:
        if bid not in WORDS or bid == PASSO:
            continue
        if WORDS.index(bid) > WORDS.index(highest):
            highest = bid
        else:
            params = {"seat": seat, "bid": bid, "over": highest}
            violations.append(Violation("bid_too_low", params))
    # Without any bid all four must have passed: a short list may lack a bid instead.
    declarer, _ = find_highest_bid(auction)
    if len(auction) < SEATS and declarer is None:
        params = {"passes": len(auction), "must_be": SEATS}
        violations.append(Violation("auction_unfinished", params))
    return violations
