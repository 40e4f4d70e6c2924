"""The auction of a hand of Trionfo: one round, each speaks once (pagat, Trionfo, The bidding)."""

from collections.abc import Sequence

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.contract import Seat
from rules.games.trionfo.bids import PASSO, WORDS
from rules.games.trionfo.cards import SEATS

Said = tuple[Seat, str]
"""Who spoke, and what."""


def highest(auction: Sequence[Said]) -> tuple[Seat | None, str]:
    """The declarer and his bid: the last that was no pass. Nobody and ``passo`` if all passed."""
    bids = [(seat, bid) for seat, bid in auction if bid in WORDS and bid != PASSO]
    return bids[-1] if bids else (None, PASSO)


def check_auction(auction: Sequence[Said], leader: Seat) -> list[Violation]:
    """All that is wrong with an auction by itself. Passes after the last bid may be left out."""
    violations = _check_words(auction) + _check_order(auction, leader) + _check_tops(auction)
    if len(auction) < SEATS and highest(auction)[0] is None:
        params = {"passes": len(auction), "must_be": SEATS}
        violations.append(Violation("auction_unfinished", params))
    return violations


def _check_words(auction: Sequence[Said]) -> list[Violation]:
    return [
        Violation(
            "no_such_choice",
            {"field": f"auction.{place}", "value": shorten_value(bid), "choices": list(WORDS)},
        )
        for place, (_, bid) in enumerate(auction)
        if bid not in WORDS
    ]


def _check_order(auction: Sequence[Said], leader: Seat) -> list[Violation]:
    """From the leader, round to the right. After the first who speaks out of turn, or after a
    round, nothing more is judged."""
    for place, (seat, _) in enumerate(auction):
        turn = (leader + place) % SEATS
        if place == SEATS:
            return [Violation("too_long", {"field": "auction", "most": SEATS})]
        if seat != turn:
            return [Violation("spoke_out_of_turn", {"seat": seat, "turn": turn})]
    return []


def _check_tops(auction: Sequence[Said]) -> list[Violation]:
    """A bid is higher than the one before it."""
    violations, last = [], PASSO
    for seat, bid in auction:
        if bid not in WORDS or bid == PASSO:
            continue
        if WORDS.index(bid) <= WORDS.index(last):
            violations.append(Violation("bid_too_low", {"seat": seat, "bid": bid, "over": last}))
        last = max(last, bid, key=WORDS.index)
    return violations
