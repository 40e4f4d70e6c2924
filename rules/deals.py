"""Checks of a deal: the number of hands and cards, and the cards themselves."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.cards import CARDS, Card


def check_deal(hands: Sequence[Sequence[Card]], seats: int, size: int) -> list[Violation]:
    """All that is wrong with a deal of ``size`` cards to each of ``seats``."""
    return check_hands(hands, seats, size) + check_cards(list(chain.from_iterable(hands)))


def check_hands(hands: Sequence[Sequence[Card]], seats: int, size: int) -> list[Violation]:
    """Another number of hands, and hands of another size."""
    violations = []
    if len(hands) != seats:
        violations.append(Violation("wrong_hands", {"hands": len(hands), "must_be": seats}))
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            params = {"seat": seat, "cards": len(hand), "must_be": size}
            violations.append(Violation("wrong_hand_size", params))
    return violations


def check_cards(cards: Sequence[Card]) -> list[Violation]:
    """One violation for each text that is no card, and for each card that is there twice."""
    violations = []
    for card, times in Counter(cards).items():
        if card not in CARDS:
            violations.append(Violation("unknown_card", {"card": shorten_value(card)}))
        elif times > 1:
            violations.append(Violation("card_twice", {"card": shorten_value(card)}))
    return violations
