"""Simulated players of Trionfo: they bid by the strength of their hands and play legally."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from rules.cards import SUITS, Card, deal, find_holder
from rules.contract import Seat
from rules.games.trionfo.auction import find_highest_bid
from rules.games.trionfo.bids import BIDS, CALL, PASSO, WORDS
from rules.games.trionfo.cards import (
    FIRST_LEADER_HOLDS,
    HAND_SIZE,
    RANKING,
    SEATS,
    STRENGTH,
    THIRDS,
)
from rules.tricks import choose_lead, list_winning_cards, play_simulated_hand, playable

_HIGH_CARDS = {"3": 4, "2": 3, "A": 2}
"""The strength of the highest ranks."""
_STRENGTH_FOR_BID = dict(zip(BIDS, (13, 19, 24, 28), strict=True))
"""The least strength of a hand for each bid, by ``_measure_strength``."""
_STRENGTH_FOR_OWN_CARD = 17
"""The least strength of a hand with which its own card may be called."""


def simulate(random: Random, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the holder of the 5 of swords
    speaks and leads first (pagat, Trionfo, The deal)."""
    hands = deal(random, SEATS, HAND_SIZE)
    leader = find_holder(FIRST_LEADER_HOLDS, hands) if turn is None else turn
    auction = _bid_round(random, hands, leader)
    declarer, bid = find_highest_bid(auction)
    trump = called = None
    plays: list[Card] = []
    if declarer is not None:
        trump = _choose_trump(hands[declarer])
        if bid == CALL:
            called = _choose_called_card(random, hands[declarer], trump)
        choose_card = partial(_choose_card, random, trump)
        plays = play_simulated_hand(hands, leader, trump, STRENGTH, choose_card)
    return {
        "leader": leader,
        "auction": [list(seat_and_bid) for seat_and_bid in auction],
        "declarer": declarer,
        "bid": bid,
        "trump": trump,
        "called": called,
        "hands": hands,
        "plays": plays,
    }


def _bid_round(
    random: Random, hands: Sequence[Sequence[Card]], leader: Seat
) -> list[tuple[Seat, str]]:
    """Each bids by the strength of the hand, a little up or down, if that is higher than the bids
    before."""
    auction: list[tuple[Seat, str]] = []
    highest = PASSO
    for place in range(SEATS):
        seat = (leader + place) % SEATS
        hand = hands[seat]
        # The trump that the hand would choose decides what it is worth.
        strength = _measure_strength(hand, _choose_trump(hand)) + random.randint(-1, 1)
        strongest_bid = PASSO
        for bid in BIDS:
            if strength >= _STRENGTH_FOR_BID[bid]:
                strongest_bid = bid
        if WORDS.index(strongest_bid) > WORDS.index(highest):
            highest = strongest_bid
            auction.append((seat, strongest_bid))
        else:
            auction.append((seat, PASSO))
    return auction


def _choose_trump(hand: Sequence[Card]) -> str:
    return max(SUITS, key=lambda suit: _measure_strength(hand, suit))


def _measure_strength(hand: Sequence[Card], trump: str) -> int:
    """Two for each trump, more for the highest ones; half as much for high cards of other suits."""
    strength = 0
    for card in hand:
        high_card = _HIGH_CARDS.get(card[0], 0)
        if card[1] == trump:
            strength += 2 + high_card
        else:
            strength += high_card // 2
    return strength


def _choose_called_card(random: Random, hand: Sequence[Card], trump: str) -> Card:
    """The highest card of another suit that is not in the hand; now and then, with a strong hand,
    one that is."""
    # From the highest rank down: usually a 3 is called (pagat, Trionfo, The bidding).
    others = [rank + suit for rank in RANKING[::-1] for suit in SUITS if suit != trump]
    own_cards = [card for card in others if card in hand]
    is_strong = _measure_strength(hand, trump) >= _STRENGTH_FOR_OWN_CARD
    if own_cards and is_strong and random.random() < 0.5:
        return own_cards[0]
    return next(card for card in others if card not in hand)


def _choose_card(random: Random, trump: str, hand: Sequence[Card], table: Sequence[Card]) -> Card:
    """Usually leads high; wins as cheaply as possible; else throws the least valuable card."""

    def strength(card: Card) -> int:
        return STRENGTH[card[0]]

    def is_trump(card: Card) -> bool:
        return card[1] == trump

    choice = playable(hand, table)
    if not table:
        return choose_lead(random, choice, strength, 0.7)
    winners = list_winning_cards(choice, table, trump, STRENGTH)
    if winners:
        return min(winners, key=lambda card: (is_trump(card), strength(card)))
    return min(choice, key=lambda card: (is_trump(card), THIRDS[card[0]], strength(card)))
