"""Cards in words: suits, ranks, "the 4 of coins"."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SUITS: dict[str, Promise] = {
    "D": gettext_lazy("coins"),
    "C": gettext_lazy("cups"),
    "S": gettext_lazy("swords"),
    "B": gettext_lazy("batons"),
}

RANKS: dict[str, Promise] = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "H": gettext_lazy("horse"),
    "K": gettext_lazy("king"),
}

_THE: dict[str, Promise] = {
    "A": gettext_lazy("the ace of %(suit)s"),
    "J": gettext_lazy("the jack of %(suit)s"),
    "H": gettext_lazy("the horse of %(suit)s"),
    "K": gettext_lazy("the king of %(suit)s"),
}
"""Whole phrases, because in Italian the article depends on the card (l’asso, il fante)."""


CARD_NAMES: dict[str, Promise] = {**_THE, "n": gettext_lazy("the %(rank)s of %(suit)s")}
"""A card in a sentence, by its rank; ``n`` for ranks that are numbers."""


def word_suit(suit: Any) -> str:
    """coins, cups, swords, batons; anything else stays as it is."""
    # A refused line may have a list or a dict here, which cannot be looked up.
    if not isinstance(suit, str):
        return str(suit)
    return str(SUITS.get(suit, suit))


def word_rank(rank: str) -> str:
    """ace, 2 … 7, jack, horse, king."""
    return str(RANKS.get(rank, rank))


def word_card(card: Any) -> str:
    """the 4 of coins; anything else stays as it is."""
    if not isinstance(card, str) or len(card) != 2 or card[1] not in SUITS:
        return str(card)
    rank, suit = card[0], card[1]
    name = CARD_NAMES.get(rank, CARD_NAMES["n"])
    return str(name) % {"rank": rank, "suit": word_suit(suit)}
