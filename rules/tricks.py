"""Tricks: which cards may be played, who wins, and whole hands played card by card.

The games differ in the strength of the ranks and in the duties, which are arguments.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from kernel.reading import shorten_value
from kernel.violations import Violation
from rules.cards import CARDS, Card
from rules.contract import Seat

Strength = Mapping[str, int]
"""The height of each rank; the highest wins."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One card from each seat, in the order in which they were played, and who won them."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Playing:
    """A hand as far as it was played: its complete tricks, and the first illegal play, if any."""

    tricks: tuple[Trick, ...]
    violation: Violation | None = None


def playable(hand: Sequence[Card], table: Sequence[Card]) -> list[Card]:
    """The cards of ``hand`` that may follow those on ``table``: of the suit led, if one has it."""
    if not table:
        return list(hand)
    led_suit = table[0][1]
    return [card for card in hand if card[1] == led_suit] or list(hand)


def find_winning_place(cards: Sequence[Card], trump: str | None, strength: Strength) -> int:
    """The place in the trick of the card that wins: the highest trump, else the highest card of the
    suit led (pagat, Marafon-Beccaccino, The Play; it is the same in all games here)."""
    best_place, best_card = 0, cards[0]
    for place, card in enumerate(cards):
        if card[1] == best_card[1]:
            if strength[card[0]] > strength[best_card[0]]:
                best_place, best_card = place, card
        elif card[1] == trump:
            # The best card so far is no trump, or its suit would be the same.
            best_place, best_card = place, card
    return best_place


def would_win(card: Card, table: Sequence[Card], trump: str | None, strength: Strength) -> bool:
    """Whether the card, played next, would win the trick so far."""
    return find_winning_place([*table, card], trump, strength) == len(table)


def list_winning_cards(
    cards: Sequence[Card], table: Sequence[Card], trump: str | None, strength: Strength
) -> list[Card]:
    """Those of these cards that would win the trick so far, played next."""
    return [card for card in cards if would_win(card, table, trump, strength)]


DUTIES = ("must_follow", "must_beat", "must_trump")
Duty = Callable[[Card, Collection[Card], Sequence[Card]], str | None]
"""The duty (a code, one of DUTIES) that a card of this hand breaks on this trick; None if it may
be played."""


def must_follow(card: Card, hand: Collection[Card], table: Sequence[Card]) -> str | None:
    """The only duty of most games: to follow the suit led, if the hand has it."""
    led_suit = table[0][1]
    if card[1] == led_suit or not has_suit(hand, led_suit):
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
    for play_index, card in enumerate(plays):
        seat = (leader + len(table)) % seats
        if card not in held[seat]:
            return Playing(tuple(tricks), _explain_not_held(hands, plays, play_index, seat))
        # Any card may be led.
        if table and (broken_duty := duty(card, held[seat], table)):
            params = {"card": card, "seat": seat, "suit": table[0][1]}
            return Playing(tuple(tricks), Violation(broken_duty, params, play_index))
        held[seat].remove(card)
        table.append(card)
        if len(table) == seats:
            winner = (leader + find_winning_place(table, trump, strength)) % seats
            tricks.append(Trick(leader, tuple(table), winner))
            leader, table = winner, []
    return Playing(tuple(tricks))


def play_simulated_hand(
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    trump: str,
    strength: Strength,
    choose_card: Callable[[Sequence[Card], Sequence[Card]], Card],
) -> list[Card]:
    """All cards of a hand of simulated players, in the order in which they are played.

    ``choose_card`` gets the cards that a player holds, and the trick so far.
    """
    held = [list(hand) for hand in hands]
    seats = len(hands)
    plays: list[Card] = []
    # All hands have the same length, so before a trick the leader's is empty only at the end.
    while held[leader]:
        table: list[Card] = []
        for place in range(seats):
            hand = held[(leader + place) % seats]
            card = choose_card(hand, table)
            hand.remove(card)
            table.append(card)
        plays += table
        leader = (leader + find_winning_place(table, trump, strength)) % seats
    return plays


def choose_lead(
    random: Random, cards: Sequence[Card], strength: Callable[[Card], int], highest_share: float
) -> Card:
    """A card that a simulated player leads: in this share of tricks the highest, else any."""
    if random.random() < highest_share:
        return max(cards, key=strength)
    return random.choice(cards)


def _explain_not_held(
    hands: Sequence[Sequence[Card]], plays: Sequence[Card], play_index: int, seat: Seat
) -> Violation:
    """Why the seat does not hold the card that it plays."""
    card, most_plays = plays[play_index], sum(map(len, hands))
    # Only here can there be too many plays: after the last card all hands are empty.
    if play_index == most_plays:
        return Violation("too_many_plays", {"plays": len(plays), "most": most_plays}, play_index)
    if card not in CARDS:
        return Violation("unknown_card", {"card": shorten_value(card)}, play_index)
    params = {"card": card, "seat": seat}
    if card in plays[:play_index]:
        return Violation("played_twice", params, play_index)
    return Violation("not_in_hand", params, play_index)
