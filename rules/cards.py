"""Cards as the notation writes them: rank then suit, ``3D`` is the three of coins.

A card is a string of the deck and nothing more: it crosses JSON as it is and compares fast.
"""

from collections.abc import Sequence
from random import Random

from rules.contract import Seat

Card = str

RANKS = "A234567JHK"
"""Asso, 2 … 7, fante, cavallo, re."""
SUITS = "DCSB"
"""Denari (coins), coppe (cups), spade (swords), bastoni (clubs)."""
DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

CARDS = frozenset(DECK)


def sort_cards(cards: Sequence[Card]) -> list[Card]:
    """The cards sorted by suit, then by rank, in the order of ``DECK``."""
    return sorted(cards, key=DECK.index)


def shuffle_deck(random: Random) -> list[Card]:
    """All cards, shuffled."""
    deck = list(DECK)
    random.shuffle(deck)
    return deck


def deal(random: Random, seats: int, size: int) -> list[list[Card]]:
    """``size`` cards for each seat from a shuffled deck, sorted; the rest is left out."""
    return deal_from(shuffle_deck(random), seats, size)


def deal_from(deck: Sequence[Card], seats: int, size: int) -> list[list[Card]]:
    """The first cards of a deck, ``size`` for each seat, sorted."""
    return [sort_cards(deck[seat * size : (seat + 1) * size]) for seat in range(seats)]


def find_holder(card: Card, hands: Sequence[Sequence[Card]]) -> Seat:
    """The seat that was dealt the card. Raises ValueError if nobody was."""
    for seat, hand in enumerate(hands):
        if card in hand:
            return seat
    raise ValueError(f"{card} was not dealt")
