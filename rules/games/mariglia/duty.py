"""What a card owes to the trick: to follow suit, and to beat an opponent (Mariglia, The Play)."""

from collections.abc import Collection, Sequence
from functools import partial

from rules.cards import Card
from rules.games.mariglia.cards import SIDES, STRENGTH, Honours
from rules.tricks import Duty, Strength, must_follow, playable, winning


def duty_of(trump: str | None, honours: Honours) -> Duty:
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
    """The suit led is followed; a card of an opponent that is winning is beaten by who can, with
    a trump too. A partner's need not be."""
    best = winning(table, trump, strength)
    if must_follow(card, hand, table) or (len(table) - best) % SIDES == 0:
        return must_follow(card, hand, table)
    beating = [
        held
        for held in playable(list(hand), table)
        if winning([*table, held], trump, strength) == len(table)
    ]
    if not beating or card in beating:
        return None
    return "must_trump" if beating[0][1] == trump != table[best][1] else "must_beat"
