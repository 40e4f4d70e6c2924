"""Simulated players of Marafon: they play real cards legally and plausibly, not well."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from rules.cards import SUITS, Card, deal, find_holder
from rules.contract import Seat
from rules.games.marafon.cards import (
    FIRST_CALLER_HOLDS,
    HAND_SIZE,
    MARAFONA_RANKS,
    SEATS,
    STRENGTH,
    THIRDS,
)
from rules.games.marafon.marafona import find_marafona_holder
from rules.games.marafon.options import MarafonOptions
from rules.tricks import (
    choose_lead,
    find_winning_place,
    list_winning_cards,
    play_simulated_hand,
    playable,
)


def simulate(random: Random, options: MarafonOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the holder of the 4 of coins
    calls (pagat, The Deal and Making Trumps)."""
    hands = deal(random, SEATS, HAND_SIZE)
    caller = find_holder(FIRST_CALLER_HOLDS, hands) if turn is None else turn
    trump = _choose_trump(hands[caller])
    holder = find_marafona_holder(hands, trump)
    is_worth_declaring = options.marafona_points and (
        options.marafona_who == "any" or holder == caller
    )
    declared = holder if is_worth_declaring else None
    # By this option a marafona counts only if its holder's first card is the ace of trumps.
    ace_first = declared is not None and options.marafona_lead_ace
    choose_card = partial(_choose_card, random, trump, ace_first=ace_first)
    return {
        "caller": caller,
        "trump": trump,
        "hands": hands,
        "plays": play_simulated_hand(hands, caller, trump, STRENGTH, choose_card),
        "declared": declared,
    }


def _choose_trump(hand: Sequence[Card]) -> str:
    """The suit of a marafona, else the longest, then the highest."""

    def suit_strength(suit: str) -> tuple[bool, int, int]:
        ranks = [card[0] for card in hand if card[1] == suit]
        has_marafona = set(MARAFONA_RANKS) <= set(ranks)
        return has_marafona, len(ranks), sum(STRENGTH[rank] for rank in ranks)

    return max(SUITS, key=suit_strength)


def _choose_card(
    random: Random, trump: str, hand: Sequence[Card], table: Sequence[Card], *, ace_first: bool
) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as possible; else throws
    the least valuable card. ``ace_first``: the ace of trumps is its holder's first card."""

    def strength(card: Card) -> int:
        return STRENGTH[card[0]]

    def thirds(card: Card) -> int:
        return THIRDS[card[0]]

    def is_trump(card: Card) -> bool:
        return card[1] == trump

    choice = playable(hand, table)
    trump_ace = "A" + trump
    # A full hand means the first trick, and only the holder of the marafona has this ace.
    if ace_first and len(hand) == HAND_SIZE and trump_ace in choice:
        return trump_ace
    if not table:
        return choose_lead(random, choice, strength, 0.5)
    # The partner has played two cards before: if the trick is his, points are thrown on it.
    partner_place = len(table) - SEATS // 2
    if find_winning_place(table, trump, STRENGTH) == partner_place:
        return max(choice, key=lambda card: (not is_trump(card), thirds(card), -strength(card)))
    winners = list_winning_cards(choice, table, trump, STRENGTH)
    if winners:
        return min(winners, key=lambda card: (is_trump(card), strength(card)))
    return min(choice, key=lambda card: (is_trump(card), thirds(card), strength(card)))
