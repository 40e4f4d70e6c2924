"""Cards in words: suits and ranks."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SUITS: dict[str, Promise] = {
    "D": gettext_lazy("coins"),
    "C": gettext_lazy("cups"),
    "S": gettext_lazy("swords"),
    "B": gettext_lazy("clubs"),
}

RANKS: dict[str, Promise] = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "H": gettext_lazy("horse"),
    "K": gettext_lazy("king"),
}


def suit_word(suit: Any) -> str:
    """coins, cups, swords, clubs; what is no suit stays as it is written."""
    return str(SUITS.get(suit, suit)) if isinstance(suit, str) else str(suit)


def rank_word(rank: str) -> str:
    """ace, 2 … 7, jack, horse, king."""
    return str(RANKS.get(rank, rank))


def card_word(card: Any) -> str:
    """4 of coins; what is no card stays as it is written."""
    if not isinstance(card, str) or len(card) != 2 or card[1] not in SUITS:
        return str(card)
    return _("%(rank)s of %(suit)s") % {"rank": rank_word(card[0]), "suit": suit_word(card[1])}
