"""Simulated players of Marafon: they hold real cards and play legally, plausibly, not well."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.cards import SUITS, Card, deal, holder_of
from rules.contract import Seat
from rules.games.marafon.cards import (
    FIRST_CALLER_HOLDS,
    HAND_SIZE,
    MARAFONA_RANKS,
    SEATS,
    STRENGTH,
    THIRDS,
    TRICKS,
)
from rules.games.marafon.marafona import holder_of_marafona
from rules.games.marafon.options import MarafonOptions
from rules.tricks import playable, winning


def simulate(random: Random, options: MarafonOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. Nobody's turn yet: who holds the 4 of coins calls."""
    hands = deal(random, SEATS, HAND_SIZE)
    caller = holder_of(FIRST_CALLER_HOLDS, hands) if turn is None else turn
    trump = _best_suit(hands[caller])
    holder = holder_of_marafona(hands, trump)
    counts = options.marafona_points and (options.marafona_who == "any" or holder == caller)
    declared = holder if counts else None
    ace_first = declared if options.marafona_lead_ace else None
    return {
        "caller": caller,
        "trump": trump,
        "hands": hands,
        "plays": _play_hand(random, hands, caller, trump, ace_first),
        "declared": declared,
    }


def _best_suit(hand: Sequence[Card]) -> str:
    """The suit of a marafona, else the longest, then the highest."""

    def strength(suit: str) -> tuple[bool, int, int]:
        ranks = [card[0] for card in hand if card[1] == suit]
        return set(MARAFONA_RANKS) <= set(ranks), len(ranks), sum(STRENGTH[r] for r in ranks)

    return max(SUITS, key=strength)


def _play_hand(
    random: Random,
    hands: Sequence[Sequence[Card]],
    caller: Seat,
    trump: str,
    ace_first: Seat | None,
) -> list[Card]:
    held = [list(hand) for hand in hands]
    plays: list[Card] = []
    leader = caller
    for trick in range(TRICKS):
        table: list[Card] = []
        for place in range(SEATS):
            seat = (leader + place) % SEATS
            choice = playable(held[seat], table)
            ace = "A" + trump
            if trick == 0 and seat == ace_first and ace in choice:
                card = ace
            else:
                card = _choose_card(random, choice, table, trump)
            held[seat].remove(card)
            table.append(card)
        plays += table
        leader = (leader + winning(table, trump, STRENGTH)) % SEATS
    return plays


def _choose_card(random: Random, choice: Sequence[Card], table: Sequence[Card], trump: str) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as it can; else throws
    its least."""
    if not table:
        return max(choice, key=_get_height) if random.random() < 0.5 else random.choice(choice)
    best = winning(table, trump, STRENGTH)
    partner = len(table) - SEATS // 2
    if best == partner:
        return max(choice, key=lambda card: (card[1] != trump, THIRDS[card[0]], -_get_height(card)))
    winners = [card for card in choice if winning([*table, card], trump, STRENGTH) == len(table)]
    if winners:
        return min(winners, key=lambda card: (card[1] == trump, _get_height(card)))
    return min(choice, key=lambda card: (card[1] == trump, THIRDS[card[0]], _get_height(card)))


def _get_height(card: Card) -> int:
    return STRENGTH[card[0]]
