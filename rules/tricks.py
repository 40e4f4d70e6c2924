"""Tricks: what may be played, who wins, and a hand played out card by card.

What differs between games, the strength of the ranks, is an argument.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.cards import CARDS, Card
from rules.contract import Seat

Strength = Mapping[str, int]
"""How high a rank stands; the highest wins."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One card from each seat, in the order they were played, and who took them."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """A hand as far as it was played: its complete tricks, and the first play that is illegal."""

    tricks: tuple[Trick, ...]
    violation: Violation | None = None


def playable(hand: Sequence[Card], table: Sequence[Card]) -> list[Card]:
    """The cards of ``hand`` that may follow those on ``table``: of the suit led, if one has it."""
    if not table:
        return list(hand)
    led = table[0][1]
    return [card for card in hand if card[1] == led] or list(hand)


def winning(cards: Sequence[Card], trump: str | None, strength: Strength) -> int:
    """The place in the trick of the card that wins: the highest trump, else of the suit led."""
    best, best_card = 0, cards[0]
    for place, card in enumerate(cards):
        if card[1] == best_card[1]:
            if strength[card[0]] > strength[best_card[0]]:
                best, best_card = place, card
        elif card[1] == trump:
            best, best_card = place, card
    return best


DUTIES = ("must_follow", "must_beat", "must_trump")
Duty = Callable[[Card, Collection[Card], Sequence[Card]], str | None]
"""The code, one of DUTIES, of what a card out of this hand breaks on this trick; None if it may
follow."""


def must_follow(card: Card, hand: Collection[Card], table: Sequence[Card]) -> str | None:
    """The suit led is followed by who has it."""
    led = table[0][1]
    if card[1] == led or not has_suit(hand, led):
        return None
    return "must_follow"


def has_suit(hand: Collection[Card], suit: str) -> bool:
    return any(card[1] == suit for card in hand)


def play_out(
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    trump: str | None,
    plays: Sequence[Card],
    strength: Strength,
    *,
    duty: Duty = must_follow,
) -> Playing:
    """Plays the cards in order from a sound deal, as far as they go or up to the first illegal one.

    The winner of a trick leads to the next. A trick that is not complete yet is left out.
    """
    held = [set(hand) for hand in hands]
    seats = len(hands)
    tricks: list[Trick] = []
    table: list[Card] = []
    for at, card in enumerate(plays):
        seat = (leader + len(table)) % seats
        if card not in held[seat]:
            return Playing(tuple(tricks), _not_held(hands, plays, at, seat))
        broken = duty(card, held[seat], table) if table else None
        if broken:
            params = {"card": card, "seat": seat, "suit": table[0][1]}
            return Playing(tuple(tricks), Violation(broken, params, at))
        held[seat].remove(card)
        table.append(card)
        if len(table) == seats:
            winner = (leader + winning(table, trump, strength)) % seats
            tricks.append(Trick(leader, tuple(table), winner))
            leader, table = winner, []
    return Playing(tuple(tricks))


def _not_held(
    hands: Sequence[Sequence[Card]], plays: Sequence[Card], at: int, seat: Seat
) -> Violation:
    card, most = plays[at], sum(map(len, hands))
    if at == most:
        return Violation("too_many_plays", {"plays": len(plays), "most": most}, at)
    if card not in CARDS:
        return Violation("unknown_card", {"card": shorten_value(card)}, at)
    if card in plays[:at]:
        return Violation("played_twice", {"card": card, "seat": seat}, at)
    return Violation("not_in_hand", {"card": card, "seat": seat}, at)
