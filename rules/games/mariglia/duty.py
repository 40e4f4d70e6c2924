"""The duties of Mariglia: to follow suit, and to beat an opponent (Mariglia, The Play)."""

from collections.abc import Collection, Sequence
from functools import partial

from rules.cards import Card
from rules.games.mariglia.cards import SIDES, STRENGTH, Honours
from rules.tricks import (
    Duty,
    Strength,
    find_winning_place,
    list_winning_cards,
    must_follow,
    playable,
)


def make_duty(trump: str | None, honours: Honours) -> Duty:
    """The duties under these trumps."""
    return partial(_find_broken_duty, trump=trump, strength=STRENGTH[honours])


def _find_broken_duty(
    card: Card,
    hand: Collection[Card],
    table: Sequence[Card],
    *,
    trump: str | None,
    strength: Strength,
) -> str | None:
    """The suit led must be followed. A winning card of an opponent must be beaten if possible,
    with a trump too; a partner's card need not be beaten."""
    broken_duty = must_follow(card, hand, table)
    best_place = find_winning_place(table, trump, strength)
    # Partners sit opposite, so their places in the trick differ by an even number.
    is_partner_winning = (len(table) - best_place) % SIDES == 0
    if broken_duty or is_partner_winning:
        return broken_duty
    # To beat is subject to following suit, so only cards that follow count.
    beating_cards = list_winning_cards(playable(list(hand), table), table, trump, strength)
    if not beating_cards or card in beating_cards:
        return None
    # Where the winning card is a trump already, the duty is to beat it, not to trump.
    must_trump = beating_cards[0][1] == trump != table[best_place][1]
    return "must_trump" if must_trump else "must_beat"
