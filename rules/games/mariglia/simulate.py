"""Simulated players of Mariglia: they play real cards legally and plausibly, not well."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.cards import Card, deal
from rules.contract import Seat
from rules.games.mariglia.cards import HAND_SIZE, SEATS, SIDES, STRENGTH, TRICKS, VALUES
from rules.games.mariglia.legal import list_legal_cards
from rules.games.mariglia.options import MarigliaOptions
from rules.moments import Moment
from rules.tricks import find_winning_place


def simulate(random: Random, options: MarigliaOptions, turn: Seat | None) -> dict[str, Any]:
    """A whole hand as a play document. If it is nobody's turn, the dealer is drawn by lot."""
    hands = deal(random, SEATS, HAND_SIZE)
    dealer = random.randrange(SEATS) if turn is None else turn
    trionfo = random.choice(hands[dealer])
    return {
        "dealer": dealer,
        "trionfo": trionfo,
        "hands": hands,
        "plays": _play_hand(random, hands, (dealer + 1) % SEATS, trionfo[1], options),
    }


def _play_hand(
    random: Random,
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    trump: str,
    options: MarigliaOptions,
) -> list[Card]:
    """All cards in the order in which they are played."""
    held = [list(hand) for hand in hands]
    plays: list[Card] = []
    for _ in range(TRICKS):
        table: list[Card] = []
        for place in range(SEATS):
            hand = held[(leader + place) % SEATS]
            card = _choose_card(random, hand, table, trump, options)
            hand.remove(card)
            table.append(card)
        plays += table
        leader = (leader + find_winning_place(table, trump, STRENGTH[options.honours])) % SEATS
    return plays


def _choose_card(
    random: Random,
    hand: Sequence[Card],
    table: Sequence[Card],
    trump: str,
    options: MarigliaOptions,
) -> Card:
    """Leads high now and then; gives the partner points; wins as cheaply as it must; else throws
    the least valuable card."""
    values, strength = VALUES[options.honours], STRENGTH[options.honours]
    moment = Moment(trump=trump, hand=tuple(hand), table=tuple(table))
    choice = list_legal_cards(moment, options)
    if not table:
        highest = max(choice, key=lambda card: strength[card[0]])
        return highest if random.random() < 0.5 else random.choice(choice)
    is_partner_winning = (len(table) - find_winning_place(table, trump, strength)) % SIDES == 0
    # Points for the partner, none for an opponent.
    sign = -1 if is_partner_winning else 1

    def cost(card: Card) -> tuple[bool, int, int]:
        return card[1] == trump, sign * values[card[0]], strength[card[0]]

    return min(choice, key=cost)
