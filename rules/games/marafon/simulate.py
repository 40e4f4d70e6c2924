"""Simulated players of Marafon: they play real cards legally and plausibly, not well."""

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
from rules.tricks import find_winning_place, playable, would_win


def simulate(random: Random, options: MarafonOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the holder of the 4 of coins
    calls (pagat, The Deal and Making Trumps)."""
    hands = deal(random, SEATS, HAND_SIZE)
    caller = holder_of(FIRST_CALLER_HOLDS, hands) if turn is None else turn
    trump = _choose_trump(hands[caller])
    holder = holder_of_marafona(hands, trump)
    is_worth_declaring = options.marafona_points and (
        options.marafona_who == "any" or holder == caller
    )
    declared = holder if is_worth_declaring else None
    ace_leader = declared if options.marafona_lead_ace else None
    return {
        "caller": caller,
        "trump": trump,
        "hands": hands,
        "plays": _play_hand(random, hands, caller, trump, ace_leader),
        "declared": declared,
    }


def _choose_trump(hand: Sequence[Card]) -> str:
    """The suit of a marafona, else the longest, then the highest."""

    def suit_strength(suit: str) -> tuple[bool, int, int]:
        ranks = [card[0] for card in hand if card[1] == suit]
        has_marafona = set(MARAFONA_RANKS) <= set(ranks)
        return has_marafona, len(ranks), sum(STRENGTH[rank] for rank in ranks)

    return max(SUITS, key=suit_strength)


def _play_hand(
    random: Random,
    hands: Sequence[Sequence[Card]],
    caller: Seat,
    trump: str,
    ace_leader: Seat | None,
) -> list[Card]:
    """All cards in the order in which they are played. ``ace_leader`` plays the ace of trumps in
    the first trick, without which his marafona would not count."""
    held = [list(hand) for hand in hands]
    plays: list[Card] = []
    trump_ace = "A" + trump
    leader = caller
    for trick in range(TRICKS):
        table: list[Card] = []
        for place in range(SEATS):
            seat = (leader + place) % SEATS
            choice = playable(held[seat], table)
            if trick == 0 and seat == ace_leader and trump_ace in choice:
                card = trump_ace
            else:
                card = _choose_card(random, choice, table, trump)
            held[seat].remove(card)
            table.append(card)
        plays += table
        leader = (leader + find_winning_place(table, trump, STRENGTH)) % SEATS
    return plays


def _choose_card(random: Random, choice: Sequence[Card], table: Sequence[Card], trump: str) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as possible; else throws
    the least valuable card."""

    def strength(card: Card) -> int:
        return STRENGTH[card[0]]

    def thirds(card: Card) -> int:
        return THIRDS[card[0]]

    def is_trump(card: Card) -> bool:
        return card[1] == trump

    if not table:
        return max(choice, key=strength) if random.random() < 0.5 else random.choice(choice)
    # The partner has played two cards before: if the trick is his, points are thrown on it.
    partner_place = len(table) - SEATS // 2
    if find_winning_place(table, trump, STRENGTH) == partner_place:
        return max(choice, key=lambda card: (not is_trump(card), thirds(card), -strength(card)))
    winners = [card for card in choice if would_win(card, table, trump, STRENGTH)]
    if winners:
        return min(winners, key=lambda card: (is_trump(card), strength(card)))
    return min(choice, key=lambda card: (is_trump(card), thirds(card), strength(card)))
